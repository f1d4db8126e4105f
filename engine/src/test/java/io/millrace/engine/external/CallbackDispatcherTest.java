package io.millrace.engine.external;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.millrace.engine.JournalKit;
import io.millrace.engine.TestClock;
import io.millrace.engine.database.TestSql;
import io.millrace.engine.external.CallbackStore.GivenUpRequest;
import io.millrace.engine.sql.AsyncSql;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The dispatcher on a real database; the test decides when its callers answer. */
class CallbackDispatcherTest {
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final String URL = "http://127.0.0.1/";

  private static JournalKit journal;
  private static ExecutorService threads;

  private record Call(String token, CompletableFuture<String> answer) {}

  private final TestClock clock = new TestClock();
  private final AtomicInteger steps = new AtomicInteger();
  private final AtomicInteger faults = new AtomicInteger();
  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private TestProbe<Call> calls;
  private TestProbe<GivenUpRequest> released;
  private ExternalRequestKit kit;
  private ActorRef<CallbackDispatcher.Command> callbacks;

  @BeforeAll
  static void start() {
    journal = JournalKit.start();
    threads = Executors.newFixedThreadPool(2);
  }

  @AfterAll
  static void stop() {
    threads.shutdown();
    journal.close();
  }

  @BeforeEach
  void empty() throws SQLException {
    TestSql.execute(journal.database, "truncate task, open_task, channel_requests");
    calls = journal.actors.createTestProbe();
    released = journal.actors.createTestProbe();
    kit =
        new ExternalRequestKit(
            new ExternalRequestStore(journal.dataSource()), journal.database, clock);
  }

  @AfterEach
  void end() {
    journal.actors.stop(callbacks);
  }

  private void spawn() {
    CallbackStore store = new CallbackStore(journal.dataSource());
    AsyncSql sql = new AsyncSql(threads);
    callbacks =
        journal.actors.spawn(
            CallbackDispatcher.create(
                (called, lateBefore, now) ->
                    sql.run(
                            () -> {
                              if (faults.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                                throw new SQLException("no database");
                              }
                              return store.update(called, lateBefore, now);
                            })
                        .whenComplete((found, fault) -> steps.incrementAndGet()),
                channel -> {
                  CompletableFuture<String> answer = new CompletableFuture<>();
                  calls.ref().tell(new Call(channel.taskToken(), answer));
                  return answer;
                },
                released.ref()::tell,
                new CallbackMeters(meters),
                clock));
  }

  /** Returns when the dispatcher has run an update at the present time. */
  private void look() {
    int before = steps.get();
    await()
        .atMost(Duration.ofSeconds(30))
        .until(
            () -> {
              callbacks.tell(CallbackDispatcher.CheckNow.INSTANCE);
              return steps.get() >= before + 3;
            });
  }

  private void granted(String token) throws SQLException {
    kit.grant(kit.ask(token, URL));
  }

  private String notCalled() throws SQLException {
    return TestSql.value(
        journal.database,
        "select coalesce(string_agg(task_token, ' ' order by task_token), '')"
            + " from channel_requests where called_at is null");
  }

  @Test
  void onlyWhoHasHisChannelAndWantsToBeToldIsCalledAndOnlyOnce() throws SQLException {
    granted("a");
    kit.ask("waits", URL);
    kit.grant(kit.ask("polls", ""));
    spawn();
    Call call = calls.receiveMessage();
    assertThat(call.token()).isEqualTo("a");
    look();
    assertThat(notCalled()).isEqualTo("a polls waits");
    call.answer().complete("");
    look();
    assertThat(notCalled()).isEqualTo("polls waits");
    calls.expectNoMessage(Duration.ofMillis(100));
    assertThat(meters.get("millrace.callbacks").tag("result", "delivered").counter().count())
        .isEqualTo(1);
  }

  @Test
  void noMoreThanTwentyAreCalledAtOnceAndThoseThatFailedComeLast() throws SQLException {
    for (int i = 0; i < CallbackDispatcher.AT_ONCE + 2; i++) {
      granted("t%02d".formatted(i));
    }
    spawn();
    List<Call> first = new ArrayList<>();
    for (int i = 0; i < CallbackDispatcher.AT_ONCE; i++) {
      first.add(calls.receiveMessage());
    }
    look();
    calls.expectNoMessage(Duration.ofMillis(100));
    first.get(0).answer().complete("HTTP 503");
    assertThat(calls.receiveMessage().token()).isEqualTo("t20");
    clock.pass(Duration.ofSeconds(10));
    first.get(1).answer().complete("");
    assertThat(calls.receiveMessage().token()).isEqualTo("t21");
    first.get(2).answer().complete("");
    assertThat(calls.receiveMessage().token()).as("again").isEqualTo("t00");
  }

  @Test
  void aCallThatFailedIsMadeAgainAfterASecondAndThenAfterTwo() throws SQLException {
    granted("a");
    spawn();
    calls.receiveMessage().answer().complete("HTTP 503");
    for (Duration delay : List.of(Duration.ofSeconds(1), Duration.ofSeconds(2))) {
      look();
      clock.pass(delay.minusMillis(1));
      look();
      calls.expectNoMessage(Duration.ofMillis(100));
      clock.pass(Duration.ofMillis(1));
      look();
      calls.receiveMessage().answer().complete("HTTP 503");
    }
  }

  @Test
  void whoWasToldIsNotToldAgainIfThatCouldNotBeStoredAtOnce() throws SQLException {
    granted("a");
    spawn();
    Call call = calls.receiveMessage();
    look();
    faults.set(2);
    call.answer().complete("");
    look();
    look();
    assertThat(notCalled()).isEmpty();
    calls.expectNoMessage(Duration.ofMillis(100));
  }

  @Test
  void whatIsGivenUpLeavesItsPlaceInTheQueue() throws SQLException {
    ExternalRequest late = kit.ask("late", "");
    clock.pass(ExternalRequestStore.ASK_AGAIN_WITHIN);
    spawn();
    assertThat(released.receiveMessage())
        .isEqualTo(new GivenUpRequest(late.attemptUid(), "default"));
    look();
    released.expectNoMessage(Duration.ofMillis(100));
    assertThat(meters.get("millrace.requests.given.up").counter().count()).isEqualTo(1);
  }

  @Test
  void afterAPauseOfTheNodeACallerHasTheTimeToAskAgain() throws SQLException {
    ExternalRequest waits = kit.ask("waits", "");
    spawn();
    look();
    clock.pass(ExternalRequestStore.ASK_AGAIN_WITHIN.multipliedBy(2));
    look();
    for (long second = 0; second < ExternalRequestStore.ASK_AGAIN_WITHIN.toSeconds(); second++) {
      tick();
      clock.pass(SECOND);
    }
    look();
    released.expectNoMessage(Duration.ofMillis(100));
    clock.pass(SECOND);
    tick();
    assertThat(released.receiveMessage())
        .isEqualTo(new GivenUpRequest(waits.attemptUid(), "default"));
  }

  /** Sends a tick and waits until the dispatcher has handled it. */
  private void tick() {
    int before = steps.get();
    journal.time.timePasses(SECOND);
    await().atMost(Duration.ofSeconds(30)).until(() -> steps.get() > before);
  }
}
