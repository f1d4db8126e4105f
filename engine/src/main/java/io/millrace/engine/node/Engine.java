package io.millrace.engine.node;

import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.DispatcherSelector;
import akka.actor.typed.javadsl.ActorContext;
import com.typesafe.config.Config;
import io.micrometer.core.instrument.MeterRegistry;
import io.millrace.engine.Woken;
import io.millrace.engine.clock.SteadyClock;
import io.millrace.engine.directory.FactsStore;
import io.millrace.engine.due.DueStore;
import io.millrace.engine.due.Waker;
import io.millrace.engine.external.RequestStore;
import io.millrace.engine.flow.FlowSettings;
import io.millrace.engine.flow.PoolConfig;
import io.millrace.engine.flow.PoolStore;
import io.millrace.engine.flywheel.PlanReader;
import io.millrace.engine.input.DurationSetting;
import io.millrace.engine.notify.DeliveryStore;
import io.millrace.engine.notify.NotificationStore;
import io.millrace.engine.notify.Notifier;
import io.millrace.engine.notify.NotifierMeters;
import io.millrace.engine.notify.WebhookSender;
import io.millrace.engine.notify.WebhookSettings;
import io.millrace.engine.outbound.OutboundClient;
import io.millrace.engine.outbound.OutboundRule;
import io.millrace.engine.project.ProjectValues;
import io.millrace.engine.project.Vault;
import io.millrace.engine.project.VaultKey;
import io.millrace.engine.retention.HistorySettings;
import io.millrace.engine.retention.Retention;
import io.millrace.engine.retention.Upkeep;
import io.millrace.engine.source.Collection.Work;
import io.millrace.engine.source.SourceStore;
import io.millrace.engine.sql.AsyncSql;
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
import io.millrace.engine.worker.Runners;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;
import javax.sql.DataSource;

/** The engine of one node, put together; what the API needs of it. */
public final class Engine {
  private final Hosting node;
  private final Storage storage;
  private final ClockGuard clockGuard;
  private final RefreshEngine refreshes;
  private final JobEngine jobs;
  private final Pools pools;
  private final Tasks tasks;
  private final ExternalRequests external;
  private final LogWriter logWriter;
  private final Notifications notifications;
  private final Projects projects;
  private final RemoteWorkers remoteWorkers;
  private final Reports reports;
  private final Watch watch;
  private final WriteWatch writes;

  public Engine(
      ActorContext<?> context, SteadyClock clock, LongSupplier nanos, MeterRegistry meters) {
    ActorSystem<?> system = context.getSystem();
    Config config = system.settings().config().getConfig("millrace");
    this.storage = Storage.get(system);
    DataSource dataSource = storage.dataSource();
    AsyncSql sql =
        new AsyncSql(
            system.dispatchers().lookup(DispatcherSelector.fromConfig("millrace.db.dispatcher")));
    this.clockGuard =
        new ClockGuard(clock, nanos, dataSource, DurationSetting.of(config, "clock.max-offset"));
    this.node =
        new Hosting(
            system,
            config,
            dataSource,
            sql,
            clock,
            Uids.following(clock),
            meters,
            clockGuard::isRight);
    clockGuard.watch(node);
    TaskStore taskStore = new TaskStore(dataSource);
    LogStore logs = new LogStore(dataSource);
    HistorySettings history = HistorySettings.of(config.getConfig("history"));
    this.logWriter =
        new LogWriter(logs, clock, LogLimits.DEFAULT.withLinesPerTask(history.logLines()));
    this.notifications = new Notifications(sql, new NotificationStore(dataSource));
    FlowSettings flow = FlowSettings.of(config);
    this.pools =
        new Pools(
            system,
            new PoolStore(
                dataSource, clock, Work.DEFAULT_POOL, PoolConfig.ofChannels(flow.maxConcurrency())),
            sql,
            this::userOf,
            node.askTimeout());
    OutboundClient client = new OutboundClient(system, outboundRule(node));
    Runners runners = Runners.load(config.getConfig("worker"), client);
    Run.Check check = new DefinitionCheck(runners, pools);
    Vault vault =
        new Vault(
            VaultKey.of(Path.of(config.getString("data-dir")), config.getString("secret-key")));
    this.projects = new Projects(sql, new ProjectValues(dataSource, vault, clock));
    DueStore due = new DueStore(dataSource);
    this.refreshes = new RefreshEngine(node, check, due);
    this.jobs = new JobEngine(node, check, taskStore);
    RequestStore requests = new RequestStore(dataSource);
    this.external =
        new ExternalRequests(
            pools, requests, client.rule(), sql, node.uids(), node.askTimeout(), clock);
    FactsStore facts = new FactsStore(dataSource);
    this.tasks =
        new Tasks(
            system,
            refreshes.userSites(),
            jobs.tokens(),
            external,
            refreshes.sites(),
            refreshes::find,
            facts,
            new KnownOwners(
                new Namesakes(refreshes.sources(), facts, jobs.jobs()),
                refreshes.sites(),
                taskStore,
                sql,
                () -> refreshes.lookForDefinitions().thenCompose(done -> jobs.keeper().refresh())),
            sql,
            taskStore,
            logs,
            node.askTimeout());
    TaskOwners owners = TaskOwners.ofWorkers(refreshes.userSites(), jobs.tokens());
    OwnerWork work = new OwnerWork(jobs.jobs(), refreshes::find);
    TaskAssignments assignments =
        new TaskAssignments(work, this::lookForDefinitions, jobs::inputs, projects::given);
    this.remoteWorkers =
        new RemoteWorkers(
            system,
            pools,
            new Handover(assignments, owners, system.ignoreRef()),
            taskStore,
            sql,
            DurationSetting.of(config, "worker.heartbeat"),
            node.askTimeout(),
            clock);
    this.reports =
        new Reports(
            tasks, sql, taskStore, new SentLines(logs, sql, history.logLines()), assignments::mask);
    projects.start();
    hostUpkeep(history);
    jobs.load();
    refreshes.load();
    new PoolHosting(node, flow, pools, requests, owners, taskStore, work, notifications, client)
        .host();
    refreshes.host(history);
    jobs.host(history);
    hostWaker(due);
    refreshes.hostPlan(tasks);
    this.watch = startWatch();
    PutOutWatch.start(node);
    this.writes = WriteWatch.start(node);
    hostNotifier(client);
    new NodeWorkers(node, pools, owners, assignments, runners, logWriter).start(context);
    storage.meter(meters);
  }

  /** Completes when this node knows what was saved before of whatever the owner is of. */
  private CompletionStage<?> lookForDefinitions(String owner) {
    return TokenId.isToken(owner) ? jobs.keeper().refresh() : refreshes.lookForDefinitions();
  }

  private static OutboundRule outboundRule(Hosting node) {
    Config all = node.system().settings().config();
    String management = "akka.management.http.port";
    return OutboundRule.of(
        node.config(), all.hasPath(management) ? Set.of(all.getInt(management)) : Set.of());
  }

  /** A collection, site or job whose tasks run in this pool. */
  private Optional<String> userOf(String pool) {
    return refreshes
        .userOf(pool)
        .or(
            () ->
                jobs.jobs().all().stream()
                    .filter(job -> job.runsIn(pool))
                    .map(job -> "the job " + job.jobName().text())
                    .findFirst());
  }

  /** Before anything is written: today has its partition. */
  private void hostUpkeep(HistorySettings settings) {
    Retention retention = new Retention(node.dataSource(), settings);
    retention.prepare(node.clock().instant());
    node.singleton(
        "upkeep", Upkeep.create(retention::run, node.sql(), node.clock()), Upkeep.Stop.INSTANCE);
  }

  private void hostWaker(DueStore due) {
    node.singleton(
        "waker",
        Waker.create(
            (until, after, limit) -> node.sql().run(() -> due.until(until, after, limit)),
            this::wake,
            node.config().getInt("due.max-unanswered"),
            node.mayFire(),
            node.clock()),
        Waker.Stop.INSTANCE);
  }

  private void wake(DueStore.Due due, ActorRef<Woken> replyTo) {
    if (TokenId.isToken(due.owner())) {
      jobs.tokens().wake(due.owner(), replyTo);
    } else {
      refreshes.userSites().wake(due.owner(), due.facts(), replyTo);
    }
  }

  private Watch startWatch() {
    CountStore counts = new CountStore(node.dataSource(), storage.taskCounts());
    node.every(DurationSetting.of(node.config(), "watch.flush"), counts::flush);
    return new Watch(
        node.sql(),
        counts,
        new GlanceStore(node.dataSource()),
        new StandingStore(node.dataSource()),
        new PlanReader(node.dataSource()),
        refreshes.sources(),
        pools,
        node.clock());
  }

  private void hostNotifier(OutboundClient client) {
    WebhookSettings settings =
        WebhookSettings.of(node.config().getConfig("webhooks"), client.rule());
    node.singleton(
        "notifier",
        Notifier.create(
            settings,
            notifications.outbox(new DeliveryStore(node.dataSource(), settings.webhooks())),
            new WebhookSender(client, settings.timeout(), node.clock()),
            new NotifierMeters(node.meters(), settings.webhooks()),
            node.clock()),
        Notifier.Stop.INSTANCE);
  }

  public RefreshEngine refreshes() {
    return refreshes;
  }

  public JobEngine jobs() {
    return jobs;
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

  public Pools pools() {
    return pools;
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
    return new ClusterWatch(node.system());
  }

  /** What is wrong with this node's clock; empty if nothing is. */
  public Optional<String> clockProblem() {
    return clockGuard.problem();
  }

  /** Completes if the database answers. */
  public CompletionStage<Long> checkDatabase() {
    return node.sql().run(() -> new SourceStore(node.dataSource()).version());
  }

  /** Why the database cannot write, though it may answer; empty if it can. */
  public Optional<String> writeFault() {
    return writes.fault();
  }

  /** Call it when no actor runs any more. */
  public void close() {
    refreshes.close();
    jobs.keeper().close();
    logWriter.close();
    watch.close();
    storage.close();
  }
}
