package io.millrace.client.api;

import io.millrace.client.model.ReportModel.FinishReport;
import io.millrace.client.model.ReportModel.LogReport;
import io.millrace.client.model.ReportModel.ProgressReport;
import io.millrace.client.model.TaskModel.TaskReference;
import io.millrace.client.transport.ApiCaller;
import io.millrace.client.transport.ApiRequest;

/** Reports of a worker on its task. Every report names its attempt. */
public final class ReportsApi {
  private final ApiCaller caller;

  public ReportsApi(ApiCaller caller) {
    this.caller = caller;
  }

  public TaskReference reportLog(String taskId, LogReport report) {
    return caller.call(
        ApiRequest.post("/tasks/{id}/logs", taskId).json(report), TaskReference.class);
  }

  public TaskReference reportProgress(String taskId, ProgressReport report) {
    return caller.call(
        ApiRequest.post("/tasks/{id}/progress", taskId).json(report).repeatable(),
        TaskReference.class);
  }

  /** Ends the attempt. A second report of it is a conflict, {@code stale-attempt}. */
  public TaskReference finishTask(String taskId, FinishReport report) {
    return caller.call(
        ApiRequest.post("/tasks/{id}/finish", taskId).json(report), TaskReference.class);
  }
}
