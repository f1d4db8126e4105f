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

/**
 * What a remote worker is given for what was granted to it. What it cannot be given is ended;
 * should that be lost, the pool ends it, since its worker does not know it.
 *
 * @param nobody who is told that it has ended
 */
public record LeaseHandover(
    AssignmentFactory assignments,
    OwnerGateway owners,
    ActorRef<OwnerGateway.AttemptEnded> nobody) {
  private static final Outcome NOBODY_WAITS =
      Outcome.error("The worker did not wait for it any more").because(FailureKind.LOST_WORKER);

  /**
   * In the order of the leases, when all that is to be asked for is there.
   *
   * @param projects whose secrets the worker may have; null = those of all
   */
  CompletionStage<List<ClaimedTask>> claimedTasks(
      String pool, List<Lease> leases, Set<String> projects) {
    CompletionStage<List<ClaimedTask>> jobs = CompletableFuture.completedFuture(new ArrayList<>());
    for (CompletionStage<Optional<ClaimedTask>> job :
        leases.stream().map(lease -> claimedTask(pool, lease, projects)).toList()) {
      jobs =
          jobs.thenCombine(
              job,
              (all, next) -> {
                next.ifPresent(all::add);
                return all;
              });
    }
    return jobs;
  }

  /**
   * What a worker is told of what it got. If it was told something else in the end, because it had
   * hung up or waited for too long, nobody will run that: it is ended.
   */
  <T> T deliver(ClaimedTasks given, Function<ClaimedTasks, T> answer, CompletionStage<T> answered) {
    T told = answer.apply(given);
    answered.whenComplete(
        (inTheEnd, fault) -> {
          if (inTheEnd != told) {
            given.jobs().forEach(job -> endLease(job.lease(), NOBODY_WAITS));
          }
        });
    return told;
  }

  private CompletionStage<Optional<ClaimedTask>> claimedTask(
      String pool, Lease lease, Set<String> projects) {
    return CompletableFuture.completedFuture(lease)
        .thenCompose(it -> assignments.prepare(pool, it))
        .handle(
            (found, fault) ->
                fault == null
                    ? claimedTask(pool, lease, projects, found)
                    : endLease(lease, AttemptRefusedException.outcome(fault)));
  }

  private Optional<ClaimedTask> claimedTask(
      String pool, Lease lease, Set<String> projects, Optional<Assignment> found) {
    if (found.isEmpty()) {
      return endLease(
          lease, Outcome.rejected("It is not defined any more").because(FailureKind.MISCONFIGURED));
    }
    if (!mayHave(projects, found.get())) {
      return endLease(
          lease,
          Outcome.error(
                  "Its definition was changed while it waited: the token of its worker may not have"
                      + " the secrets it now needs")
              .because(FailureKind.MISCONFIGURED));
    }
    return found.get().run().kind().equals(Work.PULL)
        ? Optional.of(new ClaimedTask(found.get(), lease, pool))
        : endLease(
            lease,
            Outcome.error(
                    "Its definition was changed while it waited: it is not for remote workers now")
                .because(FailureKind.MISCONFIGURED));
  }

  private static boolean mayHave(Set<String> projects, Assignment assignment) {
    return projects == null
        || assignment.values().secrets().isEmpty()
        || projects.contains(assignment.project());
  }

  private Optional<ClaimedTask> endLease(Lease lease, Outcome outcome) {
    owners.end(lease, outcome, nobody);
    return Optional.empty();
  }
}
