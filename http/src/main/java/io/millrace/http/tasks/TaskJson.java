package io.millrace.http.tasks;

import com.fasterxml.jackson.databind.util.RawValue;
import io.millrace.engine.task.LogLine;
import io.millrace.engine.task.Task;
import io.millrace.engine.task.TaskSearch.TaskCount;
import io.millrace.engine.wait.Wait;
import io.millrace.http.endpoint.Json;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Tasks and log lines as the API shows them. */
public final class TaskJson {
  private TaskJson() {}

  public static Map<String, Object> task(Task task) {
    return task(task, null);
  }

  /**
   * @param wait what it waits for; absent if it does not wait, or nobody asked
   */
  public static Map<String, Object> task(Task task, @Nullable Wait wait) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("id", task.id().toString());
    json.put("source", task.id().source());
    json.put("collection", task.id().collection());
    json.put("priority", task.route().priority());
    json.put("created_at", Json.time(task.times().createdAt()));
    json.put("started_at", Json.time(task.times().startedAt()));
    json.put("finished_at", Json.time(task.times().finishedAt()));
    json.put("status", task.status().name());
    json.put("attempt_no", task.origin().attemptNo());
    json.put("reason", task.origin().reason().text());
    json.put("system", task.route().system());
    json.put("pool", task.route().pool());
    json.put("worker", task.progress().worker());
    json.put("deadline", Json.time(task.times().deadline()));
    json.put("message", task.result().message());
    json.put("user_message", task.result().userMessage());
    json.put("percent", task.progress().percent());
    json.put("user_friendly_status", task.progress().userFriendlyStatus());
    json.put("score", task.score());
    json.put("logical_time", Json.time(task.origin().logicalTime()));
    json.put(
        "output", task.result().output() == null ? null : new RawValue(task.result().output()));
    json.put("wait", WaitJson.json(wait));
    return json;
  }

  public static Map<String, Object> count(TaskCount count) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("tasks", count.tasks());
    json.put("more", count.more());
    return json;
  }

  static Map<String, Object> line(LogLine line) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("time", Json.time(line.time()));
    json.put("message", line.message());
    json.put("level", line.level().name().toLowerCase(Locale.ROOT));
    return json;
  }
}
