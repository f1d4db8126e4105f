package io.millrace.engine.wait;

import io.millrace.engine.flow.PoolState;
import io.millrace.engine.flow.PoolWaits;
import io.millrace.engine.flow.PoolWaits.WaitState;
import io.millrace.engine.flow.StartForecast;
import io.millrace.engine.flow.StartOutlook;
import io.millrace.engine.job.Job;
import io.millrace.engine.policy.Attempt;
import io.millrace.engine.refresh.NextRefresh;
import io.millrace.engine.refresh.UserSiteCommand.UserSiteStateReply;
import io.millrace.engine.task.Task;
import io.millrace.engine.task.TaskRoute;
import io.millrace.engine.task.TaskStatus;
import io.millrace.engine.token.TokenService.StepState;
import io.millrace.engine.wait.Wait.LikelyStart;
import io.millrace.engine.wait.Wait.QueuedWait;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Asks the pools what queued tasks wait for, and estimates when they start. */
public final class WaitService {
  private final BiFunction<String, Set<UUID>, CompletionStage<PoolState>> pools;
  private final Executor executor;
  private final Clock clock;

  /**
   * @param pools asks a pool what these attempts wait for
   * @param executor estimates
   */
  public WaitService(
      BiFunction<String, Set<UUID>, CompletionStage<PoolState>> pools,
      Executor executor,
      Clock clock) {
    this.pools = pools;
    this.executor = executor;
    this.clock = clock;
  }

  /** What these tasks wait for, by attempt. A task is left out if it does not wait. */
  public CompletionStage<Map<UUID, Wait>> waits(Collection<Task> tasks) {
    Map<String, Map<UUID, TaskRoute>> byPool =
        tasks.stream()
            .filter(task -> task.status() == TaskStatus.SCHEDULED)
            .collect(
                Collectors.groupingBy(
                    task -> task.route().pool(),
                    Collectors.toMap(
                        task -> task.id().attemptUid(), Task::route, (one, same) -> one)));
    CompletionStage<Map<UUID, Wait>> all = CompletableFuture.completedFuture(new HashMap<>());
    for (Map.Entry<String, Map<UUID, TaskRoute>> pool : byPool.entrySet()) {
      all =
          all.thenCombine(
              waits(pool.getKey(), pool.getValue()),
              (found, more) -> {
                found.putAll(more);
                return found;
              });
    }
    return all;
  }

  /** What one task waits for; empty if it does not wait. */
  public CompletionStage<Optional<Wait>> find(Task task) {
    return waits(List.of(task))
        .thenApply(found -> Optional.ofNullable(found.get(task.id().attemptUid())));
  }

  /** What some steps of a job wait for at one time, by name. A step is left out if it does not. */
  public CompletionStage<Map<String, Wait>> ofSteps(Job job, List<StepState> steps) {
    Instant now = clock.instant();
    return waits(steps.stream().flatMap(step -> step.runs().stream().limit(1)).toList())
        .thenApply(
            found -> {
              Map<String, Wait> waits = new HashMap<>();
              for (StepState state : steps) {
                Attempt attempt = state.token().openAttempt();
                Wait ofTask = attempt == null ? null : found.get(attempt.uid());
                TokenWait.of(state.token(), state.step(), job.paused(), ofTask, now)
                    .ifPresent(wait -> waits.put(state.step().name(), wait));
              }
              return waits;
            });
  }

  /** What a user-site or a collection waits for; empty if it runs. */
  public CompletionStage<Optional<Wait>> ofRefresh(UserSiteStateReply view, NextRefresh next) {
    Attempt attempt = view.userSite().attempt();
    if (attempt == null || view.started() != null) {
      return CompletableFuture.completedFuture(RefreshWait.of(view, next, null));
    }
    TaskRoute route =
        new TaskRoute(attempt.priority(), attempt.system(), attempt.pool(), attempt.queue());
    return waits(route.pool(), Map.of(attempt.uid(), route))
        .thenApply(found -> RefreshWait.of(view, next, found.get(attempt.uid())));
  }

  /** A pool that does not answer, such as one that moves, explains nothing. */
  private CompletionStage<Map<UUID, Wait>> waits(String pool, Map<UUID, TaskRoute> routes) {
    return pools
        .apply(pool, routes.keySet())
        .thenApplyAsync(state -> waits(state, routes, clock.instant()), executor)
        .exceptionally(fault -> Map.of());
  }

  static Map<UUID, Wait> waits(PoolState state, Map<UUID, TaskRoute> routes, Instant now) {
    PoolWaits found = state.waits();
    Map<UUID, Wait> waits = new HashMap<>();
    if (found != null) {
      Map<UUID, String> queues = new HashMap<>();
      routes.forEach((uid, route) -> queues.put(uid, route.queue()));
      Map<UUID, StartOutlook> outlooks = StartForecast.of(state, queues);
      for (WaitState wait : found.tasks()) {
        TaskRoute route = routes.get(wait.attemptUid());
        StartOutlook outlook = outlooks.get(wait.attemptUid());
        if (route != null && outlook != null) {
          waits.put(wait.attemptUid(), wait(wait, route, state, start(outlook, now)));
        }
      }
    }
    return waits;
  }

  private static Wait wait(WaitState wait, TaskRoute route, PoolState state, LikelyStart start) {
    String queue = route.queue().equals(Task.CALLER) ? "" : route.queue();
    QueuedWait queued =
        new QueuedWait(
            route.pool(),
            wait.system().isEmpty() ? route.system() : wait.system(),
            queue,
            wait.before(),
            state.exists() ? state.config().maxConcurrency() : 0,
            start);
    return new Wait(wait.blocker(), BlockerText.of(wait, route, state), "", null, queued);
  }

  private static LikelyStart start(StartOutlook outlook, Instant now) {
    return new LikelyStart(
        after(now, outlook.likely()), after(now, outlook.late()), outlook.whyNot());
  }

  private static @Nullable Instant after(Instant now, @Nullable Duration delay) {
    return delay == null ? null : now.plus(delay);
  }
}
