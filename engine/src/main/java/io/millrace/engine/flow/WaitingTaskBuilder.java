package io.millrace.engine.flow;

import static java.util.Objects.requireNonNull;

import io.millrace.engine.task.TaskOrder;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Names the parts of a {@link WaitingTask}. Parts that can be absent may be left out. */
public final class WaitingTaskBuilder {
  private @Nullable UUID attemptUid;
  private @Nullable String owner;
  private @Nullable Integer attemptNo;
  private @Nullable String system;
  private @Nullable String queue;
  private @Nullable Long score;
  private @Nullable Instant createdAt;
  private @Nullable Duration timeout;
  private @Nullable Instant logicalTime;
  private @Nullable TaskOrder order;
  private @Nullable String project;

  WaitingTaskBuilder() {}

  WaitingTaskBuilder(WaitingTask from) {
    attemptUid = from.attemptUid();
    owner = from.owner();
    attemptNo = from.attemptNo();
    system = from.system();
    queue = from.queue();
    score = from.score();
    createdAt = from.createdAt();
    timeout = from.timeout();
    logicalTime = from.logicalTime();
    order = from.order();
    project = from.project();
  }

  public WaitingTaskBuilder attemptUid(UUID attemptUid) {
    this.attemptUid = attemptUid;
    return this;
  }

  public WaitingTaskBuilder owner(String owner) {
    this.owner = owner;
    return this;
  }

  public WaitingTaskBuilder attemptNo(int attemptNo) {
    this.attemptNo = attemptNo;
    return this;
  }

  public WaitingTaskBuilder system(String system) {
    this.system = system;
    return this;
  }

  public WaitingTaskBuilder queue(String queue) {
    this.queue = queue;
    return this;
  }

  public WaitingTaskBuilder score(long score) {
    this.score = score;
    return this;
  }

  public WaitingTaskBuilder createdAt(Instant createdAt) {
    this.createdAt = createdAt;
    return this;
  }

  public WaitingTaskBuilder timeout(Duration timeout) {
    this.timeout = timeout;
    return this;
  }

  public WaitingTaskBuilder logicalTime(@Nullable Instant logicalTime) {
    this.logicalTime = logicalTime;
    return this;
  }

  public WaitingTaskBuilder order(@Nullable TaskOrder order) {
    this.order = order;
    return this;
  }

  public WaitingTaskBuilder project(@Nullable String project) {
    this.project = project;
    return this;
  }

  public WaitingTask build() {
    return new WaitingTask(
        requireNonNull(attemptUid, "attemptUid"),
        requireNonNull(owner, "owner"),
        requireNonNull(attemptNo, "attemptNo"),
        requireNonNull(system, "system"),
        requireNonNull(queue, "queue"),
        requireNonNull(score, "score"),
        requireNonNull(createdAt, "createdAt"),
        requireNonNull(timeout, "timeout"),
        logicalTime,
        order,
        project);
  }
}
