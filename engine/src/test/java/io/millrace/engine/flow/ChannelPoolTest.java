package io.millrace.engine.flow;

import static io.millrace.engine.flow.PoolKit.NOW;
import static io.millrace.engine.flow.PoolKit.nodes;
import static io.millrace.engine.flow.PoolKit.queue;
import static io.millrace.engine.flow.PoolKit.task;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class ChannelPoolTest {

  private static AdmissionStep admit(int channels, Slots slots, WaitingTask... tasks) {
    PoolConfig config = PoolConfig.ofChannels(channels);
    return ChannelPool.EMPTY.admit(
        config, Set.of(), queue(config, tasks), slots, PoolKit.NO_DRAW_MATTERS, NOW);
  }

  @Test
  void aGrantBooksItsDeadline() {
    Lease lease = admit(1, nodes(Map.of("w", 1)), task("DEFAULT", 1)).moved().granted().get(0);
    assertThat(lease.deadline()).isEqualTo(NOW.plus(Duration.ofMinutes(10)));
  }

  @Test
  void aGrantOfAnotherPoolIsNotItsOwn() {
    WaitingTask task = task("DEFAULT", 1);
    ChannelsChanged own = admit(1, nodes(Map.of("a", 1)), task).moved();
    ChannelsChanged other = admit(1, nodes(Map.of("b", 1)), task).moved();
    ChannelPool stored = ChannelPool.EMPTY.after(other);
    assertThat(stored.includes(other)).isTrue();
    assertThat(stored.includes(own)).isFalse();
  }

  @Test
  void theHighestScoreRunsFirstAndEqualsFirstComeFirstServed() {
    WaitingTask low = task("DEFAULT", 100);
    WaitingTask first = task("DEFAULT", 200);
    WaitingTask second = task("DEFAULT", 200);
    assertThat(admit(9, nodes(Map.of("w", 9)), low, first, second).moved().granted())
        .extracting(Lease::attemptUid)
        .containsExactly(first.attemptUid(), second.attemptUid(), low.attemptUid());
  }

  @Test
  void noMoreRunThanTheWorkersHaveSlotsAndTheLeastBusyComesFirst() {
    AdmissionStep step =
        admit(
            9,
            nodes(Map.of("a", 1, "b", 2)),
            task("DEFAULT", 1),
            task("DEFAULT", 1),
            task("DEFAULT", 1),
            task("DEFAULT", 1));
    assertThat(step.moved().granted()).extracting(Lease::worker).containsExactly("b", "a", "b");
  }

  @Test
  void remoteWorkersTakeTurnsAndGetWhatTheyAskedFor() {
    Slots slots =
        new Slots(
            Map.of(),
            List.of(
                new Offer("a", Set.of("q", "r"), 2, null),
                new Offer("b", Set.of("q"), 1, null),
                new Offer("c", Set.of("s"), 9, null)));
    WaitingTask[] tasks = {
      PoolKit.task("DEFAULT", 5, "q"),
      PoolKit.task("DEFAULT", 4, "q"),
      PoolKit.task("DEFAULT", 3, "r"),
      PoolKit.task("DEFAULT", 2, "q"),
      PoolKit.task("DEFAULT", 1, "")
    };
    assertThat(admit(9, slots, tasks).moved().granted())
        .extracting(Lease::worker)
        .as("a, then b, then a for its other queue; then nobody is left")
        .containsExactly("a", "b", "a");
  }

  @Test
  void aTaskThatNobodyCanRunHoldsUpNobody() {
    WaitingTask urgent = PoolKit.task("DEFAULT", 900, "nobody");
    WaitingTask other = task("DEFAULT", 1);
    assertThat(admit(9, nodes(Map.of("w", 1)), urgent, other).moved().granted())
        .extracting(Lease::attemptUid)
        .containsExactly(other.attemptUid());
  }

  @Test
  void aCallerWhoDoesTheWorkHimselfNeedsNoWorker() {
    WaitingTask task = PoolKit.task("DEFAULT", 1, io.millrace.engine.task.Task.CALLER);
    assertThat(admit(9, nodes(Map.of()), task).moved().granted()).hasSize(1);
  }

  @Test
  void aReleasedChannelIsGrantedAgainInTheSameStep() {
    PoolConfig one = PoolConfig.ofChannels(1);
    ChannelsChanged first = admit(1, nodes(Map.of("w", 1)), task("DEFAULT", 1)).moved();
    ChannelPool full = ChannelPool.EMPTY.after(first);
    UUID ended = first.granted().get(0).attemptUid();
    ChannelsChanged next =
        full.admit(
                one,
                Set.of(ended),
                queue(one, task("DEFAULT", 1)),
                nodes(full.freeSlots(Map.of("w", 1))),
                PoolKit.NO_DRAW_MATTERS,
                NOW)
            .moved();
    assertThat(next.released()).containsExactly(ended);
    assertThat(next.granted()).hasSize(1);
  }

  @Test
  void aChannelIsReleasedOnce() {
    PoolConfig one = PoolConfig.ofChannels(1);
    AdmissionStep step =
        ChannelPool.EMPTY.admit(
            one,
            Set.of(UUID.randomUUID()),
            queue(one),
            nodes(Map.of("w", 1)),
            PoolKit.NO_DRAW_MATTERS,
            NOW);
    assertThat(step.isEmpty()).isTrue();
  }
}
