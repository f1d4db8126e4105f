package io.millrace.engine.worker;

import io.millrace.engine.input.FieldError;
import io.millrace.engine.outbound.OutboundClient;
import io.millrace.engine.task.FailureKind;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.task.RunSpec;
import io.millrace.engine.task.TaskOutput;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * All runners by kind. Every run ends in an outcome, never in an exception. Its output is checked,
 * and its secrets are hidden.
 */
public final class RunnerRegistry implements RunSpec.RunValidator {
  private final SortedMap<String, Runner> byKind = new TreeMap<>();

  /** Refuses two runners of one kind: chance must not decide which of them runs. */
  public RunnerRegistry(Collection<? extends Runner> runners) {
    for (Runner runner : runners) {
      Runner other = byKind.putIfAbsent(runner.kind(), runner);
      if (other != null) {
        throw new IllegalArgumentException(
            "two runners of the kind '%s': %s and %s"
                .formatted(runner.kind(), other.getClass().getName(), runner.getClass().getName()));
      }
    }
  }

  /**
   * Loads the built-in runners and those on the class path.
   *
   * @param client the client of the built-in runners
   * @param ledger the programs that run
   */
  public static RunnerRegistry load(
      RunnerContext node, OutboundClient client, ProgramLedger ledger) {
    ProcessRunner programs = new ProcessRunner(ProgramSettings.of(node.worker()), ledger);
    List<Runner> all =
        new ArrayList<>(
            List.of(new NoopRunner(), programs, new HttpRunner(client), new PullRunner()));
    ServiceLoader.load(Runner.class).forEach(all::add);
    ServiceLoader.load(RunnerProvider.class).forEach(provider -> all.add(provider.create(node)));
    return new RunnerRegistry(all);
  }

  Set<String> kinds() {
    return Set.copyOf(byKind.keySet());
  }

  /** Whether work of this kind continues if its node dies. */
  public boolean outlivesNode(String kind) {
    return byKind.containsKey(kind) && byKind.get(kind).outlivesNode();
  }

  /** Lets every runner remove what is left of attempts that have ended. */
  public void sweep(EndedAttempts ended) {
    byKind.values().forEach(runner -> runner.sweep(ended));
  }

  @Override
  public List<FieldError> check(RunSpec run, String field) {
    Runner runner = byKind.get(run.kind());
    if (runner == null) {
      return List.of(new FieldError(field, run.kind(), unknownKind(run)));
    }
    String path = field + "." + run.kind();
    try {
      return runner.check(run.config(), path);
    } catch (RuntimeException e) {
      return List.of(new FieldError(path, null, "cannot be checked: " + OutcomeText.brief(e)));
    }
  }

  /** Runs the attempt as its definition says. The stage never fails. */
  public CompletionStage<Optional<Outcome>> run(Execution execution) {
    RunSpec run = execution.assignment().run();
    Runner runner = byKind.get(run.kind());
    if (runner == null) {
      return CompletableFuture.completedFuture(
          Optional.of(Outcome.rejected(unknownKind(run)).because(FailureKind.MISCONFIGURED)));
    }
    return CompletableFuture.completedFuture(execution)
        .thenCompose(e -> Objects.requireNonNull(runner.run(e), "no stage"))
        .handle((outcome, e) -> e == null && outcome != null ? outcome : faultOutcome(run, e))
        .thenApply(outcome -> outcome.map(end -> execution.mask().hide(TaskOutput.checked(end))));
  }

  /** Call this after the last task of the node has ended. */
  public void close() {
    byKind.values().forEach(Runner::close);
  }

  private String unknownKind(RunSpec run) {
    return "there is no runner of the kind '"
        + run.kind()
        + "': the known kinds are "
        + String.join(", ", byKind.keySet());
  }

  private static Optional<Outcome> faultOutcome(RunSpec run, Throwable e) {
    if (e != null && OutcomeText.cause(e) instanceof AttemptRefusedException) {
      return Optional.of(AttemptRefusedException.outcome(e));
    }
    String what = e == null ? "it returned no outcome" : OutcomeText.brief(e);
    return Optional.of(Outcome.error("the " + run.kind() + " runner failed: " + what));
  }
}
