package io.millrace.engine.node;

import akka.actor.typed.ActorRef;
import io.millrace.engine.flow.Lease;
import io.millrace.engine.flow.Owners;
import io.millrace.engine.node.RemoteWorkers.Given;
import io.millrace.engine.node.RemoteWorkers.Job;
import io.millrace.engine.source.Collection.Work;
import io.millrace.engine.task.FailureKind;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.worker.Assignment;
import io.millrace.engine.worker.Assignments;
import io.millrace.engine.worker.RefusedException;
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
record Handover(Assignments assignments, Owners owners, ActorRef<Owners.Ended> nobody) {
  private static final Outcome NOBODY_WAITS =
      Outcome.error("The worker did not wait for it any more").because(FailureKind.LOST_WORKER);

  /**
   * In the order of the leases, when all that is to be asked for is there.
   *
   * @param projects whose secrets the worker may have; null = those of all
   */
  CompletionStage<List<Job>> jobs(String pool, List<Lease> leases, Set<String> projects) {
    CompletionStage<List<Job>> jobs = CompletableFuture.completedFuture(new ArrayList<>());
    for (CompletionStage<Optional<Job>> job :
        leases.stream().map(lease -> job(pool, lease, projects)).toList()) {
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
  <T> T told(Given given, Function<Given, T> answer, CompletionStage<T> answered) {
    T told = answer.apply(given);
    answered.whenComplete(
        (inTheEnd, fault) -> {
          if (inTheEnd != told) {
            given.jobs().forEach(job -> ended(job.lease(), NOBODY_WAITS));
          }
        });
    return told;
  }

  private CompletionStage<Optional<Job>> job(String pool, Lease lease, Set<String> projects) {
    return CompletableFuture.completedFuture(lease)
        .thenCompose(it -> assignments.of(pool, it))
        .handle(
            (found, fault) ->
                fault == null
                    ? job(pool, lease, projects, found)
                    : ended(lease, RefusedException.outcome(fault)));
  }

  private Optional<Job> job(
      String pool, Lease lease, Set<String> projects, Optional<Assignment> found) {
    if (found.isEmpty()) {
      return ended(
          lease, Outcome.rejected("It is not defined any more").because(FailureKind.MISCONFIGURED));
    }
    if (!mayHave(projects, found.get())) {
      return ended(
          lease,
          Outcome.error(
                  "Its definition was changed while it waited: the token of its worker may not have"
                      + " the secrets it now needs")
              .because(FailureKind.MISCONFIGURED));
    }
    return found.get().run().kind().equals(Work.PULL)
        ? Optional.of(new Job(found.get(), lease, pool))
        : ended(
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

  private Optional<Job> ended(Lease lease, Outcome outcome) {
    owners.end(lease, outcome, nobody);
    return Optional.empty();
  }
}
