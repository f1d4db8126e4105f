package io.millrace.engine.worker;

import static java.util.Objects.requireNonNull;

import io.millrace.engine.task.RunSpec;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Names the parts of an {@link Assignment}. Parts that can be absent may be left out. */
public final class AssignmentBuilder {
  private @Nullable String taskId;
  private @Nullable UUID attemptUid;
  private @Nullable Integer attemptNo;
  private @Nullable String source;
  private @Nullable String collection;
  private @Nullable Instant logicalTime;
  private @Nullable Instant deadline;
  private @Nullable RunSpec run;
  private @Nullable String project;
  private @Nullable TaskValues values;

  AssignmentBuilder() {}

  public AssignmentBuilder taskId(String taskId) {
    this.taskId = taskId;
    return this;
  }

  public AssignmentBuilder attemptUid(UUID attemptUid) {
    this.attemptUid = attemptUid;
    return this;
  }

  public AssignmentBuilder attemptNo(int attemptNo) {
    this.attemptNo = attemptNo;
    return this;
  }

  public AssignmentBuilder source(String source) {
    this.source = source;
    return this;
  }

  public AssignmentBuilder collection(String collection) {
    this.collection = collection;
    return this;
  }

  public AssignmentBuilder logicalTime(@Nullable Instant logicalTime) {
    this.logicalTime = logicalTime;
    return this;
  }

  public AssignmentBuilder deadline(Instant deadline) {
    this.deadline = deadline;
    return this;
  }

  public AssignmentBuilder run(RunSpec run) {
    this.run = run;
    return this;
  }

  public AssignmentBuilder project(@Nullable String project) {
    this.project = project;
    return this;
  }

  public AssignmentBuilder values(TaskValues values) {
    this.values = values;
    return this;
  }

  public Assignment build() {
    return new Assignment(
        requireNonNull(taskId, "taskId"),
        requireNonNull(attemptUid, "attemptUid"),
        requireNonNull(attemptNo, "attemptNo"),
        requireNonNull(source, "source"),
        requireNonNull(collection, "collection"),
        logicalTime,
        requireNonNull(deadline, "deadline"),
        requireNonNull(run, "run"),
        project,
        requireNonNull(values, "values"));
  }
}
