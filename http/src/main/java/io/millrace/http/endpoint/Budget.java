package io.millrace.http.endpoint;

import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

/** A bounded amount, in total and per caller. Callers give back what they take. */
public final class Budget {
  /** The result of a request to take some. */
  public enum TakeResult {
    ADMITTED,
    /** The caller has its share already. */
    OWN_SHARE,
    /** All callers together have everything. */
    FULL
  }

  private final long most;
  private final long share;
  private final Map<UUID, Long> used = new HashMap<>();
  private long all;

  public Budget(long most, long share) {
    this.most = most;
    this.share = share;
  }

  /** A share of places, rounded up: everybody gets at least one. */
  public static long share(int places, double share) {
    return (long) Math.ceil(places * share);
  }

  public long most() {
    return most;
  }

  /** A caller that has nothing may take more than its share: else its largest wish never fits. */
  public synchronized TakeResult take(UUID caller, long amount) {
    long own = used.getOrDefault(caller, 0L);
    if (all + amount > most) {
      return TakeResult.FULL;
    }
    if (own > 0 && own + amount > share) {
      return TakeResult.OWN_SHARE;
    }
    add(caller, amount);
    return TakeResult.ADMITTED;
  }

  public synchronized void giveBack(UUID caller, long amount) {
    add(caller, -amount);
  }

  private void add(UUID caller, long amount) {
    all += amount;
    used.merge(caller, amount, (before, more) -> before + more == 0 ? null : before + more);
  }
}
