package io.millrace.engine.due;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.Comparator;
import java.util.List;
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

/** The waker on an index in memory, with a clock and timers that only the test moves. */
abstract class WakerTestBase {
  static final int PAGE = 5_000;

  static ActorTestKit kit;

  record WakeCall(String owner, ActorRef<Ack> replyTo) {
    void answer() {
      replyTo.tell(new Ack(owner));
    }
  }

  final TestClock clock = new TestClock();
  final TestAlarm alarm = new TestAlarm(clock);
  final Instant noon = clock.instant();
  final SortedSet<DueOwner> index =
      new ConcurrentSkipListSet<>(
          Comparator.comparing(DueOwner::at).thenComparing(DueOwner::owner));
  final AtomicBoolean clockIsRight = new AtomicBoolean(true);
  final AtomicInteger faults = new AtomicInteger();
  final AtomicInteger firstPages = new AtomicInteger();
  final AtomicInteger furtherPages = new AtomicInteger();
  TestProbe<WakeCall> calls;
  ActorRef<Waker.Command> waker;

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

  void spawn(int maxUnanswered) {
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

  CompletionStage<List<DueOwner>> page(Instant until, DueOwner after, int limit) {
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
  void dealtWith(WakeCall call) {
    index.removeIf(due -> due.owner().equals(call.owner()));
    call.answer();
  }

  void due(String owner, long millisAfterNoon) {
    index.add(new DueOwner(owner, noon.plusMillis(millisAfterNoon), null));
  }

  void pass(Duration duration) {
    alarm.pass(duration);
  }

  String woken() {
    WakeCall call = calls.receiveMessage();
    dealtWith(call);
    return call.owner();
  }

  void silent() {
    calls.expectNoMessage(Duration.ofMillis(150));
  }
}
