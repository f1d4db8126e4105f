package io.millrace.engine.job;

import io.millrace.engine.schedule.Schedule;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * When a job is set off. Its fires have logical times; each is due at its logical time plus the
 * offset.
 *
 * @param start the first fire
 * @param end no fire at this logical time or later; null if there is no end
 * @param schedule the fires after {@code start}
 * @param offset how much later, or earlier, than its logical time a fire is due
 */
public record Trigger(
    String name,
    Instant start,
    Instant end,
    Schedule schedule,
    Duration offset,
    CatchUpMode catchUp) {

  /** The first logical time strictly after {@code t}; empty if there is none. */
  public Optional<Instant> nextAfter(Instant t) {
    Optional<Instant> next = t.isBefore(start) ? Optional.of(start) : schedule.nextAfter(t);
    return next.filter(time -> end == null || time.isBefore(end));
  }

  /** When a fire of that logical time is due. */
  public Instant dueAt(Instant logicalTime) {
    return logicalTime.plus(offset);
  }

  /**
   * The logical times that come next, so many of them; what is due already is not among them.
   *
   * @param until how far it has fired; null if it has not
   */
  public List<Instant> next(Instant until, int most, Instant now) {
    List<Instant> next = new ArrayList<>();
    Instant due = now.minus(offset);
    Instant time = until == null || until.isBefore(due) ? due : until;
    while (time != null && next.size() < most) {
      time = nextAfter(time).orElse(null);
      if (time != null) {
        next.add(time);
      }
    }
    return next;
  }

  /** How many fires from its start on are due; no more than {@code most} are counted. */
  public int countDue(Instant now, int most) {
    int due = 0;
    Optional<Instant> time = nextAfter(start.minusMillis(1));
    while (due < most && time.isPresent() && !dueAt(time.get()).isAfter(now)) {
      due++;
      time = nextAfter(time.get());
    }
    return due;
  }

  /** Everything that decides when it fires, but for its start: another text is another plan. */
  public String timing() {
    return schedule.text() + (end == null ? "" : " until " + end) + " offset " + offset;
  }
}
