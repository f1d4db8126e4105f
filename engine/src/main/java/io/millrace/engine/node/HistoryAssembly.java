package io.millrace.engine.node;

import io.millrace.engine.retention.HistoryCleaner;
import io.millrace.engine.retention.HistorySettings;
import io.millrace.engine.retention.MaintenanceRunner;

/** The maintenance of the history: one in the cluster. */
record HistoryAssembly(NodeContext nodeContext, HistorySettings settings) {

  /** Runs before anything is written, so that the table of tasks has a partition for today. */
  void host() {
    HistoryCleaner retention = new HistoryCleaner(nodeContext.dataSource(), settings);
    retention.prepare(nodeContext.clock().instant());
    nodeContext.startSingleton(
        "upkeep",
        MaintenanceRunner.create(retention::run, nodeContext.sql(), nodeContext.clock()),
        MaintenanceRunner.Stop.INSTANCE);
  }
}
