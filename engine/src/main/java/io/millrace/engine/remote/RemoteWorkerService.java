package io.millrace.engine.remote;

import akka.actor.typed.ActorSystem;
import io.millrace.engine.flow.FlowCommand;
import io.millrace.engine.flow.Lease;
import io.millrace.engine.flow.LostWorker;
import io.millrace.engine.flow.LostWorkerStore;
import io.millrace.engine.flow.PoolService;
import io.millrace.engine.sql.AsyncSql;
import io.millrace.engine.task.TaskStore;
import io.millrace.engine.worker.Assignment;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
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
import org.jspecify.annotations.Nullable;

/**
 * Workers that are not nodes. They claim tasks from the queues of a pool, and send heartbeats. A
 * worker that waits, or whose attempts all run, causes no query to the database.
 */
public final class RemoteWorkerService {

  /**
   * A worker's request for tasks.
   *
   * @param max the maximum number of tasks
   * @param patience how long it waits if there are none
   * @param projects the projects whose secrets it may have; absent for all
   */
  public record ClaimRequest(
      String worker,
      Set<String> queues,
      int max,
      Duration patience,
      String pool,
      @Nullable Set<String> projects) {}

  /** A task that a worker has claimed. */
  public record ClaimedTask(Assignment assignment, Lease lease, String pool) {}

  /**
   * The tasks that a worker has claimed.
   *
   * @param replaced whether the worker has sent a newer claim instead
   */
  public record ClaimedTasks(List<ClaimedTask> jobs, boolean replaced) {}

  /** How many ask timeouts longer than the claim the reply of a pool is still accepted. */
  private static final int LISTEN_FACTOR = 6;

  private static final int MOST_LOST = 200;

  private final ActorSystem<?> system;
  private final PoolService pools;
  private final LeaseHandover handover;
  private final TaskStore tasks;
  private final LostWorkerStore lost;
  private final AsyncSql sql;
  private final Duration heartbeat;
  private final Duration askTimeout;
  private final Clock clock;

  public RemoteWorkerService(
      ActorSystem<?> system,
      PoolService pools,
      LeaseHandover handover,
      TaskStore tasks,
      LostWorkerStore lost,
      AsyncSql sql,
      Duration heartbeat,
      Duration askTimeout,
      Clock clock) {
    this.system = system;
    this.pools = pools;
    this.handover = handover;
    this.tasks = tasks;
    this.lost = lost;
    this.sql = sql;
    this.heartbeat = heartbeat;
    this.askTimeout = askTimeout;
    this.clock = clock;
  }

  /** The interval at which a worker must send heartbeats. */
  public Duration heartbeat() {
    return heartbeat;
  }

  /**
   * Claims tasks, as soon as there are some; empty if there is no such pool. The answer is built on
   * another thread than that of the pool, which has many to answer.
   *
   * @param answer builds the answer for the worker
   * @param answered the answer that the worker finally got; if it is another one, the claimed tasks
   *     are ended at once, because nobody runs them
   */
  public <T> CompletionStage<Optional<T>> claim(
      ClaimRequest request, Function<ClaimedTasks, T> answer, CompletionStage<T> answered) {
    return pools
        .isKnown(request.pool())
        .thenCompose(
            known ->
                known
                    ? ask(request, answered)
                        .thenComposeAsync(
                            claimed -> prepare(request, claimed), system.executionContext())
                        .thenApply(tasks -> handover.deliver(tasks, answer, answered))
                        .thenApply(Optional::of)
                        .toCompletableFuture()
                        .copy()
                        .orTimeout(
                            request.patience().plus(askTimeout).toMillis(), TimeUnit.MILLISECONDS)
                    : CompletableFuture.completedFuture(Optional.<T>empty()));
  }

  /** Listens longer than the worker waits, so that a late grant is not lost. */
  private CompletionStage<FlowCommand.ClaimReply> ask(
      ClaimRequest request, CompletionStage<?> answered) {
    UUID id = UUID.randomUUID();
    CompletionStage<FlowCommand.ClaimReply> claimed =
        pools.askStanding(
            request.pool(),
            replyTo ->
                new FlowCommand.Claim(
                    request.worker(),
                    request.queues(),
                    request.max(),
                    now().plus(request.patience()),
                    replyTo,
                    id,
                    request.projects()),
            request.patience().plus(askTimeout.multipliedBy(LISTEN_FACTOR)));
    answered.whenComplete(
        (answer, fault) -> {
          if (!claimed.toCompletableFuture().isDone()) {
            pools.tell(request.pool(), new FlowCommand.Withdraw(request.worker(), id, false));
          }
        });
    return claimed;
  }

  /**
   * To the millisecond, as the pool counts: a claim that does not wait is then answered at once.
   */
  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }

  private CompletionStage<ClaimedTasks> prepare(
      ClaimRequest request, FlowCommand.ClaimReply claimed) {
    return handover
        .claimedTasks(request.pool(), claimed.leases(), request.projects())
        .thenApply(tasks -> new ClaimedTasks(tasks, claimed.replaced()));
  }

  /**
   * Handles a heartbeat of a worker that runs these attempts.
   *
   * @return the attempts that have ended and must be stopped
   */
  public CompletionStage<Set<UUID>> heartbeat(String worker, Set<UUID> attempts) {
    List<String> names = pools.names();
    return endedAttempts(names, worker, attempts)
        .thenCompose(
            ended ->
                ended.isEmpty()
                    ? CompletableFuture.completedFuture(ended)
                    : sql.run(pools::loadNames)
                        .thenCompose(all -> endedAttempts(without(all, names), worker, ended)));
  }

  /**
   * The worker closed the connection that its heartbeats came over. If it runs anything, one missed
   * heartbeat now shows that it is dead.
   */
  public void hungUp(String worker) {
    UUID noClaim = UUID.randomUUID();
    pools
        .names()
        .forEach(pool -> pools.tell(pool, new FlowCommand.Withdraw(worker, noClaim, true)));
  }

  /** Returns the attempts that hold a channel in none of these pools. */
  private CompletionStage<Set<UUID>> endedAttempts(
      List<String> names, String worker, Set<UUID> attempts) {
    return pools
        .<FlowCommand.HeartbeatReply>askEach(
            names, replyTo -> new FlowCommand.Heartbeat(worker, attempts, replyTo))
        .thenApplyAsync(
            answers -> {
              Set<UUID> ended = new LinkedHashSet<>(attempts);
              answers.forEach(held -> ended.removeAll(held.attempts()));
              return ended;
            },
            system.executionContext());
  }

  /** Returns pools that another node has just created. */
  private static List<String> without(List<String> all, List<String> asked) {
    return all.stream().filter(name -> !asked.contains(name)).toList();
  }

  /** Returns the workers that were lost within the last day, ordered by name. */
  public CompletionStage<List<LostWorkerSummary>> lostWorkers() {
    Instant now = clock.instant();
    return sql.run(
        () -> {
          List<LostWorker> found = lost.list(now, MOST_LOST);
          List<UUID> attempts =
              found.stream()
                  .flatMap(worker -> worker.attempts().stream().limit(LostWorkerSummary.MOST_TASKS))
                  .toList();
          return LostWorkerSummary.merge(found, tasks.list(attempts));
        });
  }

  /** Returns all workers, of nodes and remote, ordered by name. */
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
