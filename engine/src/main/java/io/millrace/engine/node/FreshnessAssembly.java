package io.millrace.engine.node;

import io.millrace.engine.flywheel.FlywheelSettings;
import io.millrace.engine.freshness.FreshnessCountStore;
import io.millrace.engine.freshness.FreshnessKeeper;
import io.millrace.engine.freshness.FreshnessMeters;
import io.millrace.engine.freshness.FreshnessObjectStore;
import io.millrace.engine.freshness.FreshnessRounds;
import io.millrace.engine.freshness.FreshnessService;
import io.millrace.engine.freshness.FreshnessSettings;
import io.millrace.engine.freshness.OldestDataStore;

/** The keeper of freshness, one in the cluster, and the service that answers. */
record FreshnessAssembly(NodeContext node, NodeDefinitions definitions) {

  FreshnessService host() {
    FreshnessSettings settings =
        FreshnessSettings.of(
            node.config().getConfig("freshness"),
            FlywheelSettings.of(node.config().getConfig("flywheel.internal")));
    FreshnessRounds rounds =
        new FreshnessRounds(
            node.dataSource(),
            settings,
            new FreshnessRounds.KnownDefinitions(
                definitions.sources()::current,
                definitions.jobs()::version,
                definitions.jobs()::all),
            new FreshnessMeters(node.meters()));
    node.startSingleton(
        "freshness",
        FreshnessKeeper.create(rounds::run, rounds::stop, node.sql(), node.clock()),
        FreshnessKeeper.Stop.INSTANCE);
    return new FreshnessService(
        node.sql(),
        new FreshnessCountStore(node.dataSource(), settings),
        new FreshnessObjectStore(node.dataSource(), settings),
        new OldestDataStore(node.dataSource()),
        node.clock());
  }
}
