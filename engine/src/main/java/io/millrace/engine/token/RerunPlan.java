package io.millrace.engine.token;

import io.millrace.engine.job.Job;
import io.millrace.engine.job.Reference;
import io.millrace.engine.job.Step;
import io.millrace.engine.task.TokenRow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * How to rerun a range of tokens. A token that depends on another token of the range waits for it
 * again; the others start at once.
 *
 * @param waiting the sources that each waiting token waits for again, by its owner id
 * @param started the owner ids of the others
 */
public record RerunPlan(Map<String, List<String>> waiting, List<String> started) {

  private record StepTime(String step, Instant logicalTime) {}

  /**
   * @param range its tokens; tokens of steps that the job no longer has are left out
   */
  public static RerunPlan of(Job job, List<TokenRow> range) {
    Set<StepTime> rerun =
        range.stream()
            .filter(row -> job.step(row.step()).isPresent())
            .map(row -> new StepTime(row.step(), row.logicalTime()))
            .collect(Collectors.toSet());
    Map<String, List<String>> waiting = new TreeMap<>();
    List<String> started = new ArrayList<>();
    for (TokenRow row : range) {
      job.step(row.step())
          .ifPresent(
              step -> {
                List<String> sources = sources(job, step, row.logicalTime(), rerun);
                if (sources.isEmpty()) {
                  started.add(row.owner());
                } else {
                  waiting.put(row.owner(), sources);
                }
              });
    }
    return new RerunPlan(waiting, started);
  }

  private static List<String> sources(Job job, Step step, Instant time, Set<StepTime> rerun) {
    List<String> sources = new ArrayList<>();
    TokenDecisionContext.eachSource(
        step,
        (source, reference) -> {
          if (isStepOf(job, reference)
              && rerun.contains(new StepTime(reference.name(), time.minus(reference.offset())))) {
            sources.add(source);
          }
        });
    return sources;
  }

  private static boolean isStepOf(Job job, Reference reference) {
    return reference.kind() == Reference.Kind.STEP
        && (reference.project().isEmpty() || reference.project().equals(job.project()))
        && (reference.job().isEmpty() || reference.job().equals(job.name()));
  }
}
