package io.millrace.engine.store;

import io.millrace.engine.store.EventsQuery.FoundEvents;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Keeps the events that were read together with the highest sequence number, for the replay that
 * follows at once: Akka asks for the number, gets N, and then asks for the events up to N.
 *
 * <p>No replay gets stale events. A look-up serves a replay only if it has seen N itself. Number
 * and events are as of one moment and the journal is append-only, so it then has all events up to
 * N. Only the latest look-up of an entity is kept, and served once. So a late look-up, or one whose
 * replay never came, does not serve the next recovery. Other replays run their own query.
 */
final class PrefetchedEvents {
  private static final int MAX_LOOKUPS = 2_000;
  private static final long MAX_AGE_NANOS = Duration.ofSeconds(30).toNanos();

  private record EventLookup(CompletableFuture<FoundEvents> found, long at) {}

  /** In the order in which they were requested. */
  private final Map<String, EventLookup> lookups = new LinkedHashMap<>();

  /** A look-up has started. */
  void expect(String persistenceId, CompletableFuture<FoundEvents> found) {
    long now = System.nanoTime();
    synchronized (this) {
      lookups.remove(persistenceId);
      dropOld(now);
      lookups.put(persistenceId, new EventLookup(found, now));
    }
    found.whenComplete(
        (events, fault) -> {
          if (fault != null || events.highest() < events.from()) {
            forget(persistenceId, found); // no replay will come
          }
        });
  }

  /** Returns these events, if they are here, and forgets them. */
  Optional<FoundEvents> take(String persistenceId, long from, long to) {
    EventLookup lookup;
    synchronized (this) {
      lookup = lookups.remove(persistenceId);
    }
    if (lookup == null || !lookup.found().isDone() || lookup.found().isCompletedExceptionally()) {
      return Optional.empty();
    }
    FoundEvents found = lookup.found().join();
    return Optional.of(found).filter(f -> f.from() <= from && f.highest() >= to);
  }

  synchronized int size() {
    return lookups.size();
  }

  private synchronized void forget(String persistenceId, CompletableFuture<FoundEvents> found) {
    EventLookup lookup = lookups.get(persistenceId);
    if (lookup != null && lookup.found() == found) {
      lookups.remove(persistenceId);
    }
  }

  private void dropOld(long now) {
    Iterator<EventLookup> oldest = lookups.values().iterator();
    while (oldest.hasNext()
        && (now - oldest.next().at() > MAX_AGE_NANOS || lookups.size() >= MAX_LOOKUPS)) {
      oldest.remove();
    }
  }
}
