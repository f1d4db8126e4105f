package io.millrace.engine.task;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Counts events of tasks by minute, in memory, until the counts are taken and stored. Only durable
 * events are counted.
 */
public final class TaskCounter {
  /** The largest number of counts. If texts vary with every failure, the rest count as "other". */
  static final int MOST_REASONS = 500;

  private static final int LONGEST_REASON = 100;
  private static final String OTHER = "other";

  /** The counted events. */
  public enum CountedEvent {
    QUEUED,
    STARTED,
    SUCCESS,
    FAILURE,
    TIMEOUT,
    ERROR,
    CANCELED,
    SKIPPED;

    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }

    static CountedEvent of(Outcome.Kind kind) {
      return valueOf(kind.name());
    }
  }

  /**
   * The key of a count.
   *
   * @param reason why it failed or was skipped; empty for other events
   */
  public record CountKey(Instant minute, CountedEvent what, String reason) {}

  /**
   * @param ms the total waiting time of the started tasks, in milliseconds
   */
  public record CountSum(long n, long ms) {
    CountSum and(CountSum more) {
      return new CountSum(n + more.n, ms + more.ms);
    }
  }

  private Map<CountKey, CountSum> sums = new HashMap<>();

  public synchronized void add(Instant at, CountedEvent what, String reason, long n, long ms) {
    CountKey key = new CountKey(at.truncatedTo(ChronoUnit.MINUTES), what, reason);
    boolean fits = reason.isEmpty() || sums.size() < MOST_REASONS || sums.containsKey(key);
    sums.merge(
        fits ? key : new CountKey(key.minute(), what, OTHER), new CountSum(n, ms), CountSum::and);
  }

  /** Counts the end of a task. */
  public void ended(Instant at, Outcome outcome) {
    CountedEvent what = CountedEvent.of(outcome.kind());
    boolean unsuccessful = what != CountedEvent.SUCCESS && what != CountedEvent.CANCELED;
    add(at, what, unsuccessful ? shortReason(outcome.message()) : "", 1, 0);
  }

  /** Drops long numbers and ids, so that failures of the same kind count together. */
  static String shortReason(String message) {
    String line = message.lines().findFirst().orElse("").strip();
    String alike = line.replaceAll("[0-9a-fA-F-]{16,}|\\d{4,}", "…");
    return alike.length() <= LONGEST_REASON ? alike : alike.substring(0, LONGEST_REASON) + "…";
  }

  /** Returns and resets the counts since the last call. */
  public synchronized Map<CountKey, CountSum> take() {
    Map<CountKey, CountSum> taken = sums;
    sums = new HashMap<>();
    return taken;
  }

  /** Adds back counts that could not be stored. */
  public void restore(Map<CountKey, CountSum> taken) {
    taken.forEach((key, sum) -> add(key.minute(), key.what(), key.reason(), sum.n(), sum.ms()));
  }
}
