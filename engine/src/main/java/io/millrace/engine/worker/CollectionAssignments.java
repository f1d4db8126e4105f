package io.millrace.engine.worker;

import io.millrace.engine.flow.Lease;
import io.millrace.engine.source.CollectionId;
import io.millrace.engine.source.Definitions;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * What is to be done for a collection or a user-site: all of it is in its definition. One that is
 * not known here may just have been saved through another node.
 *
 * @param lookAgain completes when this node knows everything that was saved before
 */
public record CollectionAssignments(
    Definitions definitions, Supplier<? extends CompletionStage<?>> lookAgain)
    implements Assignments {

  @Override
  public CompletionStage<Optional<Assignment>> of(String pool, Lease lease) {
    Optional<Assignment> known = known(lease);
    return known.isPresent()
        ? CompletableFuture.completedFuture(known)
        : lookAgain.get().thenApply(done -> known(lease));
  }

  private Optional<Assignment> known(Lease lease) {
    CollectionId id = CollectionId.parse(lease.owner());
    return definitions
        .find(id)
        .map(found -> found.work().run())
        .map(run -> Assignment.of(lease, id.source(), id.collection(), null, run, Values.NOTHING));
  }
}
