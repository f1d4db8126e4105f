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
record Settling(
    LiveTrigger of,
    Trigger trigger,
    Progress progress,
    List<Instant> open,
    Instant changedAt,
    boolean all,
    TriggerSettings settings,
    long seed,
    Instant now) {

  /** A fire to be caught up, and where it stands among the others of its trigger. */
  record Place(Instant time, long place) {}

  /**
   * What came of it.
   *
   * @param progress as it is once the rest of this is stored
   * @param isNews false if nothing came of it
   */
  record Settled(
      LiveTrigger of, Progress progress, List<Place> places, List<Missed> missed, boolean isNews) {}

  Settled settle() {
    List<Instant> begun = new ArrayList<>(open);
    List<Span> spans = new ArrayList<>();
    Instant from = progress.from();
    Instant until = progress.until();
    if (until == null) {
      from = trigger.start();
    } else {
      if (trigger.start().isBefore(from)) {
        spans.add(Span.fromStart(trigger, from.minusNanos(1)));
        from = trigger.start();
      }
      Timing timing = Timing.of(trigger);
      Optional<Timing> before = Timing.read(progress.timing());
      if (before.filter(other -> !timing.isAs(other)).isPresent()) {
        Trigger old = before.get().on(trigger, from);
        until = take(Span.due(old, until, changedAt), begun, spans);
      }
      if (before.filter(timing::hasTimesOf).isEmpty()) {
        until = later(until, changedAt.minus(trigger.offset()));
      }
    }
    Span due =
        until == null
            ? Span.fromStart(trigger, now.minus(trigger.offset()))
            : Span.due(trigger, until, now);
    if (isLate(due)) {
      spans.add(due);
      until = lastOf(due).orElse(until);
    }
    CatchUpPlan plan = CatchUpPlan.of(spans, trigger.catchUp(), settings.catchUpCap(), seed);
    List<Place> places =
        Stream.concat(begun.stream(), plan.times().stream()).distinct().map(this::place).toList();
    long missed = plan.missed().stream().mapToLong(Missed::fires).sum();
    Progress reached = until == null ? progress : progress.reached(from, until);
    Progress settled = reached.of(trigger.timing()).missed(missed);
    boolean isNews = !settled.equals(progress) || !places.isEmpty();
    return new Settled(of, settled, places, plan.missed(), isNews);
  }

  /** What the old timing still has is begun if it is not late; its last time is given back. */
  private Instant take(Span old, List<Instant> begun, List<Span> spans) {
    List<Instant> times = old.oldest(settings.catchUpCap() + 1);
    if (isLate(old) || times.size() > settings.catchUpCap()) {
      spans.add(old);
    } else {
      begun.addAll(times);
    }
    return lastOf(old).orElse(old.after());
  }

  private boolean isLate(Span span) {
    return span.first()
        .filter(first -> all || settings.isLate(span.trigger().dueAt(first), now))
        .isPresent();
  }

  private static Optional<Instant> lastOf(Span span) {
    return span.newest(1).stream().findFirst();
  }

  private static Instant later(Instant one, Instant other) {
    return one.isAfter(other) ? one : other;
  }

  private Place place(Instant time) {
    return new Place(time, CatchUpPlan.place(time, trigger.catchUp(), seed));
  }
}
