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
 * How a range is run again: what follows another one of the range waits for that, and the others
 * run at once.
 *
 * @param waiting what each of those is to wait for once more, by its id as an owner
 * @param started the ids of the others
 */
public record RerunPlan(Map<String, List<String>> waiting, List<String> started) {

  private record StepTime(String step, Instant logicalTime) {}

  /**
   * @param range its tokens; those of steps that the job has no more are left out
   */
  public static RerunPlan of(Job job, List<TokenRow> range) {
    Set<StepTime> again =
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
                List<String> sources = sources(job, step, row.logicalTime(), again);
                if (sources.isEmpty()) {
                  started.add(row.owner());
                } else {
                  waiting.put(row.owner(), sources);
                }
              });
    }
    return new RerunPlan(waiting, started);
  }

  private static List<String> sources(Job job, Step step, Instant time, Set<StepTime> again) {
    List<String> sources = new ArrayList<>();
    TokenDecisionContext.eachSource(
        step,
        (source, reference) -> {
          if (isOf(job, reference)
              && again.contains(new StepTime(reference.name(), time.minus(reference.offset())))) {
            sources.add(source);
          }
        });
    return sources;
  }

  private static boolean isOf(Job job, Reference reference) {
    return reference.kind() == Reference.Kind.STEP
        && (reference.project().isEmpty() || reference.project().equals(job.project()))
        && (reference.job().isEmpty() || reference.job().equals(job.name()));
  }
}
