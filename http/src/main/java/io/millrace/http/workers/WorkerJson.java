package io.millrace.http.workers;

import io.millrace.engine.remote.LostWorkerSummary;
import io.millrace.engine.remote.RemoteWorkerService.ClaimedTask;
import io.millrace.engine.remote.WorkerState;
import io.millrace.engine.source.CollectionId;
import io.millrace.engine.source.SourceCollection.Work;
import io.millrace.engine.task.Task;
import io.millrace.engine.worker.Assignment;
import io.millrace.http.endpoint.Json;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Workers, and what they are given, as the API shows them. */
final class WorkerJson {
  private WorkerJson() {}

  static Map<String, Object> job(ClaimedTask job) {
    Assignment assignment = job.assignment();
    Map<String, Object> json = assignment.facts();
    json.put("system", job.lease().system());
    json.put("pool", job.pool());
    json.put("queue", assignment.run().config().getOrDefault("queue", Work.DEFAULT_QUEUE));
    json.put("deadline", Json.time(assignment.deadline()));
    json.put("body", assignment.run().config().get("body"));
    json.put("inputs", assignment.values().inputs());
    json.put("config", assignment.values().config());
    json.put("secrets", assignment.values().secrets());
    return json;
  }

  static Map<String, Object> worker(WorkerState worker) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("id", worker.id());
    json.put("kind", worker.remote() ? "remote" : "node");
    json.put("slots", worker.slots());
    json.put("queues", worker.queues());
    json.put("last_seen", Json.time(worker.lastSeen()));
    json.put("pools", worker.pools());
    json.put("running", worker.running().stream().map(WorkerJson::running).toList());
    json.put("state", "alive");
    json.put("lost_at", "");
    json.put("ran", List.of());
    return json;
  }

  /** A lost worker, the tasks that it ran, and what became of them. */
  static Map<String, Object> lost(LostWorkerSummary worker) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("id", worker.id());
    json.put("kind", CollectionId.isName(worker.id()) ? "remote" : "node");
    json.put("slots", 0);
    json.put("queues", List.of());
    json.put("last_seen", "");
    json.put("pools", worker.pools());
    json.put("running", List.of());
    json.put("state", "lost");
    json.put("lost_at", Json.time(worker.at()));
    json.put("ran", worker.ran().stream().map(WorkerJson::ran).toList());
    return json;
  }

  private static Map<String, Object> ran(Task task) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("task_id", task.id().toString());
    json.put("status", task.status().name());
    json.put("worker", task.progress().worker());
    json.put("message", task.result().message());
    return json;
  }

  private static Map<String, Object> running(WorkerState.RunningTask running) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("task_id", running.taskId());
    json.put("attempt_no", running.attemptNo());
    json.put("pool", running.pool());
    json.put("system", running.system());
    json.put("started_at", Json.time(running.startedAt()));
    json.put("deadline", Json.time(running.deadline()));
    return json;
  }

  /** A whole number if it is one. */
  static Number seconds(Duration duration) {
    if (duration.toMillisPart() == 0) {
      return duration.toSeconds();
    }
    return duration.toMillis() / 1000.0;
  }
}
