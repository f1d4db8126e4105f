package io.millrace.engine.trigger;

import io.millrace.engine.job.Trigger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A trigger that is behind, was edited or comes out of a pause: what of its past is caught up, and
 * what is missed? Finding it out may take a while; it needs nothing but this.
 *
 * @param progress how far it was fired; what is in {@code open} is not done
 * @param open fires that were begun: they fire, whatever the mode says
 * @param changedAt what was due until then follows the timing of the progress
 * @param all whether all that is due is caught up, and not only what is late
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

  /** A fire to be caught up, and where it stands among the others of its trigger. */
  record CatchUpPlace(Instant time, long place) {}

  /**
   * What came of it.
   *
   * @param progress as it is once the rest of this is stored
   * @param isNews false if nothing came of it
   */
  record CatchUpDecision(
      LiveTrigger of,
      TriggerProgress progress,
      List<CatchUpPlace> places,
      List<MissedFires> missed,
      boolean isNews) {}

  CatchUpDecision decide() {
    List<Instant> begun = new ArrayList<>(open);
    List<FireTimeRange> spans = new ArrayList<>();
    Instant from = progress.from();
    Instant until = progress.until();
    if (until == null) {
      from = trigger.start();
    } else {
      if (trigger.start().isBefore(from)) {
        spans.add(FireTimeRange.fromStart(trigger, from.minusNanos(1)));
        from = trigger.start();
      }
      TriggerTiming timing = TriggerTiming.of(trigger);
      Optional<TriggerTiming> before = TriggerTiming.read(progress.timing());
      if (before.filter(other -> !timing.firesLike(other)).isPresent()) {
        Trigger old = before.get().applyTo(trigger, from);
        until = take(FireTimeRange.due(old, until, changedAt), begun, spans);
      }
      if (before.filter(timing::hasSameTimesAs).isEmpty()) {
        until = later(until, changedAt.minus(trigger.offset()));
      }
    }
    FireTimeRange due =
        until == null
            ? FireTimeRange.fromStart(trigger, now.minus(trigger.offset()))
            : FireTimeRange.due(trigger, until, now);
    if (isLate(due)) {
      spans.add(due);
      until = lastOf(due).orElse(until);
    }
    CatchUpSelection plan =
        CatchUpSelection.of(spans, trigger.catchUp(), settings.catchUpCap(), seed);
    List<CatchUpPlace> places =
        Stream.concat(begun.stream(), plan.times().stream()).distinct().map(this::place).toList();
    long missed = plan.missed().stream().mapToLong(MissedFires::fires).sum();
    TriggerProgress reached = until == null ? progress : progress.withRange(from, until);
    TriggerProgress settled = reached.withTiming(trigger.timing()).missed(missed);
    boolean isNews = !settled.equals(progress) || !places.isEmpty();
    return new CatchUpDecision(of, settled, places, plan.missed(), isNews);
  }

  /** What the old timing still has is begun if it is not late; its last time is given back. */
  private Instant take(FireTimeRange old, List<Instant> begun, List<FireTimeRange> spans) {
    List<Instant> times = old.oldest(settings.catchUpCap() + 1);
    if (isLate(old) || times.size() > settings.catchUpCap()) {
      spans.add(old);
    } else {
      begun.addAll(times);
    }
    return lastOf(old).orElse(old.after());
  }

  private boolean isLate(FireTimeRange span) {
    return span.first()
        .filter(first -> all || settings.isLate(span.trigger().dueAt(first), now))
        .isPresent();
  }

  private static Optional<Instant> lastOf(FireTimeRange span) {
    return span.newest(1).stream().findFirst();
  }

  private static Instant later(Instant one, Instant other) {
    return one.isAfter(other) ? one : other;
  }

  private CatchUpPlace place(Instant time) {
    return new CatchUpPlace(time, CatchUpSelection.place(time, trigger.catchUp(), seed));
  }
}
