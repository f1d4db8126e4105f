package io.millrace.engine.remote;

import io.millrace.engine.flow.Lease;
import io.millrace.engine.flow.PoolState;
import io.millrace.engine.flow.PoolState.PoolWorker;
import io.millrace.engine.source.CollectionId;
import io.millrace.engine.task.Owner;
import io.millrace.engine.task.Owner.TokenOwner;
import io.millrace.engine.task.Task;
import io.millrace.engine.task.TaskId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A worker, as seen by all pools together.
 *
 * @param remote whether it claims its tasks over HTTP
 * @param slots the slots of a node, or what the open claims of a remote worker ask for
 * @param queues the queues of its open claims
 * @param pools the pools where it takes or runs tasks
 * @param lastSeen absent if no pool has heard from it since the pool's actor started
 * @param running in the order of their start
 */
public record WorkerState(
    String id,
    boolean remote,
    int slots,
    Set<String> queues,
    Set<String> pools,
    @Nullable Instant lastSeen,
    List<RunningTask> running) {

  /** A running task. */
  public record RunningTask(
      String taskId,
      int attemptNo,
      String pool,
      String system,
      Instant startedAt,
      Instant deadline) {}

  private record WorkerInPool(String pool, PoolWorker state) {}

  /** Returns the attempts of tokens, whose task ids only the history knows. */
  static Set<UUID> attemptsOfTokens(List<PoolState> pools) {
    return pools.stream()
        .flatMap(pool -> pool.workers().stream())
        .flatMap(worker -> worker.leases().stream())
        .filter(lease -> Owner.parse(lease.owner()) instanceof TokenOwner)
        .map(Lease::attemptUid)
        .collect(Collectors.toSet());
  }

  /**
   * @param ids the task ids of attempts of tokens
   */
  static List<WorkerState> merge(List<PoolState> pools, Map<UUID, TaskId> ids) {
    Map<String, List<WorkerInPool>> byWorker = new TreeMap<>();
    for (PoolState pool : pools) {
      if (pool.change() != null) {
        for (PoolWorker state : pool.workers()) {
          byWorker
              .computeIfAbsent(state.worker(), id -> new ArrayList<>())
              .add(new WorkerInPool(pool.change().pool(), state));
        }
      }
    }
    return byWorker.entrySet().stream().map(e -> merge(e.getKey(), e.getValue(), ids)).toList();
  }

  /** Only the id of a remote worker is a name: the id of a node contains its address. */
  private static WorkerState merge(String id, List<WorkerInPool> states, Map<UUID, TaskId> ids) {
    boolean remote = CollectionId.isName(id);
    return new WorkerState(
        id,
        remote,
        remote ? states.stream().mapToInt(in -> in.state().slots()).sum() : slots(states),
        states.stream()
            .flatMap(in -> in.state().queues().stream())
            .collect(Collectors.toCollection(TreeSet::new)),
        states.stream()
            .filter(in -> !remote || in.state().slots() > 0 || !in.state().leases().isEmpty())
            .map(WorkerInPool::pool)
            .collect(Collectors.toCollection(TreeSet::new)),
        states.stream()
            .map(in -> in.state().seenAt())
            .filter(Objects::nonNull)
            .max(Comparator.naturalOrder())
            .orElse(null),
        states.stream()
            .flatMap(
                in -> in.state().leases().stream().map(lease -> running(in.pool(), lease, ids)))
            .sorted(Comparator.comparing(RunningTask::startedAt).thenComparing(RunningTask::taskId))
            .toList());
  }

  /** A node tells each pool how many of its slots the other pools leave free. */
  private static int slots(List<WorkerInPool> states) {
    int running = states.stream().mapToInt(in -> in.state().leases().size()).sum();
    return states.stream()
        .filter(in -> in.state().slots() > 0)
        .mapToInt(in -> in.state().slots() + running - in.state().leases().size())
        .max()
        .orElse(0);
  }

  private static RunningTask running(String pool, Lease lease, Map<UUID, TaskId> ids) {
    return new RunningTask(
        id(lease, ids).toString(),
        lease.attemptNo(),
        pool,
        lease.system(),
        lease.grantedAt(),
        lease.deadline());
  }

  /** If the history no longer has the task of a token, the id is made from the owner. */
  private static TaskId id(Lease lease, Map<UUID, TaskId> ids) {
    UUID uid = lease.attemptUid();
    return Owner.parse(lease.owner())
        .match(
            userSite -> new TaskId(userSite.source(), userSite.collection(), uid),
            token -> ids.getOrDefault(uid, new TaskId("job-" + token.job(), token.step(), uid)),
            external -> new TaskId(Task.EXTERNAL, external.executionName(), uid));
  }
}
