package io.millrace.client.api;

import io.millrace.client.model.PageRequest;
import io.millrace.client.model.TaskFilter;
import io.millrace.client.model.TaskModel.BulkOperation;
import io.millrace.client.model.TaskModel.BulkOperations;
import io.millrace.client.model.TaskModel.BulkOrder;
import io.millrace.client.model.TaskModel.BulkRequest;
import io.millrace.client.model.TaskModel.BulkResult;
import io.millrace.client.model.TaskModel.LogLine;
import io.millrace.client.model.TaskModel.LogPage;
import io.millrace.client.model.TaskModel.Task;
import io.millrace.client.model.TaskModel.TaskCount;
import io.millrace.client.model.TaskModel.TaskPage;
import io.millrace.client.model.TaskModel.TaskReference;
import io.millrace.client.transport.ApiCaller;
import io.millrace.client.transport.ApiRequest;
import java.time.Instant;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Ask for tasks, read them, follow their logs, cancel them. */
public final class TasksApi {
  private final ApiCaller caller;

  public TasksApi(ApiCaller caller) {
    this.caller = caller;
  }

  /** Queues a task now, or answers with the one that is SCHEDULED or RUNNING already. */
  public TaskReference refreshCollection(String source, String collection) {
    return caller.call(
        ApiRequest.post("/tasks").query("source", source).query("collection", collection),
        TaskReference.class);
  }

  public Task getTask(String id) {
    return caller.call(ApiRequest.get("/tasks/{id}", id), Task.class);
  }

  public Task cancelTask(String id) {
    return caller.call(ApiRequest.post("/tasks/{id}/cancel", id), Task.class);
  }

  /** Lists the tasks of a source, the newest first. The filter needs its source, start and end. */
  public TaskPage listTasks(TaskFilter filter, PageRequest page) {
    return caller.call(
        QueryFields.add(ApiRequest.get("/tasks"), filter)
            .query("limit", page.limit())
            .query("after", page.after()),
        TaskPage.class);
  }

  /** All tasks of {@link #listTasks}. */
  public Stream<Task> allTasks(TaskFilter filter) {
    return PageStream.of(page -> listTasks(filter, page));
  }

  /** Lists tasks of any source. Without times, those of the last week. */
  public TaskPage listHistory(TaskFilter filter, PageRequest page) {
    return caller.call(
        QueryFields.add(ApiRequest.get("/history"), filter)
            .query("limit", page.limit())
            .query("after", page.after()),
        TaskPage.class);
  }

  /** All tasks of {@link #listHistory}. */
  public Stream<Task> allHistory(TaskFilter filter) {
    return PageStream.of(page -> listHistory(filter, page));
  }

  /** Counts what {@link #listHistory} lists. */
  public TaskCount countHistory(TaskFilter filter) {
    return caller.call(
        QueryFields.add(
            ApiRequest.get("/history/count"), filter.searched(filter.search().order(null))),
        TaskCount.class);
  }

  /** Cancels tasks, or runs them again, however many they are, in the background. */
  public BulkOperation startBulkOperation(BulkOrder order) {
    return caller.call(ApiRequest.post("/bulk-operations").json(order), BulkOperation.class);
  }

  /** How far it is, and what became of its tasks. */
  public BulkOperation getBulkOperation(String id) {
    return caller.call(ApiRequest.get("/bulk-operations/{id}", id), BulkOperation.class);
  }

  /** It ends soon; what was done stays. */
  public BulkOperation abortBulkOperation(String id) {
    return caller.call(ApiRequest.post("/bulk-operations/{id}/abort", id), BulkOperation.class);
  }

  /** The newest first. */
  public BulkOperations listBulkOperations() {
    return caller.call(ApiRequest.get("/bulk-operations"), BulkOperations.class);
  }

  /** Cancels many tasks. It only counts them unless {@code dryRun} is false. */
  public BulkResult cancelTasks(BulkRequest which) {
    return caller.call(ApiRequest.post("/history/cancel").json(which), BulkResult.class);
  }

  /** Runs many tasks again. It only counts them unless {@code dryRun} is false. */
  public BulkResult rerunTasks(BulkRequest which) {
    return caller.call(ApiRequest.post("/history/rerun").json(which), BulkResult.class);
  }

  /**
   * A page of a log.
   *
   * @param after the {@code after} of the page before
   */
  public LogPage readLog(
      String id,
      @Nullable Instant start,
      @Nullable Instant end,
      @Nullable Integer limit,
      @Nullable Long after) {
    return caller.call(
        ApiRequest.get("/tasks/{id}/logs", id)
            .query("start", start)
            .query("end", end)
            .query("limit", limit)
            .query("after", after),
        LogPage.class);
  }

  /** The whole log as it is kept now. */
  public Stream<LogLine> allLog(String id) {
    return LogPages.all(after -> readLog(id, null, null, null, after));
  }

  /** Follows a log as it is written, until the task has ended. */
  public LogFollower followLog(String id) {
    return new LogFollower(caller.events(ApiRequest.get("/tasks/{id}/logs", id)));
  }
}
