package io.millrace.engine.node;

import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.DispatcherSelector;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.AskPattern;
import akka.cluster.sharding.typed.javadsl.ClusterSharding;
import com.typesafe.config.Config;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.millrace.engine.Woken;
import io.millrace.engine.directory.DirectoryStore;
import io.millrace.engine.directory.EntryReader;
import io.millrace.engine.directory.FactsStore;
import io.millrace.engine.directory.SiteRegistry;
import io.millrace.engine.directory.SiteStore;
import io.millrace.engine.due.DueStore;
import io.millrace.engine.due.Waker;
import io.millrace.engine.external.RequestStore;
import io.millrace.engine.flow.Channels;
import io.millrace.engine.flow.FlowSettings;
import io.millrace.engine.flow.PoolConfig;
import io.millrace.engine.flow.PoolStore;
import io.millrace.engine.flywheel.Flywheel;
import io.millrace.engine.flywheel.FlywheelMeters;
import io.millrace.engine.flywheel.FlywheelSettings;
import io.millrace.engine.flywheel.PlanReader;
import io.millrace.engine.notify.DeliveryStore;
import io.millrace.engine.notify.NotificationStore;
import io.millrace.engine.notify.Notifier;
import io.millrace.engine.notify.NotifierMeters;
import io.millrace.engine.notify.WebhookSender;
import io.millrace.engine.notify.WebhookSettings;
import io.millrace.engine.project.ProjectValues;
import io.millrace.engine.project.Vault;
import io.millrace.engine.project.VaultKey;
import io.millrace.engine.refresh.UserSiteContext;
import io.millrace.engine.refresh.UserSiteEntity;
import io.millrace.engine.refresh.UserSiteMeters;
import io.millrace.engine.refresh.UserSites;
import io.millrace.engine.retention.HistorySettings;
import io.millrace.engine.retention.Retention;
import io.millrace.engine.retention.Upkeep;
import io.millrace.engine.source.Collection;
import io.millrace.engine.source.Collection.Work;
import io.millrace.engine.source.CollectionId;
import io.millrace.engine.source.SourceRegistry;
import io.millrace.engine.source.SourceStore;
import io.millrace.engine.sql.AsyncSql;
import io.millrace.engine.store.PutOut;
import io.millrace.engine.store.Storage;
import io.millrace.engine.task.LogLimits;
import io.millrace.engine.task.LogStore;
import io.millrace.engine.task.LogWriter;
import io.millrace.engine.task.Run;
import io.millrace.engine.task.SentLines;
import io.millrace.engine.task.TaskStore;
import io.millrace.engine.task.Uids;
import io.millrace.engine.token.TokenId;
import io.millrace.engine.watch.CountStore;
import io.millrace.engine.watch.GlanceStore;
import io.millrace.engine.watch.StandingStore;
import io.millrace.engine.worker.Assignments;
import io.millrace.engine.worker.CollectionAssignments;
import io.millrace.engine.worker.Runners;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;

/** The engine of one node, put together; what the API needs of it. */
public final class Engine {
  private static final Duration CLOCK_LOOK = Duration.ofSeconds(10);
  private static final Duration PUT_OUT_LOOK = Duration.ofSeconds(2);

  private final Hosting hosting;
  private final ActorSystem<?> system;
  private final Config config;
  private final Clock clock;
  private final MeterRegistry meters;
  private final Storage storage;
  private final AsyncSql sql;
  private final UserSites userSites;
  private final SourceRegistry sources = new SourceRegistry();
  private final SourceKeeper sourceKeeper;
  private final SiteRegistry sites = new SiteRegistry();
  private final SiteKeeper siteKeeper;
  private final Directory directory;
  private final JobEngine jobs;
  private final FlywheelSettings flywheelSettings;
  private final Plans plans;
  private final TaskStore taskStore;
  private final Tasks tasks;
  private final Supplier<UUID> uids;
  private final ExternalRequests external;
  private final LogWriter logWriter;
  private final DueStore due;
  private final Notifications notifications;
  private final Pools pools;
  private final Projects projects;
  private final RemoteWorkers remoteWorkers;
  private final Reports reports;
  private final Watch watch;
  private final ClockGuard clockGuard;

  public Engine(ActorContext<?> context, Clock clock, MeterRegistry meters) {
    this.system = context.getSystem();
    this.config = system.settings().config().getConfig("millrace");
    this.clock = clock;
    this.uids = Uids.following(clock);
    this.meters = meters;
    this.storage = Storage.get(system);
    this.sql =
        new AsyncSql(
            system.dispatchers().lookup(DispatcherSelector.fromConfig("millrace.db.dispatcher")));
    this.clockGuard =
        new ClockGuard(
            clock, System::nanoTime, storage.dataSource(), config.getDuration("clock.max-offset"));
    watchClock();
    this.hosting =
        new Hosting(
            system, config, storage.dataSource(), sql, clock, uids, meters, clockGuard::isRight);
    this.taskStore = new TaskStore(storage.dataSource());
    LogStore logs = new LogStore(storage.dataSource());
    HistorySettings history = HistorySettings.of(config.getConfig("history"));
    this.logWriter =
        new LogWriter(logs, clock, LogLimits.DEFAULT.withLinesPerTask(history.logLines()));
    this.due = new DueStore(storage.dataSource());
    this.userSites = new UserSites(system);
    this.notifications = new Notifications(sql, new NotificationStore(storage.dataSource()));
    Runners runners = Runners.load();
    FlowSettings flowSettings = FlowSettings.of(config);
    this.pools =
        new Pools(
            system,
            new PoolStore(
                storage.dataSource(),
                clock,
                Work.DEFAULT_POOL,
                PoolConfig.ofChannels(flowSettings.maxConcurrency())),
            sql,
            this::userOf,
            config.getDuration("ask-timeout"));
    Run.Check check = new DefinitionCheck(runners, pools);
    this.projects =
        new Projects(
            sql,
            new ProjectValues(
                storage.dataSource(),
                new Vault(
                    VaultKey.of(
                        Path.of(config.getString("data-dir")), config.getString("secret-key"))),
                clock));
    this.jobs = new JobEngine(hosting, check, projects, taskStore);
    TaskOwners owners = TaskOwners.ofWorkers(userSites, jobs.tokens());
    RequestStore requests = new RequestStore(storage.dataSource());
    this.external =
        new ExternalRequests(pools, requests, sql, uids, config.getDuration("ask-timeout"), clock);
    FactsStore userSiteFacts = new FactsStore(storage.dataSource());
    this.tasks =
        new Tasks(
            system,
            userSites,
            jobs.tokens(),
            external,
            sites,
            this::definition,
            userSiteFacts,
            new Namesakes(sources, userSiteFacts, jobs.jobs()),
            sql,
            taskStore,
            logs,
            config.getDuration("ask-timeout"));
    Assignments assignments =
        new TaskAssignments(
            new CollectionAssignments(this::definition, this::lookForDefinitions),
            jobs.assignments());
    this.remoteWorkers =
        new RemoteWorkers(
            system,
            pools,
            new Handover(
                assignments, TaskOwners.ofWorkers(userSites, jobs.tokens()), system.ignoreRef()),
            taskStore,
            sql,
            config.getDuration("worker.heartbeat"),
            config.getDuration("ask-timeout"),
            clock);
    this.reports =
        new Reports(
            tasks,
            sql,
            taskStore,
            new SentLines(logs, sql, history.logLines()),
            jobs.assignments()::mask);
    this.sourceKeeper =
        new SourceKeeper(
            sources,
            new SourceStore(storage.dataSource()),
            due,
            check,
            name -> sites.find(name).isPresent(),
            owner -> tell(owner, UserSiteEntity.Define::new),
            owner -> tell(owner, UserSiteEntity.Save::new),
            config.getString("sources").isEmpty() ? null : Path.of(config.getString("sources")));
    WebhookSettings webhooks = WebhookSettings.of(config.getConfig("webhooks"));
    this.siteKeeper =
        new SiteKeeper(
            sites,
            new SiteStore(storage.dataSource()),
            owner -> tell(owner, UserSiteEntity.Define::new),
            clock);
    this.directory =
        new Directory(
            sql,
            new DirectoryStore(
                storage.dataSource(), clock, name -> sources.current().hasSource(name)),
            new EntryReader(check),
            siteKeeper,
            new Directory.Owners(
                (owner, facts) -> tell(owner, UserSiteEntity.Save::new),
                owner -> tell(owner, UserSiteEntity.Remove::new)));
    this.flywheelSettings = FlywheelSettings.of(config.getConfig("flywheel.internal"));
    siteKeeper.load();
    projects.start();
    hostUpkeep(history);
    new PoolHosting(hosting, flowSettings, pools, requests, owners, taskStore, notifications)
        .host();
    hostUserSites();
    jobs.host(history);
    hostWaker();
    this.plans = hostFlywheel();
    this.watch = startWatch();
    new PutOutWatch(system, new PutOut(storage.dataSource()), sql).start(PUT_OUT_LOOK);
    hostNotifier(webhooks);
    new NodeWorkers(hosting, pools, owners, assignments, runners, logWriter).start(context);
    Gauge.builder("millrace.journal.waiting", storage, Storage::journalWaiting)
        .description("Events that wait for their transaction")
        .register(meters);
  }

  /** Looked at once before anything is hosted that fires, and again and again afterwards. */
  private void watchClock() {
    try {
      clockGuard.look();
    } catch (SQLException away) {
      system.log().warn("Could not compare the clock with the database's: {}", away.toString());
    }
    clockGuard.meter(meters);
    system
        .scheduler()
        .scheduleWithFixedDelay(
            CLOCK_LOOK,
            CLOCK_LOOK,
            () ->
                sql.run(
                    () -> {
                      clockGuard.look();
                      return null;
                    }),
            system.executionContext());
  }

  /** Before anything is written: today has its partition. */
  private void hostUpkeep(HistorySettings settings) {
    Retention retention = new Retention(storage.dataSource(), settings);
    retention.prepare(clock.instant());
    hosting.singleton("upkeep", Upkeep.create(retention::run, sql, clock), Upkeep.Stop.INSTANCE);
  }

  private void hostUserSites() {
    userSites.host(
        new UserSiteContext(
            Channels.of(ClusterSharding.get(system)),
            this::definition,
            sites,
            flywheelSettings.throttling(),
            clock,
            uids,
            new UserSiteMeters(meters)));
  }

  /** Every user-site of a site is what its site says; a collection is what the sources say. */
  private Optional<Collection> definition(CollectionId id) {
    return sources
        .find(id)
        .or(
            () ->
                sites
                    .find(id.source())
                    .map(site -> new Collection(id, site.policy(), site.work())));
  }

  /** Completes when this node knows all sources and sites that were saved before. */
  private CompletionStage<Void> lookForDefinitions() {
    return sourceKeeper.refresh().thenCompose(done -> siteKeeper.refresh());
  }

  private void hostWaker() {
    hosting.singleton(
        "waker",
        Waker.create(
            (until, after, limit) -> sql.run(() -> due.until(until, after, limit)),
            this::wake,
            config.getInt("due.max-unanswered"),
            hosting.mayFire(),
            clock),
        Waker.Stop.INSTANCE);
  }

  private void wake(DueStore.Due due, ActorRef<Woken> replyTo) {
    if (TokenId.isToken(due.owner())) {
      jobs.tokens().wake(due.owner(), replyTo);
    } else {
      userSites.wake(due.owner(), due.facts(), replyTo);
    }
  }

  private Watch startWatch() {
    CountStore counts = new CountStore(storage.dataSource(), storage.taskCounts());
    Duration flush = config.getDuration("watch.flush");
    system
        .scheduler()
        .scheduleWithFixedDelay(
            flush, flush, () -> sql.run(counts::flush), system.executionContext());
    return new Watch(
        sql,
        counts,
        new GlanceStore(storage.dataSource()),
        new StandingStore(storage.dataSource()),
        new PlanReader(storage.dataSource()),
        sources,
        pools,
        clock);
  }

  private void hostNotifier(WebhookSettings settings) {
    hosting.singleton(
        "notifier",
        Notifier.create(
            settings,
            notifications.outbox(new DeliveryStore(storage.dataSource(), settings.webhooks())),
            new WebhookSender(settings.timeout(), clock),
            new NotifierMeters(meters, settings.webhooks()),
            clock),
        Notifier.Stop.INSTANCE);
  }

  private Plans hostFlywheel() {
    ActorRef<Flywheel.Command> flywheel =
        hosting.singleton(
            "flywheel",
            Flywheel.create(
                flywheelSettings,
                storage.dataSource(),
                tasks::refreshByPlan,
                sql,
                new FlywheelMeters(meters),
                hosting.mayFire(),
                clock),
            Flywheel.Stop.INSTANCE);
    return new Plans(
        system,
        flywheel,
        flywheelSettings,
        new PlanReader(storage.dataSource()),
        sql,
        clock,
        config.getDuration("ask-timeout"));
  }

  private CompletionStage<Woken> tell(
      String owner, Function<ActorRef<Woken>, UserSiteEntity.Command> message) {
    return AskPattern.ask(
        userSites.ref(owner), message::apply, Duration.ofSeconds(10), system.scheduler());
  }

  public Tasks tasks() {
    return tasks;
  }

  public ExternalRequests external() {
    return external;
  }

  public Notifications notifications() {
    return notifications;
  }

  public SourceKeeper sourceKeeper() {
    return sourceKeeper;
  }

  /** Whether there is such a collection, or a site that may have such a user-site. */
  public boolean isKnown(CollectionId id) {
    return definition(id).isPresent();
  }

  /** How a collection or a user-site is refreshed. */
  public Optional<Collection> find(CollectionId id) {
    return definition(id);
  }

  public SourceRegistry sources() {
    return sources;
  }

  public SiteKeeper siteKeeper() {
    return siteKeeper;
  }

  public Pools pools() {
    return pools;
  }

  public JobEngine jobs() {
    return jobs;
  }

  /** A collection, site or job whose tasks run in this pool. */
  private Optional<String> userOf(String pool) {
    return sources.current().collections().stream()
        .filter(collection -> collection.work().pool().equals(pool))
        .map(collection -> collection.id().owner())
        .findFirst()
        .or(
            () ->
                sites.all().entrySet().stream()
                    .filter(site -> site.getValue().work().pool().equals(pool))
                    .map(Map.Entry::getKey)
                    .findFirst())
        .or(
            () ->
                jobs.jobs().all().stream()
                    .filter(job -> job.runsIn(pool))
                    .map(job -> "the job " + job.jobName().text())
                    .findFirst());
  }

  public Projects projects() {
    return projects;
  }

  public RemoteWorkers remoteWorkers() {
    return remoteWorkers;
  }

  public Reports reports() {
    return reports;
  }

  public Watch watch() {
    return watch;
  }

  public ClusterWatch cluster() {
    return new ClusterWatch(system);
  }

  public Plans plans() {
    return plans;
  }

  public Directory directory() {
    return directory;
  }

  /** Whether this node's clock can be trusted to fire anything. */
  public boolean isClockRight() {
    return clockGuard.isRight();
  }

  /** Completes if the database answers. */
  public CompletionStage<Long> checkDatabase() {
    return sql.run(() -> new SourceStore(storage.dataSource()).version());
  }

  /** Call it when no actor runs any more. */
  public void close() {
    sourceKeeper.close();
    siteKeeper.close();
    jobs.keeper().close();
    logWriter.close();
    watch.close();
    storage.close();
  }
}
