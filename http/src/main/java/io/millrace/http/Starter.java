package io.millrace.http;

import java.util.Arrays;

/**
 * Whoever started this node and is to take it along. {@code ./sbt run} names itself here: a signal
 * that only sbt gets would leave the node and its database behind.
 */
final class Starter {
  /** The process ids, with commas; a node that a supervisor starts has none. It is no setting. */
  static final String PROPERTY = "io.millrace.started-by";

  private Starter() {}

  /** Ends the program, as SIGTERM would, once one of them is gone. */
  static void endWithIt() {
    String pids = System.getProperty(PROPERTY, "");
    Arrays.stream(pids.split(",")).filter(pid -> !pid.isBlank()).forEach(Starter::endWith);
  }

  private static void endWith(String pid) {
    ProcessHandle.of(Long.parseLong(pid))
        .ifPresentOrElse(starter -> starter.onExit().thenRun(Starter::end), Starter::end);
  }

  /** In a thread of its own: the exit waits for other processes to end. */
  private static void end() {
    new Thread(() -> System.exit(0), "starter-is-gone").start();
  }
}
