package io.millrace.engine.node;

import akka.Done;
import akka.actor.CoordinatedShutdown;
import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.DispatcherSelector;
import akka.actor.typed.SupervisorStrategy;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.AskPattern;
import akka.actor.typed.javadsl.Behaviors;
import akka.cluster.sharding.typed.ClusterShardingSettings;
import akka.cluster.sharding.typed.javadsl.ClusterSharding;
import akka.cluster.sharding.typed.javadsl.Entity;
import akka.cluster.typed.ClusterSingleton;
import akka.cluster.typed.SingletonActor;
import com.fasterxml.uuid.Generators;
import com.typesafe.config.Config;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.millrace.engine.directory.DirectoryStore;
import io.millrace.engine.directory.EntryReader;
import io.millrace.engine.directory.SiteRegistry;
import io.millrace.engine.directory.SiteStore;
import io.millrace.engine.due.DueStore;
import io.millrace.engine.due.Waker;
import io.millrace.engine.flow.Channels;
import io.millrace.engine.flow.FlowControl;
import io.millrace.engine.flow.FlowMeters;
import io.millrace.engine.flow.FlowSettings;
import io.millrace.engine.flow.Waiting;
import io.millrace.engine.refresh.UserSiteContext;
import io.millrace.engine.refresh.UserSiteEntity;
import io.millrace.engine.refresh.UserSiteMeters;
import io.millrace.engine.refresh.UserSites;
import io.millrace.engine.source.Collection.Work;
import io.millrace.engine.source.SourceRegistry;
import io.millrace.engine.source.SourceStore;
import io.millrace.engine.store.AsyncSql;
import io.millrace.engine.store.Storage;
import io.millrace.engine.task.LogLimits;
import io.millrace.engine.task.LogStore;
import io.millrace.engine.task.LogWriter;
import io.millrace.engine.task.TaskStore;
import io.millrace.engine.worker.Runners;
import io.millrace.engine.worker.WorkerContext;
import io.millrace.engine.worker.WorkerPool;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** The engine of one node, put together; what the API needs of it. */
public final class Engine {
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
  private final TaskStore taskStore;
  private final Tasks tasks;
  private final LogWriter logWriter;
  private final DueStore due;

  public Engine(ActorContext<?> context, Clock clock, MeterRegistry meters) {
    this.system = context.getSystem();
    this.config = system.settings().config().getConfig("millrace");
    this.clock = clock;
    this.meters = meters;
    this.storage = Storage.get(system);
    this.sql =
        new AsyncSql(
            system.dispatchers().lookup(DispatcherSelector.fromConfig("millrace.db.dispatcher")));
    this.taskStore = new TaskStore(storage.dataSource());
    LogStore logs = new LogStore(storage.dataSource());
    this.logWriter = new LogWriter(logs::append, clock, LogLimits.DEFAULT);
    this.due = new DueStore(storage.dataSource());
    this.userSites = new UserSites(system);
    this.tasks =
        new Tasks(system, userSites, sql, taskStore, logs, config.getDuration("ask-timeout"));
    Runners runners = Runners.load();
    this.sourceKeeper =
        new SourceKeeper(
            sources,
            new SourceStore(storage.dataSource()),
            due,
            runners,
            this::define,
            config.getString("sources").isEmpty() ? null : Path.of(config.getString("sources")));
    this.siteKeeper =
        new SiteKeeper(sites, new SiteStore(storage.dataSource()), this::define, clock);
    this.directory =
        new Directory(
            sql,
            new DirectoryStore(
                storage.dataSource(), clock, name -> sources.current().hasSource(name)),
            new EntryReader(runners),
            siteKeeper,
            new Directory.Owners((owner, facts) -> define(owner), this::define));
    hostFlowControl();
    hostUserSites();
    hostWaker();
    startWorkers(context, runners);
    Gauge.builder("millrace.journal.waiting", storage, Storage::journalWaiting)
        .description("Events that wait for their transaction")
        .register(meters);
  }

  private void hostFlowControl() {
    FlowSettings settings = FlowSettings.of(config.getConfig("flow"));
    ClusterSharding.get(system)
        .init(
            Entity.of(
                    FlowControl.KEY,
                    entity -> {
                      String pool = entity.getEntityId();
                      return FlowControl.create(
                          pool,
                          settings,
                          userSites,
                          (after, limit) ->
                              sql.run(
                                  () ->
                                      taskStore.scheduled(pool, after, limit).stream()
                                          .map(Waiting::of)
                                          .toList()),
                          new FlowMeters(meters, pool),
                          clock);
                    })
                .withStopMessage(FlowControl.Stop.INSTANCE)
                .withSettings(ClusterShardingSettings.create(system).withNoPassivationStrategy()));
  }

  private void hostUserSites() {
    Supplier<UUID> uids = Generators.timeBasedEpochRandomGenerator()::generate;
    userSites.host(
        new UserSiteContext(
            Channels.of(ClusterSharding.get(system)),
            sources,
            clock,
            uids,
            new UserSiteMeters(meters)));
  }

  private void hostWaker() {
    int unanswered = config.getInt("due.max-unanswered");
    ClusterSingleton.get(system)
        .init(
            SingletonActor.of(
                    Behaviors.supervise(
                            Waker.create(
                                (until, after, limit) ->
                                    sql.run(() -> due.until(until, after, limit)),
                                userSites::wake,
                                unanswered,
                                clock))
                        .onFailure(SupervisorStrategy.restart()),
                    "waker")
                .withStopMessage(Waker.Stop.INSTANCE));
  }

  private void startWorkers(ActorContext<?> context, Runners runners) {
    Config worker = config.getConfig("worker");
    String name =
        system.address().hostPort().replace("millrace@", "")
            + "-"
            + UUID.randomUUID().toString().substring(0, 8);
    ActorRef<WorkerPool.Command> pool =
        context.spawn(
            WorkerPool.create(
                new WorkerContext(
                    name,
                    worker.getInt("slots"),
                    worker.getDuration("heartbeat"),
                    ClusterSharding.get(system).entityRefFor(FlowControl.KEY, Work.DEFAULT_POOL),
                    userSites,
                    sources,
                    runners,
                    logWriter),
                clock),
            "workers");
    Duration grace = worker.getDuration("drain");
    CoordinatedShutdown.get(system)
        .addTask(
            CoordinatedShutdown.PhaseServiceRequestsDone(),
            "drain-workers",
            () ->
                AskPattern.<WorkerPool.Command, Done>ask(
                    pool,
                    replyTo -> new WorkerPool.Drain(grace, replyTo),
                    grace.plusSeconds(10),
                    system.scheduler()));
  }

  private CompletionStage<UserSiteEntity.Woken> define(String owner) {
    return AskPattern.ask(
        userSites.ref(owner),
        UserSiteEntity.Define::new,
        Duration.ofSeconds(10),
        system.scheduler());
  }

  public Tasks tasks() {
    return tasks;
  }

  public SourceKeeper sourceKeeper() {
    return sourceKeeper;
  }

  public SourceRegistry sources() {
    return sources;
  }

  public SiteKeeper siteKeeper() {
    return siteKeeper;
  }

  public Directory directory() {
    return directory;
  }

  /** Completes if the database answers. */
  public CompletionStage<Long> checkDatabase() {
    return sql.run(() -> new SourceStore(storage.dataSource()).version());
  }

  /** Call it when no actor runs any more. */
  public void close() {
    sourceKeeper.close();
    siteKeeper.close();
    logWriter.close();
    storage.close();
  }
}
