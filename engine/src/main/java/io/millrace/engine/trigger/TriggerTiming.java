package io.millrace.engine.trigger;

import io.millrace.engine.input.InvalidInputException;
import io.millrace.engine.job.Trigger;
import io.millrace.engine.schedule.IntervalSchedule;
import io.millrace.engine.schedule.Schedule;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What decides when a trigger fires, but for its start. It is stored beside how far the trigger has
 * fired, so that an edit can be told from no edit, and what was due before it can still be fired.
 */
record TriggerTiming(Schedule schedule, Instant end, Duration offset) {
  private static final Pattern TEXT =
      Pattern.compile("(.*?)(?: until (\\S+))? offset (\\S+)", Pattern.DOTALL);

  static TriggerTiming of(Trigger trigger) {
    return new TriggerTiming(trigger.schedule(), trigger.end(), trigger.offset());
  }

  /** Reads what {@link Trigger#timing} wrote; empty if it is nothing that is known any more. */
  static Optional<TriggerTiming> read(String text) {
    Matcher parts = TEXT.matcher(text);
    if (!parts.matches()) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          new TriggerTiming(
              Schedule.parse(parts.group(1)),
              parts.group(2) == null ? null : Instant.parse(parts.group(2)),
              Duration.parse(parts.group(3))));
    } catch (InvalidInputException | DateTimeException unknown) {
      return Optional.empty();
    }
  }

  /** The trigger as it would be with this timing. */
  Trigger applyTo(Trigger trigger, Instant start) {
    return new Trigger(trigger.name(), start, end, schedule, offset, trigger.catchUp());
  }

  /** Whether the same fires at the same time, at least from the later one of two starts on. */
  boolean firesLike(TriggerTiming other) {
    return hasSameTimesAs(other) && offset.equals(other.offset);
  }

  /** Whether the logical times are the same. */
  boolean hasSameTimesAs(TriggerTiming other) {
    return Objects.equals(end, other.end)
        && (schedule.text().equals(other.schedule.text()) || isInStepWith(other));
  }

  /** A period counts from the start of its trigger: another start need not be another period. */
  private boolean isInStepWith(TriggerTiming other) {
    if (!(schedule instanceof IntervalSchedule mine)
        || !(other.schedule instanceof IntervalSchedule its)
        || !mine.every().equals(its.every())) {
      return false;
    }
    Duration apart = Duration.between(mine.from(), its.from());
    return mine.every().multipliedBy(apart.dividedBy(mine.every())).equals(apart);
  }
}
