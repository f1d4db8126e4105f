package io.millrace.engine.flow;

import static io.millrace.engine.flow.PoolKit.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.clock.PauseDetector;
import io.millrace.engine.flow.OverdueAttempts.OverdueAttempt;
import io.millrace.engine.task.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class OverdueAttemptsTest {
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration HEARTBEAT = Duration.ofSeconds(3);
  private static final Duration LOST_AFTER = Duration.ofSeconds(10);
  private static final Duration GRACE = Duration.ofSeconds(5);
  private static final Instant DEADLINE = NOW.plusSeconds(60);

  private final PauseDetector pauses = new PauseDetector(SECOND, NOW, NOW);
  private final FlowSettings settings =
      new FlowSettings(
          1, HEARTBEAT, LOST_AFTER, GRACE, Duration.ofMinutes(1), 1, Duration.ofHours(1));
  private final Set<String> gone = new HashSet<>();
  private final Workers workers = new Workers(settings, pauses, gone::contains);
  private final Lease lease =
      new Lease(UUID.randomUUID(), "source/c", 1, "DEFAULT", "w", NOW, DEADLINE);
  private final OverdueAttempts endings = new OverdueAttempts(settings, pauses);
  private Instant beaten = NOW;

  /** The pool's node runs until then. */
  private void run(Instant until) {
    while (beaten.isBefore(until)) {
      Instant next = beaten.plus(SECOND);
      beaten = next.isBefore(until) ? next : until;
      pauses.beat(beaten);
    }
  }

  private List<OverdueAttempt> overdue(Instant now) {
    run(now);
    return endings.overdue(List.of(lease), workers, now);
  }

  private List<OverdueAttempt> unknown(Set<UUID> attempts, Instant now) {
    run(now);
    return endings.unknownToWorker(List.of(lease), "w", attempts, now);
  }

  @Test
  void theWorkerOfANodeThatIsGoneIsLostAtOnce() {
    workers.remoteAlive("w", NOW);
    assertThat(overdue(NOW)).isEmpty();
    gone.add("w");
    assertThat(overdue(NOW)).singleElement().matches(OverdueAttempt::isLost);
  }

  @Test
  void aWorkerThatHungUpMayMissOneHeartbeatAndOneThatIsSilentThree() {
    workers.remoteAlive("w", NOW);
    workers.hungUp("w", NOW);
    workers.remoteAlive("w", NOW.plusSeconds(1));
    assertThat(overdue(NOW.plusSeconds(11))).as("it came back").isEmpty();
    workers.hungUp("w", NOW.plusSeconds(11));
    assertThat(overdue(NOW.plusSeconds(14))).as("its heartbeat is only late").isEmpty();
    assertThat(overdue(NOW.plusSeconds(15))).singleElement().matches(OverdueAttempt::isLost);
  }

  @Test
  void aDeadlineIsOverAfterTheGraceThatItsWorkerHas() {
    Instant last = DEADLINE.plus(GRACE);
    workers.remoteAlive("w", last);
    assertThat(overdue(last)).isEmpty();
    assertThat(overdue(last.plusMillis(1)))
        .singleElement()
        .satisfies(ending -> assertThat(ending.outcome().kind()).isEqualTo(Outcome.Kind.TIMEOUT));
  }

  @Test
  void whoIsGivenMoreTimeIsNotEnded() {
    Instant late = DEADLINE.plus(GRACE).plusMillis(1);
    workers.remoteAlive("w", late);
    endings.extend(lease.attemptUid(), DEADLINE.plusSeconds(60));
    assertThat(overdue(late)).isEmpty();
    endings.setDeadlines(Map.of(lease.attemptUid(), DEADLINE));
    assertThat(overdue(late)).hasSize(1);
  }

  @Test
  void whatASilentWorkerHasIsEndedAndAskedForAgainAfterAWhile() {
    Instant silent = NOW.plus(LOST_AFTER).plusMillis(1);
    assertThat(overdue(NOW.plus(LOST_AFTER))).isEmpty();
    assertThat(overdue(silent))
        .singleElement()
        .satisfies(
            ending -> assertThat(ending.outcome().message()).isEqualTo("The worker was lost: w"));
    assertThat(overdue(silent.plusSeconds(5))).isEmpty();
    assertThat(overdue(silent.plusSeconds(5).plusMillis(1))).hasSize(1);
  }

  @Test
  void whatAWorkerShouldHaveAndDoesNotHaveIsEndedOnceItMustHaveArrived() {
    Instant arrived = NOW.plus(LOST_AFTER).plusMillis(1);
    assertThat(unknown(Set.of(), NOW.plus(LOST_AFTER))).isEmpty();
    assertThat(unknown(Set.of(lease.attemptUid()), arrived)).isEmpty();
    assertThat(endings.unknownToWorker(List.of(lease), "another", Set.of(), arrived)).isEmpty();
    assertThat(unknown(Set.of(), arrived)).hasSize(1);
  }

  @Test
  void whatWasStoredLateHasAllTheTimeToArrive() {
    Instant stored = NOW.plus(LOST_AFTER).plusMillis(1);
    endings.markGranted(lease.attemptUid(), stored);
    assertThat(unknown(Set.of(), stored)).isEmpty();
    assertThat(unknown(Set.of(), stored.plus(LOST_AFTER))).isEmpty();
    assertThat(unknown(Set.of(), stored.plus(LOST_AFTER).plusMillis(1))).hasSize(1);
  }

  @Test
  void nothingIsKeptOfWhatHasEnded() {
    Instant late = DEADLINE.plus(GRACE).plusMillis(1);
    endings.extend(lease.attemptUid(), DEADLINE.plusSeconds(600));
    endings.keepOnly(Set.of());
    assertThat(overdue(late)).hasSize(1);
    endings.keepOnly(Set.of());
    assertThat(overdue(late)).hasSize(1);
  }
}
