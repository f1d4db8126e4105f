package io.millrace.engine.node;

import io.millrace.engine.flow.PoolService;
import io.millrace.engine.flywheel.PlanOverviewStore;
import io.millrace.engine.input.DurationSetting;
import io.millrace.engine.store.Storage;
import io.millrace.engine.task.TaskStore;
import io.millrace.engine.watch.DueSummaryStore;
import io.millrace.engine.watch.FailingOwnerCounter;
import io.millrace.engine.watch.OverviewService;
import io.millrace.engine.watch.TaskCountStore;
import io.millrace.engine.watch.UserSiteOverviewStore;

/** What the page shows at a glance. */
record OverviewAssembly(
    NodeContext nodeContext, Storage storage, PoolService pools, RefreshEngine refreshes) {

  OverviewService start() {
    TaskCountStore counts = new TaskCountStore(nodeContext.dataSource(), storage.taskCounts());
    nodeContext.repeat(DurationSetting.of(nodeContext.config(), "watch.flush"), counts::flush);
    return new OverviewService(
        nodeContext.sql(),
        counts,
        new DueSummaryStore(nodeContext.dataSource()),
        new FailingOwnerCounter(new TaskStore(nodeContext.dataSource()).searches()),
        new UserSiteOverviewStore(nodeContext.dataSource()),
        new PlanOverviewStore(nodeContext.dataSource()),
        refreshes.sources(),
        pools,
        refreshes.foresight(),
        nodeContext.clock());
  }
}
