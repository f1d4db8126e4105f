package io.millrace.engine.node;

import io.millrace.engine.bundle.BundleService;
import io.millrace.engine.bundle.BundleService.BundleContext;
import io.millrace.engine.bundle.BundleService.DefinitionStores;
import io.millrace.engine.bundle.DefinitionReloads;
import io.millrace.engine.directory.Client;
import io.millrace.engine.flow.PoolService;
import io.millrace.engine.flow.PoolStore;
import io.millrace.engine.flywheel.FlywheelSettings;
import io.millrace.engine.job.JobService;
import io.millrace.engine.notify.WebhookStore;
import io.millrace.engine.source.SourceCollection.Work;
import io.millrace.engine.task.RunSpec;

/** The service that compares and applies whole folders of definitions. */
record BundleAssembly(
    NodeContext node,
    PoolService pools,
    PoolStore poolStore,
    WebhookStore webhooks,
    RunSpec.RunValidator runners,
    DefinitionKeepers keepers,
    JobService jobs) {

  BundleService service() {
    FlywheelSettings plan = FlywheelSettings.of(node.config().getConfig("flywheel.internal"));
    return new BundleService(
        new BundleContext(
            new DefinitionStores(node.dataSource(), poolStore, Work.DEFAULT_POOL, webhooks),
            node.sql(),
            runners,
            client -> refreshesPerDay(plan, client),
            node.clock()),
        new DefinitionReloads(
            pools::reload, keepers.sources()::reload, keepers.sites()::refresh, jobs::reload));
  }

  private static int refreshesPerDay(FlywheelSettings settings, Client client) {
    return settings.enabled() ? settings.refreshesPerDay(client.id(), client.refreshesPerDay()) : 0;
  }
}
