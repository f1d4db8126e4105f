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
 * Which attempts are ended because nobody says how they went, and why. Their owners are asked, and
 * again after a while should the answer be lost.
 */
final class OverdueAttempts {
  private static final Duration ASK_AGAIN = Duration.ofSeconds(5);

  /** An attempt whose owner is to be asked to end it so. */
  record OverdueAttempt(Lease lease, Outcome outcome) {}

  private final FlowSettings settings;
  private final PauseDetector pauses;
  private final Map<UUID, Instant> askedAt = new HashMap<>();
  private final Map<UUID, Instant> deadlines = new HashMap<>();
  private final Map<UUID, Instant> givenAt = new HashMap<>();

  OverdueAttempts(FlowSettings settings, PauseDetector pauses) {
    this.settings = settings;
    this.pauses = pauses;
  }

  /** It has more time than its lease says; if it was to be ended, that is over. */
  void extend(UUID attemptUid, Instant deadline) {
    deadlines.put(attemptUid, deadline);
    askedAt.remove(attemptUid);
  }

  /** Its grant is stored, which may have taken long: only now can its worker hear of it. */
  void markGranted(UUID attemptUid, Instant now) {
    givenAt.put(attemptUid, now);
  }

  /** Deadlines as the history knows them. */
  void setDeadlines(Map<UUID, Instant> found) {
    deadlines.putAll(found);
  }

  /** What is past its deadline, or whose worker is silent. */
  List<OverdueAttempt> overdue(Collection<Lease> leases, Workers workers, Instant now) {
    List<OverdueAttempt> endings = new ArrayList<>();
    for (Lease lease : leases) {
      Instant deadline = deadlines.getOrDefault(lease.attemptUid(), lease.deadline());
      if (pauses.isSilentTooLong(deadline, settings.deadlineGrace(), now)) {
        endings.add(new OverdueAttempt(lease, Outcome.timeout("No answer by the deadline")));
      } else if (workers.isLost(lease.worker(), now)) {
        endings.add(new OverdueAttempt(lease, lost("The worker was lost: " + lease.worker())));
      }
    }
    return notAskedRecently(endings, now);
  }

  /**
   * What a worker was given a while ago and does not have, it never got, or has lost.
   *
   * @param attempts what it has
   */
  List<OverdueAttempt> unknownToWorker(
      Collection<Lease> leases, String worker, Set<UUID> attempts, Instant now) {
    return notAskedRecently(
        leases.stream()
            .filter(lease -> lease.worker().equals(worker))
            .filter(lease -> pauses.isSilentTooLong(givenAt(lease), settings.lostAfter(), now))
            .filter(lease -> !attempts.contains(lease.attemptUid()))
            .map(lease -> new OverdueAttempt(lease, lost("The worker does not know it")))
            .toList(),
        now);
  }

  private Instant givenAt(Lease lease) {
    return givenAt.getOrDefault(lease.attemptUid(), lease.grantedAt());
  }

  private static Outcome lost(String message) {
    return Outcome.error(message).because(FailureKind.LOST_WORKER);
  }

  private List<OverdueAttempt> notAskedRecently(List<OverdueAttempt> endings, Instant now) {
    List<OverdueAttempt> due = new ArrayList<>();
    for (OverdueAttempt ending : endings) {
      Instant asked = askedAt.get(ending.lease().attemptUid());
      if (asked == null || now.isAfter(asked.plus(ASK_AGAIN))) {
        askedAt.put(ending.lease().attemptUid(), now);
        due.add(ending);
      }
    }
    return due;
  }

  /** All others have ended. */
  void keepOnly(Set<UUID> attempts) {
    askedAt.keySet().retainAll(attempts);
    deadlines.keySet().retainAll(attempts);
    givenAt.keySet().retainAll(attempts);
  }
}
