package io.millrace.engine.worker;

import io.millrace.engine.flow.Lease;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Prepares what the runner of an attempt needs. */
@FunctionalInterface
public interface AssignmentFactory {

  /**
   * Returns the assignment; empty if the work is no longer defined. The stage is complete at once
   * if nobody has to be asked. If it fails, the attempt fails: for good with an {@link
   * AttemptRefusedException}, otherwise with an error that may be retried.
   */
  CompletionStage<Optional<Assignment>> prepare(String pool, Lease lease);
}
