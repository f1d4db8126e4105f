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
public final class TaskCounts {
  /** The most reasons at once: whoever writes a new text for every failure finds them as one. */
  static final int MOST_REASONS = 500;

  private static final int LONGEST_REASON = 100;
  private static final String OTHER = "other";

  /** What can happen. */
  public enum What {
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

    static What of(Outcome.Kind kind) {
      return valueOf(kind.name());
    }
  }

  /**
   * What is counted together.
   *
   * @param reason why it failed or was skipped; empty for all else
   */
  public record Key(Instant minute, What what, String reason) {}

  /**
   * @param ms how long those that started had waited, all together
   */
  public record Sum(long n, long ms) {
    Sum and(Sum more) {
      return new Sum(n + more.n, ms + more.ms);
    }
  }

  private Map<Key, Sum> sums = new HashMap<>();

  public synchronized void add(Instant at, What what, String reason, long n, long ms) {
    Key key = new Key(at.truncatedTo(ChronoUnit.MINUTES), what, reason);
    boolean fits = reason.isEmpty() || sums.size() < MOST_REASONS || sums.containsKey(key);
    sums.merge(fits ? key : new Key(key.minute(), what, OTHER), new Sum(n, ms), Sum::and);
  }

  /** How a task ended. */
  public void ended(Instant at, Outcome outcome) {
    What what = What.of(outcome.kind());
    boolean unsuccessful = what != What.SUCCESS && what != What.CANCELED;
    add(at, what, unsuccessful ? shortened(outcome.message()) : "", 1, 0);
  }

  /** Without what differs from one failure to the next of the same kind: long numbers and ids. */
  static String shortened(String message) {
    String line = message.lines().findFirst().orElse("").strip();
    String alike = line.replaceAll("[0-9a-fA-F-]{16,}|\\d{4,}", "…");
    return alike.length() <= LONGEST_REASON ? alike : alike.substring(0, LONGEST_REASON) + "…";
  }

  /** All that was counted since it was taken the last time. */
  public synchronized Map<Key, Sum> take() {
    Map<Key, Sum> taken = sums;
    sums = new HashMap<>();
    return taken;
  }

  /** What was taken could not be written down: it is counted on. */
  public void giveBack(Map<Key, Sum> taken) {
    taken.forEach((key, sum) -> add(key.minute(), key.what(), key.reason(), sum.n(), sum.ms()));
  }
}
