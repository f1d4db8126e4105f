package io.millrace.engine.node;

import akka.actor.typed.ActorSystem;
import akka.actor.typed.DispatcherSelector;
import akka.actor.typed.javadsl.ActorContext;
import com.typesafe.config.Config;
import io.micrometer.core.instrument.MeterRegistry;
import io.millrace.engine.bulk.BulkService;
import io.millrace.engine.bundle.BundleService;
import io.millrace.engine.clock.SteadyClock;
import io.millrace.engine.definition.DefinitionCheck;
import io.millrace.engine.directory.UserSiteFactsStore;
import io.millrace.engine.dispatch.MissingNameCheck;
import io.millrace.engine.dispatch.OwnerDispatcher;
import io.millrace.engine.dispatch.SourceFinder;
import io.millrace.engine.dispatch.TaskAssignmentFactory;
import io.millrace.engine.dispatch.TaskDefinitions;
import io.millrace.engine.dispatch.TaskService;
import io.millrace.engine.due.DueStore;
import io.millrace.engine.external.ExternalRequestService;
import io.millrace.engine.external.ExternalRequestStore;
import io.millrace.engine.flow.FlowSettings;
import io.millrace.engine.flow.LostWorkerStore;
import io.millrace.engine.flow.PoolConfig;
import io.millrace.engine.flow.PoolService;
import io.millrace.engine.flow.PoolStore;
import io.millrace.engine.freshness.FreshnessService;
import io.millrace.engine.guard.ClockGuard;
import io.millrace.engine.guard.DatabaseWriteWatch;
import io.millrace.engine.guard.LifeGuard;
import io.millrace.engine.input.DurationSetting;
import io.millrace.engine.job.JobStore;
import io.millrace.engine.notify.NotificationService;
import io.millrace.engine.notify.NotificationStore;
import io.millrace.engine.notify.Webhook;
import io.millrace.engine.notify.WebhookService;
import io.millrace.engine.notify.WebhookSettings;
import io.millrace.engine.notify.WebhookStore;
import io.millrace.engine.outbound.OutboundClient;
import io.millrace.engine.project.ProjectService;
import io.millrace.engine.project.ProjectValueStore;
import io.millrace.engine.project.Vault;
import io.millrace.engine.project.VaultKey;
import io.millrace.engine.refresh.ShardedUserSites;
import io.millrace.engine.remote.LeaseHandover;
import io.millrace.engine.remote.RemoteWorkerService;
import io.millrace.engine.remote.TaskReportService;
import io.millrace.engine.retention.HistorySettings;
import io.millrace.engine.simulate.SimulationService;
import io.millrace.engine.source.SourceCollection.Work;
import io.millrace.engine.source.SourceStore;
import io.millrace.engine.sql.AsyncSql;
import io.millrace.engine.store.Storage;
import io.millrace.engine.task.LogLimits;
import io.millrace.engine.task.LogStore;
import io.millrace.engine.task.LogWriter;
import io.millrace.engine.task.RemoteLogAppender;
import io.millrace.engine.task.RunSpec;
import io.millrace.engine.task.TaskStore;
import io.millrace.engine.task.Uids;
import io.millrace.engine.token.ShardedTokens;
import io.millrace.engine.token.TokenCommand;
import io.millrace.engine.wait.WaitService;
import io.millrace.engine.watch.ClusterService;
import io.millrace.engine.watch.OverviewService;
import io.millrace.engine.worker.ProgramLedger;
import io.millrace.engine.worker.RunnerRegistry;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import javax.sql.DataSource;

/** Assembles the engine of one node, and gives the API access to its services. */
public final class Engine {
  private final NodeContext nodeContext;
  private final Storage storage;
  private final ClockGuard clockGuard;
  private final DefinitionKeepers keepers;
  private final RefreshEngine refreshes;
  private final JobEngine jobs;
  private final PoolService pools;
  private final BundleService bundles;
  private final BulkService bulk;
  private final SimulationService simulations;
  private final TaskService tasks;
  private final ExternalRequestService externalRequests;
  private final LogWriter logWriter;
  private final NotificationService notifications;
  private final ProjectService projects;
  private final WebhookService webhooks;
  private final RemoteWorkerService remoteWorkers;
  private final TaskReportService reports;
  private final OverviewService overview;
  private final FreshnessService freshness;
  private final DatabaseWriteWatch writeWatch;
  private final RunnerRegistry runners;
  private final ProgramLedger programs;
  private final Optional<LifeGuard> lifeGuard;

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
            system, dataSource, sql, clock, Uids.generator(clock), meters, clockGuard::isRight);
    clockGuard.start(nodeContext, meters);
    TaskStore taskStore = new TaskStore(dataSource);
    LogStore logs = new LogStore(dataSource);
    HistorySettings history = HistorySettings.of(config.getConfig("history"));
    this.logWriter =
        new LogWriter(logs, clock, LogLimits.DEFAULT.withLinesPerTask(history.logLines()));
    this.notifications = new NotificationService(sql, new NotificationStore(dataSource));
    FlowSettings flow = FlowSettings.of(config);
    NodeDefinitions definitions = NodeDefinitions.empty();
    PoolStore poolStore =
        new PoolStore(
            dataSource, clock, Work.DEFAULT_POOL, PoolConfig.ofChannels(flow.maxConcurrency()));
    this.pools =
        new PoolService(
            system,
            poolStore,
            Work.DEFAULT_POOL,
            sql,
            definitions::definitionUsing,
            nodeContext.askTimeout());
    OutboundClient client = new OutboundClient(system, nodeContext.outboundRule());
    this.programs = ProgramLedger.open(Path.of(config.getString("data-dir")));
    this.runners = RunnerRegistry.load(nodeContext.forRunners(), client, programs);
    RunSpec.RunValidator check = new DefinitionCheck(runners, pools::names);
    Vault vault =
        new Vault(
            VaultKey.of(Path.of(config.getString("data-dir")), config.getString("secret-key")));
    this.projects = new ProjectService(sql, new ProjectValueStore(dataSource, vault, clock));
    WebhookSettings webhooks = WebhookSettings.of(config.getConfig("webhooks"), client.rule());
    WebhookStore webhookStore =
        new WebhookStore(
            vault,
            client.rule(),
            webhooks.webhooks().stream().map(Webhook::name).collect(Collectors.toSet()));
    DueStore due = new DueStore(dataSource);
    ShardedUserSites userSites = new ShardedUserSites(system);
    ShardedTokens tokens = new ShardedTokens(system, nodeContext.askTimeout());
    JobStore jobStore = new JobStore(dataSource, clock);
    this.keepers = new DefinitionKeepers(nodeContext, definitions, check, due, userSites, jobStore);
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
            userSites,
            tokens,
            externalRequests,
            definitions.sites(),
            definitions::find,
            facts,
            new MissingNameCheck(
                new SourceFinder(definitions.sources(), facts, definitions.jobs()),
                definitions.sites(),
                taskStore,
                sql,
                keepers::refresh),
            sql,
            taskStore,
            logs,
            nodeContext.askTimeout());
    OwnerDispatcher owners = OwnerDispatcher.ofWorkers(userSites, tokens);
    TaskDefinitions work = new TaskDefinitions(definitions.jobs(), definitions::find);
    TaskAssignmentFactory assignments =
        new TaskAssignmentFactory(
            work, keepers::refresh, owner -> inputs(tokens, owner), projects::valuesFor);
    this.remoteWorkers =
        new RemoteWorkerService(
            system,
            pools,
            new LeaseHandover(assignments, owners, system.ignoreRef()),
            taskStore,
            new LostWorkerStore(dataSource),
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
    new HistoryAssembly(nodeContext, history).host();
    new PoolAssembly(nodeContext, pools, owners, work, runners, notifications, client).host();
    this.refreshes =
        new RefreshEngine(nodeContext, definitions, keepers, userSites, check, tasks, history);
    this.jobs =
        new JobEngine(
            nodeContext,
            definitions.jobs(),
            jobStore,
            keepers.jobs(),
            tokens,
            check,
            taskStore,
            history);
    this.bulk = new BulkAssembly(nodeContext, tasks, jobs, refreshes).start();
    this.bundles =
        new BundleAssembly(
                nodeContext, pools, poolStore, webhookStore, runners, keepers, jobs.jobService())
            .service();
    this.simulations = new SimulationAssembly(nodeContext, pools, poolStore, check).service();
    new WakerAssembly(nodeContext, due, userSites, tokens).host();
    this.overview = new OverviewAssembly(nodeContext, storage, pools, refreshes).start();
    this.freshness = new FreshnessAssembly(nodeContext, definitions).host();
    this.writeWatch = DatabaseWriteWatch.start(config, dataSource, nodeContext);
    this.webhooks =
        new NotifierAssembly(nodeContext, notifications, client, webhooks, webhookStore).host();
    Runnable abandonWork =
        new WorkerAssembly(nodeContext, pools, owners, assignments, runners, logWriter)
            .start(context);
    this.lifeGuard = LifeGuardAssembly.start(context, config, nanos, abandonWork);
    storage.registerMeters(meters);
  }

  /** Returns the outputs that have arrived at a token. */
  private static CompletionStage<Map<String, String>> inputs(ShardedTokens tokens, String owner) {
    return tokens
        .<TokenCommand.TokenStateReply>ask(owner, TokenCommand.GetState::new)
        .thenApply(view -> view.token().inputs());
  }

  public RefreshEngine refreshes() {
    return refreshes;
  }

  public JobEngine jobs() {
    return jobs;
  }

  public BundleService bundles() {
    return bundles;
  }

  public BulkService bulk() {
    return bulk;
  }

  public SimulationService simulations() {
    return simulations;
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

  public WebhookService webhooks() {
    return webhooks;
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

  /** What queued tasks wait for. */
  public WaitService waits() {
    return new WaitService(
        pools::waits, nodeContext.system().executionContext(), nodeContext.clock());
  }

  public FreshnessService freshness() {
    return freshness;
  }

  public ClusterService cluster() {
    return new ClusterService(nodeContext.system(), nodeContext.dataSource(), nodeContext.sql());
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
    lifeGuard.ifPresent(LifeGuard::close);
    simulations.close();
    runners.close();
    keepers.close();
    logWriter.close();
    overview.close();
    programs.close();
    storage.close();
  }
}
