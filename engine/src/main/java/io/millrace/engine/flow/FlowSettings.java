package io.millrace.engine.flow;

import com.typesafe.config.Config;
import io.millrace.engine.input.DurationSetting;
import java.time.Duration;

/**
 * The settings of all pools.
 *
 * @param maxConcurrency channels of the pool {@code default} until its config is set
 * @param heartbeat how often workers say that they are alive
 * @param lostAfter how long a worker may be silent before its attempts are ended
 * @param deadlineGrace how long after the deadline a worker may still report the outcome
 * @param lookAgainAfter how often the history is searched for tasks whose request was lost
 * @param pageSize the number of waiting tasks that are read at once
 * @param pauseWarning a pause that lasts longer is sent to the webhooks
 */
public record FlowSettings(
    int maxConcurrency,
    Duration heartbeat,
    Duration lostAfter,
    Duration deadlineGrace,
    Duration lookAgainAfter,
    int pageSize,
    Duration pauseWarning) {

  public FlowSettings {
    if (maxConcurrency < 1) {
      throw new IllegalArgumentException(
          "millrace.flow.max-concurrency = " + maxConcurrency + ": must be at least 1");
    }
  }

  /**
   * @param millrace all settings of Millrace
   */
  public static FlowSettings of(Config millrace) {
    Config flow = millrace.getConfig("flow");
    Duration heartbeat = DurationSetting.of(millrace, "worker.heartbeat");
    return new FlowSettings(
        flow.getInt("max-concurrency"),
        heartbeat,
        heartbeat.multipliedBy(flow.getInt("missed-heartbeats")),
        DurationSetting.of(flow, "deadline-grace"),
        DurationSetting.of(flow, "look-again-after"),
        flow.getInt("page-size"),
        DurationSetting.of(flow, "pause-warning"));
  }
}
