package io.millrace.engine.node;

import akka.actor.typed.ActorRef;
import akka.actor.typed.javadsl.AskPattern;
import akka.cluster.sharding.typed.javadsl.ClusterSharding;
import io.millrace.engine.definition.SiteKeeper;
import io.millrace.engine.definition.SourceKeeper;
import io.millrace.engine.definition.SourcesFile;
import io.millrace.engine.directory.DirectoryService;
import io.millrace.engine.directory.DirectoryStore;
import io.millrace.engine.directory.EntryReader;
import io.millrace.engine.directory.SiteRegistry;
import io.millrace.engine.directory.SiteStore;
import io.millrace.engine.dispatch.TaskService;
import io.millrace.engine.due.DueStore;
import io.millrace.engine.flow.PoolGateway;
import io.millrace.engine.flywheel.Flywheel;
import io.millrace.engine.flywheel.FlywheelMeters;
import io.millrace.engine.flywheel.FlywheelSettings;
import io.millrace.engine.flywheel.PlanOverviewStore;
import io.millrace.engine.flywheel.PlanService;
import io.millrace.engine.input.DurationSetting;
import io.millrace.engine.message.Ack;
import io.millrace.engine.refresh.ShardedUserSites;
import io.millrace.engine.refresh.UserSiteContext;
import io.millrace.engine.refresh.UserSiteEntity;
import io.millrace.engine.refresh.UserSiteMeters;
import io.millrace.engine.retention.HistorySettings;
import io.millrace.engine.retention.MaintenanceRunner;
import io.millrace.engine.retention.UserSiteCleaner;
import io.millrace.engine.source.CollectionId;
import io.millrace.engine.source.SourceCollection;
import io.millrace.engine.source.SourceRegistry;
import io.millrace.engine.source.SourceStore;
import io.millrace.engine.task.RunSpec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** The part of a node's engine for refreshes: definitions, user-sites and the plan. */
public final class RefreshEngine {
  private static final Duration TELL_TIMEOUT = Duration.ofSeconds(10);

  private final NodeContext nodeContext;
  private final ShardedUserSites userSites;
  private final SourceRegistry sources = new SourceRegistry();
  private final SourceKeeper sourceKeeper;
  private final SiteRegistry sites = new SiteRegistry();
  private final SiteKeeper siteKeeper;
  private final DirectoryService directory;
  private final FlywheelSettings settings;
  private PlanService plans;

  RefreshEngine(NodeContext node, RunSpec.RunValidator check, DueStore due) {
    this.nodeContext = node;
    this.userSites = new ShardedUserSites(node.system());
    this.settings = FlywheelSettings.of(node.config().getConfig("flywheel.internal"));
    String file = node.config().getString("sources");
    this.sourceKeeper =
        new SourceKeeper(
            sources,
            new SourceStore(node.dataSource()),
            due,
            check,
            name -> sites.find(name).isPresent(),
            owner -> tell(owner, UserSiteEntity.CheckDefinition::new),
            owner -> tell(owner, UserSiteEntity.Save::new),
            file.isEmpty()
                ? null
                : new SourcesFile(
                    Path.of(file),
                    DurationSetting.of(node.config(), "sources-quiet"),
                    node.clock()));
    this.siteKeeper =
        new SiteKeeper(
            sites,
            new SiteStore(node.dataSource()),
            owner -> tell(owner, UserSiteEntity.CheckDefinition::new),
            node.clock());
    this.directory =
        new DirectoryService(
            node.sql(),
            new DirectoryStore(
                node.dataSource(), node.clock(), name -> sources.current().hasSource(name)),
            new EntryReader(check),
            siteKeeper::refresh,
            new DirectoryService.UserSiteListener(
                (owner, facts) -> tell(owner, UserSiteEntity.Save::new),
                owner -> tell(owner, UserSiteEntity.Remove::new)));
  }

  private CompletionStage<Ack> tell(
      String owner, Function<ActorRef<Ack>, UserSiteEntity.Command> message) {
    return AskPattern.ask(
        userSites.ref(owner), message::apply, TELL_TIMEOUT, nodeContext.system().scheduler());
  }

  /** Call this before this node has a pool: tasks that wait in it may need secrets of a project. */
  void load() {
    sourceKeeper.load();
    siteKeeper.load();
  }

  /** From here on this node hosts user-sites. */
  void host(HistorySettings history) {
    userSites.host(
        new UserSiteContext(
            PoolGateway.of(ClusterSharding.get(nodeContext.system())),
            this::find,
            sites,
            settings.throttling(),
            nodeContext.clock(),
            nodeContext.uids(),
            new UserSiteMeters(nodeContext.meters())));
    UserSiteCleaner removed = new UserSiteCleaner(nodeContext.dataSource(), history.keep());
    nodeContext.startSingleton(
        "removed-upkeep",
        MaintenanceRunner.create(removed::run, nodeContext.sql(), nodeContext.clock()),
        MaintenanceRunner.Stop.INSTANCE);
  }

  /** From here on the plan of the day refreshes user-sites. */
  void hostPlan(TaskService tasks) {
    ActorRef<Flywheel.Command> flywheel =
        nodeContext.startSingleton(
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
    this.plans =
        new PlanService(
            nodeContext.system(),
            flywheel,
            settings,
            new PlanOverviewStore(nodeContext.dataSource()),
            nodeContext.sql(),
            nodeContext.clock(),
            nodeContext.askTimeout());
  }

  /** Returns the definition of a collection, or of a user-site, which is that of its site. */
  public Optional<SourceCollection> find(CollectionId id) {
    return sources
        .find(id)
        .or(
            () ->
                sites
                    .find(id.source())
                    .map(site -> new SourceCollection(id, site.policy(), site.work())));
  }

  /** Completes when this node knows all sources and sites that were saved before. */
  CompletionStage<Void> refreshDefinitions() {
    return sourceKeeper.refresh().thenCompose(done -> siteKeeper.refresh());
  }

  /** Returns a collection or a site whose tasks run in this pool. */
  Optional<String> definitionUsing(String pool) {
    return sources.current().collections().stream()
        .filter(collection -> collection.work().pool().equals(pool))
        .map(collection -> collection.id().owner())
        .findFirst()
        .or(
            () ->
                sites.all().entrySet().stream()
                    .filter(site -> site.getValue().work().pool().equals(pool))
                    .map(Map.Entry::getKey)
                    .findFirst());
  }

  void close() {
    sourceKeeper.close();
    siteKeeper.close();
  }

  ShardedUserSites userSites() {
    return userSites;
  }

  SiteRegistry sites() {
    return sites;
  }

  public SourceRegistry sources() {
    return sources;
  }

  public SourceKeeper sourceKeeper() {
    return sourceKeeper;
  }

  public SiteKeeper siteKeeper() {
    return siteKeeper;
  }

  public DirectoryService directory() {
    return directory;
  }

  public PlanService plans() {
    return plans;
  }
}
