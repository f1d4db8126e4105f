package io.millrace.http.access;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Wrong tokens by the address they came from, minute by minute. An address with too many is told to
 * wait; a token that is known is never asked for here, so others behind its proxy do not notice.
 */
final class WrongAccessTokens {
  private static final long WINDOW_MS = TimeUnit.MINUTES.toMillis(1);

  /** Beyond that many addresses, new ones are counted as one: strangers cost no memory. */
  static final int MOST_ADDRESSES = 10_000;

  static final String OTHERS = "other addresses";

  private record AddressCount(long since, int number) {}

  private final int mostPerMinute;
  private final Map<String, AddressCount> counts = new HashMap<>();

  /**
   * @param mostPerMinute of one address; 0 = no bound
   */
  WrongAccessTokens(int mostPerMinute) {
    this.mostPerMinute = mostPerMinute;
  }

  /**
   * Another one.
   *
   * @return what the log says of it, if anything
   */
  synchronized @Nullable String countWrong(String address, long now) {
    String key = key(address, now);
    AddressCount before = counts.get(key);
    if (before != null && now - before.since() < WINDOW_MS) {
      counts.put(key, new AddressCount(before.since(), before.number() + 1));
      return null;
    }
    counts.put(key, new AddressCount(now, 1));
    int more = before == null ? 0 : before.number() - 1;
    return more == 0
        ? "A wrong token came from " + key
        : "A wrong token came from " + key + ", and " + more + " more after the last such line";
  }

  synchronized boolean isTooMany(String address, long now) {
    AddressCount count = counts.get(key(address, now));
    return mostPerMinute > 0
        && count != null
        && now - count.since() < WINDOW_MS
        && count.number() >= mostPerMinute;
  }

  private String key(String address, long now) {
    if (counts.size() >= MOST_ADDRESSES && !counts.containsKey(address)) {
      counts.values().removeIf(count -> now - count.since() >= WINDOW_MS);
    }
    return counts.size() < MOST_ADDRESSES || counts.containsKey(address) ? address : OTHERS;
  }
}
