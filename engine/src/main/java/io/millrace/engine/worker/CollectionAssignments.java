package io.millrace.engine.worker;

import io.millrace.engine.flow.Lease;
import io.millrace.engine.source.CollectionId;
import io.millrace.engine.source.Definitions;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** What is to be done for a collection or a user-site: all of it is in its definition. */
public record CollectionAssignments(Definitions definitions) implements Assignments {

  @Override
  public CompletionStage<Optional<Assignment>> of(String pool, Lease lease) {
    CollectionId id = CollectionId.parse(lease.owner());
    return CompletableFuture.completedFuture(
        definitions
            .find(id)
            .map(found -> found.work().run())
            .map(
                run ->
                    Assignment.of(lease, id.source(), id.collection(), null, run, Values.NOTHING)));
  }
}
