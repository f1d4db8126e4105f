package io.millrace.engine.trigger;

import io.millrace.engine.job.Trigger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/**
 * The fires that a trigger with a history of edits must have. It walks through all of its times one
 * by one.
 */
final class ExpectedFires {

  /** The definition of a trigger from some time on. */
  record TriggerVersion(Trigger trigger, Instant savedAt) {}

  final List<TriggerVersion> versions = new ArrayList<>();
  private final List<TriggerVersion> forgotten = new ArrayList<>();

  /** Fires that were never stored: they may or may not have happened. */
  void forgetAllButTheLast() {
    List<TriggerVersion> old = versions.subList(0, versions.size() - 1);
    forgotten.addAll(old);
    old.clear();
  }

  /** Every logical time that was due by then. */
  Set<Instant> times(Instant now) {
    Set<Instant> times = new TreeSet<>();
    Instant from = null;
    Instant reached = null;
    for (int i = 0; i < versions.size(); i++) {
      Trigger trigger = versions.get(i).trigger();
      Instant until = i + 1 < versions.size() ? versions.get(i + 1).savedAt() : now;
      if (reached == null) {
        from = trigger.start();
      } else {
        Trigger before = versions.get(i - 1).trigger();
        if (!sameTimes(before, trigger)) {
          Instant changed = versions.get(i).savedAt().minus(trigger.offset());
          reached = changed.isAfter(reached) ? changed : reached;
        }
        if (trigger.start().isBefore(from)) {
          times.addAll(walk(trigger, trigger.start().minusNanos(1), from.minusNanos(1)));
          from = trigger.start();
        }
      }
      Instant after = reached == null ? trigger.start().minusNanos(1) : reached;
      List<Instant> due = walk(trigger, after, until.minus(trigger.offset()));
      times.addAll(due);
      reached = due.isEmpty() ? reached : due.get(due.size() - 1);
    }
    return times;
  }

  /** Whether any definition has this time, and it was due by then. */
  boolean mayFire(Instant time, Instant now) {
    return mayFire(versions, time, now);
  }

  /** Whether it belongs to a definition that was never stored. */
  boolean isForgotten(Instant time) {
    return mayFire(forgotten, time, Instant.MAX);
  }

  private static boolean mayFire(List<TriggerVersion> versions, Instant time, Instant now) {
    return versions.stream()
        .map(TriggerVersion::trigger)
        .anyMatch(
            trigger ->
                !trigger.dueAt(time).isAfter(now)
                    && trigger.nextAfter(time.minusNanos(1)).filter(time::equals).isPresent());
  }

  private static boolean sameTimes(Trigger one, Trigger other) {
    Instant far = Instant.parse("2023-01-01T00:00:00Z");
    Instant farther = far.plus(Duration.ofDays(3));
    return walk(TriggerExamples.withEnd(one, null), far, farther)
            .equals(walk(TriggerExamples.withEnd(other, null), far, farther))
        && Objects.equals(one.end(), other.end());
  }

  private static List<Instant> walk(Trigger trigger, Instant after, Instant last) {
    List<Instant> times = new ArrayList<>();
    Instant time = trigger.nextAfter(after).orElse(Instant.MAX);
    while (!time.isAfter(last)) {
      times.add(time);
      time = trigger.nextAfter(time).orElse(Instant.MAX);
    }
    return times;
  }
}
