package io.millrace.engine.flow;

import io.millrace.engine.clock.PauseDetector;
import io.millrace.engine.task.FailureKind;
import io.millrace.engine.task.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * Finds the attempts that have to be ended because nobody reports their outcome. The pool asks
 * their owners to end them, and asks again after a while in case the reply was lost.
 */
final class OverdueAttempts {
  private static final String WORKER_LOST = "The worker was lost: ";
  private static final Duration ASK_AGAIN = Duration.ofSeconds(5);

  /** An attempt that its owner has to end with this outcome. */
  record OverdueAttempt(Lease lease, Outcome outcome) {
    /** Whether its worker is gone. */
    boolean isOfLostWorker() {
      return outcome.message().startsWith(WORKER_LOST);
    }

    /** Whether its worker is gone, or does not have it. */
    boolean isLost() {
      return FailureKind.LOST_WORKER.text().equals(outcome.failure());
    }
  }

  private final FlowSettings settings;
  private final PauseDetector pauses;
  private final Map<UUID, Instant> askedAt = new HashMap<>();
  private final Map<UUID, Instant> deadlines = new HashMap<>();
  private final Map<UUID, Instant> grantStoredAt = new HashMap<>();

  OverdueAttempts(FlowSettings settings, PauseDetector pauses) {
    this.settings = settings;
    this.pauses = pauses;
  }

  /** Extends the deadline of an attempt beyond its lease; a request to end it is dropped. */
  void extend(UUID attemptUid, Instant deadline) {
    deadlines.put(attemptUid, deadline);
    askedAt.remove(attemptUid);
  }

  /** The grant is stored, and only now is it sent to the worker: storing may take long. */
  void markGranted(UUID attemptUid, Instant now) {
    grantStoredAt.put(attemptUid, now);
  }

  /** Takes over the deadlines from the history. */
  void setDeadlines(Map<UUID, Instant> found) {
    deadlines.putAll(found);
  }

  /** The attempts that are past their deadline or whose worker is lost. */
  List<OverdueAttempt> overdue(Collection<Lease> leases, Workers workers, Instant now) {
    List<OverdueAttempt> overdue = new ArrayList<>();
    for (Lease lease : leases) {
      Instant deadline = deadlines.getOrDefault(lease.attemptUid(), lease.deadline());
      if (pauses.isSilentTooLong(deadline, settings.deadlineGrace(), now)) {
        overdue.add(new OverdueAttempt(lease, Outcome.timeout("No answer by the deadline")));
      } else if (workers.isLost(lease.worker(), now)) {
        overdue.add(new OverdueAttempt(lease, lost(WORKER_LOST + lease.worker())));
      }
    }
    return notAskedRecently(overdue, now);
  }

  /**
   * The attempts that a worker was granted a while ago but does not have: the message was lost, or
   * the worker restarted.
   *
   * @param attempts the attempts that it has
   */
  List<OverdueAttempt> unknownToWorker(
      Collection<Lease> leases, String worker, Set<UUID> attempts, Instant now) {
    return notAskedRecently(
        leases.stream()
            .filter(lease -> lease.worker().equals(worker))
            .filter(
                lease -> pauses.isSilentTooLong(grantStoredAt(lease), settings.lostAfter(), now))
            .filter(lease -> !attempts.contains(lease.attemptUid()))
            .map(lease -> new OverdueAttempt(lease, lost("The worker does not have this attempt")))
            .toList(),
        now);
  }

  private Instant grantStoredAt(Lease lease) {
    return grantStoredAt.getOrDefault(lease.attemptUid(), lease.grantedAt());
  }

  private static Outcome lost(String message) {
    return Outcome.error(message).because(FailureKind.LOST_WORKER);
  }

  private List<OverdueAttempt> notAskedRecently(List<OverdueAttempt> overdue, Instant now) {
    List<OverdueAttempt> due = new ArrayList<>();
    for (OverdueAttempt attempt : overdue) {
      Instant asked = askedAt.get(attempt.lease().attemptUid());
      if (asked == null || now.isAfter(asked.plus(ASK_AGAIN))) {
        askedAt.put(attempt.lease().attemptUid(), now);
        due.add(attempt);
      }
    }
    return due;
  }

  /** Owners on a lost node have lost the request, too, so it is sent again. */
  void askAllAgain() {
    askedAt.clear();
  }

  /** Forgets all other attempts, which have ended. */
  void keepOnly(Set<UUID> attempts) {
    askedAt.keySet().retainAll(attempts);
    deadlines.keySet().retainAll(attempts);
    grantStoredAt.keySet().retainAll(attempts);
  }
}
