package io.millrace.chaos;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Stands between the nodes, on loopback: each node is reached through here, and calls from an
 * address of its own, so that the way between any two can be cut while both live.
 */
final class ChaosNetwork implements AutoCloseable {
  private final ExecutorService threads =
      Executors.newCachedThreadPool(
          work -> {
            Thread thread = new Thread(work, "network");
            thread.setDaemon(true);
            return thread;
          });
  private final Map<Socket, Set<Integer>> open = new ConcurrentHashMap<>();
  private final Set<Set<Integer>> cuts = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  /** The address of a node: all of 127/8 is this machine. */
  static String host(int node) {
    return "127.0.1." + node;
  }

  /** Leads what comes to a node's port here to where it really listens. */
  void serve(int node, int port, int realPort) throws IOException {
    ServerSocket server = new ServerSocket(port, 100, InetAddress.getByName(host(node)));
    threads.execute(
        () -> {
          while (!closed) {
            try {
              accept(node, server.accept(), realPort);
            } catch (IOException gone) {
              // the next one may be better
            }
          }
        });
  }

  private void accept(int node, Socket caller, int realPort) throws IOException {
    int from = caller.getInetAddress().getAddress()[3];
    Set<Integer> way = from == node ? Set.of(node) : Set.of(from, node);
    if (cuts.contains(way)) {
      caller.close();
      return;
    }
    Socket called = new Socket();
    try {
      called.connect(new InetSocketAddress(host(node), realPort), 1_000);
    } catch (IOException nobody) {
      caller.close();
      called.close();
      return;
    }
    open.put(caller, way);
    open.put(called, way);
    threads.execute(() -> pump(caller, called));
    threads.execute(() -> pump(called, caller));
  }

  private void pump(Socket from, Socket to) {
    byte[] buffer = new byte[64 * 1024];
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        out.write(buffer, 0, read);
      }
    } catch (IOException cut) {
      // as it should be
    } finally {
      open.remove(from);
      open.remove(to);
    }
  }

  /** Nothing goes from one node to the other, in either direction. */
  void cut(int one, int other) {
    Set<Integer> way = Set.of(one, other);
    cuts.add(way);
    open.forEach(
        (socket, ofWay) -> {
          if (ofWay.equals(way)) {
            close(socket);
          }
        });
  }

  void mend() {
    cuts.clear();
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException already) {
      // then it is
    }
  }

  @Override
  public void close() {
    closed = true;
    open.keySet().forEach(ChaosNetwork::close);
    threads.shutdownNow();
  }
}
