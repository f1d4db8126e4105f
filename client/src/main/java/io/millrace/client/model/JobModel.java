package io.millrace.client.model;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.client.model.FreshnessModel.FreshPromise;
import io.millrace.client.model.RefreshModel.Warning;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Jobs, and how their parts belong together. */
public final class JobModel {
  private JobModel() {}

  /** A job: its definition, and how it stands. */
  public record Job(
      String id,
      String project,
      String name,
      String description,
      boolean paused,
      @Nullable FreshPromise fresh,
      String pauseReason,
      String pausedBy,
      @Nullable Instant pausedAt,
      List<JsonNode> triggers,
      List<JsonNode> steps,
      long version,
      String savedBy,
      Instant savedAt,
      @Nullable List<Warning> warnings) {}

  /** A page of jobs. */
  public record JobPage(List<JobSummary> jobs, @Nullable String after) implements Page<JobSummary> {
    @Override
    public List<JobSummary> items() {
      return jobs;
    }
  }

  /** A job in a list. */
  public record JobSummary(
      String id,
      String project,
      String name,
      String description,
      boolean paused,
      String pauseReason,
      String pausedBy,
      @Nullable Instant pausedAt,
      List<String> triggers,
      List<String> steps,
      long version,
      String savedBy,
      Instant savedAt,
      @Nullable NextFire nextFire,
      @Nullable LatestTime latest,
      RecentSteps recent) {}

  /** How the last steps of a job ended. */
  public record RecentSteps(int steps, int failed, @Nullable Instant lastFailed) {}

  /** The next fire of a job. */
  public record NextFire(String trigger, Instant logicalTime, Instant dueAt) {}

  /** The last logical time that has come. */
  public record LatestTime(Instant logicalTime, Map<String, Long> states) {}

  /** What saving a job would do. */
  public record JobCheck(
      String result,
      String id,
      String project,
      String name,
      boolean paused,
      List<FirstFires> triggers,
      JobGraph graph,
      @Nullable List<Warning> warnings) {}

  /** A trigger of a job that is checked. */
  public record FirstFires(
      String name, String schedule, String catchup, long due, List<Fire> next) {}

  /** A fire of a trigger. */
  public record Fire(Instant logicalTime, Instant dueAt) {}

  /** What waits for what. */
  public record JobGraph(List<JobNode> nodes, List<JobEdge> edges) {}

  /** A trigger or a step. */
  public record JobNode(
      String id,
      String kind,
      String project,
      String job,
      String jobId,
      String name,
      @Nullable Integer threshold,
      @Nullable String run) {}

  /** A step that waits for a trigger or a step. */
  public record JobEdge(String from, String to, String on, String offset) {}
}
