package io.millrace.engine.node;

import akka.actor.typed.ActorRef;
import akka.actor.typed.javadsl.AskPattern;
import akka.cluster.sharding.typed.javadsl.ClusterSharding;
import io.millrace.engine.Woken;
import io.millrace.engine.directory.DirectoryStore;
import io.millrace.engine.directory.EntryReader;
import io.millrace.engine.directory.SiteRegistry;
import io.millrace.engine.directory.SiteStore;
import io.millrace.engine.due.DueStore;
import io.millrace.engine.flow.Channels;
import io.millrace.engine.flywheel.Flywheel;
import io.millrace.engine.flywheel.FlywheelMeters;
import io.millrace.engine.flywheel.FlywheelSettings;
import io.millrace.engine.flywheel.PlanReader;
import io.millrace.engine.input.DurationSetting;
import io.millrace.engine.refresh.UserSiteContext;
import io.millrace.engine.refresh.UserSiteEntity;
import io.millrace.engine.refresh.UserSiteMeters;
import io.millrace.engine.refresh.UserSites;
import io.millrace.engine.retention.HistorySettings;
import io.millrace.engine.retention.OldUserSites;
import io.millrace.engine.retention.Upkeep;
import io.millrace.engine.source.Collection;
import io.millrace.engine.source.CollectionId;
import io.millrace.engine.source.SourceRegistry;
import io.millrace.engine.source.SourceStore;
import io.millrace.engine.task.Run;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** The part of a node's engine that is about refreshes: definitions, user-sites and the plan. */
public final class RefreshEngine {
  private static final Duration TELL_TIMEOUT = Duration.ofSeconds(10);

  private final Hosting node;
  private final UserSites userSites;
  private final SourceRegistry sources = new SourceRegistry();
  private final SourceKeeper sourceKeeper;
  private final SiteRegistry sites = new SiteRegistry();
  private final SiteKeeper siteKeeper;
  private final Directory directory;
  private final FlywheelSettings settings;
  private Plans plans;

  RefreshEngine(Hosting node, Run.Check check, DueStore due) {
    this.node = node;
    this.userSites = new UserSites(node.system());
    this.settings = FlywheelSettings.of(node.config().getConfig("flywheel.internal"));
    String file = node.config().getString("sources");
    this.sourceKeeper =
        new SourceKeeper(
            sources,
            new SourceStore(node.dataSource()),
            due,
            check,
            name -> sites.find(name).isPresent(),
            owner -> tell(owner, UserSiteEntity.Define::new),
            owner -> tell(owner, UserSiteEntity.Save::new),
            file.isEmpty()
                ? null
                : new SourceFile(
                    Path.of(file),
                    DurationSetting.of(node.config(), "sources-quiet"),
                    node.clock()));
    this.siteKeeper =
        new SiteKeeper(
            sites,
            new SiteStore(node.dataSource()),
            owner -> tell(owner, UserSiteEntity.Define::new),
            node.clock());
    this.directory =
        new Directory(
            node.sql(),
            new DirectoryStore(
                node.dataSource(), node.clock(), name -> sources.current().hasSource(name)),
            new EntryReader(check),
            siteKeeper,
            new Directory.Owners(
                (owner, facts) -> tell(owner, UserSiteEntity.Save::new),
                owner -> tell(owner, UserSiteEntity.Remove::new)));
  }

  private CompletionStage<Woken> tell(
      String owner, Function<ActorRef<Woken>, UserSiteEntity.Command> message) {
    return AskPattern.ask(
        userSites.ref(owner), message::apply, TELL_TIMEOUT, node.system().scheduler());
  }

  /** To be done before there is a pool here: what waits in it may need the secrets of a project. */
  void load() {
    sourceKeeper.load();
    siteKeeper.load();
  }

  /** From here on this node has user-sites. */
  void host(HistorySettings history) {
    userSites.host(
        new UserSiteContext(
            Channels.of(ClusterSharding.get(node.system())),
            this::find,
            sites,
            settings.throttling(),
            node.clock(),
            node.uids(),
            new UserSiteMeters(node.meters())));
    OldUserSites removed = new OldUserSites(node.dataSource(), history.keep());
    node.singleton(
        "removed-upkeep",
        Upkeep.create(removed::run, node.sql(), node.clock()),
        Upkeep.Stop.INSTANCE);
  }

  /** From here on user-sites are refreshed by the plan of the day. */
  void hostPlan(Tasks tasks) {
    ActorRef<Flywheel.Command> flywheel =
        node.singleton(
            "flywheel",
            Flywheel.create(
                settings,
                node.dataSource(),
                tasks::refreshByPlan,
                node.sql(),
                new FlywheelMeters(node.meters()),
                node.mayFire(),
                node.clock()),
            Flywheel.Stop.INSTANCE);
    this.plans =
        new Plans(
            node.system(),
            flywheel,
            settings,
            new PlanReader(node.dataSource()),
            node.sql(),
            node.clock(),
            node.askTimeout());
  }

  /** Every user-site of a site is what its site says; a collection is what the sources say. */
  public Optional<Collection> find(CollectionId id) {
    return sources
        .find(id)
        .or(
            () ->
                sites
                    .find(id.source())
                    .map(site -> new Collection(id, site.policy(), site.work())));
  }

  /** Completes when this node knows all sources and sites that were saved before. */
  CompletionStage<Void> lookForDefinitions() {
    return sourceKeeper.refresh().thenCompose(done -> siteKeeper.refresh());
  }

  /** A collection or a site whose tasks run in this pool. */
  Optional<String> userOf(String pool) {
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

  UserSites userSites() {
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

  public Directory directory() {
    return directory;
  }

  public Plans plans() {
    return plans;
  }
}
