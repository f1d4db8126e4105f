package io.millrace.client.model;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

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
      @Nullable Instant startedAt,
      @Nullable Instant finishedAt,
      TaskStatus status,
      int attemptNo,
      String reason,
      String system,
      String pool,
      String worker,
      @Nullable Instant deadline,
      String message,
      String userMessage,
      @Nullable Integer percent,
      String userFriendlyStatus,
      long score,
      @Nullable Instant logicalTime,
      JsonNode output,
      @JsonProperty("wait") @Nullable Wait waiting,
      @Nullable TaskOwner of) {}

  /**
   * What something waits for. Only a task in the queue of a pool has a place and a likely start.
   */
  public record Wait(
      String blocker,
      String text,
      String rule,
      @Nullable Instant until,
      String pool,
      String system,
      String queue,
      int before,
      int channels,
      @Nullable Instant startP50,
      @Nullable Instant startP90,
      String noEstimate) {}

  /** What a task belongs to. A step comes with its job, its name and its logical time. */
  public record TaskOwner(
      String kind, @Nullable String job, @Nullable String step, @Nullable Instant logicalTime) {}

  /** A page of tasks. */
  public record TaskPage(List<Task> tasks, @Nullable String after) implements Page<Task> {
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
  public record LogPage(List<LogLine> logs, @Nullable Long after, long dropped) {}

  /** Which tasks. Each field may be left out. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record BulkRequest(
      @Nullable String source,
      @Nullable String collection,
      @Nullable TaskStatus status,
      @Nullable Instant start,
      @Nullable Instant end,
      @Nullable Boolean dryRun) {}

  /** What became of many tasks. */
  public record BulkResult(
      boolean dryRun, long matched, boolean more, long done, Map<String, Long> refused) {}

  /** How many tasks there are. */
  public record TaskCount(long tasks, boolean more) {}

  /** What to do with which tasks. Each field but the action may be left out. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record BulkOrder(
      String action,
      @Nullable String source,
      @Nullable String collection,
      @Nullable TaskStatus status,
      @Nullable String message,
      @Nullable String worker,
      @Nullable String reason,
      @Nullable Instant start,
      @Nullable Instant end) {}

  /** Which tasks a bulk operation takes. An empty text stands for any. */
  public record BulkFilter(
      String source,
      String collection,
      List<String> statuses,
      String message,
      String worker,
      String reason,
      Instant start,
      Instant end) {}

  /** Many tasks that are canceled, or run again. */
  public record BulkOperation(
      String id,
      String action,
      BulkFilter filter,
      String askedBy,
      Instant askedAt,
      String state,
      String node,
      long total,
      boolean more,
      long handled,
      long done,
      Map<String, Long> refused,
      @Nullable Instant endedAt) {}

  /** Bulk operations. */
  public record BulkOperations(List<BulkOperation> operations) {}
}
