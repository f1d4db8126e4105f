package io.millrace.engine.trigger;

import static org.awaitility.Awaitility.await;

import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.millrace.engine.JournalKit;
import io.millrace.engine.TestClock;
import io.millrace.engine.database.TestSql;
import io.millrace.engine.sql.AsyncSql;
import io.millrace.engine.trigger.TriggerBook.StoredTrigger;
import io.millrace.engine.trigger.TriggerCommand.JobsInForce;
import io.millrace.engine.trigger.TriggerCommand.JobsUpdated;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A trigger processor on a real database; its clock and its timers are moved by hand. */
abstract class TriggerTestBase {
  static final Duration WAIT = Duration.ofSeconds(30);
  private static final int BLOCKING_THREADS = 3;
  static final Instant NOON = Instant.parse("2022-01-05T12:00:00Z");

  final TestClock clock = new TestClock(NOON);
  final RecordedArrivals arrivals = new RecordedArrivals();
  final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  final TriggerMeters meters = new TriggerMeters(registry);
  final ExecutorService blocking = Executors.newFixedThreadPool(BLOCKING_THREADS);

  JournalKit kit;
  TriggerTestJobs jobs;
  final AtomicBoolean clockIsRight = new AtomicBoolean(true);
  ActorRef<TriggerCommand> processor;
  Supplier<CompletionStage<Void>> look = () -> CompletableFuture.completedFuture(null);

  @BeforeEach
  void start() {
    kit = JournalKit.start();
    jobs = new TriggerTestJobs(kit.database);
  }

  @AfterEach
  void stop() {
    kit.close();
    blocking.shutdownNow();
  }

  void spawn() {
    spawn(TriggerExamples.SETTINGS);
  }

  void spawn(TriggerSettings settings) {
    processor =
        kit.actors.spawn(
            TriggerProcessor.create(
                TriggerContext.builder()
                    .settings(settings)
                    .dataSource(kit.dataSource())
                    .sql(new AsyncSql(blocking))
                    .jobs(jobs)
                    .changes(jobs)
                    .look(() -> look.get())
                    .arrivals(arrivals)
                    .meters(meters)
                    .mayFire(clockIsRight::get)
                    .clock(clock)
                    .build()));
  }

  /** Stops the processor, and waits until nothing that it began with the database is under way. */
  void stopProcessor() throws InterruptedException {
    kit.actors.stop(processor);
    CyclicBarrier allAreFree = new CyclicBarrier(BLOCKING_THREADS);
    blocking.invokeAll(Collections.nCopies(BLOCKING_THREADS, allAreFree::await));
  }

  void clockAt(Instant time) {
    clock.pass(Duration.between(clock.instant(), time));
  }

  /** Each check is a second for the processor. Its clock stands still. */
  void until(Callable<Boolean> condition) {
    await()
        .atMost(WAIT)
        .until(
            () -> {
              kit.time.timePasses(Duration.ofSeconds(1));
              return condition.call();
            });
  }

  /** Waits until the known jobs are in force. */
  void updated() {
    TestProbe<JobsInForce> probe = kit.actors.createTestProbe();
    processor.tell(new JobsUpdated(jobs.version(), probe.ref()));
    probe.receiveMessage();
  }

  Optional<StoredTrigger> stored(long job) throws Exception {
    return new TriggerStore(kit.dataSource())
        .load().triggers().stream().filter(row -> row.id().job() == job).findFirst();
  }

  /** Whether everything up to that logical time is stored, and nothing is left to catch up. */
  boolean isDone(long job, Instant until) throws Exception {
    return stored(job)
        .filter(row -> until.equals(row.progress().until()) && row.waiting() == 0)
        .isPresent();
  }

  long number(String sql) throws Exception {
    return Long.parseLong(TestSql.value(kit.database, sql));
  }

  double counted(String meter, String tag, String value) {
    return registry.get(meter).tag(tag, value).counter().count();
  }
}
