package io.millrace.engine.node;

import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.DispatcherSelector;
import akka.actor.typed.javadsl.ActorContext;
import com.typesafe.config.Config;
import io.micrometer.core.instrument.MeterRegistry;
import io.millrace.engine.clock.SteadyClock;
import io.millrace.engine.definition.DefinitionCheck;
import io.millrace.engine.directory.UserSiteFactsStore;
import io.millrace.engine.dispatch.MissingNameCheck;
import io.millrace.engine.dispatch.OwnerDispatcher;
import io.millrace.engine.dispatch.SourcesByName;
import io.millrace.engine.dispatch.TaskAssignmentFactory;
import io.millrace.engine.dispatch.TaskDefinitions;
import io.millrace.engine.dispatch.TaskService;
import io.millrace.engine.due.DueStore;
import io.millrace.engine.due.Waker;
import io.millrace.engine.external.ExternalRequestService;
import io.millrace.engine.external.ExternalRequestStore;
import io.millrace.engine.flow.FlowSettings;
import io.millrace.engine.flow.PoolConfig;
import io.millrace.engine.flow.PoolService;
import io.millrace.engine.flow.PoolStore;
import io.millrace.engine.flywheel.PlanOverviewStore;
import io.millrace.engine.guard.ClockGuard;
import io.millrace.engine.guard.DatabaseWriteWatch;
import io.millrace.engine.guard.FencedNodeWatch;
import io.millrace.engine.input.DurationSetting;
import io.millrace.engine.message.Ack;
import io.millrace.engine.notify.NotificationService;
import io.millrace.engine.notify.NotificationStore;
import io.millrace.engine.notify.Notifier;
import io.millrace.engine.notify.NotifierMeters;
import io.millrace.engine.notify.WebhookDeliveryStore;
import io.millrace.engine.notify.WebhookSender;
import io.millrace.engine.notify.WebhookSettings;
import io.millrace.engine.outbound.OutboundClient;
import io.millrace.engine.outbound.OutboundRule;
import io.millrace.engine.project.ProjectService;
import io.millrace.engine.project.ProjectValueStore;
import io.millrace.engine.project.Vault;
import io.millrace.engine.project.VaultKey;
import io.millrace.engine.remote.LeaseHandover;
import io.millrace.engine.remote.RemoteWorkerService;
import io.millrace.engine.remote.TaskReportService;
import io.millrace.engine.retention.HistoryCleaner;
import io.millrace.engine.retention.HistorySettings;
import io.millrace.engine.retention.MaintenanceRunner;
import io.millrace.engine.source.SourceCollection.Work;
import io.millrace.engine.source.SourceStore;
import io.millrace.engine.sql.AsyncSql;
import io.millrace.engine.store.Storage;
import io.millrace.engine.task.LogLimits;
import io.millrace.engine.task.LogStore;
import io.millrace.engine.task.LogWriter;
import io.millrace.engine.task.Owner;
import io.millrace.engine.task.RemoteLogAppender;
import io.millrace.engine.task.RunSpec;
import io.millrace.engine.task.TaskStore;
import io.millrace.engine.task.Uids;
import io.millrace.engine.watch.ClusterService;
import io.millrace.engine.watch.DueSummaryStore;
import io.millrace.engine.watch.OverviewService;
import io.millrace.engine.watch.TaskCountStore;
import io.millrace.engine.watch.UserSiteOverviewStore;
import io.millrace.engine.worker.RunnerRegistry;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;
import javax.sql.DataSource;

/** Assembles the engine of one node, and gives the API access to its services. */
public final class Engine {
  private final NodeContext nodeContext;
  private final Storage storage;
  private final ClockGuard clockGuard;
  private final RefreshEngine refreshes;
  private final JobEngine jobs;
  private final PoolService pools;
  private final TaskService tasks;
  private final ExternalRequestService externalRequests;
  private final LogWriter logWriter;
  private final NotificationService notifications;
  private final ProjectService projects;
  private final RemoteWorkerService remoteWorkers;
  private final TaskReportService reports;
  private final OverviewService overview;
  private final DatabaseWriteWatch writeWatch;

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
    this.nodeContext =
        new NodeContext(
            system,
            config,
            dataSource,
            sql,
            clock,
            Uids.generator(clock),
            meters,
            clockGuard::isRight);
    clockGuard.start(nodeContext, meters);
    TaskStore taskStore = new TaskStore(dataSource);
    LogStore logs = new LogStore(dataSource);
    HistorySettings history = HistorySettings.of(config.getConfig("history"));
    this.logWriter =
        new LogWriter(logs, clock, LogLimits.DEFAULT.withLinesPerTask(history.logLines()));
    this.notifications = new NotificationService(sql, new NotificationStore(dataSource));
    FlowSettings flow = FlowSettings.of(config);
    this.pools =
        new PoolService(
            system,
            new PoolStore(
                dataSource, clock, Work.DEFAULT_POOL, PoolConfig.ofChannels(flow.maxConcurrency())),
            Work.DEFAULT_POOL,
            sql,
            this::definitionUsing,
            nodeContext.askTimeout());
    OutboundClient client = new OutboundClient(system, outboundRule(nodeContext));
    RunnerRegistry runners = RunnerRegistry.load(config.getConfig("worker"), client);
    RunSpec.RunValidator check = new DefinitionCheck(runners, pools);
    Vault vault =
        new Vault(
            VaultKey.of(Path.of(config.getString("data-dir")), config.getString("secret-key")));
    this.projects = new ProjectService(sql, new ProjectValueStore(dataSource, vault, clock));
    DueStore due = new DueStore(dataSource);
    this.refreshes = new RefreshEngine(nodeContext, check, due);
    this.jobs = new JobEngine(nodeContext, check, taskStore);
    ExternalRequestStore requests = new ExternalRequestStore(dataSource);
    this.externalRequests =
        new ExternalRequestService(
            pools,
            requests,
            client.rule(),
            sql,
            nodeContext.uids(),
            nodeContext.askTimeout(),
            clock);
    UserSiteFactsStore facts = new UserSiteFactsStore(dataSource);
    this.tasks =
        new TaskService(
            system,
            refreshes.userSites(),
            jobs.tokens(),
            externalRequests,
            refreshes.sites(),
            refreshes::find,
            facts,
            new MissingNameCheck(
                new SourcesByName(refreshes.sources(), facts, jobs.jobs()),
                refreshes.sites(),
                taskStore,
                sql,
                () -> refreshes.refreshDefinitions().thenCompose(done -> jobs.keeper().refresh())),
            sql,
            taskStore,
            logs,
            nodeContext.askTimeout());
    OwnerDispatcher owners = OwnerDispatcher.ofWorkers(refreshes.userSites(), jobs.tokens());
    TaskDefinitions work = new TaskDefinitions(jobs.jobs(), refreshes::find);
    TaskAssignmentFactory assignments =
        new TaskAssignmentFactory(
            work, this::refreshDefinitions, jobs::inputs, projects::valuesFor);
    this.remoteWorkers =
        new RemoteWorkerService(
            system,
            pools,
            new LeaseHandover(assignments, owners, system.ignoreRef()),
            taskStore,
            sql,
            DurationSetting.of(config, "worker.heartbeat"),
            nodeContext.askTimeout(),
            clock);
    this.reports =
        new TaskReportService(
            tasks,
            sql,
            taskStore,
            new RemoteLogAppender(logs, sql, history.logLines()),
            assignments::mask);
    projects.warnIfUnreadable();
    hostUpkeep(history);
    jobs.load();
    refreshes.load();
    new PoolAssembly(
            nodeContext, flow, pools, requests, owners, taskStore, work, notifications, client)
        .host();
    refreshes.host(history);
    jobs.host(history);
    hostWaker(due);
    refreshes.hostPlan(tasks);
    this.overview = startOverview();
    FencedNodeWatch.start(system, dataSource, nodeContext);
    this.writeWatch = DatabaseWriteWatch.start(config, dataSource, nodeContext);
    hostNotifier(client);
    new WorkerAssembly(nodeContext, pools, owners, assignments, runners, logWriter).start(context);
    storage.registerMeters(meters);
  }

  /** Completes when this node knows all definitions of the owner's kind that were saved before. */
  private CompletionStage<?> refreshDefinitions(String owner) {
    return Owner.parse(owner)
        .match(
            userSite -> refreshes.refreshDefinitions(),
            token -> jobs.keeper().refresh(),
            external -> CompletableFuture.completedFuture(null));
  }

  private static OutboundRule outboundRule(NodeContext node) {
    Config all = node.system().settings().config();
    String management = "akka.management.http.port";
    return OutboundRule.of(
        node.config(), all.hasPath(management) ? Set.of(all.getInt(management)) : Set.of());
  }

  /** Returns a collection, site or job whose tasks run in this pool. */
  private Optional<String> definitionUsing(String pool) {
    return refreshes
        .definitionUsing(pool)
        .or(
            () ->
                jobs.jobs().all().stream()
                    .filter(job -> job.runsIn(pool))
                    .map(job -> "the job " + job.jobName().text())
                    .findFirst());
  }

  /** Runs before anything is written, so that the table of tasks has a partition for today. */
  private void hostUpkeep(HistorySettings settings) {
    HistoryCleaner retention = new HistoryCleaner(nodeContext.dataSource(), settings);
    retention.prepare(nodeContext.clock().instant());
    nodeContext.startSingleton(
        "upkeep",
        MaintenanceRunner.create(retention::run, nodeContext.sql(), nodeContext.clock()),
        MaintenanceRunner.Stop.INSTANCE);
  }

  private void hostWaker(DueStore due) {
    nodeContext.startSingleton(
        "waker",
        Waker.create(
            (until, after, limit) -> nodeContext.sql().run(() -> due.dueUntil(until, after, limit)),
            this::wake,
            nodeContext.config().getInt("due.max-unanswered"),
            nodeContext.mayFire(),
            nodeContext.clock()),
        Waker.Stop.INSTANCE);
  }

  private void wake(DueStore.DueOwner due, ActorRef<Ack> replyTo) {
    Owner.parse(due.owner())
        .<Runnable>match(
            userSite -> () -> refreshes.userSites().wake(due.owner(), due.facts(), replyTo),
            token -> () -> jobs.tokens().wake(due.owner(), replyTo),
            external -> () -> replyTo.tell(new Ack(due.owner())))
        .run();
  }

  private OverviewService startOverview() {
    TaskCountStore counts = new TaskCountStore(nodeContext.dataSource(), storage.taskCounts());
    nodeContext.repeat(DurationSetting.of(nodeContext.config(), "watch.flush"), counts::flush);
    return new OverviewService(
        nodeContext.sql(),
        counts,
        new DueSummaryStore(nodeContext.dataSource()),
        new UserSiteOverviewStore(nodeContext.dataSource()),
        new PlanOverviewStore(nodeContext.dataSource()),
        refreshes.sources(),
        pools,
        nodeContext.clock());
  }

  private void hostNotifier(OutboundClient client) {
    WebhookSettings settings =
        WebhookSettings.of(nodeContext.config().getConfig("webhooks"), client.rule());
    nodeContext.startSingleton(
        "notifier",
        Notifier.create(
            settings,
            notifications.outbox(
                new WebhookDeliveryStore(nodeContext.dataSource(), settings.webhooks())),
            new WebhookSender(client, settings.timeout(), nodeContext.clock()),
            new NotifierMeters(nodeContext.meters(), settings.webhooks()),
            nodeContext.clock()),
        Notifier.Stop.INSTANCE);
  }

  public RefreshEngine refreshes() {
    return refreshes;
  }

  public JobEngine jobs() {
    return jobs;
  }

  public TaskService tasks() {
    return tasks;
  }

  public ExternalRequestService externalRequests() {
    return externalRequests;
  }

  public NotificationService notifications() {
    return notifications;
  }

  public PoolService pools() {
    return pools;
  }

  public ProjectService projects() {
    return projects;
  }

  public RemoteWorkerService remoteWorkers() {
    return remoteWorkers;
  }

  public TaskReportService reports() {
    return reports;
  }

  public OverviewService overview() {
    return overview;
  }

  public ClusterService cluster() {
    return new ClusterService(nodeContext.system());
  }

  /** Describes the problem of this node's clock; empty if there is none. */
  public Optional<String> clockProblem() {
    return clockGuard.problem();
  }

  /** Completes if the database answers. */
  public CompletionStage<Long> checkDatabase() {
    return nodeContext.sql().run(() -> new SourceStore(nodeContext.dataSource()).version());
  }

  /** Returns why the database cannot write, although it may answer; empty if it can. */
  public Optional<String> writeFault() {
    return writeWatch.fault();
  }

  /** Call this after the last actor has stopped. */
  public void close() {
    refreshes.close();
    jobs.keeper().close();
    logWriter.close();
    overview.close();
    storage.close();
  }
}
