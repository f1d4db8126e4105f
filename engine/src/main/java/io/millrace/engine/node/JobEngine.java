package io.millrace.engine.node;

import akka.actor.typed.ActorRef;
import akka.cluster.sharding.typed.javadsl.ClusterSharding;
import io.millrace.engine.flow.Channels;
import io.millrace.engine.job.JobReader;
import io.millrace.engine.job.JobRegistry;
import io.millrace.engine.job.JobStore;
import io.millrace.engine.retention.HistorySettings;
import io.millrace.engine.retention.TokenUpkeep;
import io.millrace.engine.retention.Upkeep;
import io.millrace.engine.task.Run;
import io.millrace.engine.task.TaskStore;
import io.millrace.engine.token.TokenContext;
import io.millrace.engine.token.TokenEntity;
import io.millrace.engine.token.TokenMeters;
import io.millrace.engine.token.TokenStore;
import io.millrace.engine.token.Tokens;
import io.millrace.engine.trigger.TriggerContext;
import io.millrace.engine.trigger.TriggerMeters;
import io.millrace.engine.trigger.TriggerProcessor;
import io.millrace.engine.trigger.TriggerSettings;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/** The part of a node's engine that is about jobs: definitions, tokens and triggers. */
public final class JobEngine {
  private final Hosting node;
  private final JobRegistry jobs = new JobRegistry();
  private final JobKeeper keeper;
  private final JobDirectory directory;
  private final Tokens tokens;
  private final TokenStore tokenStore;
  private final Channels channels;
  private final TokenDesk desk;
  private Triggers triggers;

  JobEngine(Hosting node, Run.Check check, TaskStore tasks) {
    this.node = node;
    JobStore store = new JobStore(node.dataSource(), node.clock());
    this.keeper = new JobKeeper(jobs, store);
    this.tokens = new Tokens(node.system(), node.askTimeout());
    this.tokenStore = new TokenStore(node.dataSource());
    this.channels = Channels.of(ClusterSharding.get(node.system()));
    this.desk = new TokenDesk(tokens, channels, jobs, tokenStore, tasks, node.sql(), node.clock());
    this.directory =
        new JobDirectory(
            node.sql(),
            new JobReader(check),
            store,
            jobs,
            keeper,
            () -> triggers.updated(jobs.version()),
            desk::remove,
            node.clock());
  }

  /** What has arrived at a token with an output. */
  CompletionStage<Map<String, String>> inputs(String owner) {
    return tokens
        .<TokenEntity.View>ask(owner, TokenEntity.Get::new)
        .thenApply(view -> view.token().inputs());
  }

  /** To be done before there is a pool here: what waits in it may need the secrets of a job. */
  void load() {
    keeper.load();
  }

  /** From here on this node has tokens, and fires triggers. */
  void host(HistorySettings history) {
    tokens.host(
        new TokenContext(
            channels,
            jobs,
            keeper::refresh,
            tokens,
            node.clock(),
            node.uids(),
            new TokenMeters(node.meters())));
    TokenUpkeep upkeep =
        new TokenUpkeep(
            node.dataSource(),
            tokenStore,
            history.keep(),
            job -> desk.remove(job, Set.of()).toCompletableFuture().join());
    node.singleton(
        "token-upkeep", Upkeep.create(upkeep::run, node.sql(), node.clock()), Upkeep.Stop.INSTANCE);
    this.triggers = new Triggers(node, hostTriggers());
  }

  private ActorRef<TriggerProcessor.Command> hostTriggers() {
    return node.singleton(
        "triggers",
        TriggerProcessor.create(
            new TriggerContext(
                TriggerSettings.of(node.config().getConfig("trigger")),
                node.dataSource(),
                node.sql(),
                jobs,
                jobs,
                keeper::refresh,
                tokens,
                new TriggerMeters(node.meters()),
                node.mayFire(),
                node.clock())),
        TriggerProcessor.Stop.INSTANCE);
  }

  Tokens tokens() {
    return tokens;
  }

  public JobRegistry jobs() {
    return jobs;
  }

  public JobKeeper keeper() {
    return keeper;
  }

  public JobDirectory directory() {
    return directory;
  }

  public TokenDesk desk() {
    return desk;
  }

  public Triggers triggers() {
    return triggers;
  }
}
