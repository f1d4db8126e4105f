package io.millrace.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A client that says only what it is told to, byte by byte. */
public final class RawSocket implements AutoCloseable {
  private final Socket socket;

  public static RawSocket open(InetSocketAddress address) {
    return new RawSocket(address);
  }

  private RawSocket(InetSocketAddress address) {
    try {
      socket = new Socket(InetAddress.getLoopbackAddress(), address.getPort());
      socket.setSoTimeout(30_000);
    } catch (IOException fault) {
      throw new java.io.UncheckedIOException(fault);
    }
  }

  public RawSocket send(String text) {
    try {
      socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
      socket.getOutputStream().flush();
      return this;
    } catch (IOException fault) {
      throw new java.io.UncheckedIOException(fault);
    }
  }

  /** A request's head, and nothing of the body it speaks of. */
  public RawSocket head(String line, String token, int length) {
    return send(
        line
            + " HTTP/1.1\r\nHost: localhost\r\nX-Admin-Token: "
            + token
            + "\r\nContent-Length: "
            + length
            + "\r\n\r\n");
  }

  /** Everything until the other side closes. */
  public String rest() throws IOException {
    return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
  }

  /** Whether the other side has closed, without more than a moment's wait. */
  public boolean isClosed() {
    try {
      socket.setSoTimeout(10);
      return socket.getInputStream().read() < 0;
    } catch (java.net.SocketTimeoutException open) {
      return false;
    } catch (IOException reset) {
      return true;
    }
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException gone) {
      // it is closed
    }
  }
}
