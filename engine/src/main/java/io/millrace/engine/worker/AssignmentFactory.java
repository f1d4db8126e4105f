package io.millrace.engine.worker;

import io.millrace.engine.flow.Lease;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** What whoever runs an attempt is told. */
@FunctionalInterface
public interface AssignmentFactory {

  /**
   * What is to be done; empty if it is not defined any more. The stage is complete at once where
   * nobody has to be asked. If it fails, so does the attempt: with a {@link
   * AttemptRefusedException} for good, else as an error that a retry may mend.
   */
  CompletionStage<Optional<Assignment>> prepare(String pool, Lease lease);
}
