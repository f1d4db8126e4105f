package io.millrace.engine.node;

import io.millrace.engine.flow.FlowSettings;
import io.millrace.engine.flow.PoolService;
import io.millrace.engine.flow.PoolState;
import io.millrace.engine.flow.PoolState.PoolWorker;
import io.millrace.engine.flow.PoolStore;
import io.millrace.engine.flywheel.FlywheelSettings;
import io.millrace.engine.simulate.SimulationService;
import io.millrace.engine.simulate.SimulationService.SimulationContext;
import io.millrace.engine.simulate.SimulationService.SimulationSettings;
import io.millrace.engine.source.SourceCollection.Work;
import io.millrace.engine.task.RunSpec;
import io.millrace.engine.trigger.TriggerSettings;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;

/** The service that simulates days. */
record SimulationAssembly(
    NodeContext node, PoolService pools, PoolStore poolStore, RunSpec.RunValidator check) {

  SimulationService service() {
    SimulationSettings settings =
        new SimulationSettings(
            FlywheelSettings.of(node.config().getConfig("flywheel.internal")),
            TriggerSettings.of(node.config().getConfig("trigger")),
            FlowSettings.of(node.config()).lostAfter(),
            Math.max(1, node.config().getInt("worker.slots")));
    return new SimulationService(
        new SimulationContext(
            node.dataSource(),
            node.sql(),
            poolStore,
            check,
            this::nodes,
            node.uids(),
            node.clock()),
        settings,
        node);
  }

  /** The slots of the nodes that live, as the default pool knows them. */
  private CompletionStage<Map<String, Integer>> nodes() {
    return pools.state(Work.DEFAULT_POOL).thenApply(SimulationAssembly::slots);
  }

  private static Map<String, Integer> slots(Optional<PoolState> state) {
    Map<String, Integer> slots = new TreeMap<>();
    state.ifPresent(
        pool ->
            pool.workers().stream()
                .filter(worker -> !worker.remote() && worker.slots() > 0)
                .forEach((PoolWorker worker) -> slots.put(worker.worker(), worker.slots())));
    return slots;
  }
}
