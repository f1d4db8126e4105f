package io.millrace.engine.flow;

import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.cluster.sharding.typed.javadsl.ClusterSharding;
import akka.cluster.sharding.typed.javadsl.EntityRef;
import io.millrace.engine.input.ExpectedVersion;
import io.millrace.engine.message.RetryingAsk;
import io.millrace.engine.sql.AsyncSql;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Lists, queries and changes the channel pools. */
public final class PoolService {
  private static final Duration EXPLAINED_WITHIN = Duration.ofSeconds(2);

  private final ActorSystem<?> system;
  private final PoolStore store;
  private final String defaultPool;
  private final AsyncSql sql;
  private final RetryingAsk retrying;
  private final Function<String, Optional<String>> definitionUsing;
  private final PendingPoolQuestions standing = new PendingPoolQuestions();
  private volatile List<String> names;

  /**
   * @param defaultPool the pool of tasks that name none; it is never removed
   * @param definitionUsing finds a collection, site or step whose tasks run in a pool
   */
  public PoolService(
      ActorSystem<?> system,
      PoolStore store,
      String defaultPool,
      AsyncSql sql,
      Function<String, Optional<String>> definitionUsing,
      Duration askTimeout) {
    this.system = system;
    this.store = store;
    this.defaultPool = defaultPool;
    this.sql = sql;
    this.definitionUsing = definitionUsing;
    this.retrying = new RetryingAsk(system, askTimeout);
    loadNames();
  }

  /** The pools that this node knows; another node may have created more. */
  public List<String> names() {
    return names;
  }

  /** Reads the names again. Blocks. */
  public List<String> loadNames() {
    try {
      names = store.all().stream().map(PoolChange::pool).toList();
      return names;
    } catch (SQLException fault) {
      throw new CompletionException(fault);
    }
  }

  /** Whether there is such a pool, even if another node created it. May block. */
  boolean exists(String pool) {
    return names.contains(pool) || loadNames().contains(pool);
  }

  /** The stored config of a pool; empty if there is no such pool. Blocks. */
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

  /**
   * Asks a pool something that may take long. If the pool moves to another node meanwhile, it is
   * asked again there.
   */
  public <T> CompletionStage<T> askStanding(
      String pool, Function<ActorRef<T>, FlowCommand> message, Duration timeout) {
    return standing.ask(pool, ref(pool), message, timeout, system.scheduler());
  }

  /** A pool has started, and knows nothing of what it was asked before. */
  public void askAgain(String pool) {
    standing.askAgain(pool);
  }

  /** The state of a pool; empty if there is no such pool. */
  public CompletionStage<Optional<PoolState>> state(String pool) {
    return isKnown(pool)
        .thenCompose(
            known ->
                known
                    ? this.<PoolState>ask(pool, FlowCommand.GetState::only)
                        .thenApply(state -> Optional.of(state).filter(PoolState::exists))
                    : CompletableFuture.completedFuture(Optional.<PoolState>empty()));
  }

  /**
   * The state of a pool with what these attempts wait for. It is asked once, with little patience:
   * nobody waits long for an explanation.
   */
  public CompletionStage<PoolState> waits(String pool, Set<UUID> attempts) {
    return RetryingAsk.once(system, EXPLAINED_WITHIN)
        .ask(
            ref(pool),
            (ActorRef<PoolState> replyTo) -> new FlowCommand.GetState(replyTo, attempts));
  }

  /** The states of all pools. */
  public CompletionStage<List<PoolState>> states() {
    return sql.run(this::loadNames)
        .thenCompose(all -> this.<PoolState>askEach(all, FlowCommand.GetState::only))
        .thenApply(all -> all.stream().filter(PoolState::exists).toList());
  }

  /** Asks these pools in parallel. */
  public <T> CompletionStage<List<T>> askEach(
      List<String> pools, Function<ActorRef<T>, FlowCommand> message) {
    List<CompletableFuture<T>> replies =
        pools.stream().map(pool -> this.<T>ask(pool, message).toCompletableFuture()).toList();
    return CompletableFuture.allOf(replies.toArray(CompletableFuture[]::new))
        .thenApply(done -> replies.stream().map(CompletableFuture::join).toList());
  }

  /** Whether there is such a pool. Reads the database only if this node does not know it. */
  public CompletionStage<Boolean> isKnown(String pool) {
    return names.contains(pool)
        ? CompletableFuture.completedFuture(true)
        : sql.run(() -> exists(pool));
  }

  /** Sets the config of a pool, or creates the pool. Completes when the config is in force. */
  public CompletionStage<PoolState> put(String pool, PoolConfig config, String changedBy) {
    return put(pool, config, changedBy, ExpectedVersion.ANY);
  }

  /**
   * The same, if the pool has the expected version.
   *
   * @throws io.millrace.engine.input.VersionConflictException if it has another one
   */
  public CompletionStage<PoolState> put(
      String pool, PoolConfig config, String changedBy, ExpectedVersion expected) {
    return change(pool, changedBy, "", before -> config, expected).thenApply(Optional::orElseThrow);
  }

  /** Puts the stored configs of these pools in force. */
  public CompletionStage<Void> reload(List<String> pools) {
    return sql.run(this::loadNames)
        .thenCompose(all -> this.<PoolState>askEach(pools, FlowCommand.ReloadConfig::new))
        .thenApply(done -> null);
  }

  /** Pauses or resumes a pool; empty if there is no such pool. */
  public CompletionStage<Optional<PoolState>> setEnabled(
      String pool, boolean enabled, String changedBy, String reason) {
    return change(
        pool,
        changedBy,
        reason,
        before ->
            before
                .filter(config -> config.enabled() != enabled)
                .map(config -> config.withEnabled(enabled))
                .orElse(null),
        ExpectedVersion.ANY);
  }

  /**
   * Pauses or resumes a system of a pool. Nothing changes if the pool has no such system.
   *
   * @param reason why it is paused; absent to resume it
   * @return empty if there is no such pool
   */
  public CompletionStage<Optional<PoolState>> setPaused(
      String pool, String systemName, @Nullable String reason, String changedBy) {
    return change(
        pool,
        changedBy,
        reason == null ? "" : reason,
        before ->
            before
                .filter(config -> !config.withPaused(systemName, reason).equals(config))
                .map(config -> config.withPaused(systemName, reason))
                .orElse(null),
        ExpectedVersion.ANY);
  }

  private CompletionStage<Optional<PoolState>> change(
      String pool,
      String changedBy,
      String reason,
      Function<Optional<PoolConfig>, PoolConfig> next,
      ExpectedVersion expected) {
    return sql.run(() -> store.change(pool, changedBy, reason, next, expected))
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
   * Removes a pool, unless it is in use.
   *
   * @return the reason why it was not removed; absent if it was, empty if there is no such pool
   */
  public CompletionStage<String> remove(String pool, String changedBy) {
    return remove(pool, changedBy, ExpectedVersion.ANY);
  }

  /** The same, if the pool has the expected version. */
  public CompletionStage<String> remove(String pool, String changedBy, ExpectedVersion expected) {
    return state(pool)
        .thenCompose(
            state -> {
              String whyNot = state.isEmpty() ? "" : whyNot(pool);
              return whyNot != null
                  ? CompletableFuture.completedFuture(whyNot)
                  : removeUnlessUsed(pool, changedBy, expected);
            });
  }

  /** The stored tasks count: the pool may not know yet that one of them has ended. */
  private CompletionStage<String> removeUnlessUsed(
      String pool, String changedBy, ExpectedVersion expected) {
    return sql.run(() -> store.remove(pool, changedBy, expected))
        .thenCompose(
            openTasks ->
                openTasks > 0
                    ? CompletableFuture.completedFuture(inUse(openTasks))
                    : reload(pool).thenApply(gone -> null));
  }

  /** Why a pool with open tasks is not removed. */
  public static String inUse(long openTasks) {
    return openTasks == 1 ? "1 task runs or waits in it" : openTasks + " tasks run or wait in it";
  }

  private @Nullable String whyNot(String pool) {
    if (pool.equals(defaultPool)) {
      return "it is the pool of all definitions that name none";
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
