package io.millrace.engine.job;

import io.millrace.engine.schedule.Schedule;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Decides when a job starts. Its fires have logical times; each is due at its logical time plus the
 * offset.
 *
 * @param start the logical time of the first fire
 * @param end there is no fire at this logical time or later; absent if there is no end
 * @param schedule the fires after {@code start}
 * @param offset how much later, or earlier, than its logical time a fire is due
 */
public record Trigger(
    String name,
    Instant start,
    @Nullable Instant end,
    Schedule schedule,
    Duration offset,
    CatchUpMode catchUp) {

  /** Returns the first logical time strictly after {@code t}; empty if there is none. */
  public Optional<Instant> nextAfter(Instant t) {
    Optional<Instant> next = t.isBefore(start) ? Optional.of(start) : schedule.nextAfter(t);
    return next.filter(time -> end == null || time.isBefore(end));
  }

  /** Returns when a fire of that logical time is due. */
  public Instant dueAt(Instant logicalTime) {
    return logicalTime.plus(offset);
  }

  /**
   * Returns the next logical times, at most {@code limit}, without those already due.
   *
   * @param until how far it has fired; absent if it has not
   */
  public List<Instant> next(@Nullable Instant until, int limit, Instant now) {
    List<Instant> next = new ArrayList<>();
    Instant due = now.minus(offset);
    Instant time = until == null || until.isBefore(due) ? due : until;
    while (time != null && next.size() < limit) {
      time = nextAfter(time).orElse(null);
      if (time != null) {
        next.add(time);
      }
    }
    return next;
  }

  /** Counts the fires since its start that are due, up to {@code limit}. */
  public int countDue(Instant now, int limit) {
    int due = 0;
    Optional<Instant> time = nextAfter(start.minusMillis(1));
    while (due < limit && time.isPresent() && !dueAt(time.get()).isAfter(now)) {
      due++;
      time = nextAfter(time.get());
    }
    return due;
  }

  /** Returns everything that decides when it fires, except its start. Another text is an edit. */
  public String timing() {
    return schedule.text() + (end == null ? "" : " until " + end) + " offset " + offset;
  }
}
