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
import io.millrace.engine.token.TokenEntity;
import io.millrace.engine.token.TokenMeters;
import io.millrace.engine.token.TokenService;
import io.millrace.engine.token.TokenStore;
import io.millrace.engine.trigger.TriggerContext;
import io.millrace.engine.trigger.TriggerMeters;
import io.millrace.engine.trigger.TriggerOverviewStore;
import io.millrace.engine.trigger.TriggerProcessor;
import io.millrace.engine.trigger.TriggerService;
import io.millrace.engine.trigger.TriggerSettings;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/** The part of a node's engine for jobs: definitions, tokens and triggers. */
public final class JobEngine {
  private final NodeContext nodeContext;
  private final JobRegistry jobs = new JobRegistry();
  private final JobKeeper keeper;
  private final JobService jobService;
  private final ShardedTokens tokens;
  private final TokenStore tokenStore;
  private final PoolGateway channels;
  private final TokenService tokenService;
  private TriggerService triggers;

  JobEngine(NodeContext node, RunSpec.RunValidator check, TaskStore tasks) {
    this.nodeContext = node;
    JobStore store = new JobStore(node.dataSource(), node.clock());
    this.keeper = new JobKeeper(jobs, store);
    this.tokens = new ShardedTokens(node.system(), node.askTimeout());
    this.tokenStore = new TokenStore(node.dataSource());
    this.channels = PoolGateway.of(ClusterSharding.get(node.system()));
    this.tokenService =
        new TokenService(tokens, channels, jobs, tokenStore, tasks, node.sql(), node.clock());
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

  /** Returns the outputs that have arrived at a token. */
  CompletionStage<Map<String, String>> inputs(String owner) {
    return tokens
        .<TokenEntity.TokenStateReply>ask(owner, TokenEntity.GetState::new)
        .thenApply(view -> view.token().inputs());
  }

  /** Call this before this node has a pool: tasks that wait in it may need the secrets of a job. */
  void load() {
    keeper.load();
  }

  /** From here on this node hosts tokens and fires triggers. */
  void host(HistorySettings history) {
    tokens.host(
        new TokenContext(
            channels,
            jobs,
            keeper::refresh,
            tokens,
            nodeContext.clock(),
            nodeContext.uids(),
            new TokenMeters(nodeContext.meters())));
    TokenCleaner upkeep =
        new TokenCleaner(
            nodeContext.dataSource(),
            tokenStore,
            history.keep(),
            job -> tokenService.remove(job, Set.of()).toCompletableFuture().join());
    nodeContext.startSingleton(
        "token-upkeep",
        MaintenanceRunner.create(upkeep::run, nodeContext.sql(), nodeContext.clock()),
        MaintenanceRunner.Stop.INSTANCE);
    this.triggers =
        new TriggerService(
            nodeContext.system(),
            hostTriggers(),
            new TriggerOverviewStore(nodeContext.dataSource()),
            nodeContext.sql(),
            nodeContext.askTimeout(),
            nodeContext.clock());
  }

  private ActorRef<TriggerProcessor.Command> hostTriggers() {
    return nodeContext.startSingleton(
        "triggers",
        TriggerProcessor.create(
            new TriggerContext(
                TriggerSettings.of(nodeContext.config().getConfig("trigger")),
                nodeContext.dataSource(),
                nodeContext.sql(),
                jobs,
                jobs,
                keeper::refresh,
                tokens,
                new TriggerMeters(nodeContext.meters()),
                nodeContext.mayFire(),
                nodeContext.clock())),
        TriggerProcessor.Stop.INSTANCE);
  }

  ShardedTokens tokens() {
    return tokens;
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
