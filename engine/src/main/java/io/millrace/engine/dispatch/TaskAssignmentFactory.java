package io.millrace.engine.dispatch;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.engine.dispatch.TaskDefinitions.TaskDefinition;
import io.millrace.engine.flow.Lease;
import io.millrace.engine.project.ProjectValueStore.DecryptedValues;
import io.millrace.engine.source.SourceCollection.Work;
import io.millrace.engine.task.FailureKind;
import io.millrace.engine.task.Owner;
import io.millrace.engine.task.Owner.ExternalOwner;
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
 * Prepares the assignment of a task of a collection, a user-site or a step: its definition, the
 * values of its project and, for a step, the outputs of the steps before it.
 */
public final class TaskAssignmentFactory implements AssignmentFactory {
  private static final DecryptedValues NONE = new DecryptedValues(Map.of(), Map.of());

  private final TaskDefinitions owners;
  private final Function<String, ? extends CompletionStage<?>> refreshDefinitions;
  private final Function<String, CompletionStage<Map<String, String>>> inputs;
  private final BiFunction<String, Collection<String>, CompletionStage<DecryptedValues>> values;

  /**
   * @param refreshDefinitions completes when this node knows every definition of an owner that was
   *     saved before
   * @param inputs the outputs, as JSON, that have arrived at a token, by source
   * @param values the config of a project, and the requested secrets
   */
  public TaskAssignmentFactory(
      TaskDefinitions owners,
      Function<String, ? extends CompletionStage<?>> refreshDefinitions,
      Function<String, CompletionStage<Map<String, String>>> inputs,
      BiFunction<String, Collection<String>, CompletionStage<DecryptedValues>> values) {
    this.owners = owners;
    this.refreshDefinitions = refreshDefinitions;
    this.inputs = inputs;
    this.values = values;
  }

  @Override
  public CompletionStage<Optional<Assignment>> prepare(String pool, Lease lease) {
    return find(lease.owner())
        .thenCompose(
            found ->
                found
                    .map(definition -> of(lease, definition).thenApply(Optional::of))
                    .orElseGet(() -> CompletableFuture.completedFuture(Optional.empty())));
  }

  /** Finds a definition. One that this node does not know may be newly saved on another node. */
  private CompletionStage<Optional<TaskDefinition>> find(String owner) {
    Optional<TaskDefinition> known = owners.find(owner);
    return known.isPresent()
        ? CompletableFuture.completedFuture(known)
        : refreshDefinitions.apply(owner).thenApply(done -> owners.find(owner));
  }

  private CompletionStage<Assignment> of(Lease lease, TaskDefinition found) {
    return resolveValues(lease.owner(), found)
        .thenApply(
            values ->
                Assignment.of(
                    lease,
                    found.source(),
                    found.collection(),
                    found.logicalTime(),
                    found.work(),
                    values));
  }

  /** Skips the values if the work is a noop or has no project. */
  private CompletionStage<TaskValues> resolveValues(String owner, TaskDefinition found) {
    Work work = found.work();
    if (work.project() == null || work.run().kind().equals(RunSpec.NOOP.kind())) {
      return CompletableFuture.completedFuture(TaskValues.NOTHING);
    }
    return inputs(owner, found)
        .thenCombine(
            values.apply(work.project(), work.secrets()),
            (outputs, resolved) -> {
              work.secrets().stream()
                  .filter(name -> !resolved.secrets().containsKey(name))
                  .findFirst()
                  .ifPresent(name -> refuse(work, name));
              return new TaskValues(parseOutputs(outputs), resolved.config(), resolved.secrets());
            });
  }

  /** Asks the token only if outputs can have arrived there: a trigger has none. */
  private CompletionStage<Map<String, String>> inputs(String owner, TaskDefinition found) {
    return found.hasInputs() ? inputs.apply(owner) : CompletableFuture.completedFuture(Map.of());
  }

  private static void refuse(Work work, String secret) {
    throw new AttemptRefusedException(
        FailureKind.MISSING_VALUE,
        "The project '%s' has no secret '%s', which the definition of the task names"
            .formatted(work.project(), secret));
  }

  /** Orders the outputs by name, so that every attempt gets the same. */
  private static Map<String, JsonNode> parseOutputs(Map<String, String> outputs) {
    Map<String, JsonNode> trees = new TreeMap<>();
    outputs.forEach((source, json) -> trees.put(source, TaskOutput.tree(json)));
    return trees;
  }

  /** Returns the mask that hides the secrets of a task in the reports of its worker. */
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
        .thenApply(resolved -> SecretMask.of(resolved.secrets().values()));
  }
}
