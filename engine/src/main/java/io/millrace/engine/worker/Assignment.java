package io.millrace.engine.worker;

import io.millrace.engine.flow.Lease;
import io.millrace.engine.source.SourceCollection.Work;
import io.millrace.engine.task.RunSpec;
import io.millrace.engine.task.TaskId;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An attempt, with everything that its runner needs.
 *
 * @param logicalTime the time the work is for; absent if there is none
 * @param project the project whose values it may use; absent if there is none
 */
public record Assignment(
    String taskId,
    UUID attemptUid,
    int attemptNo,
    String source,
    String collection,
    @Nullable Instant logicalTime,
    Instant deadline,
    RunSpec run,
    @Nullable String project,
    TaskValues values) {

  public static AssignmentBuilder builder() {
    return new AssignmentBuilder();
  }

  public Assignment {
    Objects.requireNonNull(taskId, "taskId");
    Objects.requireNonNull(attemptUid, "attemptUid");
    Objects.requireNonNull(source, "source");
    Objects.requireNonNull(collection, "collection");
    Objects.requireNonNull(deadline, "deadline");
    Objects.requireNonNull(run, "run");
    Objects.requireNonNull(values, "values");
  }

  public static Assignment of(
      Lease lease,
      String source,
      String collection,
      @Nullable Instant logicalTime,
      Work work,
      TaskValues values) {
    return builder()
        .taskId(new TaskId(source, collection, lease.attemptUid()).toString())
        .attemptUid(lease.attemptUid())
        .attemptNo(lease.attemptNo())
        .source(source)
        .collection(collection)
        .logicalTime(logicalTime)
        .deadline(lease.deadline())
        .run(work.run())
        .project(work.project())
        .values(values)
        .build();
  }

  /** Returns the facts that every kind of worker gets, by name. A null means no value. */
  public Map<String, Object> facts() {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("task_id", taskId);
    facts.put("attempt_uid", attemptUid.toString());
    facts.put("attempt_no", attemptNo);
    facts.put("source", source);
    facts.put("collection", collection);
    facts.put("logical_time", logicalTime == null ? null : logicalTime.toString());
    return facts;
  }
}
