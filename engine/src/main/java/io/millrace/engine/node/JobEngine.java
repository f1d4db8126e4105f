package io.millrace.engine.node;

import akka.actor.typed.ActorRef;
import akka.cluster.sharding.typed.javadsl.ClusterSharding;
import io.millrace.engine.definition.JobKeeper;
import io.millrace.engine.flow.PoolGateway;
import io.millrace.engine.job.JobReader;
import io.millrace.engine.job.JobRegistry;
import io.millrace.engine.job.JobService;
import io.millrace.engine.job.JobStore;
import io.millrace.engine.retention.HistorySettings;
import io.millrace.engine.retention.MaintenanceRunner;
import io.millrace.engine.retention.TokenCleaner;
import io.millrace.engine.task.RunSpec;
import io.millrace.engine.task.TaskStore;
import io.millrace.engine.token.ShardedTokens;
import io.millrace.engine.token.TokenContext;
import io.millrace.engine.token.TokenMeters;
import io.millrace.engine.token.TokenService;
import io.millrace.engine.token.TokenStore;
import io.millrace.engine.trigger.TriggerCommand;
import io.millrace.engine.trigger.TriggerContext;
import io.millrace.engine.trigger.TriggerMeters;
import io.millrace.engine.trigger.TriggerOverviewStore;
import io.millrace.engine.trigger.TriggerProcessor;
import io.millrace.engine.trigger.TriggerService;
import io.millrace.engine.trigger.TriggerSettings;
import java.util.Set;

/** The part of a node's engine for jobs: definitions, tokens and triggers. */
public final class JobEngine {
  private final NodeContext nodeContext;
  private final JobRegistry jobs;
  private final JobKeeper keeper;
  private final JobService jobService;
  private final TokenService tokenService;
  private final TriggerService triggers;

  /** From here on this node hosts tokens and fires triggers. */
  JobEngine(
      NodeContext node,
      JobRegistry jobs,
      JobStore store,
      JobKeeper keeper,
      ShardedTokens tokens,
      RunSpec.RunValidator check,
      TaskStore tasks,
      HistorySettings history) {
    this.nodeContext = node;
    this.jobs = jobs;
    this.keeper = keeper;
    TokenStore tokenStore = new TokenStore(node.dataSource());
    PoolGateway channels = PoolGateway.of(ClusterSharding.get(node.system()));
    this.tokenService =
        new TokenService(tokens, channels, jobs, tokenStore, tasks, node.sql(), node.clock());
    tokens.host(
        new TokenContext(
            channels,
            jobs,
            keeper::refresh,
            tokens,
            node.clock(),
            node.uids(),
            new TokenMeters(node.meters())));
    hostCleaner(tokenStore, history);
    this.triggers =
        new TriggerService(
            node.system(),
            hostTriggers(tokens),
            new TriggerOverviewStore(node.dataSource()),
            node.sql(),
            node.askTimeout(),
            node.clock());
    this.jobService =
        new JobService(
            node.sql(),
            new JobReader(check),
            store,
            jobs,
            keeper::refresh,
            () -> triggers.jobsUpdated(jobs.version()),
            tokenService::remove,
            node.clock());
  }

  private void hostCleaner(TokenStore tokenStore, HistorySettings history) {
    TokenCleaner cleaner =
        new TokenCleaner(
            nodeContext.dataSource(),
            tokenStore,
            history.keep(),
            job -> tokenService.remove(job, Set.of()).toCompletableFuture().join());
    nodeContext.startSingleton(
        "token-upkeep",
        MaintenanceRunner.create(cleaner::run, nodeContext.sql(), nodeContext.clock()),
        MaintenanceRunner.Stop.INSTANCE);
  }

  private ActorRef<TriggerCommand> hostTriggers(ShardedTokens tokens) {
    return nodeContext.startSingleton(
        "triggers",
        TriggerProcessor.create(
            TriggerContext.builder()
                .settings(TriggerSettings.of(nodeContext.config().getConfig("trigger")))
                .dataSource(nodeContext.dataSource())
                .sql(nodeContext.sql())
                .jobs(jobs)
                .changes(jobs)
                .look(keeper::refresh)
                .arrivals(tokens)
                .meters(new TriggerMeters(nodeContext.meters()))
                .mayFire(nodeContext.mayFire())
                .clock(nodeContext.clock())
                .build()),
        TriggerCommand.Stop.INSTANCE);
  }

  public JobRegistry jobs() {
    return jobs;
  }

  public JobKeeper keeper() {
    return keeper;
  }

  public JobService jobService() {
    return jobService;
  }

  public TokenService tokenService() {
    return tokenService;
  }

  public TriggerService triggers() {
    return triggers;
  }
}
