package io.millrace.http.access;

import io.millrace.engine.sql.AsyncSql;
import io.millrace.http.endpoint.Caller;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Which token uses which worker's id: the first that did, until it is gone or did not for a day,
 * and nothing runs under that id. It is stored, so that it holds on every node and after any start.
 */
public final class WorkerIds {
  static final Duration KEPT_FOR = Duration.ofDays(1);

  /** How long a node believes what it read, without looking again: much shorter than it is kept. */
  private static final Duration TRUSTED_FOR = Duration.ofHours(1);

  private static final int MOST_KNOWN = 20_000;

  private record IdUse(UUID token, Instant at) {}

  private final WorkerIdStore store;
  private final AsyncSql sql;
  private final Clock clock;
  private final Map<String, IdUse> known = new ConcurrentHashMap<>();
  private Instant sweptAt = Instant.MIN;

  WorkerIds(WorkerIdStore store, AsyncSql sql, Clock clock) {
    this.store = store;
    this.sql = sql;
    this.clock = clock;
  }

  /** Whether this id is the caller's to use; from now on it is, if it was nobody's. */
  public CompletionStage<Boolean> take(String id, Caller caller) {
    Instant now = clock.instant();
    IdUse use = known.get(id);
    if (isOwn(use, caller, now)) {
      return CompletableFuture.completedFuture(true);
    }
    CompletionStage<Boolean> taken = sql.run(() -> takeInDatabase(id, caller.token(), now));
    return use != null && use.token().equals(caller.token())
        ? taken.exceptionally(databaseIsAway -> true)
        : taken;
  }

  private boolean takeInDatabase(String id, UUID token, Instant now) throws SQLException {
    boolean taken = store.take(id, token, now, now.minus(KEPT_FOR));
    if (known.size() >= MOST_KNOWN) {
      known.clear();
    }
    if (taken) {
      known.put(id, new IdUse(token, now));
    }
    return taken;
  }

  /** Whether another token uses this id, or did when it was last used. */
  public CompletionStage<Boolean> isUsedByAnother(String id, Caller caller) {
    return isOwn(known.get(id), caller, clock.instant())
        ? CompletableFuture.completedFuture(false)
        : sql.run(() -> store.isUsedByAnother(id, caller.token()));
  }

  private static boolean isOwn(@Nullable IdUse use, Caller caller, Instant now) {
    return use != null
        && use.token().equals(caller.token())
        && now.isBefore(use.at().plus(TRUSTED_FOR));
  }

  /** Whether one of these attempts was given to a worker of another token. */
  public CompletionStage<Boolean> anyGivenToOthers(Collection<UUID> attempts, Caller caller) {
    return sql.run(() -> store.anyGivenToOthers(attempts, caller.token()));
  }

  /** Forgets, once an hour, the ids that nobody used for long. */
  void sweep() throws SQLException {
    Instant now = clock.instant();
    if (sweptAt.isAfter(now.minus(TRUSTED_FOR))) {
      return;
    }
    sweptAt = now;
    store.forget(now.minus(KEPT_FOR));
  }
}
