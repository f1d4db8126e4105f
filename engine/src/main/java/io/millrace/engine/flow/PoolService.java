package io.millrace.engine.flow;

import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.cluster.sharding.typed.javadsl.ClusterSharding;
import akka.cluster.sharding.typed.javadsl.EntityRef;
import io.millrace.engine.message.RetryingAsk;
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
public final class PoolService {
  private final ActorSystem<?> system;
  private final PoolStore store;
  private final String defaultPool;
  private final AsyncSql sql;
  private final RetryingAsk retrying;
  private final Function<String, Optional<String>> definitionUsing;
  private volatile List<String> names;

  /**
   * @param defaultPool the pool of tasks that name none; it is never removed
   * @param userOf a collection or site whose tasks run in a pool
   */
  public PoolService(
      ActorSystem<?> system,
      PoolStore store,
      String defaultPool,
      AsyncSql sql,
      Function<String, Optional<String>> userOf,
      Duration askTimeout) {
    this.system = system;
    this.store = store;
    this.defaultPool = defaultPool;
    this.sql = sql;
    this.definitionUsing = userOf;
    this.retrying = new RetryingAsk(system, askTimeout);
    loadNames();
  }

  /** The names this node knows of; another node may just have made one more. */
  public List<String> names() {
    return names;
  }

  /** Reads the names anew, where blocking is allowed. */
  public List<String> loadNames() {
    try {
      names = store.all().stream().map(PoolChange::pool).toList();
      return names;
    } catch (SQLException fault) {
      throw new CompletionException(fault);
    }
  }

  /** Whether there is such a pool, on whichever node it was made. */
  boolean exists(String pool) {
    return names.contains(pool) || loadNames().contains(pool);
  }

  /** The config of a pool as it is stored; empty if there is no such pool. May block. */
  public Optional<PoolConfig> config(String pool) {
    try {
      return store.newest(pool).map(PoolChange::config);
    } catch (SQLException fault) {
      throw new CompletionException(fault);
    }
  }

  public CompletionStage<PoolChange> newestChange(String pool) {
    return sql.run(() -> store.newest(pool).orElse(null));
  }

  public void tell(String pool, FlowCommand message) {
    ref(pool).tell(message);
  }

  /** How a pool is; empty if there is no such pool. */
  public CompletionStage<Optional<PoolState>> state(String pool) {
    return isKnown(pool)
        .thenCompose(
            known ->
                known
                    ? this.<PoolState>ask(pool, FlowCommand.GetState::new)
                        .thenApply(state -> Optional.of(state).filter(PoolState::exists))
                    : CompletableFuture.completedFuture(Optional.<PoolState>empty()));
  }

  /** How all of them are. */
  public CompletionStage<List<PoolState>> states() {
    return sql.run(this::loadNames)
        .thenCompose(all -> this.<PoolState>askEach(all, FlowCommand.GetState::new))
        .thenApply(all -> all.stream().filter(PoolState::exists).toList());
  }

  /** Asks all of them at once. */
  public <T> CompletionStage<List<T>> askEach(
      List<String> pools, Function<ActorRef<T>, FlowCommand> message) {
    List<CompletableFuture<T>> answers =
        pools.stream().map(pool -> this.<T>ask(pool, message).toCompletableFuture()).toList();
    return CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new))
        .thenApply(done -> answers.stream().map(CompletableFuture::join).toList());
  }

  /** Without asking the database, unless this node has never heard of it. */
  public CompletionStage<Boolean> isKnown(String pool) {
    return names.contains(pool)
        ? CompletableFuture.completedFuture(true)
        : sql.run(() -> exists(pool));
  }

  /** Gives a pool its config, and answers when it is in force; makes the pool if there is none. */
  public CompletionStage<PoolState> put(String pool, PoolConfig config, String by) {
    return change(pool, by, "", before -> config).thenApply(Optional::orElseThrow);
  }

  /** Pauses a pool, or has it grant again; empty if there is no such pool. */
  public CompletionStage<Optional<PoolState>> setEnabled(
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
    return sql.run(this::loadNames).thenCompose(all -> ask(pool, FlowCommand.ReloadConfig::new));
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
    if (pool.equals(defaultPool)) {
      return "it is where everything runs that names no pool";
    }
    if (state.running() + state.waiting() > 0) {
      return "%d tasks run in it, %d wait".formatted(state.running(), state.waiting());
    }
    return definitionUsing.apply(pool).map(user -> user + " runs in it").orElse(null);
  }

  public CompletionStage<List<PoolChange>> changes(String pool, long before, int limit) {
    return sql.run(() -> store.changes(pool, before, limit));
  }

  public EntityRef<FlowCommand> ref(String pool) {
    return ClusterSharding.get(system).entityRefFor(FlowControl.KEY, pool);
  }

  private <T> CompletionStage<T> ask(String pool, Function<ActorRef<T>, FlowCommand> message) {
    return retrying.ask(ref(pool), message);
  }
}
