package io.millrace.engine.node;

import io.millrace.engine.flow.Lease;
import io.millrace.engine.token.TokenId;
import io.millrace.engine.worker.Assignment;
import io.millrace.engine.worker.Assignments;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Everyone whose tasks workers run, as {@link TaskOwners}: those of tokens are told more. */
record TaskAssignments(Assignments userSites, Assignments tokens) implements Assignments {

  @Override
  public CompletionStage<Optional<Assignment>> of(String pool, Lease lease) {
    return (TokenId.isToken(lease.owner()) ? tokens : userSites).of(pool, lease);
  }
}
