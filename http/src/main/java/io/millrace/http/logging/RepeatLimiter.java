package io.millrace.http.logging;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Lets each message pass once a minute, and counts the suppressed ones.
 *
 * @param <K> what identifies a message
 */
final class RepeatLimiter<K> {
  private static final long WINDOW_MS = TimeUnit.MINUTES.toMillis(1);

  /** Beyond this number of different messages, further ones are not compared. */
  static final int MOST = 1_000;

  /** How often a message was suppressed. */
  record SuppressedRepeats<K>(K what, long times) {}

  private static final class RepeatCount {
    final long since;
    long unsaid;

    RepeatCount(long since) {
      this.since = since;
    }
  }

  private final Map<K, RepeatCount> counts = new HashMap<>();

  /** Whether it is to be said. */
  synchronized boolean isNew(K what, long now) {
    RepeatCount before = counts.get(what);
    if (before != null) {
      before.unsaid++;
      return false;
    }
    if (counts.size() < MOST) {
      counts.put(what, new RepeatCount(now));
    }
    return true;
  }

  /** What was not said in a minute that is over: that is to be said now. */
  synchronized List<SuppressedRepeats<K>> takeSuppressed(long now) {
    List<SuppressedRepeats<K>> over = new ArrayList<>();
    Iterator<Map.Entry<K, RepeatCount>> all = counts.entrySet().iterator();
    while (all.hasNext()) {
      Map.Entry<K, RepeatCount> next = all.next();
      if (now - next.getValue().since >= WINDOW_MS) {
        all.remove();
        if (next.getValue().unsaid > 0) {
          over.add(new SuppressedRepeats<>(next.getKey(), next.getValue().unsaid));
        }
      }
    }
    return over;
  }
}
