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
import org.jspecify.annotations.Nullable;

/**
 * The settings that decide when a trigger fires, except its start. They are stored with the
 * progress of the trigger, so that an edit is noticed and fires that were due before it can still
 * happen.
 */
record TriggerTiming(Schedule schedule, @Nullable Instant end, Duration offset) {
  private static final Pattern TEXT =
      Pattern.compile("(.*?)(?: until (\\S+))? offset (\\S+)", Pattern.DOTALL);

  static TriggerTiming of(Trigger trigger) {
    return new TriggerTiming(trigger.schedule(), trigger.end(), trigger.offset());
  }

  /** Reads the text of {@link Trigger#timing}; empty if this release does not understand it. */
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

  /** Returns the trigger as it would be with this timing. */
  Trigger applyTo(Trigger trigger, Instant start) {
    return new Trigger(trigger.name(), start, end, schedule, offset, trigger.catchUp());
  }

  /** Whether both fire the same times at the same moments, at least after the later start. */
  boolean firesLike(TriggerTiming other) {
    return hasSameTimesAs(other) && offset.equals(other.offset);
  }

  /** Whether both have the same logical times. */
  boolean hasSameTimesAs(TriggerTiming other) {
    return Objects.equals(end, other.end)
        && (schedule.text().equals(other.schedule.text()) || isInStepWith(other));
  }

  /** An interval counts from the start of its trigger. Another start may give the same times. */
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
