package io.millrace.engine.flow;

import com.typesafe.config.Config;
import java.time.Duration;

/**
 * How a pool behaves.
 *
 * @param maxConcurrency channels in all
 * @param lostAfter how long a worker may be silent before its attempts are ended
 * @param deadlineGrace how long a worker has, past the deadline, to say itself how it ended
 * @param lookAgainAfter how often the history is searched for tasks whose request was lost
 * @param pageSize how many waiting tasks are read at once
 */
public record FlowSettings(
    int maxConcurrency,
    Duration lostAfter,
    Duration deadlineGrace,
    Duration lookAgainAfter,
    int pageSize) {

  public FlowSettings {
    if (maxConcurrency < 1) {
      throw new IllegalArgumentException(
          "millrace.flow.max-concurrency = " + maxConcurrency + ": must be at least 1");
    }
  }

  /** From {@code millrace.flow}. */
  public static FlowSettings of(Config flow) {
    return new FlowSettings(
        flow.getInt("max-concurrency"),
        flow.getDuration("lost-after"),
        flow.getDuration("deadline-grace"),
        flow.getDuration("look-again-after"),
        flow.getInt("page-size"));
  }
}
