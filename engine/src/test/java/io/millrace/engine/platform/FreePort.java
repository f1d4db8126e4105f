package io.millrace.engine.platform;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;

/**
 * Ports for programs that must be told theirs. They are below those that systems give to whoever
 * asks for any port, so no database and no connection takes one before its program does.
 */
public final class FreePort {
  private static final int FROM = 10_000;
  private static final int TO = 32_000;

  private FreePort() {}

  public static int take() {
    while (true) {
      int port = ThreadLocalRandom.current().nextInt(FROM, TO);
      try (ServerSocket free = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        return free.getLocalPort();
      } catch (IOException used) {
        // It belongs to another program.
      }
    }
  }

  /** So many different ones. */
  public static List<Integer> take(int count) {
    return Stream.generate(FreePort::take).distinct().limit(count).toList();
  }
}
