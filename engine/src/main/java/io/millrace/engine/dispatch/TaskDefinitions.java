package io.millrace.engine.dispatch;

import io.millrace.engine.job.Job;
import io.millrace.engine.job.Jobs;
import io.millrace.engine.job.Step;
import io.millrace.engine.source.CollectionDefinitions;
import io.millrace.engine.source.CollectionId;
import io.millrace.engine.source.SourceCollection.Work;
import io.millrace.engine.task.Owner;
import io.millrace.engine.token.TokenId;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The definitions of tasks by owner, as this node knows them.
 *
 * @param jobs for tokens
 * @param definitions for collections and user-sites
 */
public record TaskDefinitions(Jobs jobs, CollectionDefinitions definitions) {

  /**
   * The definition of the tasks of an owner.
   *
   * @param source the source of the tasks
   * @param collection the collection of the tasks
   * @param logicalTime the time that they are for; absent if there is none
   * @param hasInputs whether the owner has the outputs of steps that ran before
   */
  record TaskDefinition(
      String source,
      String collection,
      @Nullable Instant logicalTime,
      Work work,
      boolean hasInputs) {}

  /** Empty if workers do nothing for it: it is not defined, a join, or somebody else's request. */
  Optional<TaskDefinition> find(String owner) {
    return Owner.parse(owner)
        .match(
            userSite -> ofCollection(CollectionId.of(userSite)),
            token -> ofToken(TokenId.of(token)),
            external -> Optional.empty());
  }

  private Optional<TaskDefinition> ofToken(TokenId token) {
    return jobs.find(token.job())
        .flatMap(
            job -> job.step(token.step()).flatMap(step -> ofStep(job, step, token.logicalTime())));
  }

  private static Optional<TaskDefinition> ofStep(Job job, Step step, Instant logicalTime) {
    return Optional.ofNullable(step.work())
        .map(
            work ->
                new TaskDefinition(
                    job.source(), step.name(), logicalTime, work, step.dependsOnSteps()));
  }

  private Optional<TaskDefinition> ofCollection(CollectionId id) {
    return definitions
        .find(id)
        .map(found -> new TaskDefinition(id.source(), id.collection(), null, found.work(), false));
  }

  /** Returns the kind of runner of an owner's tasks. */
  public Optional<String> kindOf(String owner) {
    return find(owner).map(found -> found.work().run().kind());
  }

  /** Returns the project whose secrets the tasks need; absent if they need none. */
  public @Nullable String secretsOf(String owner) {
    return find(owner).map(found -> found.work().secretsProject()).orElse(null);
  }
}
