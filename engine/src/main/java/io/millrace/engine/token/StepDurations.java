package io.millrace.engine.token;

import io.millrace.engine.task.Task;
import io.millrace.engine.task.TaskId;
import io.millrace.engine.task.TaskStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * How long the attempts of a step took.
 *
 * @param attempts the number of attempts that ran and ended
 * @param failed the number of failed attempts
 * @param slowest the attempt that ran longest
 */
public record StepDurations(
    String step, int attempts, int failed, Spread ran, Spread waited, TaskId slowest) {

  /** The middle and the longest of some durations. */
  public record Spread(Duration median, Duration longest) {
    static Spread of(List<Duration> durations) {
      List<Duration> sorted = durations.stream().sorted().toList();
      return new Spread(sorted.get(sorted.size() / 2), sorted.get(sorted.size() - 1));
    }
  }

  /** The durations of each step with an attempt that ran and ended, longest median first. */
  public static List<StepDurations> of(List<Task> tasks) {
    Map<String, List<Task>> bySteps = new LinkedHashMap<>();
    for (Task task : tasks) {
      if (ran(task) != null && task.origin().token() != null) {
        bySteps
            .computeIfAbsent(TokenId.parse(task.owner()).step(), step -> new ArrayList<>())
            .add(task);
      }
    }
    List<StepDurations> steps = new ArrayList<>();
    bySteps.forEach((step, ended) -> steps.add(of(step, ended)));
    steps.sort(
        Comparator.comparing((StepDurations step) -> step.ran().median())
            .reversed()
            .thenComparing(StepDurations::step));
    return steps;
  }

  private static StepDurations of(String step, List<Task> ended) {
    Task slowest = ended.get(0);
    for (Task task : ended) {
      slowest = longer(task, slowest) ? task : slowest;
    }
    return new StepDurations(
        step,
        ended.size(),
        (int) ended.stream().filter(task -> task.status() == TaskStatus.FAILED).count(),
        spread(ended, StepDurations::ran),
        spread(ended, StepDurations::waited),
        slowest.id());
  }

  private static boolean longer(Task one, Task other) {
    Duration ran = ran(one);
    Duration otherRan = ran(other);
    return ran != null && otherRan != null && ran.compareTo(otherRan) > 0;
  }

  private static Spread spread(List<Task> tasks, Function<Task, @Nullable Duration> duration) {
    return Spread.of(tasks.stream().map(duration).filter(Objects::nonNull).toList());
  }

  private static @Nullable Duration ran(Task task) {
    Instant started = task.times().startedAt();
    Instant ended = task.times().finishedAt();
    return started == null || ended == null ? null : Duration.between(started, ended);
  }

  private static @Nullable Duration waited(Task task) {
    Instant started = task.times().startedAt();
    return started == null ? null : Duration.between(task.times().createdAt(), started);
  }
}
