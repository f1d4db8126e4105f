package io.millrace.client.model;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Workers, and what they are given. */
public final class WorkerModel {
  private WorkerModel() {}

  /** A task that is RUNNING already. Its channel is the worker's until the deadline. */
  public record ClaimedTask(
      String taskId,
      String attemptUid,
      int attemptNo,
      String source,
      String collection,
      @Nullable Instant logicalTime,
      String system,
      String pool,
      String queue,
      Instant deadline,
      JsonNode body,
      JsonNode inputs,
      Map<String, String> config,
      Map<String, String> secrets) {
    /** It has secrets, which must not be in a log. */
    @Override
    public String toString() {
      return "ClaimedTask[" + taskId + "]";
    }
  }

  /** The tasks that a worker was given. */
  public record ClaimedTasks(List<ClaimedTask> tasks, double heartbeatSeconds) {}

  /** Which attempts are over. */
  public record HeartbeatAnswer(List<String> stop, double heartbeatSeconds) {}

  /** A node that runs tasks, or a remote worker. */
  public record Worker(
      String id,
      String kind,
      int slots,
      List<String> queues,
      List<String> pools,
      List<RunningTask> running,
      @JsonUnwrapped WorkerLife life) {}

  /** Whether a worker is alive, and what became of what a lost one ran. */
  public record WorkerLife(
      @Nullable Instant lastSeen, String state, @Nullable Instant lostAt, List<LostTask> ran) {}

  /** A task that a lost worker ran, and what became of it. */
  public record LostTask(String taskId, String status, String worker, String message) {}

  /** A page of workers. */
  public record WorkerPage(List<Worker> workers, @Nullable String after) implements Page<Worker> {
    @Override
    public List<Worker> items() {
      return workers;
    }
  }

  /** A task that a worker runs. */
  public record RunningTask(
      String taskId,
      int attemptNo,
      String pool,
      String system,
      Instant startedAt,
      Instant deadline) {}
}
