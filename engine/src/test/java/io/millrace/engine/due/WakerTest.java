package io.millrace.engine.due;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import com.typesafe.config.ConfigFactory;
import io.millrace.engine.TestClock;
import io.millrace.engine.clock.TestAlarm;
import io.millrace.engine.due.DueStore.DueOwner;
import io.millrace.engine.message.Ack;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The waker on an index in memory, with a clock and timers that only the test moves. */
class WakerTest {
  private static final int PAGE = 5_000;

  private static ActorTestKit kit;

  private record WakeCall(String owner, ActorRef<Ack> replyTo) {
    void answer() {
      replyTo.tell(new Ack(owner));
    }
  }

  private final TestClock clock = new TestClock();
  private final TestAlarm alarm = new TestAlarm(clock);
  private final Instant noon = clock.instant();
  private final SortedSet<DueOwner> index =
      new ConcurrentSkipListSet<>(
          Comparator.comparing(DueOwner::at).thenComparing(DueOwner::owner));
  private final AtomicBoolean clockIsRight = new AtomicBoolean(true);
  private final AtomicInteger faults = new AtomicInteger();
  private final AtomicInteger firstPages = new AtomicInteger();
  private final AtomicInteger furtherPages = new AtomicInteger();
  private TestProbe<WakeCall> calls;
  private ActorRef<Waker.Command> waker;

  @BeforeAll
  static void start() {
    kit =
        ActorTestKit.create(
            ConfigFactory.parseString("akka.actor.testkit.typed.single-expect-default = 20s")
                .withFallback(ConfigFactory.load()));
  }

  @AfterAll
  static void stop() {
    kit.shutdownTestKit();
  }

  @BeforeEach
  void create() {
    calls = kit.createTestProbe();
  }

  @AfterEach
  void end() {
    kit.stop(waker);
  }

  private void spawn(int maxUnanswered) {
    waker =
        kit.spawn(
            Waker.create(
                this::page,
                (due, replyTo) -> calls.ref().tell(new WakeCall(due.owner(), replyTo)),
                maxUnanswered,
                clockIsRight::get,
                clock,
                alarm));
  }

  private CompletionStage<List<DueOwner>> page(Instant until, DueOwner after, int limit) {
    assertThat(limit).isEqualTo(PAGE);
    if (faults.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
      return CompletableFuture.failedFuture(new IllegalStateException("no database"));
    }
    (after == null ? firstPages : furtherPages).incrementAndGet();
    return CompletableFuture.completedFuture(
        index.stream()
            .dropWhile(due -> after != null && index.comparator().compare(due, after) <= 0)
            .takeWhile(due -> !due.at().isAfter(until))
            .limit(limit)
            .toList());
  }

  /** Acts like an owner: books a distant next time, then replies. */
  private void dealtWith(WakeCall call) {
    index.removeIf(due -> due.owner().equals(call.owner()));
    call.answer();
  }

  private void due(String owner, long millisAfterNoon) {
    index.add(new DueOwner(owner, noon.plusMillis(millisAfterNoon), null));
  }

  private void pass(Duration duration) {
    alarm.pass(duration);
  }

  private String woken() {
    WakeCall call = calls.receiveMessage();
    dealtWith(call);
    return call.owner();
  }

  private void silent() {
    calls.expectNoMessage(Duration.ofMillis(150));
  }

  @Test
  void whatIsDueIsWokenInOrderAndWhatIsNotYetDueLater() {
    due("later", 1_000);
    due("second", -10);
    due("first", -5_000);
    due("now", 0);
    due("tomorrow", 86_400_000);
    spawn(10);
    assertThat(List.of(woken(), woken(), woken())).containsExactly("first", "second", "now");
    pass(Duration.ofMillis(900));
    silent();
    pass(Duration.ofMillis(100));
    assertThat(woken()).isEqualTo("later");
    pass(Duration.ofMinutes(1));
    silent();
  }

  @Test
  void neverAreMoreThanTheGivenNumberUnanswered() {
    for (int i = 0; i < 10; i++) {
      due("s" + i, -100 + i);
    }
    spawn(3);
    List<WakeCall> three =
        List.of(calls.receiveMessage(), calls.receiveMessage(), calls.receiveMessage());
    pass(Duration.ofSeconds(5));
    silent();
    dealtWith(three.get(1));
    assertThat(calls.receiveMessage().owner()).isEqualTo("s3");
    silent();
  }

  @Test
  void whoDidNotAnswerIsWokenAgainAfterAWhile() {
    due("deaf", 0);
    spawn(1);
    calls.receiveMessage();
    pass(Duration.ofMillis(9_999));
    silent();
    pass(Duration.ofMillis(501)); // the next read finds it
    assertThat(woken()).isEqualTo("deaf");
    pass(Duration.ofSeconds(30));
    silent();
  }

  @Test
  void whoNeverAnswersDoesNotHoldUpTheOthers() {
    due("deaf", -2);
    due("next", -1);
    spawn(1);
    assertThat(calls.receiveMessage().owner()).isEqualTo("deaf");
    pass(Duration.ofSeconds(1));
    pass(Duration.ofSeconds(10));
    assertThat(woken()).isEqualTo("next");
  }

  @Test
  void moreThanAPageIsWokenPageByPageEachOnce() {
    int all = 2 * PAGE + 1;
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < all; i++) {
      String owner = "s%05d".formatted(i);
      due(owner, -all + i);
      expected.add(owner);
    }
    spawn(100);
    List<String> owners = new ArrayList<>();
    for (int i = 0; i < all; i++) {
      WakeCall call = calls.receiveMessage();
      index.remove(index.first());
      call.answer();
      owners.add(call.owner());
    }
    assertThat(owners).isEqualTo(expected);
    assertThat(furtherPages.get()).isEqualTo(2);
    pass(Duration.ofSeconds(2));
    silent();
  }

  @Test
  void anIndexThatCannotBeReadIsReadAgain() {
    due("patient", 0);
    faults.set(2);
    spawn(10);
    silent();
    pass(Duration.ofMillis(2_100));
    silent();
    pass(Duration.ofMillis(2_100));
    assertThat(woken()).isEqualTo("patient");
  }

  @Test
  void aFurtherPageThatCannotBeReadIsReadAgain() {
    for (int i = 0; i <= PAGE; i++) {
      due("s%05d".formatted(i), -PAGE + i);
    }
    spawn(1);
    for (int i = 0; i < PAGE - 2; i++) {
      calls.receiveMessage().answer();
    }
    faults.set(1); // the waker reads the next page when it wakes the last owner of this one
    calls.receiveMessage().answer();
    calls.receiveMessage().answer();
    // The fault may arrive after the clock was moved; the waker then waits from that time.
    WakeCall next =
        await()
            .ignoreExceptionsMatching(AssertionError.class::isInstance)
            .until(
                () -> {
                  pass(Duration.ofMillis(2_100));
                  return calls.receiveMessage(Duration.ofMillis(300));
                },
                call -> true);
    assertThat(next.owner()).isEqualTo("s%05d".formatted(PAGE));
  }

  @Test
  void whatBecomesDueWithinTheWindowAfterItWasReadIsFound() {
    due("far", 1_900);
    spawn(10);
    pass(Duration.ofMillis(100));
    silent();
    due("near", 1_000);
    pass(Duration.ofMillis(1_000));
    assertThat(woken()).isEqualTo("near");
    pass(Duration.ofMillis(900));
    assertThat(woken()).isEqualTo("far");
  }

  @Test
  void anOwnerThatIsDueAgainSoonIsWokenAgain() {
    due("often", 0);
    spawn(10);
    WakeCall call = calls.receiveMessage();
    index.clear();
    due("often", 1_000);
    call.answer();
    pass(Duration.ofSeconds(1));
    assertThat(woken()).isEqualTo("often");
  }

  @Test
  void withAClockThatIsNotRightNobodyIsWoken() {
    clockIsRight.set(false);
    index.add(new DueOwner("a", noon.minusSeconds(1), null));
    spawn(10);
    pass(Duration.ofSeconds(5));
    silent();
    clockIsRight.set(true);
    pass(Duration.ofMillis(100));
    assertThat(calls.receiveMessage().owner()).isEqualTo("a");
  }

  @Test
  void itSleepsUntilTheFirstOwnerIsDue() {
    due("first", 137);
    due("second", 138);
    spawn(10);
    await().until(() -> alarm.times().contains(noon.plusMillis(137)));
    assertThat(alarm.times()).doesNotContain(noon.plusMillis(138));
    pass(Duration.ofMillis(137));
    assertThat(woken()).isEqualTo("first");
    await().until(() -> alarm.times().contains(noon.plusMillis(138)));
    pass(Duration.ofMillis(1));
    assertThat(woken()).isEqualTo("second");
  }

  @Test
  void withNothingDueItOnlyReadsTheIndexAgain() {
    spawn(10);
    await().until(() -> alarm.times().equals(List.of(noon.plusMillis(500))));
    pass(Duration.ofMillis(500));
    await().until(() -> alarm.times().equals(List.of(noon.plusMillis(1_000))));
    assertThat(firstPages.get()).isEqualTo(2);
  }

  @Test
  void aHintBringsABookingInTimeThatIsEarlierThanTheNextRead() {
    spawn(10);
    await().until(() -> alarm.times().contains(noon.plusMillis(500)));
    pass(Duration.ofMillis(100));
    due("retry", 100);
    waker.tell(new Waker.BookedSoon(noon.plusMillis(100).toEpochMilli()));
    assertThat(woken()).isEqualTo("retry");
    due("soon", 300);
    waker.tell(new Waker.BookedSoon(noon.plusMillis(300).toEpochMilli()));
    await().until(() -> alarm.times().contains(noon.plusMillis(250)));
    pass(Duration.ofMillis(150));
    await().until(() -> alarm.times().contains(noon.plusMillis(300)));
    pass(Duration.ofMillis(50));
    assertThat(woken()).isEqualTo("soon");
  }

  @Test
  void aLostHintCostsHalfASecond() {
    spawn(10);
    await().until(() -> alarm.times().contains(noon.plusMillis(500)));
    due("unannounced", 100);
    pass(Duration.ofMillis(499));
    silent();
    pass(Duration.ofMillis(1));
    assertThat(woken()).isEqualTo("unannounced");
  }

  @Test
  void manyHintsShareARead() {
    spawn(10);
    await().until(() -> alarm.times().contains(noon.plusMillis(500)));
    for (int i = 0; i < 1_000; i++) {
      waker.tell(new Waker.BookedSoon(noon.toEpochMilli()));
    }
    await().until(() -> alarm.times().contains(noon.plusMillis(50)));
    assertThat(firstPages.get()).isEqualTo(1);
    pass(Duration.ofMillis(50));
    await().until(() -> firstPages.get() == 2);
  }

  @Test
  void aClockThatIsPutForwardWakesWhatIsDueThen() {
    due("tomorrow", 86_400_000);
    spawn(10);
    await().until(() -> alarm.times().contains(noon.plusMillis(500)));
    pass(Duration.ofDays(1));
    assertThat(woken()).isEqualTo("tomorrow");
  }

  @Test
  void aClockThatIsSetBackDoesNotKeepItAsleep() {
    due("deaf", 0);
    spawn(10);
    calls.receiveMessage();
    await().until(() -> alarm.times().contains(noon.plusMillis(500)));
    alarm.setBack(Duration.ofHours(1));
    pass(Duration.ofMillis(500)); // what it waited for rings, and it notices
    due("earlier", -3_598_000);
    await().until(() -> alarm.times().contains(noon.minusSeconds(3_599)));
    pass(Duration.ofMillis(500));
    await().until(() -> alarm.times().contains(noon.minusSeconds(3_598)));
    pass(Duration.ofSeconds(1));
    assertThat(woken()).isEqualTo("earlier");
  }

  @Test
  void aHundredThousandThatAreDueAtOnceAreEachWokenOnce() {
    int all = 100_000;
    for (int i = 0; i < all; i++) {
      due("s%05d".formatted(i), 1_000);
    }
    spawn(1_000);
    await().until(() -> alarm.times().contains(noon.plusMillis(1_000)));
    pass(Duration.ofSeconds(1));
    Set<String> owners = new HashSet<>();
    for (int i = 0; i < all; i++) {
      WakeCall call = calls.receiveMessage();
      index.remove(new DueOwner(call.owner(), noon.plusMillis(1_000), null));
      call.answer();
      assertThat(owners.add(call.owner())).isTrue();
    }
    assertThat(furtherPages.get()).isEqualTo(all / PAGE);
    pass(Duration.ofSeconds(2));
    silent();
  }
}
