package io.millrace.engine.node;

import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.cluster.sharding.typed.javadsl.ClusterSharding;
import akka.cluster.sharding.typed.javadsl.EntityRef;
import io.millrace.engine.PatientAsk;
import io.millrace.engine.flow.FlowCommand;
import io.millrace.engine.flow.FlowControl;
import io.millrace.engine.flow.PoolChange;
import io.millrace.engine.flow.PoolConfig;
import io.millrace.engine.flow.PoolState;
import io.millrace.engine.flow.PoolStore;
import io.millrace.engine.source.Collection.Work;
import io.millrace.engine.sql.AsyncSql;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** The pools of channels: which there are, how they are, and what may be changed. */
public final class Pools {
  private final ActorSystem<?> system;
  private final PoolStore store;
  private final AsyncSql sql;
  private final PatientAsk patiently;
  private final Function<String, Optional<String>> userOf;
  private volatile List<String> names;

  /**
   * @param userOf a collection or site whose tasks run in a pool
   */
  Pools(
      ActorSystem<?> system,
      PoolStore store,
      AsyncSql sql,
      Function<String, Optional<String>> userOf,
      Duration askTimeout) {
    this.system = system;
    this.store = store;
    this.sql = sql;
    this.userOf = userOf;
    this.patiently = new PatientAsk(system, askTimeout);
    load();
  }

  /** The names this node knows of; another node may just have made one more. */
  public List<String> names() {
    return names;
  }

  /** Reads the names anew, where blocking is allowed. */
  List<String> load() {
    try {
      names = store.all().stream().map(PoolChange::pool).toList();
      return names;
    } catch (SQLException fault) {
      throw new CompletionException(fault);
    }
  }

  /** Whether there is such a pool, on whichever node it was made. */
  boolean exists(String pool) {
    return names.contains(pool) || load().contains(pool);
  }

  /** The config of a pool as it is stored; empty if there is no such pool. May block. */
  Optional<PoolConfig> config(String pool) {
    try {
      return store.newest(pool).map(PoolChange::config);
    } catch (SQLException fault) {
      throw new CompletionException(fault);
    }
  }

  CompletionStage<PoolChange> newest(String pool) {
    return sql.run(() -> store.newest(pool).orElse(null));
  }

  void tell(String pool, FlowCommand message) {
    ref(pool).tell(message);
  }

  /** How a pool is; empty if there is no such pool. */
  public CompletionStage<Optional<PoolState>> state(String pool) {
    return known(pool)
        .thenCompose(
            known ->
                known
                    ? this.<PoolState>ask(pool, FlowCommand.Get::new)
                        .thenApply(state -> Optional.of(state).filter(PoolState::exists))
                    : CompletableFuture.completedFuture(Optional.<PoolState>empty()));
  }

  /** How all of them are. */
  public CompletionStage<List<PoolState>> states() {
    return sql.run(this::load)
        .thenCompose(all -> this.<PoolState>each(all, FlowCommand.Get::new))
        .thenApply(all -> all.stream().filter(PoolState::exists).toList());
  }

  /** Asks all of them at once. */
  <T> CompletionStage<List<T>> each(
      List<String> pools, Function<ActorRef<T>, FlowCommand> message) {
    List<CompletableFuture<T>> answers =
        pools.stream().map(pool -> this.<T>ask(pool, message).toCompletableFuture()).toList();
    return CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new))
        .thenApply(done -> answers.stream().map(CompletableFuture::join).toList());
  }

  /** Without asking the database, unless this node has never heard of it. */
  CompletionStage<Boolean> known(String pool) {
    return names.contains(pool)
        ? CompletableFuture.completedFuture(true)
        : sql.run(() -> exists(pool));
  }

  /** Gives a pool its config, and answers when it is in force; makes the pool if there is none. */
  public CompletionStage<PoolState> put(String pool, PoolConfig config, String by) {
    return change(pool, by, "", before -> config).thenApply(Optional::orElseThrow);
  }

  /** Pauses a pool, or has it grant again; empty if there is no such pool. */
  public CompletionStage<Optional<PoolState>> enable(
      String pool, boolean enabled, String by, String reason) {
    return change(
        pool,
        by,
        reason,
        before ->
            before
                .filter(config -> config.enabled() != enabled)
                .map(config -> config.withEnabled(enabled))
                .orElse(null));
  }

  private CompletionStage<Optional<PoolState>> change(
      String pool, String by, String reason, Function<Optional<PoolConfig>, PoolConfig> next) {
    return sql.run(() -> store.change(pool, by, reason, next))
        .thenCompose(
            change ->
                change.isEmpty()
                    ? CompletableFuture.completedFuture(Optional.<PoolState>empty())
                    : reload(pool).thenApply(Optional::of));
  }

  private CompletionStage<PoolState> reload(String pool) {
    return sql.run(this::load).thenCompose(all -> ask(pool, FlowCommand.Reload::new));
  }

  /**
   * Removes a pool, unless someone uses it.
   *
   * @return why it was not; null if it was, empty if there is no such pool
   */
  public CompletionStage<String> remove(String pool, String by) {
    return state(pool)
        .thenCompose(
            state -> {
              String whyNot = state.isEmpty() ? "" : whyNot(pool, state.get());
              return whyNot != null
                  ? CompletableFuture.completedFuture(whyNot)
                  : sql.run(() -> store.remove(pool, by))
                      .thenCompose(removed -> reload(pool))
                      .thenApply(gone -> null);
            });
  }

  private String whyNot(String pool, PoolState state) {
    if (pool.equals(Work.DEFAULT_POOL)) {
      return "it is where everything runs that names no pool";
    }
    if (state.running() + state.waiting() > 0) {
      return "%d tasks run in it, %d wait".formatted(state.running(), state.waiting());
    }
    return userOf.apply(pool).map(user -> user + " runs in it").orElse(null);
  }

  public CompletionStage<List<PoolChange>> changes(String pool, long before, int limit) {
    return sql.run(() -> store.changes(pool, before, limit));
  }

  EntityRef<FlowCommand> ref(String pool) {
    return ClusterSharding.get(system).entityRefFor(FlowControl.KEY, pool);
  }

  private <T> CompletionStage<T> ask(String pool, Function<ActorRef<T>, FlowCommand> message) {
    return patiently.ask(ref(pool), message);
  }
}
