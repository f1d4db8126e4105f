package io.millrace.hostile;

import io.millrace.engine.check.Finding;
import java.util.List;
import java.util.Random;

/** One way to harm a node. It is bounded in number and time, and ends by itself. */
interface Attack {
  String name();

  /** What it does, in a line. */
  String story();

  /**
   * @param random the same seed makes the same requests, but for tokens and the run's own names
   * @return what must hold, and whether it did
   */
  List<Finding> run(AttackContext arena, AttackSize size, Random random) throws Exception;

  /** Whether it mostly waits. */
  default boolean waits() {
    return false;
  }

  /** Why it cannot be tried here; empty if it can. */
  default String hindrance(HostileOptions options) {
    return "";
  }
}
