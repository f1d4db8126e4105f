package io.millrace.engine.remote;

import akka.actor.typed.ActorRef;
import io.millrace.engine.flow.Lease;
import io.millrace.engine.flow.OwnerGateway;
import io.millrace.engine.remote.RemoteWorkerService.ClaimedTask;
import io.millrace.engine.remote.RemoteWorkerService.ClaimedTasks;
import io.millrace.engine.source.SourceCollection.Work;
import io.millrace.engine.task.FailureKind;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.worker.Assignment;
import io.millrace.engine.worker.AssignmentFactory;
import io.millrace.engine.worker.AttemptRefusedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Turns the leases of a remote worker into tasks. A lease that cannot be handed over is ended. If
 * that message is lost, the pool ends it, because the worker does not know it.
 *
 * @param nobody receives the acknowledgement of the end
 */
public record LeaseHandover(
    AssignmentFactory assignments,
    OwnerGateway owners,
    ActorRef<OwnerGateway.AttemptEnded> nobody) {
  private static final Outcome WORKER_GONE =
      Outcome.error("The worker no longer waited for the task").because(FailureKind.LOST_WORKER);

  /**
   * Returns the tasks in the order of the leases.
   *
   * @param projects the projects whose secrets the worker may have; absent for all
   */
  CompletionStage<List<ClaimedTask>> claimedTasks(
      String pool, List<Lease> leases, @Nullable Set<String> projects) {
    CompletionStage<List<ClaimedTask>> tasks = CompletableFuture.completedFuture(new ArrayList<>());
    for (CompletionStage<Optional<ClaimedTask>> task :
        leases.stream().map(lease -> claimedTask(pool, lease, projects)).toList()) {
      tasks =
          tasks.thenCombine(
              task,
              (all, next) -> {
                next.ifPresent(all::add);
                return all;
              });
    }
    return tasks;
  }

  /**
   * Answers a worker. If it finally got another answer, because it had disconnected or waited too
   * long, nobody will run these tasks, so they are ended.
   */
  <T> T deliver(
      ClaimedTasks claimed, Function<ClaimedTasks, T> answer, CompletionStage<T> answered) {
    T expected = answer.apply(claimed);
    answered.whenComplete(
        (actual, fault) -> {
          if (actual != expected) {
            claimed.jobs().forEach(task -> endLease(task.lease(), WORKER_GONE));
          }
        });
    return expected;
  }

  private CompletionStage<Optional<ClaimedTask>> claimedTask(
      String pool, Lease lease, @Nullable Set<String> projects) {
    return CompletableFuture.completedFuture(lease)
        .thenCompose(granted -> assignments.prepare(pool, granted))
        .handle(
            (found, fault) ->
                fault == null
                    ? claimedTask(pool, lease, projects, found)
                    : endLease(lease, AttemptRefusedException.outcome(fault)));
  }

  private Optional<ClaimedTask> claimedTask(
      String pool, Lease lease, @Nullable Set<String> projects, Optional<Assignment> found) {
    if (found.isEmpty()) {
      return endLease(
          lease,
          Outcome.rejected("The task is no longer defined").because(FailureKind.MISCONFIGURED));
    }
    if (!mayHave(projects, found.get())) {
      return endLease(
          lease,
          Outcome.error(
                  "The definition changed while the task waited: the token of its worker may not"
                      + " have the secrets that it now needs")
              .because(FailureKind.MISCONFIGURED));
    }
    return found.get().run().kind().equals(Work.PULL)
        ? Optional.of(new ClaimedTask(found.get(), lease, pool))
        : endLease(
            lease,
            Outcome.error(
                    "The definition changed while the task waited: it is no longer for remote"
                        + " workers")
                .because(FailureKind.MISCONFIGURED));
  }

  private static boolean mayHave(@Nullable Set<String> projects, Assignment assignment) {
    return projects == null
        || assignment.values().secrets().isEmpty()
        || projects.contains(assignment.project());
  }

  private Optional<ClaimedTask> endLease(Lease lease, Outcome outcome) {
    owners.end(lease, outcome, false, nobody);
    return Optional.empty();
  }
}
