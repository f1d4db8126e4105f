package io.millrace.engine.flow;

import io.millrace.engine.task.QueuedTask;
import io.millrace.engine.task.Task;
import io.millrace.engine.task.TaskOrder;
import io.millrace.engine.task.TaskRoute;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A task that waits for a channel.
 *
 * @param queue who can run it: see {@link TaskRoute}
 * @param logicalTime of its token; absent if it has none
 * @param order its place in its line; absent if it is in none
 * @param project whose secrets it needs; absent if it needs none
 */
public record WaitingTask(
    UUID attemptUid,
    String owner,
    int attemptNo,
    String system,
    String queue,
    long score,
    Instant createdAt,
    Duration timeout,
    @Nullable Instant logicalTime,
    @Nullable TaskOrder order,
    @Nullable String project) {

  public static WaitingTaskBuilder builder() {
    return new WaitingTaskBuilder();
  }

  public WaitingTaskBuilder toBuilder() {
    return new WaitingTaskBuilder(this);
  }

  /** A task that is not in a line. */
  public static WaitingTask of(Task task) {
    return of(task, null);
  }

  public static WaitingTask of(QueuedTask scheduled) {
    return of(scheduled.task(), scheduled.order());
  }

  public static WaitingTask of(Task task, @Nullable TaskOrder order) {
    return builder()
        .attemptUid(task.id().attemptUid())
        .owner(task.owner())
        .attemptNo(task.origin().attemptNo())
        .system(task.route().system())
        .queue(task.route().queue())
        .score(task.score())
        .createdAt(task.times().createdAt())
        .timeout(task.times().timeout())
        .logicalTime(task.origin().token() == null ? null : task.origin().logicalTime())
        .order(order)
        .build();
  }

  /**
   * The same task with the project whose secrets it needs.
   *
   * @param secretsProject absent if it needs none
   */
  public WaitingTask withSecretsOf(@Nullable String secretsProject) {
    if (secretsProject == null) {
      return this;
    }
    return toBuilder().project(secretsProject).build();
  }

  /** The lease that starts this task now and sets its deadline. */
  Lease granted(String worker, Instant now) {
    return new Lease(attemptUid, owner, attemptNo, system, worker, now, now.plus(timeout));
  }
}
