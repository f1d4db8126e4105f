package io.millrace.engine.trigger;

import io.millrace.engine.job.Trigger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A trigger that is late, was edited or was resumed: which of its past fires are caught up, and
 * which are missed? The decision may take a while. It needs only these values.
 *
 * @param progress how far the trigger has fired; the fires in {@code open} are not done
 * @param open fires that were started: they fire regardless of the mode
 * @param changedAt fires that were due before this time follow the timing of the progress
 * @param all whether all due fires are caught up, and not only late ones
 */
record CatchUpDecisionContext(
    LiveTrigger of,
    Trigger trigger,
    TriggerProgress progress,
    List<Instant> open,
    Instant changedAt,
    boolean all,
    TriggerSettings settings,
    long seed,
    Instant now) {

  static CatchUpDecisionContextBuilder builder() {
    return new CatchUpDecisionContextBuilder();
  }

  /** A fire to catch up, and its place among the other fires of its trigger. */
  record CatchUpPlace(Instant time, long place) {}

  /**
   * The decision.
   *
   * @param progress the progress after the rest of this decision is stored
   * @param isNews false if the decision changes nothing
   */
  record CatchUpDecision(
      LiveTrigger of,
      TriggerProgress progress,
      List<CatchUpPlace> places,
      List<MissedFires> missed,
      boolean isNews) {}

  CatchUpDecision decide() {
    List<Instant> started = new ArrayList<>(open);
    List<FireTimeRange> ranges = new ArrayList<>();
    Instant from = progress.from();
    Instant until = progress.until();
    if (until == null || from == null) {
      from = trigger.start();
    } else {
      if (trigger.start().isBefore(from)) {
        ranges.add(FireTimeRange.fromStart(trigger, from.minusNanos(1)));
        from = trigger.start();
      }
      TriggerTiming timing = TriggerTiming.of(trigger);
      Optional<TriggerTiming> previous = TriggerTiming.read(progress.timing());
      if (previous.filter(other -> !timing.firesLike(other)).isPresent()) {
        Trigger old = previous.get().applyTo(trigger, from);
        until = take(FireTimeRange.due(old, until, changedAt), started, ranges);
      }
      if (previous.filter(timing::hasSameTimesAs).isEmpty()) {
        until = later(until, changedAt.minus(trigger.offset()));
      }
    }
    FireTimeRange due =
        until == null
            ? FireTimeRange.fromStart(trigger, now.minus(trigger.offset()))
            : FireTimeRange.due(trigger, until, now);
    if (isLate(due)) {
      ranges.add(due);
      until = lastOf(due).orElse(until);
    }
    CatchUpSelection selection =
        CatchUpSelection.of(ranges, trigger.catchUp(), settings.catchUpCap(), seed);
    List<CatchUpPlace> places =
        Stream.concat(started.stream(), selection.times().stream())
            .distinct()
            .map(this::place)
            .toList();
    long missed = selection.missed().stream().mapToLong(MissedFires::fires).sum();
    TriggerProgress reached = until == null ? progress : progress.withRange(from, until);
    TriggerProgress decided = reached.withTiming(trigger.timing()).missed(missed);
    boolean isNews = !decided.equals(progress) || !places.isEmpty();
    return new CatchUpDecision(of, decided, places, selection.missed(), isNews);
  }

  /**
   * Adds the due fires of the old timing: as started fires unless they are late. Returns the last.
   */
  private Instant take(FireTimeRange old, List<Instant> started, List<FireTimeRange> ranges) {
    List<Instant> times = old.oldest(settings.catchUpCap() + 1);
    if (isLate(old) || times.size() > settings.catchUpCap()) {
      ranges.add(old);
    } else {
      started.addAll(times);
    }
    return lastOf(old).orElse(old.after());
  }

  private boolean isLate(FireTimeRange range) {
    return range
        .first()
        .filter(first -> all || settings.isLate(range.trigger().dueAt(first), now))
        .isPresent();
  }

  private static Optional<Instant> lastOf(FireTimeRange range) {
    return range.newest(1).stream().findFirst();
  }

  private static Instant later(Instant one, Instant other) {
    return one.isAfter(other) ? one : other;
  }

  private CatchUpPlace place(Instant time) {
    return new CatchUpPlace(time, CatchUpSelection.place(time, trigger.catchUp(), seed));
  }
}
