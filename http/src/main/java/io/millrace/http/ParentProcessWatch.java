package io.millrace.http;

import java.util.Arrays;

/**
 * The process that started this node, and with which the node ends. {@code ./sbt run} names itself
 * here: a signal that only sbt gets would leave the node and its database behind.
 */
final class ParentProcessWatch {
  /** The process ids, with commas; a node that a supervisor starts has none. It is no setting. */
  static final String PROPERTY = "io.millrace.started-by";

  private ParentProcessWatch() {}

  /** Ends the program, as SIGTERM would, once one of them is gone. */
  static void exitWithParent() {
    String pids = System.getProperty(PROPERTY, "");
    Arrays.stream(pids.split(","))
        .filter(pid -> !pid.isBlank())
        .forEach(ParentProcessWatch::exitWith);
  }

  private static void exitWith(String pid) {
    ProcessHandle.of(Long.parseLong(pid))
        .ifPresentOrElse(
            starter -> starter.onExit().thenRun(ParentProcessWatch::exit),
            ParentProcessWatch::exit);
  }

  /** In a thread of its own: the exit waits for other processes to end. */
  private static void exit() {
    new Thread(() -> System.exit(0), "starter-is-gone").start();
  }
}
