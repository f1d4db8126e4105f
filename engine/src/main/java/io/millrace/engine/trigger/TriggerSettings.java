package io.millrace.engine.trigger;

import com.typesafe.config.Config;
import io.millrace.engine.input.DurationSetting;
import java.time.Duration;
import java.time.Instant;

/**
 * How triggers are fired.
 *
 * @param catchUpCap of a trigger no more are caught up at a time; the older ones are missed
 * @param catchUpAfter what is later than this is caught up by the mode of its trigger
 * @param maxFires fires in time that may be under way at once
 * @param maxCatchUpFires fires to be caught up that may be under way at once
 * @param answerWithin a fire that is not acknowledged by then is sent again
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

  /** From {@code millrace.trigger}. */
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
      throw new IllegalArgumentException(PATH + name + " = " + value + ": must be 1 at least");
    }
  }

  private static void positive(String name, Duration value) {
    if (value.isNegative() || value.isZero()) {
      throw new IllegalArgumentException(PATH + name + " = " + value + ": must be more than 0");
    }
  }
}
