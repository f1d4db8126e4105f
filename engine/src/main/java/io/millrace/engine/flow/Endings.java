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
final class Endings {
  private static final Duration ASK_AGAIN = Duration.ofSeconds(5);

  /** An attempt whose owner is to be asked to end it so. */
  record Ending(Lease lease, Outcome outcome) {}

  private final FlowSettings settings;
  private final PauseDetector pauses;
  private final Map<UUID, Instant> askedAt = new HashMap<>();
  private final Map<UUID, Instant> deadlines = new HashMap<>();
  private final Map<UUID, Instant> givenAt = new HashMap<>();

  Endings(FlowSettings settings, PauseDetector pauses) {
    this.settings = settings;
    this.pauses = pauses;
  }

  /** It has more time than its lease says; if it was to be ended, that is over. */
  void extend(UUID attemptUid, Instant deadline) {
    deadlines.put(attemptUid, deadline);
    askedAt.remove(attemptUid);
  }

  /** Its grant is stored, which may have taken long: only now can its worker hear of it. */
  void given(UUID attemptUid, Instant now) {
    givenAt.put(attemptUid, now);
  }

  /** Deadlines as the history knows them. */
  void know(Map<UUID, Instant> found) {
    deadlines.putAll(found);
  }

  /** What is past its deadline, or whose worker is silent. */
  List<Ending> overdue(Collection<Lease> leases, Workers workers, Instant now) {
    List<Ending> endings = new ArrayList<>();
    for (Lease lease : leases) {
      Instant deadline = deadlines.getOrDefault(lease.attemptUid(), lease.deadline());
      if (pauses.isOver(deadline, settings.deadlineGrace(), now)) {
        endings.add(new Ending(lease, Outcome.timeout("No answer by the deadline")));
      } else if (workers.isLost(lease.worker(), now)) {
        endings.add(new Ending(lease, lost("The worker was lost: " + lease.worker())));
      }
    }
    return toAsk(endings, now);
  }

  /**
   * What a worker was given a while ago and does not have, it never got, or has lost.
   *
   * @param attempts what it has
   */
  List<Ending> unknown(Collection<Lease> leases, String worker, Set<UUID> attempts, Instant now) {
    return toAsk(
        leases.stream()
            .filter(lease -> lease.worker().equals(worker))
            .filter(lease -> pauses.isOver(givenAt(lease), settings.lostAfter(), now))
            .filter(lease -> !attempts.contains(lease.attemptUid()))
            .map(lease -> new Ending(lease, lost("The worker does not know it")))
            .toList(),
        now);
  }

  private Instant givenAt(Lease lease) {
    return givenAt.getOrDefault(lease.attemptUid(), lease.grantedAt());
  }

  private static Outcome lost(String message) {
    return Outcome.error(message).because(FailureKind.LOST_WORKER);
  }

  private List<Ending> toAsk(List<Ending> endings, Instant now) {
    List<Ending> due = new ArrayList<>();
    for (Ending ending : endings) {
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
