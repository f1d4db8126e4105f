package io.millrace.engine.flywheel;

import static org.awaitility.Awaitility.await;

import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import akka.pattern.StatusReply;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.millrace.engine.JournalKit;
import io.millrace.engine.TestClock;
import io.millrace.engine.flywheel.PlanOverviewStore.PlannedMinute;
import io.millrace.engine.flywheel.PlanStore.PlanResult;
import io.millrace.engine.sql.AsyncSql;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A flywheel on a real database; its clock and its timers are moved by hand. */
abstract class FlywheelTestBase {
  static final LocalDate DAY = LocalDate.parse("2026-03-01");

  static final Duration WAIT = Duration.ofSeconds(30);

  final TestClock clock = new TestClock(Instant.parse("2026-03-01T00:30:00Z"));

  final AtomicBoolean clockIsRight = new AtomicBoolean(true);

  final RecordedRefreshes refreshes = new RecordedRefreshes();

  final SimpleMeterRegistry registry = new SimpleMeterRegistry();

  final ExecutorService blocking = Executors.newFixedThreadPool(3);

  JournalKit kit;

  FlywheelDirectory directory;

  PlanOverviewStore reader;

  FlywheelMeters meters;

  ActorRef<Flywheel.Command> flywheel;

  @BeforeEach
  void start() throws Exception {
    kit = JournalKit.start();
    directory = new FlywheelDirectory(kit.database);
    reader = new PlanOverviewStore(kit.dataSource());
    meters = new FlywheelMeters(registry);
    directory.client("acme", 1);
    directory.site("bank");
  }

  @AfterEach
  void stop() {
    kit.close();
    blocking.shutdownNow();
  }

  void spawn(String overrides) {
    FlywheelSettings settings = PlanStoreTest.settings(overrides);
    flywheel =
        kit.actors.spawn(
            Flywheel.create(
                settings,
                kit.dataSource(),
                refreshes,
                new AsyncSql(blocking),
                meters,
                clockIsRight::get,
                clock));
  }

  void spawn() {
    spawn("");
  }

  void userWithSite(String id) throws Exception {
    directory.user(id, "acme", "ACTIVE", null);
    directory.userSite(id + "-1", id, "bank");
  }

  /** Plans the day at the current time, and moves all users into that minute. */
  void planAllInto(int minute) throws Exception {
    new PlanStore(kit.dataSource(), PlanStoreTest.settings("")).plan(DAY, clock.instant());
    directory.execute("update plan set minute = %d", minute);
  }

  void clockAt(String time) {
    clock.pass(Duration.between(clock.instant(), Instant.parse("2026-03-01T" + time + "Z")));
  }

  Flywheel.TickReply tick() {
    TestProbe<Flywheel.TickReply> probe = kit.actors.createTestProbe();
    flywheel.tell(new Flywheel.Tick(probe.ref()));
    return probe.receiveMessage();
  }

  PlannedMinute minute(int minute) throws Exception {
    return reader.day(DAY).orElseThrow().minutes().stream()
        .filter(m -> m.at().equals(Pass.at(DAY, minute)))
        .findFirst()
        .orElseThrow();
  }

  long waitingUntilNow() throws Exception {
    return directory.number(
        "select count(*) from plan_minutes where state = 'waiting' and at <= '%s'",
        clock.instant());
  }

  /** Waits until no due minute is left. Each check is a second for the flywheel. */
  void allRun() {
    await()
        .atMost(WAIT)
        .until(
            () -> {
              kit.time.timePasses(Duration.ofSeconds(1));
              return reader.day(Pass.date(clock.instant())).isPresent() && waitingUntilNow() == 0;
            });
  }

  double counted(String meter, String tag, String value) {
    return registry.get(meter).tag(tag, value).counter().count();
  }

  PlanResult plan(LocalDate date) {
    TestProbe<StatusReply<PlanResult>> probe = kit.actors.createTestProbe();
    flywheel.tell(new Flywheel.PlanDay(date, probe.ref()));
    return probe.receiveMessage().getValue();
  }
}
