package io.millrace.hostile;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;

/** A port of this machine that counts who comes, and tells each to go elsewhere. */
final class PortListener implements AutoCloseable {
  private final ServerSocket server;
  private final AtomicInteger visits = new AtomicInteger();
  private volatile String elsewhere = "/";

  /**
   * @param port 0 = any
   */
  PortListener(int port) throws IOException {
    server = new ServerSocket(port, 50, InetAddress.getLoopbackAddress());
    Thread thread = new Thread(this::serve, "listener");
    thread.setDaemon(true);
    thread.start();
  }

  int port() {
    return server.getLocalPort();
  }

  int visits() {
    return visits.get();
  }

  void redirectTo(String url) {
    elsewhere = url;
  }

  private void serve() {
    while (!server.isClosed()) {
      try (Socket socket = server.accept()) {
        visits.incrementAndGet();
        socket.setSoTimeout(1_000);
        int heard = socket.getInputStream().read(new byte[64 * 1024]);
        String answer =
            "HTTP/1.1 307 Temporary Redirect\r\nLocation: %s\r\nContent-Length: 0\r\n%s\r\n"
                .formatted(elsewhere, heard < 0 ? "" : "Connection: close\r\n");
        socket.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
      } catch (IOException gone) {
        // the next one may stay longer
      }
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
