package io.millrace.engine.remote;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.flow.Lease;
import io.millrace.engine.flow.PoolChange;
import io.millrace.engine.flow.PoolConfig;
import io.millrace.engine.flow.PoolState;
import io.millrace.engine.flow.PoolState.PoolWorker;
import io.millrace.engine.task.TaskId;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class WorkerStateTest {
  private static final Instant T = Instant.parse("2026-11-16T12:00:00Z");
  private static final String NODE = "127.0.0.1:2551-1b3af1d4";

  private static PoolState pool(String name, PoolWorker... workers) {
    PoolChange change = new PoolChange(name, 1, PoolConfig.ofChannels(1), "ops", T, "");
    return new PoolState(change, 0, 0, List.of(), null, List.of(workers), null);
  }

  private static Lease lease(int n, String worker, Instant at) {
    return new Lease(new UUID(0, n), "bank/c" + n, 1, "DEFAULT", worker, at, at.plusSeconds(60));
  }

  @Test
  void whatSeveralPoolsKnowOfARemoteWorkerIsPutTogether() {
    List<WorkerState> all =
        WorkerState.merge(
            List.of(
                pool("a", new PoolWorker("w", true, 2, Set.of("x"), T, List.of())),
                pool(
                    "b",
                    new PoolWorker(
                        "w",
                        true,
                        3,
                        Set.of("x", "y"),
                        T.plusSeconds(5),
                        List.of(lease(1, "w", T.plusSeconds(2)), lease(2, "w", T)))),
                pool("c", new PoolWorker("w", true, 0, Set.of(), T, List.of()))),
            Map.of());

    assertThat(all).hasSize(1);
    WorkerState worker = all.get(0);
    assertThat(worker.remote()).isTrue();
    assertThat(worker.slots()).isEqualTo(5);
    assertThat(worker.queues()).containsExactly("x", "y");
    assertThat(worker.pools()).as("c only hears its heartbeats").containsExactly("a", "b");
    assertThat(worker.lastSeen()).isEqualTo(T.plusSeconds(5));
    assertThat(worker.running())
        .extracting(WorkerState.RunningTask::taskId)
        .containsExactly("bank_c2_" + new UUID(0, 2), "bank_c1_" + new UUID(0, 1));
  }

  @Test
  void aNodeHasItsSlotsHoweverManyOfThemAPoolUses() {
    PoolWorker busy =
        new PoolWorker(NODE, false, 16, Set.of(), T, List.of(lease(1, NODE, T), lease(2, NODE, T)));
    PoolWorker left = new PoolWorker(NODE, false, 14, Set.of(), T, List.of());

    WorkerState node =
        WorkerState.merge(List.of(pool("a", busy), pool("b", left)), Map.of()).get(0);

    assertThat(node.remote()).isFalse();
    assertThat(node.slots()).isEqualTo(16);
    assertThat(node.pools()).containsExactly("a", "b");
  }

  @Test
  void aRemoteWorkerThatOnlyHoldsAChannelSinceARestartIsStillRemote() {
    PoolWorker silent = new PoolWorker("w", false, 0, Set.of(), null, List.of(lease(1, "w", T)));

    WorkerState worker = WorkerState.merge(List.of(pool("a", silent)), Map.of()).get(0);

    assertThat(worker.remote()).isTrue();
    assertThat(worker.lastSeen()).isNull();
  }

  @Test
  void aPoolThatIsGoneHasNoWorkers() {
    PoolWorker worker = new PoolWorker("w", true, 1, Set.of(), T, List.of());
    assertThat(
            WorkerState.merge(
                List.of(new PoolState(null, 0, 0, List.of(), null, List.of(worker), null)),
                Map.of()))
        .isEmpty();
  }

  @Test
  void aTaskOfATokenIsCalledAsItsHistorySays() {
    UUID uid = new UUID(0, 1);
    Lease lease =
        new Lease(
            uid, "token:12/load/2026-01-01T00:00:00Z", 1, "DEFAULT", "w", T, T.plusSeconds(60));
    List<PoolState> pools =
        List.of(
            pool("a", new PoolWorker("w", true, 0, Set.of(), T, List.of(lease, lease(2, "w", T)))));

    assertThat(WorkerState.attemptsOfTokens(pools)).containsExactly(uid);
    Map<UUID, TaskId> ids = Map.of(uid, new TaskId("reports.daily", "load", uid));
    assertThat(WorkerState.merge(pools, ids).get(0).running())
        .extracting(WorkerState.RunningTask::taskId)
        .containsExactlyInAnyOrder("reports.daily_load_" + uid, "bank_c2_" + new UUID(0, 2));
    assertThat(WorkerState.merge(pools, Map.of()).get(0).running())
        .extracting(WorkerState.RunningTask::taskId)
        .contains("job-12_load_" + uid);
  }
}
