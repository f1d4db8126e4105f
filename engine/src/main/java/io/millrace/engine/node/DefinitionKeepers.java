package io.millrace.engine.node;

import akka.actor.typed.ActorRef;
import akka.actor.typed.javadsl.AskPattern;
import io.millrace.engine.definition.JobKeeper;
import io.millrace.engine.definition.SiteKeeper;
import io.millrace.engine.definition.SourceKeeper;
import io.millrace.engine.definition.SourcesFile;
import io.millrace.engine.directory.DirectoryService;
import io.millrace.engine.directory.SiteStore;
import io.millrace.engine.due.DueStore;
import io.millrace.engine.input.DurationSetting;
import io.millrace.engine.job.JobStore;
import io.millrace.engine.message.Ack;
import io.millrace.engine.refresh.ShardedUserSites;
import io.millrace.engine.refresh.UserSiteCommand;
import io.millrace.engine.source.SourceStore;
import io.millrace.engine.task.Owner;
import io.millrace.engine.task.RunSpec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** What keeps the definitions of this node equal to those stored, and tells user-sites of them. */
final class DefinitionKeepers implements AutoCloseable {
  private static final Duration TELL_TIMEOUT = Duration.ofSeconds(10);

  private final NodeContext nodeContext;
  private final ShardedUserSites userSites;
  private final SourceKeeper sources;
  private final SiteKeeper sites;
  private final JobKeeper jobs;

  /**
   * Loads the definitions. To be done before there is a pool here: what waits in it may need the
   * secrets of a job or a project.
   */
  DefinitionKeepers(
      NodeContext node,
      NodeDefinitions definitions,
      RunSpec.RunValidator check,
      DueStore due,
      ShardedUserSites userSites,
      JobStore jobStore) {
    this.nodeContext = node;
    this.userSites = userSites;
    String file = node.config().getString("sources");
    this.sources =
        new SourceKeeper(
            definitions.sources(),
            new SourceStore(node.dataSource()),
            due,
            check,
            name -> definitions.sites().find(name).isPresent(),
            owner -> tell(owner, UserSiteCommand.CheckDefinition::new),
            owner -> tell(owner, UserSiteCommand.Save::new),
            file.isEmpty()
                ? null
                : new SourcesFile(
                    Path.of(file),
                    DurationSetting.of(node.config(), "sources-quiet"),
                    node.clock()));
    this.sites =
        new SiteKeeper(
            definitions.sites(),
            new SiteStore(node.dataSource()),
            owner -> tell(owner, UserSiteCommand.CheckDefinition::new),
            node.clock());
    this.jobs = new JobKeeper(definitions.jobs(), jobStore);
    jobs.load();
    sources.load();
    sites.load();
  }

  private CompletionStage<Ack> tell(
      String owner, Function<ActorRef<Ack>, UserSiteCommand> message) {
    return AskPattern.ask(
        userSites.ref(owner), message::apply, TELL_TIMEOUT, nodeContext.system().scheduler());
  }

  /** Tells user-sites what the directory has saved or removed. */
  DirectoryService.UserSiteListener userSiteListener() {
    return new DirectoryService.UserSiteListener(
        (owner, facts) -> tell(owner, UserSiteCommand.Save::new),
        owner -> tell(owner, UserSiteCommand.Remove::new));
  }

  /** Completes when this node knows all sources, sites and jobs that were saved before. */
  CompletionStage<Void> refresh() {
    return refreshSourcesAndSites().thenCompose(done -> jobs.refresh());
  }

  /** Completes when this node knows the definitions of this owner that were saved before. */
  CompletionStage<Void> refresh(String owner) {
    return Owner.parse(owner)
        .match(
            userSite -> refreshSourcesAndSites(),
            token -> jobs.refresh(),
            external -> CompletableFuture.completedFuture(null));
  }

  private CompletionStage<Void> refreshSourcesAndSites() {
    return sources.refresh().thenCompose(done -> sites.refresh());
  }

  SourceKeeper sources() {
    return sources;
  }

  SiteKeeper sites() {
    return sites;
  }

  JobKeeper jobs() {
    return jobs;
  }

  @Override
  public void close() {
    sources.close();
    sites.close();
    jobs.close();
  }
}
