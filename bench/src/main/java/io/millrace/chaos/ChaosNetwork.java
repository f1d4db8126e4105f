package io.millrace.chaos;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
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
  private static final int LAST_AREA = 50;

  private final ExecutorService threads =
      Executors.newCachedThreadPool(
          work -> {
            Thread thread = new Thread(work, "network");
            thread.setDaemon(true);
            return thread;
          });
  private final Map<Socket, Set<Integer>> open = new ConcurrentHashMap<>();
  private final Set<Set<Integer>> cuts = ConcurrentHashMap.newKeySet();
  private final String net;
  private final List<ServerSocket> servers = new ArrayList<>();
  private volatile boolean closed;

  private ChaosNetwork(String net) {
    this.net = net;
  }

  /**
   * Leads what comes to a node's port here to where it really listens. All of 127/8 is this
   * machine: the first addresses are taken at which nobody else does the same.
   */
  static ChaosNetwork open(int nodes, int port, int realPort) throws IOException {
    for (int area = 1; ; area++) {
      ChaosNetwork network = new ChaosNetwork("127.0." + area + ".");
      try {
        for (int node = 1; node <= nodes; node++) {
          network.serve(node, port, realPort);
        }
        return network;
      } catch (BindException taken) {
        network.close();
        if (area == LAST_AREA) {
          throw taken;
        }
      }
    }
  }

  /** The address of a node. */
  String host(int node) {
    return net + node;
  }

  private void serve(int node, int port, int realPort) throws IOException {
    ServerSocket server = new ServerSocket(port, 100, InetAddress.getByName(host(node)));
    servers.add(server);
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

  private static void close(Closeable socket) {
    try {
      socket.close();
    } catch (IOException already) {
      // then it is
    }
  }

  @Override
  public void close() {
    closed = true;
    servers.forEach(ChaosNetwork::close);
    open.keySet().forEach(ChaosNetwork::close);
    threads.shutdownNow();
  }
}
