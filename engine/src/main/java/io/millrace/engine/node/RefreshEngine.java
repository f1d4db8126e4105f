package io.millrace.engine.node;

import akka.actor.typed.ActorRef;
import akka.cluster.sharding.typed.javadsl.ClusterSharding;
import io.millrace.engine.definition.SiteKeeper;
import io.millrace.engine.definition.SourceKeeper;
import io.millrace.engine.directory.DirectoryService;
import io.millrace.engine.directory.DirectoryStore;
import io.millrace.engine.directory.EntryReader;
import io.millrace.engine.dispatch.TaskService;
import io.millrace.engine.flow.PoolGateway;
import io.millrace.engine.flywheel.Flywheel;
import io.millrace.engine.flywheel.FlywheelMeters;
import io.millrace.engine.flywheel.FlywheelSettings;
import io.millrace.engine.flywheel.PlanOverviewStore;
import io.millrace.engine.flywheel.PlanService;
import io.millrace.engine.refresh.ShardedUserSites;
import io.millrace.engine.refresh.UserSiteContext;
import io.millrace.engine.refresh.UserSiteMeters;
import io.millrace.engine.retention.HistorySettings;
import io.millrace.engine.retention.MaintenanceRunner;
import io.millrace.engine.retention.UserSiteCleaner;
import io.millrace.engine.source.CollectionId;
import io.millrace.engine.source.SourceCollection;
import io.millrace.engine.source.SourceRegistry;
import io.millrace.engine.task.RunSpec;
import io.millrace.engine.watch.RefreshForesight;
import java.util.Optional;

/** The part of a node's engine for refreshes: definitions, user-sites and the plan. */
public final class RefreshEngine {
  private final NodeContext nodeContext;
  private final NodeDefinitions definitions;
  private final DefinitionKeepers keepers;
  private final DirectoryService directory;
  private final PlanService plans;
  private final FlywheelSettings settings;

  /** From here on this node has user-sites, and the plan of the day refreshes them. */
  RefreshEngine(
      NodeContext node,
      NodeDefinitions definitions,
      DefinitionKeepers keepers,
      ShardedUserSites userSites,
      RunSpec.RunValidator check,
      TaskService tasks,
      HistorySettings history) {
    this.nodeContext = node;
    this.definitions = definitions;
    this.keepers = keepers;
    this.directory =
        new DirectoryService(
            node.sql(),
            new DirectoryStore(
                node.dataSource(),
                node.clock(),
                name -> definitions.sources().current().hasSource(name)),
            new EntryReader(check),
            keepers.sites()::refresh,
            keepers.userSiteListener());
    this.settings = FlywheelSettings.of(node.config().getConfig("flywheel.internal"));
    hostUserSites(userSites, settings);
    hostCleaner(history);
    this.plans =
        new PlanService(
            node.system(),
            hostFlywheel(settings, tasks),
            settings,
            new PlanOverviewStore(node.dataSource()),
            node.sql(),
            node.clock(),
            node.askTimeout());
  }

  private void hostUserSites(ShardedUserSites userSites, FlywheelSettings settings) {
    userSites.host(
        new UserSiteContext(
            PoolGateway.of(ClusterSharding.get(nodeContext.system())),
            this::find,
            definitions.sites(),
            settings.throttling(),
            nodeContext.clock(),
            nodeContext.uids(),
            new UserSiteMeters(nodeContext.meters())));
  }

  private void hostCleaner(HistorySettings history) {
    UserSiteCleaner removed = new UserSiteCleaner(nodeContext.dataSource(), history.keep());
    nodeContext.startSingleton(
        "removed-upkeep",
        MaintenanceRunner.create(removed::run, nodeContext.sql(), nodeContext.clock()),
        MaintenanceRunner.Stop.INSTANCE);
  }

  private ActorRef<Flywheel.Command> hostFlywheel(FlywheelSettings settings, TaskService tasks) {
    return nodeContext.startSingleton(
        "flywheel",
        Flywheel.create(
            settings,
            nodeContext.dataSource(),
            tasks::refreshByPlan,
            nodeContext.sql(),
            new FlywheelMeters(nodeContext.meters()),
            nodeContext.mayFire(),
            nodeContext.clock()),
        Flywheel.Stop.INSTANCE);
  }

  /** Returns the definition of a collection, or of a user-site, which is that of its site. */
  public Optional<SourceCollection> find(CollectionId id) {
    return definitions.find(id);
  }

  public SourceRegistry sources() {
    return definitions.sources();
  }

  public SourceKeeper sourceKeeper() {
    return keepers.sources();
  }

  public SiteKeeper siteKeeper() {
    return keepers.sites();
  }

  public DirectoryService directory() {
    return directory;
  }

  /** What the lists say of the next refreshes. */
  public RefreshForesight foresight() {
    return new RefreshForesight(definitions.sites(), this::find, settings);
  }

  public PlanService plans() {
    return plans;
  }
}
