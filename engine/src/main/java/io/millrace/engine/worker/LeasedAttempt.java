package io.millrace.engine.worker;

import io.millrace.engine.flow.Lease;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.task.TaskLog;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An attempt that the worker of this node has, from its grant until its owner knows the outcome.
 *
 * @param execution absent while the attempt is being prepared
 * @param outcome the outcome that is being reported; absent while the attempt runs
 */
record LeasedAttempt(
    String pool,
    Lease lease,
    @Nullable Execution execution,
    TaskLog log,
    @Nullable Outcome outcome,
    Instant toldAt) {

  /** Whether its work continues if this node releases it. */
  private boolean canMove(RunnerRegistry runners) {
    return execution != null
        && outcome == null
        && runners.outlivesNode(execution.assignment().run().kind());
  }

  /** Releases work that continues without this node. Lines logged so far are stored. */
  boolean detachIfItCanMove(RunnerRegistry runners) {
    boolean moves = canMove(runners);
    if (moves && execution != null) {
      execution.detach();
      log.end();
    }
    return moves;
  }

  boolean isPreparing() {
    return execution == null && outcome == null;
  }

  LeasedAttempt running(Execution how) {
    return new LeasedAttempt(pool, lease, how, log, null, Instant.MAX);
  }

  void cancel() {
    if (execution != null) {
      execution.cancel();
    }
  }

  /** Whether its work still runs on this node. */
  boolean isRunning() {
    return execution != null && outcome == null;
  }

  void abandon() {
    if (execution != null) {
      execution.abandon();
    }
  }

  void acknowledge() {
    if (execution != null) {
      execution.acknowledge();
    }
  }

  LeasedAttempt ended(Outcome how) {
    return new LeasedAttempt(pool, lease, execution, log, how, Instant.MAX);
  }

  LeasedAttempt told(Instant at) {
    return new LeasedAttempt(pool, lease, execution, log, outcome, at);
  }

  /** The outcome if the attempt has not ended by its deadline. */
  Outcome timeout() {
    String seconds =
        Duration.between(lease.grantedAt(), lease.deadline()).toMillis() / 1000.0 + " s";
    return Outcome.timeout(
        isPreparing()
            ? "The timeout of " + seconds + " passed before the task was prepared"
            : "Stopped at the deadline: it ran longer than its timeout of " + seconds);
  }
}
