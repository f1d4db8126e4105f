package io.millrace.client.model;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Tasks, their logs, and what many of them are asked at once. */
public final class TaskModel {
  private TaskModel() {}

  /** Where a task is. */
  public enum TaskStatus {
    SCHEDULED,
    RUNNING,
    SUCCESS,
    FAILED,
    CANCELED,
    /** A word of a newer server. */
    @JsonEnumDefaultValue
    UNKNOWN
  }

  /** One attempt to run something. */
  public record Task(
      String id,
      String source,
      String collection,
      int priority,
      Instant createdAt,
      Instant startedAt,
      Instant finishedAt,
      TaskStatus status,
      int attemptNo,
      String reason,
      String system,
      String pool,
      String worker,
      Instant deadline,
      String message,
      String userMessage,
      Integer percent,
      String userFriendlyStatus,
      long score,
      Instant logicalTime,
      JsonNode output,
      TaskOwner of) {}

  /** What a task belongs to. A step comes with its job, its name and its logical time. */
  public record TaskOwner(String kind, String job, String step, Instant logicalTime) {}

  /** A page of tasks. */
  public record TaskPage(List<Task> tasks, String after) implements Page<Task> {
    @Override
    public List<Task> items() {
      return tasks;
    }
  }

  /** The id of a task. */
  public record TaskReference(String taskId) {}

  /** A line of a log. */
  public record LogLine(Instant time, String message, String level) {}

  /** A page of a log. */
  public record LogPage(List<LogLine> logs, Long after, long dropped) {}

  /** Which tasks. Each field may be left out. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record BulkRequest(
      String source,
      String collection,
      TaskStatus status,
      Instant start,
      Instant end,
      Boolean dryRun) {}

  /** What became of many tasks. */
  public record BulkResult(
      boolean dryRun, long matched, boolean more, long done, Map<String, Long> refused) {}
}
