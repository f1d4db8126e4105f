package io.millrace.client.model;

import io.millrace.client.model.TaskModel.TaskStatus;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Which tasks. A field that is null does not matter. */
public record TaskFilter(
    @Nullable String source,
    @Nullable String collection,
    @Nullable TaskStatus status,
    @Nullable Instant start,
    @Nullable Instant end,
    TaskSearchFilter search) {
  public static final TaskFilter ALL = new TaskFilter(null, null, null, null, null);

  public TaskFilter(
      @Nullable String source,
      @Nullable String collection,
      @Nullable TaskStatus status,
      @Nullable Instant start,
      @Nullable Instant end) {
    this(source, collection, status, start, end, TaskSearchFilter.NONE);
  }

  public static TaskFilter ofSource(String source) {
    return ALL.source(source);
  }

  public TaskFilter source(String name) {
    return new TaskFilter(name, collection, status, start, end, search);
  }

  public TaskFilter collection(String name) {
    return new TaskFilter(source, name, status, start, end, search);
  }

  public TaskFilter status(TaskStatus wanted) {
    return new TaskFilter(source, collection, wanted, start, end, search);
  }

  /** Created from the first time until before the second. */
  public TaskFilter between(@Nullable Instant from, @Nullable Instant until) {
    return new TaskFilter(source, collection, status, from, until, search);
  }

  /** Only the tasks that this search finds. */
  public TaskFilter searched(TaskSearchFilter wanted) {
    return new TaskFilter(source, collection, status, start, end, wanted);
  }
}
