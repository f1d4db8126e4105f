package io.millrace.engine.node;

import io.millrace.engine.job.Jobs;
import io.millrace.engine.source.Collection.Work;
import io.millrace.engine.source.CollectionId;
import io.millrace.engine.source.Definitions;
import io.millrace.engine.task.Task;
import io.millrace.engine.token.TokenId;
import java.time.Instant;
import java.util.Optional;

/**
 * What the tasks of each owner do, as this node knows it.
 *
 * @param jobs for tokens
 * @param definitions for collections and user-sites
 */
record OwnerWork(Jobs jobs, Definitions definitions) {

  /**
   * What the tasks of one owner do.
   *
   * @param source of its tasks
   * @param collection of its tasks
   * @param logicalTime that they are for; null if they are for no time in particular
   */
  record Defined(String source, String collection, Instant logicalTime, Work work) {}

  /** Empty if workers do nothing for it: it is not defined, a join, or somebody else's request. */
  Optional<Defined> find(String owner) {
    if (TokenId.isToken(owner)) {
      return token(TokenId.parse(owner));
    }
    return isExternal(owner) ? Optional.empty() : refreshed(CollectionId.parse(owner));
  }

  static boolean isExternal(String owner) {
    return owner.startsWith(Task.EXTERNAL + "/");
  }

  private Optional<Defined> token(TokenId token) {
    return jobs.find(token.job())
        .flatMap(
            job ->
                job.step(token.step())
                    .filter(step -> !step.isJoin())
                    .map(
                        step ->
                            new Defined(
                                job.source(), step.name(), token.logicalTime(), step.work())));
  }

  private Optional<Defined> refreshed(CollectionId id) {
    return definitions
        .find(id)
        .map(found -> new Defined(id.source(), id.collection(), null, found.work()));
  }

  /** The project whose secrets its tasks need; null if they need none. */
  String secretsOf(String owner) {
    return find(owner).map(found -> found.work().secretsOf()).orElse(null);
  }
}
