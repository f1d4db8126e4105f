package io.millrace.engine.trigger;

import com.typesafe.config.Config;
import io.millrace.engine.input.DurationSetting;
import java.time.Duration;
import java.time.Instant;

/**
 * The settings of triggers.
 *
 * @param catchUpCap the most fires of a trigger that are caught up at a time; older ones are missed
 * @param catchUpAfter a fire that is later than this is handled by the catch-up mode of its trigger
 * @param maxFires the most fires in time that may be in flight
 * @param maxCatchUpFires the most catch-up fires that may be in flight
 * @param answerWithin a fire that is not acknowledged within this time is sent again
 */
public record TriggerSettings(
    int catchUpCap,
    Duration catchUpAfter,
    int maxFires,
    int maxCatchUpFires,
    Duration answerWithin) {
  private static final String PATH = "millrace.trigger.";

  public TriggerSettings {
    atLeastOne("catch-up-cap", catchUpCap);
    atLeastOne("max-fires", maxFires);
    atLeastOne("max-catch-up-fires", maxCatchUpFires);
    positive("catch-up-after", catchUpAfter);
    positive("answer-within", answerWithin);
  }

  /** Reads {@code millrace.trigger}. */
  public static TriggerSettings of(Config trigger) {
    return new TriggerSettings(
        trigger.getInt("catch-up-cap"),
        DurationSetting.of(trigger, "catch-up-after"),
        trigger.getInt("max-fires"),
        trigger.getInt("max-catch-up-fires"),
        DurationSetting.of(trigger, "answer-within"));
  }

  boolean isLate(Instant due, Instant now) {
    return due.plus(catchUpAfter).isBefore(now);
  }

  private static void atLeastOne(String name, int value) {
    if (value < 1) {
      throw new IllegalArgumentException(PATH + name + " = " + value + ": must be at least 1");
    }
  }

  private static void positive(String name, Duration value) {
    if (value.isNegative() || value.isZero()) {
      throw new IllegalArgumentException(PATH + name + " = " + value + ": must be more than 0");
    }
  }
}
