package io.millrace.engine.external;

import io.millrace.engine.task.Task;
import io.millrace.engine.task.TaskStatus;
import io.millrace.engine.task.TaskStore;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;

/**
 * An open request, waiting or granted, with its task.
 *
 * @param callbackUrl called when the channel is granted; empty if there is none
 */
public record ExternalRequest(Task task, String taskToken, String callbackUrl) {
  private static final DateTimeFormatter TIME =
      new DateTimeFormatterBuilder().appendInstant(3).toFormatter();

  /** Reads a row of the table {@code task} joined with these two columns. */
  static ExternalRequest of(ResultSet row) throws SQLException {
    return new ExternalRequest(
        TaskStore.task(row), row.getString("task_token"), row.getString("callback_url"));
  }

  public String executionName() {
    return task.id().collection();
  }

  public UUID attemptUid() {
    return task.id().attemptUid();
  }

  public boolean isGranted() {
    return task.status() == TaskStatus.RUNNING;
  }

  /** The fields of an answer and of a callback. */
  public Map<String, Object> fields() {
    Instant deadline = task.times().deadline();
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("status", isGranted() ? "granted" : "waiting");
    fields.put("pool", task.route().pool());
    fields.put("taskToken", taskToken);
    fields.put("executionName", executionName());
    fields.put("system", task.route().system());
    fields.put("taskId", task.id().toString());
    fields.put("deadline", deadline == null ? "" : TIME.format(deadline));
    return fields;
  }
}
