package io.millrace.engine.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.flow.Lease;
import io.millrace.engine.job.DownstreamStep;
import io.millrace.engine.job.Job;
import io.millrace.engine.job.Jobs;
import io.millrace.engine.job.Reference;
import io.millrace.engine.job.Step;
import io.millrace.engine.job.UpstreamEvent;
import io.millrace.engine.policy.Policy;
import io.millrace.engine.project.ProjectValueStore.DecryptedValues;
import io.millrace.engine.source.CollectionId;
import io.millrace.engine.source.SourceCollection;
import io.millrace.engine.source.SourceCollection.Work;
import io.millrace.engine.task.RunSpec;
import io.millrace.engine.task.Task;
import io.millrace.engine.task.TaskId;
import io.millrace.engine.task.TaskOrigin;
import io.millrace.engine.task.TaskReason;
import io.millrace.engine.task.TaskRoute;
import io.millrace.engine.token.TokenId;
import io.millrace.engine.worker.Assignment;
import io.millrace.engine.worker.AttemptRefusedException;
import io.millrace.engine.worker.SecretMask;
import io.millrace.engine.worker.TaskValues;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TaskAssignmentFactoryTest {
  private static final Instant LOGICAL = Instant.parse("2026-01-01T00:00:00Z");
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  private static final UUID UID = UUID.fromString("01a1e451-28fe-7f1d-b60d-26f9e438fcb6");
  private static final RunSpec HTTP = new RunSpec("http", Map.of("url", "http://h/"));

  /** The jobs that this node knows. */
  private static final class KnownJobs implements Jobs {
    private final Map<Long, Job> byNumber = new HashMap<>();

    @Override
    public Optional<Job> find(long number) {
      return Optional.ofNullable(byNumber.get(number));
    }

    @Override
    public Optional<Job> find(UUID id) {
      throw new AssertionError("nobody asks for it");
    }

    @Override
    public List<DownstreamStep> downstreamSteps(UpstreamEvent cause) {
      throw new AssertionError("nobody asks for them");
    }

    @Override
    public long version() {
      return 0;
    }
  }

  private final KnownJobs jobs = new KnownJobs();
  private final List<String> asked = new ArrayList<>();
  private Runnable saved = () -> {};
  private Map<String, String> outputs = Map.of();
  private Map<String, String> secrets = Map.of();

  private final Map<CollectionId, Work> collections = new HashMap<>();

  private final TaskAssignmentFactory assignments =
      new TaskAssignmentFactory(
          new TaskDefinitions(
              jobs,
              id ->
                  Optional.ofNullable(collections.get(id))
                      .map(work -> new SourceCollection(id, Policy.DEFAULT, work))),
          owner -> {
            asked.add(owner.startsWith("token:") ? "jobs" : "sources and sites");
            saved.run();
            return CompletableFuture.completedFuture(null);
          },
          owner -> {
            asked.add("inputs of " + owner);
            return CompletableFuture.completedFuture(outputs);
          },
          (project, names) -> {
            asked.add("values of " + project + " " + names);
            return CompletableFuture.completedFuture(
                new DecryptedValues(Map.of("table", "accounts"), secrets));
          });

  @BeforeEach
  void define() {
    jobs.byNumber.put(
        12L,
        Job.builder()
            .number(12)
            .id(UUID.randomUUID())
            .project("my reports")
            .name("daily load")
            .paused(false)
            .triggers(List.of())
            .steps(
                List.of(
                    step("extract", "trigger/daily", HTTP, List.of("token")),
                    step("load", HTTP, List.of("token")),
                    step("plain", HTTP, List.of()),
                    step("empty", RunSpec.NOOP, List.of("token")),
                    step("join", null, List.of())))
            .version(1)
            .savedAt(NOW)
            .build());
  }

  private static Step step(String name, RunSpec run, List<String> secrets) {
    return step(name, "step/extract", run, secrets);
  }

  private static Step step(String name, String depends, RunSpec run, List<String> secrets) {
    return new Step(
        name,
        List.of(Reference.parse(depends)),
        List.of(),
        1,
        run == null ? null : Work.of(run, "my reports", secrets),
        Policy.of(null, Duration.ofMinutes(1)),
        null);
  }

  private static Lease lease(long job, String step) {
    String owner = new TokenId(job, step, LOGICAL).owner();
    return new Lease(UID, owner, 3, "DEFAULT", "w", NOW, NOW.plusSeconds(60));
  }

  /** The definition of a collection that this node knows. */
  private static final CollectionId BANK = new CollectionId("bank", "accounts");

  private Optional<Assignment> ofBank() {
    Lease lease = new Lease(UID, BANK.owner(), 3, "DEFAULT", "w", NOW, NOW.plusSeconds(60));
    return assignments.prepare("default", lease).toCompletableFuture().join();
  }

  private Optional<Assignment> of(long job, String step) {
    return assignments.prepare("default", lease(job, step)).toCompletableFuture().join();
  }

  @Test
  void aTaskOfATokenIsToldWhatItsStepSaysAndWhatWentBefore() {
    outputs = Map.of("step/extract", "{\"rows\":1.10}", "!step/check@1h", "[null]");
    secrets = Map.of("token", "hunter2");
    Assignment assignment = of(12, "load").orElseThrow();
    assertThat(assignment.taskId()).isEqualTo("my-reports.daily-load_load_" + UID);
    assertThat(assignment.source()).isEqualTo("my reports.daily load");
    assertThat(assignment.collection()).isEqualTo("load");
    assertThat(assignment.attemptUid()).isEqualTo(UID);
    assertThat(assignment.attemptNo()).isEqualTo(3);
    assertThat(assignment.logicalTime()).isEqualTo(LOGICAL);
    assertThat(assignment.deadline()).isEqualTo(NOW.plusSeconds(60));
    assertThat(assignment.run()).isEqualTo(HTTP);
    TaskValues values = assignment.values();
    assertThat(values.inputs())
        .hasToString("{!step/check@1h=[null], step/extract={\"rows\":1.10}}");
    assertThat(values.config()).isEqualTo(Map.of("table", "accounts"));
    assertThat(values.secrets()).isEqualTo(Map.of("token", "hunter2"));
    assertThat(asked)
        .containsExactly(
            "inputs of token:12/load/2026-01-01T00:00:00Z", "values of my reports [token]");
  }

  @Test
  void theTokenOfAStepThatOnlyWaitsForTriggersIsNotAsked() {
    secrets = Map.of("token", "hunter2");
    assertThat(of(12, "extract").orElseThrow().values().inputs()).isEmpty();
    assertThat(asked).containsExactly("values of my reports [token]");
  }

  @Test
  void aTaskOfACollectionIsToldTheValuesOfItsProject() {
    collections.put(BANK, Work.of(HTTP, "billing", List.of("token")));
    secrets = Map.of("token", "hunter2");
    Assignment assignment = ofBank().orElseThrow();
    assertThat(assignment.taskId()).isEqualTo("bank_accounts_" + UID);
    assertThat(assignment.logicalTime()).isNull();
    assertThat(assignment.project()).isEqualTo("billing");
    assertThat(assignment.values().inputs()).isEmpty();
    assertThat(assignment.values().config()).isEqualTo(Map.of("table", "accounts"));
    assertThat(assignment.values().secrets()).isEqualTo(Map.of("token", "hunter2"));
    assertThat(asked).containsExactly("values of billing [token]");
  }

  @Test
  void aSecretOfACollectionThatIsNotThereIsNamed() {
    collections.put(BANK, Work.of(HTTP, "default", List.of("token")));
    assertThatThrownBy(this::ofBank)
        .hasCauseInstanceOf(AttemptRefusedException.class)
        .hasMessageContaining(
            "The project 'default' has no secret 'token', which the definition of the task names");
  }

  @Test
  void nobodyIsAskedForACollectionThatNeedsNoValues() {
    collections.put(BANK, Work.of(HTTP));
    assertThat(ofBank().orElseThrow().values()).isSameAs(TaskValues.NOTHING);
    collections.put(BANK, Work.of(RunSpec.NOOP, "billing", List.of("token")));
    assertThat(ofBank().orElseThrow().values()).isSameAs(TaskValues.NOTHING);
    assertThat(mask(bankTask()).hide("hunter2")).isEqualTo("hunter2");
    assertThat(asked).containsExactly("values of billing [token]");
  }

  @Test
  void aCollectionThatWasJustSavedElsewhereIsFoundByAnotherLook() {
    saved = () -> collections.put(BANK, Work.of(HTTP));
    assertThat(ofBank()).isPresent();
    assertThat(asked).containsExactly("sources and sites");
  }

  @Test
  void theSecretsOfACollectionAreHiddenInWhatItsWorkerSays() {
    collections.put(BANK, Work.of(HTTP, "billing", List.of("token")));
    secrets = Map.of("token", "hunter2");
    assertThat(mask(bankTask()).hide("it is hunter2")).isEqualTo("it is ***");
    collections.put(BANK, Work.of(HTTP, "billing", List.of()));
    assertThat(mask(bankTask())).isSameAs(SecretMask.NOTHING);
    assertThat(asked).containsExactly("values of billing [token]");
  }

  private static Task bankTask() {
    return task(new TaskId("bank", "accounts", UID), null);
  }

  @Test
  void aSecretThatIsNotThereIsNamed() {
    assertThatThrownBy(() -> of(12, "load"))
        .isInstanceOf(CompletionException.class)
        .hasCauseInstanceOf(AttemptRefusedException.class)
        .hasMessageContaining("The project 'my reports' has no secret 'token'");
  }

  @Test
  void nobodyIsAskedForWhatDoesNothing() {
    assertThat(of(12, "empty").orElseThrow().values()).isSameAs(TaskValues.NOTHING);
    assertThat(asked).isEmpty();
  }

  @Test
  void whatIsNotKnownAfterAnotherLookIsNotDefinedAnyMore() {
    assertThat(of(13, "load")).isEmpty();
    assertThat(of(12, "gone")).isEmpty();
    assertThat(of(12, "join")).as("it has nothing to run any more").isEmpty();
    assertThat(asked).containsExactly("jobs", "jobs", "jobs");
  }

  @Test
  void aJobThatWasJustSavedElsewhereIsFoundByAnotherLook() {
    Job job = jobs.byNumber.remove(12L);
    saved = () -> jobs.byNumber.put(12L, job);
    assertThat(of(12, "plain")).isPresent();
    assertThat(asked).first().isEqualTo("jobs");
  }

  private static Task task(String step) {
    return task(
        new TaskId("my reports.daily load", step, UID), new TokenId(12, step, LOGICAL).owner());
  }

  private static Task task(TaskId id, String token) {
    return Task.queued(
        id,
        new TaskOrigin(1, TaskReason.MANUAL, token, LOGICAL),
        new TaskRoute(200, "DEFAULT", "default", "q"),
        Duration.ofMinutes(1),
        NOW);
  }

  private SecretMask mask(Task task) {
    return assignments.mask(task).toCompletableFuture().join();
  }

  @Test
  void theSecretsOfATaskAreHiddenInWhatItsWorkerSays() {
    secrets = Map.of("token", "hunter2");
    assertThat(mask(task("load")).hide("it is hunter2")).isEqualTo("it is ***");
    assertThat(asked).containsExactly("values of my reports [token]");
  }

  @Test
  void nobodyIsAskedForATaskWithoutSecrets() {
    assertThat(mask(task("plain"))).isSameAs(SecretMask.NOTHING);
    assertThat(mask(task(new TaskId("external", "TDR_7", UID), null))).isSameAs(SecretMask.NOTHING);
    assertThat(asked).isEmpty();
    assertThat(mask(task("gone"))).isSameAs(SecretMask.NOTHING);
    assertThat(asked).containsExactly("jobs");
  }
}
