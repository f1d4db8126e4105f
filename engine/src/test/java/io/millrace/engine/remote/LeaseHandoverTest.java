package io.millrace.engine.remote;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.typed.ActorRef;
import io.millrace.engine.flow.Lease;
import io.millrace.engine.flow.OwnerGateway;
import io.millrace.engine.remote.RemoteWorkerService.ClaimedTask;
import io.millrace.engine.remote.RemoteWorkerService.ClaimedTasks;
import io.millrace.engine.source.SourceCollection.Work;
import io.millrace.engine.task.FailureKind;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.task.RunSpec;
import io.millrace.engine.worker.Assignment;
import io.millrace.engine.worker.AttemptRefusedException;
import io.millrace.engine.worker.TaskValues;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

class LeaseHandoverTest implements OwnerGateway {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  private static final RunSpec PULL = new RunSpec("pull", Map.of("body", 7));

  private final Map<String, CompletableFuture<Optional<Assignment>>> asked = new HashMap<>();
  private final Map<String, Outcome> ended = new HashMap<>();
  private final LeaseHandover handover =
      new LeaseHandover(
          (pool, lease) -> {
            if (lease.owner().equals("throws")) {
              throw new IllegalStateException("no such owner");
            }
            return asked.computeIfAbsent(lease.owner(), owner -> new CompletableFuture<>());
          },
          this,
          null);

  @Override
  public void end(Lease lease, Outcome outcome, boolean byWorker, ActorRef<AttemptEnded> replyTo) {
    ended.put(lease.owner(), outcome);
  }

  private static Lease lease(String owner) {
    return new Lease(UUID.randomUUID(), owner, 1, "TDR", "w", NOW, NOW.plusSeconds(60));
  }

  private CompletableFuture<List<ClaimedTask>> jobs(String... owners) {
    return handover
        .claimedTasks(
            "far", List.of(owners).stream().map(LeaseHandoverTest::lease).toList(), Set.of("mine"))
        .toCompletableFuture();
  }

  private void known(String owner, RunSpec run) {
    known(owner, Work.of(run), TaskValues.NOTHING);
  }

  private void known(String owner, Work work, TaskValues values) {
    asked
        .get(owner)
        .complete(Optional.of(Assignment.of(lease(owner), "s", owner, null, work, values)));
  }

  @Test
  void theAnswerWaitsForAllAndKeepsTheirOrder() {
    CompletableFuture<List<ClaimedTask>> jobs = jobs("a", "b", "c");
    known("c", PULL);
    known("a", PULL);
    assertThat(jobs).isNotDone();
    known("b", PULL);
    assertThat(jobs.join())
        .extracting(
            job -> job.assignment().collection() + " " + job.lease().system() + " " + job.pool())
        .containsExactly("a TDR far", "b TDR far", "c TDR far");
    assertThat(ended).isEmpty();
  }

  @Test
  void whatCannotBeGivenIsEndedAndTheRestIsGiven() {
    CompletableFuture<List<ClaimedTask>> jobs =
        jobs("gone", "changed", "refused", "broken", "throws", "a");
    asked.get("gone").complete(Optional.empty());
    known("changed", RunSpec.NOOP);
    asked.get("refused").completeExceptionally(new AttemptRefusedException("no secret 'x'"));
    asked.get("broken").completeExceptionally(new IllegalStateException("a bad day"));
    known("a", PULL);
    assertThat(jobs.join()).hasSize(1);
    assertThat(ended.get("gone"))
        .isEqualTo(
            Outcome.rejected("The task is no longer defined").because(FailureKind.MISCONFIGURED));
    assertThat(ended.get("refused"))
        .isEqualTo(Outcome.rejected("no secret 'x'").because(FailureKind.MISCONFIGURED));
    assertThat(ended.get("changed").message()).contains("no longer for remote workers");
    assertThat(ended.get("broken").message()).contains("a bad day");
    assertThat(ended.get("broken").kind()).isEqualTo(Outcome.Kind.ERROR);
    assertThat(ended.get("throws").message()).contains("no such owner");
    assertThat(ended).hasSize(5);
  }

  @Test
  void secretsOfAProjectThatIsNotTheWorkersAreNotGiven() {
    TaskValues secret = new TaskValues(Map.of(), Map.of(), Map.of("key", "s3cr3t"));
    CompletableFuture<List<ClaimedTask>> jobs = jobs("a", "b", "c");
    known("a", Work.of(PULL, "mine", List.of("key")), secret);
    known("b", Work.of(PULL, "other", List.of("key")), secret);
    known("c", Work.of(PULL, "other", List.of()), TaskValues.NOTHING);
    assertThat(jobs.join())
        .extracting(job -> job.assignment().collection())
        .containsExactly("a", "c");
    assertThat(ended.get("b").message()).contains("secrets");
    assertThat(ended.get("b").kind()).as("a retry may find a worker").isEqualTo(Outcome.Kind.ERROR);
    assertThat(ended).hasSize(1);
  }

  private String told(CompletableFuture<String> answered) {
    CompletableFuture<List<ClaimedTask>> jobs = jobs("a", "b");
    known("a", PULL);
    known("b", PULL);
    return handover.deliver(
        new ClaimedTasks(jobs.join(), false), given -> "two: " + given.jobs().size(), answered);
  }

  @Test
  void whatAWorkerWasToldOfIsItsOwn() {
    CompletableFuture<String> answered = new CompletableFuture<>();
    answered.complete(told(answered));
    assertThat(ended).isEmpty();
  }

  @Test
  void whatAWorkerWasNotToldOfIsEndedAtOnce() {
    CompletableFuture<String> answered = new CompletableFuture<>();
    assertThat(told(answered)).isEqualTo("two: 2");
    assertThat(ended).isEmpty();
    answered.complete("it hung up");
    assertThat(ended).containsOnlyKeys("a", "b");
    assertThat(ended.get("a").message()).contains("no longer waited");
  }

  @Test
  void whatComesTooLateForAWorkerIsEndedAtOnce() {
    told(CompletableFuture.failedFuture(new TimeoutException()));
    assertThat(ended).containsOnlyKeys("a", "b");
  }

  @Test
  void whatIsNotGrantedIsNotGiven() {
    assertThat(jobs().join()).isEmpty();
  }
}
