package io.millrace.http.access;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/** When tokens were used last. What is stored of it is a minute late at most, and cheap. */
final class AccessTokenUses {
  private static final Duration PRECISION = Duration.ofMinutes(1);

  private final Map<UUID, Instant> used = new ConcurrentHashMap<>();
  private final Map<UUID, Instant> stored = new HashMap<>();

  void noteUse(UUID token, Instant at) {
    used.put(token, at);
  }

  /** Uses to store: first uses, and uses at least a minute after the stored one. */
  Map<UUID, Instant> usesToStore() {
    Map<UUID, Instant> news = new HashMap<>();
    used.forEach(
        (token, at) -> {
          Instant last = stored.get(token);
          if (last == null || !at.isBefore(last.plus(PRECISION))) {
            news.put(token, at);
          }
        });
    return news;
  }

  void markStored(Map<UUID, Instant> news) {
    stored.putAll(news);
  }
}
