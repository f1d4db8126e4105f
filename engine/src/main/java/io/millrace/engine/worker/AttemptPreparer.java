package io.millrace.engine.worker;

import io.millrace.engine.flow.Lease;
import io.millrace.engine.task.FailureKind;
import io.millrace.engine.task.Outcome;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Gathers what an attempt needs before it runs.
 *
 * @param storedLines how many lines of the level info are stored of an attempt
 */
record AttemptPreparer(
    AssignmentFactory assignments, Function<UUID, CompletionStage<Long>> storedLines) {

  /**
   * An attempt that was granted to this worker.
   *
   * @param resumed whether another node began the work, which continues
   */
  record GrantedAttempt(String pool, Lease lease, boolean resumed) {}

  /**
   * @param assignment empty if the work is no longer defined
   * @param loggedBefore the stored lines of work that is resumed
   * @param fault absent if nothing went wrong
   */
  record PreparedAttempt(
      UUID uid,
      Optional<Assignment> assignment,
      OptionalLong loggedBefore,
      @Nullable Throwable fault) {

    /** The outcome of an attempt that cannot run; empty if it can. */
    Optional<Outcome> refusal() {
      if (fault != null) {
        return Optional.of(AttemptRefusedException.outcome(fault));
      }
      return assignment.isPresent()
          ? Optional.empty()
          : Optional.of(
              Outcome.rejected("The task is no longer defined").because(FailureKind.MISCONFIGURED));
    }
  }

  /** The stage never fails. */
  CompletionStage<PreparedAttempt> prepare(GrantedAttempt granted) {
    UUID uid = granted.lease().attemptUid();
    try {
      return assignments
          .prepare(granted.pool(), granted.lease())
          .thenCombine(
              loggedBefore(granted),
              (assignment, logged) -> new PreparedAttempt(uid, assignment, logged, null))
          .exceptionally(fault -> failed(uid, fault));
    } catch (RuntimeException fault) {
      return CompletableFuture.completedFuture(failed(uid, fault));
    }
  }

  private CompletionStage<OptionalLong> loggedBefore(GrantedAttempt granted) {
    return granted.resumed()
        ? storedLines.apply(granted.lease().attemptUid()).thenApply(OptionalLong::of)
        : CompletableFuture.completedFuture(OptionalLong.empty());
  }

  private static PreparedAttempt failed(UUID uid, Throwable fault) {
    return new PreparedAttempt(uid, Optional.empty(), OptionalLong.empty(), fault);
  }
}
