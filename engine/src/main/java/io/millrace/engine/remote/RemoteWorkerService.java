package io.millrace.engine.remote;

import akka.actor.typed.ActorSystem;
import io.millrace.engine.flow.FlowCommand;
import io.millrace.engine.flow.Lease;
import io.millrace.engine.flow.PoolService;
import io.millrace.engine.sql.AsyncSql;
import io.millrace.engine.task.TaskStore;
import io.millrace.engine.worker.Assignment;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Workers that are no nodes: they claim tasks from the queues of a pool, and say that they live.
 * Nothing here asks the database for a worker that waits or whose attempts all run.
 */
public final class RemoteWorkerService {

  /**
   * A worker wants work.
   *
   * @param max tasks at most
   * @param patience how long it waits if there is none
   * @param projects whose secrets it may have; null = those of all
   */
  public record ClaimRequest(
      String worker,
      Set<String> queues,
      int max,
      Duration patience,
      String pool,
      Set<String> projects) {}

  /** A task that a worker got. */
  public record ClaimedTask(Assignment assignment, Lease lease, String pool) {}

  /**
   * What a worker got.
   *
   * @param replaced whether the worker asked again instead
   */
  public record ClaimedTasks(List<ClaimedTask> jobs, boolean replaced) {}

  /** So many times as long as a pool may take to answer it is listened to. */
  private static final int LISTEN_FACTOR = 6;

  private final ActorSystem<?> system;
  private final PoolService pools;
  private final LeaseHandover handover;
  private final TaskStore tasks;
  private final AsyncSql sql;
  private final Duration heartbeat;
  private final Duration askTimeout;
  private final Clock clock;

  public RemoteWorkerService(
      ActorSystem<?> system,
      PoolService pools,
      LeaseHandover handover,
      TaskStore tasks,
      AsyncSql sql,
      Duration heartbeat,
      Duration askTimeout,
      Clock clock) {
    this.system = system;
    this.pools = pools;
    this.handover = handover;
    this.tasks = tasks;
    this.sql = sql;
    this.heartbeat = heartbeat;
    this.askTimeout = askTimeout;
    this.clock = clock;
  }

  /** How often a worker is to say that it lives. */
  public Duration heartbeat() {
    return heartbeat;
  }

  /**
   * Work, as soon as there is some; empty if there is no such pool. What is made of the answer is
   * not for the thread of the pool, which has many to answer.
   *
   * @param answer what the worker is told of what it got
   * @param answered what it was told in the end: what it got is ended at once if it is not that, as
   *     nobody runs it
   */
  public <T> CompletionStage<Optional<T>> claim(
      ClaimRequest wanted, Function<ClaimedTasks, T> answer, CompletionStage<T> answered) {
    return pools
        .isKnown(wanted.pool())
        .thenCompose(
            known ->
                known
                    ? ask(wanted, answered)
                        .thenComposeAsync(
                            claimed -> prepare(wanted, claimed), system.executionContext())
                        .thenApply(given -> handover.deliver(given, answer, answered))
                        .thenApply(Optional::of)
                        .toCompletableFuture()
                        .copy()
                        .orTimeout(
                            wanted.patience().plus(askTimeout).toMillis(), TimeUnit.MILLISECONDS)
                    : CompletableFuture.completedFuture(Optional.<T>empty()));
  }

  /** It is listened for longer than the worker waits: what is granted too late is not lost. */
  private CompletionStage<FlowCommand.ClaimReply> ask(
      ClaimRequest wanted, CompletionStage<?> answered) {
    UUID id = UUID.randomUUID();
    CompletionStage<FlowCommand.ClaimReply> claimed =
        pools
            .ref(wanted.pool())
            .ask(
                replyTo ->
                    new FlowCommand.Claim(
                        wanted.worker(),
                        wanted.queues(),
                        wanted.max(),
                        clock.instant().plus(wanted.patience()),
                        replyTo,
                        id,
                        wanted.projects()),
                wanted.patience().plus(askTimeout.multipliedBy(LISTEN_FACTOR)));
    answered.whenComplete(
        (answer, fault) -> {
          if (!claimed.toCompletableFuture().isDone()) {
            pools.tell(wanted.pool(), new FlowCommand.Withdraw(wanted.worker(), id));
          }
        });
    return claimed;
  }

  private CompletionStage<ClaimedTasks> prepare(
      ClaimRequest wanted, FlowCommand.ClaimReply claimed) {
    return handover
        .claimedTasks(wanted.pool(), claimed.leases(), wanted.projects())
        .thenApply(jobs -> new ClaimedTasks(jobs, claimed.replaced()));
  }

  /**
   * A worker lives, and runs these.
   *
   * @return those of them that are over, and must be stopped
   */
  public CompletionStage<Set<UUID>> heartbeat(String worker, Set<UUID> attempts) {
    List<String> names = pools.names();
    return endedAttempts(names, worker, attempts)
        .thenCompose(
            over ->
                over.isEmpty()
                    ? CompletableFuture.completedFuture(over)
                    : sql.run(pools::loadNames)
                        .thenCompose(all -> endedAttempts(without(all, names), worker, over)));
  }

  /** Those that hold a channel in none of these pools. */
  private CompletionStage<Set<UUID>> endedAttempts(
      List<String> names, String worker, Set<UUID> attempts) {
    return pools
        .<FlowCommand.HeartbeatReply>askEach(
            names, replyTo -> new FlowCommand.Heartbeat(worker, attempts, replyTo))
        .thenApplyAsync(
            answers -> {
              Set<UUID> over = new LinkedHashSet<>(attempts);
              answers.forEach(held -> over.removeAll(held.attempts()));
              return over;
            },
            system.executionContext());
  }

  /** Pools that another node made a moment ago. */
  private static List<String> without(List<String> all, List<String> asked) {
    return all.stream().filter(name -> !asked.contains(name)).toList();
  }

  /** All workers, of the nodes and remote, by their names. */
  public CompletionStage<List<WorkerState>> workers() {
    return pools
        .states()
        .thenCompose(
            states -> {
              Set<UUID> ofTokens = WorkerState.attemptsOfTokens(states);
              return ofTokens.isEmpty()
                  ? CompletableFuture.completedFuture(WorkerState.merge(states, Map.of()))
                  : sql.run(() -> tasks.ids(ofTokens))
                      .thenApply(ids -> WorkerState.merge(states, ids));
            });
  }
}
