package io.millrace.engine.node;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.engine.flow.Lease;
import io.millrace.engine.job.Job;
import io.millrace.engine.job.Jobs;
import io.millrace.engine.job.Step;
import io.millrace.engine.project.ProjectValues.Given;
import io.millrace.engine.task.FailureKind;
import io.millrace.engine.task.Output;
import io.millrace.engine.task.Run;
import io.millrace.engine.task.Task;
import io.millrace.engine.token.TokenId;
import io.millrace.engine.worker.Assignment;
import io.millrace.engine.worker.Assignments;
import io.millrace.engine.worker.Mask;
import io.millrace.engine.worker.RefusedException;
import io.millrace.engine.worker.Values;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * What is to be done for a token: what its step says, with what the steps before it have put out
 * and the values of its project.
 */
final class TokenAssignments implements Assignments {

  /** A step, and the job that it is of. */
  private record Found(Job job, Step step) {}

  private final Jobs jobs;
  private final Supplier<? extends CompletionStage<?>> lookAgain;
  private final Function<String, CompletionStage<Map<String, String>>> inputs;
  private final BiFunction<String, Collection<String>, CompletionStage<Given>> values;

  /**
   * @param lookAgain completes when this node knows every job that was saved before
   * @param inputs the outputs, as JSON, that have arrived at a token, by their sources
   * @param values the values of a project, with those of its secrets that are asked for
   */
  TokenAssignments(
      Jobs jobs,
      Supplier<? extends CompletionStage<?>> lookAgain,
      Function<String, CompletionStage<Map<String, String>>> inputs,
      BiFunction<String, Collection<String>, CompletionStage<Given>> values) {
    this.jobs = jobs;
    this.lookAgain = lookAgain;
    this.inputs = inputs;
    this.values = values;
  }

  @Override
  public CompletionStage<Optional<Assignment>> of(String pool, Lease lease) {
    TokenId token = TokenId.parse(lease.owner());
    return find(token)
        .thenCompose(
            found ->
                found
                    .map(it -> of(lease, token, it).thenApply(Optional::of))
                    .orElseGet(() -> CompletableFuture.completedFuture(Optional.empty())));
  }

  /** A job that is not known here may just have been saved through another node. */
  private CompletionStage<Optional<Found>> find(TokenId token) {
    Optional<Found> known = known(token);
    return known.isPresent()
        ? CompletableFuture.completedFuture(known)
        : lookAgain.get().thenApply(done -> known(token));
  }

  private Optional<Found> known(TokenId token) {
    return jobs.find(token.job())
        .flatMap(
            job ->
                job.step(token.step())
                    .filter(step -> !step.isJoin())
                    .map(step -> new Found(job, step)));
  }

  private CompletionStage<Assignment> of(Lease lease, TokenId token, Found found) {
    Run run = found.step().work().run();
    CompletionStage<Values> given =
        run.kind().equals(Run.NOOP.kind())
            ? CompletableFuture.completedFuture(Values.NOTHING)
            : given(lease.owner(), found);
    return given.thenApply(
        values ->
            Assignment.of(
                lease,
                found.job().source(),
                found.step().name(),
                token.logicalTime(),
                run,
                values));
  }

  private CompletionStage<Values> given(String owner, Found found) {
    List<String> secrets = found.step().secrets();
    return inputs
        .apply(owner)
        .thenCombine(
            values.apply(found.job().project(), secrets),
            (outputs, given) -> {
              secrets.stream()
                  .filter(name -> !given.secrets().containsKey(name))
                  .findFirst()
                  .ifPresent(name -> refuse(found, name));
              return new Values(trees(outputs), given.config(), given.secrets());
            });
  }

  private static void refuse(Found found, String secret) {
    throw new RefusedException(
        FailureKind.MISSING_VALUE,
        "The project '%s' has no secret '%s', which the step names"
            .formatted(found.job().project(), secret));
  }

  /** In the order of their names: every attempt is told the same. */
  private static Map<String, JsonNode> trees(Map<String, String> outputs) {
    Map<String, JsonNode> trees = new TreeMap<>();
    outputs.forEach((source, json) -> trees.put(source, Output.tree(json)));
    return trees;
  }

  /** What hides the secrets that a task was given from those who read what its worker says. */
  CompletionStage<Mask> mask(Task task) {
    return task.token() == null
        ? CompletableFuture.completedFuture(Mask.NOTHING)
        : find(TokenId.parse(task.token())).thenCompose(this::mask);
  }

  private CompletionStage<Mask> mask(Optional<Found> found) {
    List<String> secrets = found.map(it -> it.step().secrets()).orElse(List.of());
    return secrets.isEmpty()
        ? CompletableFuture.completedFuture(Mask.NOTHING)
        : values
            .apply(found.get().job().project(), secrets)
            .thenApply(given -> Mask.of(given.secrets().values()));
  }
}
