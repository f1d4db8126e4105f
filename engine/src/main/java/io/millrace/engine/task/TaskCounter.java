package io.millrace.engine.task;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Counts what happens to tasks in each minute, in memory, until it is taken to be written down.
 * Only what is durable is counted.
 */
public final class TaskCounter {
  /** The most reasons at once: whoever writes a new text for every failure finds them as one. */
  static final int MOST_REASONS = 500;

  private static final int LONGEST_REASON = 100;
  private static final String OTHER = "other";

  /** What can happen. */
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
   * What is counted together.
   *
   * @param reason why it failed or was skipped; empty for all else
   */
  public record CountKey(Instant minute, CountedEvent what, String reason) {}

  /**
   * @param ms how long those that started had waited, all together
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

  /** How a task ended. */
  public void ended(Instant at, Outcome outcome) {
    CountedEvent what = CountedEvent.of(outcome.kind());
    boolean unsuccessful = what != CountedEvent.SUCCESS && what != CountedEvent.CANCELED;
    add(at, what, unsuccessful ? shortReason(outcome.message()) : "", 1, 0);
  }

  /** Without what differs from one failure to the next of the same kind: long numbers and ids. */
  static String shortReason(String message) {
    String line = message.lines().findFirst().orElse("").strip();
    String alike = line.replaceAll("[0-9a-fA-F-]{16,}|\\d{4,}", "…");
    return alike.length() <= LONGEST_REASON ? alike : alike.substring(0, LONGEST_REASON) + "…";
  }

  /** All that was counted since it was taken the last time. */
  public synchronized Map<CountKey, CountSum> take() {
    Map<CountKey, CountSum> taken = sums;
    sums = new HashMap<>();
    return taken;
  }

  /** What was taken could not be written down: it is counted on. */
  public void restore(Map<CountKey, CountSum> taken) {
    taken.forEach((key, sum) -> add(key.minute(), key.what(), key.reason(), sum.n(), sum.ms()));
  }
}
