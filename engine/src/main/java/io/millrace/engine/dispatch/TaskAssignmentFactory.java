package io.millrace.engine.dispatch;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.engine.dispatch.TaskDefinitions.TaskDefinition;
import io.millrace.engine.flow.Lease;
import io.millrace.engine.project.ProjectValueStore.DecryptedValues;
import io.millrace.engine.source.SourceCollection.Work;
import io.millrace.engine.task.FailureKind;
import io.millrace.engine.task.Owner;
import io.millrace.engine.task.Owner.ExternalOwner;
import io.millrace.engine.task.Owner.TokenOwner;
import io.millrace.engine.task.RunSpec;
import io.millrace.engine.task.Task;
import io.millrace.engine.task.TaskOutput;
import io.millrace.engine.worker.Assignment;
import io.millrace.engine.worker.AssignmentFactory;
import io.millrace.engine.worker.AttemptRefusedException;
import io.millrace.engine.worker.SecretMask;
import io.millrace.engine.worker.TaskValues;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * What is to be done for a task, be it of a collection, a user-site or a step: what its definition
 * says, with the values of its project and, for a step, what the steps before it have put out.
 */
public final class TaskAssignmentFactory implements AssignmentFactory {
  private static final DecryptedValues NONE = new DecryptedValues(Map.of(), Map.of());

  private final TaskDefinitions owners;
  private final Function<String, ? extends CompletionStage<?>> refreshDefinitions;
  private final Function<String, CompletionStage<Map<String, String>>> inputs;
  private final BiFunction<String, Collection<String>, CompletionStage<DecryptedValues>> values;

  /**
   * @param lookAgain completes when this node knows every definition of an owner that was saved
   *     before
   * @param inputs the outputs, as JSON, that have arrived at a token, by their sources
   * @param values the values of a project, with those of its secrets that are asked for
   */
  public TaskAssignmentFactory(
      TaskDefinitions owners,
      Function<String, ? extends CompletionStage<?>> lookAgain,
      Function<String, CompletionStage<Map<String, String>>> inputs,
      BiFunction<String, Collection<String>, CompletionStage<DecryptedValues>> values) {
    this.owners = owners;
    this.refreshDefinitions = lookAgain;
    this.inputs = inputs;
    this.values = values;
  }

  @Override
  public CompletionStage<Optional<Assignment>> prepare(String pool, Lease lease) {
    return find(lease.owner())
        .thenCompose(
            found ->
                found
                    .map(it -> of(lease, it).thenApply(Optional::of))
                    .orElseGet(() -> CompletableFuture.completedFuture(Optional.empty())));
  }

  /** What is not known here may just have been saved through another node. */
  private CompletionStage<Optional<TaskDefinition>> find(String owner) {
    Optional<TaskDefinition> known = owners.find(owner);
    return known.isPresent()
        ? CompletableFuture.completedFuture(known)
        : refreshDefinitions.apply(owner).thenApply(done -> owners.find(owner));
  }

  private CompletionStage<Assignment> of(Lease lease, TaskDefinition found) {
    return resolveValues(lease.owner(), found.work())
        .thenApply(
            given ->
                Assignment.of(
                    lease,
                    found.source(),
                    found.collection(),
                    found.logicalTime(),
                    found.work(),
                    given));
  }

  /** Nobody is asked for the values of what does nothing, or needs none. */
  private CompletionStage<TaskValues> resolveValues(String owner, Work work) {
    if (work.project() == null || work.run().kind().equals(RunSpec.NOOP.kind())) {
      return CompletableFuture.completedFuture(TaskValues.NOTHING);
    }
    return inputs(owner)
        .thenCombine(
            values.apply(work.project(), work.secrets()),
            (outputs, given) -> {
              work.secrets().stream()
                  .filter(name -> !given.secrets().containsKey(name))
                  .findFirst()
                  .ifPresent(name -> refuse(work, name));
              return new TaskValues(parseOutputs(outputs), given.config(), given.secrets());
            });
  }

  private CompletionStage<Map<String, String>> inputs(String owner) {
    return Owner.parse(owner) instanceof TokenOwner
        ? inputs.apply(owner)
        : CompletableFuture.completedFuture(Map.of());
  }

  private static void refuse(Work work, String secret) {
    throw new AttemptRefusedException(
        FailureKind.MISSING_VALUE,
        "The project '%s' has no secret '%s', which its definition names"
            .formatted(work.project(), secret));
  }

  /** In the order of their names: every attempt is told the same. */
  private static Map<String, JsonNode> parseOutputs(Map<String, String> outputs) {
    Map<String, JsonNode> trees = new TreeMap<>();
    outputs.forEach((source, json) -> trees.put(source, TaskOutput.tree(json)));
    return trees;
  }

  /** What hides the secrets that a task was given from those who read what its worker says. */
  public CompletionStage<SecretMask> mask(Task task) {
    return Owner.parse(task.owner()) instanceof ExternalOwner
        ? CompletableFuture.completedFuture(SecretMask.NOTHING)
        : find(task.owner()).thenCompose(this::mask);
  }

  private CompletionStage<SecretMask> mask(Optional<TaskDefinition> found) {
    return found
        .map(TaskDefinition::work)
        .filter(work -> !work.secrets().isEmpty())
        .map(work -> values.apply(work.project(), work.secrets()))
        .orElseGet(() -> CompletableFuture.completedFuture(NONE))
        .thenApply(given -> SecretMask.of(given.secrets().values()));
  }
}
