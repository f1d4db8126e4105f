package io.millrace.engine.store;

import io.millrace.engine.store.EventsQuery.FoundEvents;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Events that were read together with the highest sequence number, kept for the replay that follows
 * at once: Akka asks for the number, and on the answer N for the events up to N.
 *
 * <p>No replay gets stale events. A look-up serves a replay only if it has seen N itself; number
 * and events are of one moment and the journal is append-only, so it then has all up to N. Only the
 * look-up that was asked for last is kept, and once: one that was late, or whose replay never came,
 * is not there for the next. What is not served here is read by a query of its own.
 */
final class PrefetchedEvents {
  private static final int MOST = 2_000;
  private static final long KEPT_NANOS = Duration.ofSeconds(30).toNanos();

  private record EventLookup(CompletableFuture<FoundEvents> found, long at) {}

  /** In the order of asking. */
  private final Map<String, EventLookup> lookups = new LinkedHashMap<>();

  /** A look-up was asked for. */
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

  /** Those events, if they are here; once. */
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
    Iterator<EventLookup> eldest = lookups.values().iterator();
    while (eldest.hasNext() && (now - eldest.next().at() > KEPT_NANOS || lookups.size() >= MOST)) {
      eldest.remove();
    }
  }
}
