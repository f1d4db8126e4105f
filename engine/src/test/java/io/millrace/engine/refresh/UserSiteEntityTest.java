package io.millrace.engine.refresh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import akka.actor.testkit.typed.javadsl.LoggingTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import com.fasterxml.uuid.Generators;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.millrace.engine.JournalKit;
import io.millrace.engine.TestClock;
import io.millrace.engine.due.DueStore;
import io.millrace.engine.due.DueStore.Due;
import io.millrace.engine.flow.Channels;
import io.millrace.engine.flow.Owners;
import io.millrace.engine.flow.Waiting;
import io.millrace.engine.policy.Policy;
import io.millrace.engine.refresh.UserSiteEntity.Command;
import io.millrace.engine.refresh.UserSiteEntity.QueueReply;
import io.millrace.engine.refresh.UserSiteEntity.View;
import io.millrace.engine.refresh.UserSiteEntity.Woken;
import io.millrace.engine.schedule.IntervalSchedule;
import io.millrace.engine.schedule.Schedule;
import io.millrace.engine.source.Collection;
import io.millrace.engine.source.CollectionId;
import io.millrace.engine.source.SourceRegistry;
import io.millrace.engine.source.Sources;
import io.millrace.engine.store.Sql;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.task.Priority;
import io.millrace.engine.task.Reason;
import io.millrace.engine.task.Run;
import io.millrace.engine.task.Status;
import io.millrace.engine.task.Task;
import io.millrace.engine.task.TaskStore;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The entity on a real journal. */
class UserSiteEntityTest {
  private static final AtomicInteger OWNERS = new AtomicInteger();
  private static final Schedule HOURLY = IntervalSchedule.every(Duration.ofHours(1));
  private static final Schedule OFTEN = IntervalSchedule.every(Duration.ofMinutes(7));

  private static JournalKit journal;
  private static TaskStore history;

  /**
   * What a pool was told.
   *
   * @param stored the status of the task in the history at that moment; null if it was not there
   */
  private record Sent(String word, String pool, UUID uid, Status stored) {}

  private final TestClock clock = new TestClock();
  private final CollectionId id = new CollectionId("bank", "c" + OWNERS.incrementAndGet());
  private final SourceRegistry sources = new SourceRegistry();
  private final MeterRegistry meters = new SimpleMeterRegistry();
  private final AtomicReference<UUID> lastUid = new AtomicReference<>();
  private final List<Sent> sent = new CopyOnWriteArrayList<>();
  private ActorRef<Command> site;

  @BeforeAll
  static void start() {
    journal = JournalKit.start();
    history = new TaskStore(journal.dataSource());
  }

  @AfterAll
  static void stop() {
    journal.close();
  }

  @BeforeEach
  void spawn() {
    Channels channels =
        new Channels() {
          @Override
          public void request(String pool, Waiting waiting) {
            assertThat(waiting.owner()).isEqualTo(id.owner());
            note("request", pool, waiting.attemptUid());
          }

          @Override
          public void release(String pool, UUID attemptUid) {
            note("release", pool, attemptUid);
          }

          private void note(String word, String pool, UUID uid) {
            sent.add(new Sent(word, pool, uid, task(uid).map(Task::status).orElse(null)));
          }
        };
    site =
        journal.actors.spawn(
            UserSiteEntity.create(
                id.owner(),
                new UserSiteContext(
                    channels, sources, clock, this::newUid, new UserSiteMeters(meters))));
  }

  private UUID newUid() {
    return lastUid.updateAndGet(last -> Generators.timeBasedEpochRandomGenerator().generate());
  }

  /** It sleeps and is called again, or its node was lost: all it has is what it stored. */
  private void restart() {
    journal.actors.stop(site);
    spawn();
  }

  private void inForce(Schedule schedule) {
    Collection collection =
        new Collection(
            id,
            Policy.of(schedule, Duration.ofMinutes(10)),
            new Collection.Work(Run.NOOP, "TDR", "default", Priority.HIGH));
    sources.replace(new Sources(Map.of(id, collection)));
  }

  private <T> T ask(Class<T> reply, Function<ActorRef<T>, Command> command) {
    TestProbe<T> probe = journal.actors.createTestProbe(reply);
    site.tell(command.apply(probe.ref()));
    T answer = probe.receiveMessage();
    probe.stop();
    return answer;
  }

  private QueueReply queue() {
    return ask(
        QueueReply.class,
        replyTo -> new UserSiteEntity.Queue(Reason.MANUAL, Priority.NOW, replyTo));
  }

  private boolean finish(UUID uid, Outcome outcome) {
    Owners.Ended ended =
        ask(Owners.Ended.class, replyTo -> new UserSiteEntity.Finish(uid, outcome, replyTo));
    assertThat(ended.attemptUid()).isEqualTo(uid);
    return ended.applied();
  }

  private void wake() {
    assertThat(ask(Woken.class, UserSiteEntity.Wake::new).owner()).isEqualTo(id.owner());
  }

  private void define(Schedule schedule) {
    inForce(schedule);
    define();
  }

  private void define() {
    assertThat(ask(Woken.class, UserSiteEntity.Define::new).owner()).isEqualTo(id.owner());
  }

  private UserSite state() {
    return ask(View.class, UserSiteEntity.Get::new).userSite();
  }

  private double counted(String meter, String... tags) {
    return meters.get(meter).tags(tags).counter().count();
  }

  private static Optional<Task> task(UUID uid) {
    try {
      return history.find(uid);
    } catch (SQLException fault) {
      throw new AssertionError(fault);
    }
  }

  /** Its row in the due index, as the waker and the keeper of the sources see it. */
  private Due due() throws SQLException {
    return new DueStore(journal.dataSource())
        .until(Instant.parse("2100-01-01T00:00:00Z"), null, 10_000).stream()
            .filter(due -> due.owner().equals(id.owner()))
            .findFirst()
            .orElse(null);
  }

  private String followed() throws SQLException {
    return new DueStore(journal.dataSource()).schedules().getOrDefault(id.owner(), "");
  }

  @Test
  void aRefreshIsStoredThenItsChannelRequestedThenAnswered() {
    inForce(null);
    QueueReply reply = queue();
    assertThat(reply).isEqualTo(new QueueReply(lastUid.get(), true));
    assertThat(sent).containsExactly(new Sent("request", "default", reply.uid(), Status.SCHEDULED));
    Task task = task(reply.uid()).orElseThrow();
    assertThat(task.createdAt()).isEqualTo(clock.instant());
    assertThat(task.reason()).isEqualTo(Reason.MANUAL);
    assertThat(task.priority()).isEqualTo(Priority.NOW.value());
    assertThat(task.system()).isEqualTo("TDR");
  }

  @Test
  void aSecondRequestIsAnsweredWithTheFirstOnesAttempt() {
    inForce(null);
    UUID uid = queue().uid();
    assertThat(queue()).isEqualTo(new QueueReply(uid, false));
    assertThat(sent).hasSize(1);
  }

  @Test
  void aCollectionThatIsNotDefinedHasNoRefresh() {
    assertThat(queue()).isEqualTo(new QueueReply(null, false));
    wake();
    assertThat(sent).isEmpty();
    assertThat(state()).isEqualTo(UserSite.NEW);
  }

  @Test
  void aReportIsStoredThenTheChannelReleasedThenAnswered() {
    inForce(null);
    UUID uid = queue().uid();
    clock.pass(Duration.ofSeconds(3));
    assertThat(finish(uid, Outcome.failure("bank closed"))).isTrue();
    assertThat(sent.get(1)).isEqualTo(new Sent("release", "default", uid, Status.FAILED));
    assertThat(task(uid).orElseThrow().finishedAt()).isEqualTo(clock.instant());
    assertThat(task(uid).orElseThrow().message()).isEqualTo("bank closed");
    assertThat(counted("millrace.tasks.ended", "outcome", "failure")).isEqualTo(1);
    assertThat(queue().created()).as("idle again").isTrue();
  }

  @Test
  void aReportOfAnotherAttemptChangesNothingAndIsCounted() {
    inForce(null);
    UUID uid = queue().uid();
    assertThat(finish(UUID.randomUUID(), Outcome.success())).isFalse();
    assertThat(state().attempt().uid()).isEqualTo(uid);
    finish(uid, Outcome.canceled("by hand"));
    assertThat(finish(uid, Outcome.success())).isFalse();
    assertThat(task(uid).orElseThrow().status()).isEqualTo(Status.CANCELED);
    assertThat(counted("millrace.reports.stale")).isEqualTo(2);
    assertThat(counted("millrace.tasks.ended", "outcome", "success")).isZero();
    assertThat(sent).hasSize(2);
  }

  @Test
  void aWakeUpAtTheDueTimeQueuesAndBooksTheNext() throws Exception {
    define(HOURLY);
    Instant planned = clock.instant().plus(Duration.ofHours(1));
    assertThat(due()).isEqualTo(new Due(id.owner(), planned));
    clock.pass(Duration.ofMinutes(61));
    wake();
    Task task = task(state().attempt().uid()).orElseThrow();
    assertThat(task.reason()).isEqualTo(Reason.SCHEDULE);
    assertThat(task.priority()).isEqualTo(Priority.HIGH.value());
    assertThat(sent).extracting(Sent::word).containsExactly("request");
    assertThat(due().at()).isEqualTo(planned.plus(Duration.ofHours(1)));
    assertThat(meters.get("millrace.schedule.lateness").timer().count()).isEqualTo(1);
  }

  @Test
  void anEarlyOrDoubledWakeUpChangesNothing() {
    define(HOURLY);
    clock.pass(Duration.ofMinutes(59));
    wake();
    assertThat(state().attempt()).isNull();
    clock.pass(Duration.ofMinutes(1));
    wake();
    UserSite woken = state();
    wake();
    assertThat(state()).isEqualTo(woken);
    assertThat(sent).hasSize(1);
    assertThat(counted("millrace.schedule.skipped")).isZero();
  }

  @Test
  void aPlannedTimeThatComesWhileOneRunsIsSkippedAndCounted() throws Exception {
    define(HOURLY);
    UUID uid = queue().uid();
    clock.pass(Duration.ofHours(1));
    wake();
    assertThat(state().attempt().uid()).isEqualTo(uid);
    assertThat(due().at()).isEqualTo(clock.instant().plus(Duration.ofHours(1)));
    assertThat(counted("millrace.schedule.skipped")).isEqualTo(1);
    assertThat(sent).hasSize(1);
  }

  @Test
  void aScheduleThatIsRemovedLeavesTheDueIndexAndTheAttemptGoesOn() throws Exception {
    define(OFTEN);
    assertThat(followed()).isEqualTo(OFTEN.text());
    UUID uid = queue().uid();
    define(HOURLY);
    assertThat(followed()).isEqualTo(HOURLY.text());
    define(null);
    assertThat(followed()).isEmpty();
    assertThat(due()).isNull();
    sources.replace(Sources.NONE);
    define();
    assertThat(finish(uid, Outcome.success())).isTrue();
  }

  @Test
  void afterARestartAnOpenAttemptAsksForItsChannelAgain() {
    inForce(null);
    UUID uid = queue().uid();
    restart();
    assertThat(queue()).isEqualTo(new QueueReply(uid, false));
    Sent request = new Sent("request", "default", uid, Status.SCHEDULED);
    assertThat(sent).containsExactly(request, request);
    finish(uid, Outcome.success());
    restart();
    assertThat(state().attempt()).isNull();
    assertThat(sent).as("nothing is open, nothing is asked for").hasSize(3);
  }

  @Test
  void whatThePoolSaidOfAStartIsShownForThatAttemptOnly() {
    inForce(null);
    UUID uid = queue().uid();
    UserSiteEntity.Started started =
        new UserSiteEntity.Started(uid, clock.instant(), clock.instant().plusSeconds(600));
    site.tell(started);
    assertThat(ask(View.class, UserSiteEntity.Get::new).started()).isEqualTo(started);
    finish(uid, Outcome.success());
    queue();
    assertThat(ask(View.class, UserSiteEntity.Get::new).started()).isNull();
  }

  @Test
  void whatCannotBeStoredIsNeitherSentNorAnswered() throws Exception {
    inForce(null);
    state();
    TestProbe<QueueReply> caller = journal.actors.createTestProbe();
    UserSiteEntity.Queue queue =
        new UserSiteEntity.Queue(Reason.MANUAL, Priority.NOW, caller.ref());
    Sql.execute(journal.database, "alter table event_journal rename to away");
    try {
      LoggingTestKit.error("Failed to persist")
          .expect(
              journal.actors.system(),
              () -> {
                site.tell(queue);
                return null;
              });
    } finally {
      Sql.execute(journal.database, "alter table away rename to event_journal");
    }
    assertThat(sent).isEmpty();
    assertThat(task(lastUid.get())).isEmpty();
    caller.expectNoMessage(Duration.ZERO);
    site.tell(queue);
    await()
        .until(
            () -> {
              journal.time.timePasses(Duration.ofSeconds(10)); // it starts anew after a while
              return !sent.isEmpty();
            });
    assertThat(caller.receiveMessage()).isEqualTo(new QueueReply(lastUid.get(), true));
  }

  /** The entity beside the pure core: the same steps, the same answers, whenever it restarts. */
  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void aRestartBetweenAnyTwoStepsChangesNothing(long seed) throws Exception {
    new Beside(new Random(seed)).run(80);
  }

  private final class Beside {
    private final Random random;
    private final Map<UUID, Task> tasks = new LinkedHashMap<>();
    private final List<Sent> expected = new ArrayList<>();
    private UserSite model = UserSite.NEW;

    Beside(Random random) {
      this.random = random;
    }

    void run(int steps) throws SQLException {
      inForce(null);
      for (int i = 0; i < steps; i++) {
        step();
        if (random.nextInt(4) == 0) {
          restart();
          if (model.attempt() != null) {
            expected.add(sent("request", model.attempt(), Status.SCHEDULED));
          }
        }
      }
      assertThat(state()).isEqualTo(model);
      assertThat(sent).isEqualTo(expected);
      for (Task task : tasks.values()) {
        assertThat(task(task.id().attemptUid())).contains(task);
      }
      assertThat(followed()).isEqualTo(model.schedule());
      assertThat(due())
          .isEqualTo(model.refreshAt() == null ? null : new Due(id.owner(), model.refreshAt()));
    }

    private void step() {
      clock.pass(Duration.ofSeconds(random.nextInt(1_200)));
      switch (random.nextInt(6)) {
        case 0, 1 -> queueBoth();
        case 2 -> finishBoth();
        case 3 -> wakeBoth();
        case 4 -> staleBoth();
        default -> defineBoth();
      }
    }

    private Optional<Collection> collection() {
      return sources.current().find(id);
    }

    private void queueBoth() {
      QueueReply reply = queue();
      if (collection().isEmpty()) {
        assertThat(reply).isEqualTo(new QueueReply(null, false));
        return;
      }
      Optional<UserSiteEvent> event =
          model.queue(
              collection().get(), Reason.MANUAL, Priority.NOW, lastUid.get(), clock.instant());
      apply(event);
      assertThat(reply).isEqualTo(new QueueReply(model.attempt().uid(), event.isPresent()));
    }

    private void wakeBoth() {
      wake();
      apply(collection().flatMap(found -> model.wake(found, lastUid.get(), clock.instant())));
    }

    private void finishBoth() {
      if (model.attempt() != null) {
        List<Outcome> ways =
            List.of(
                Outcome.success(),
                Outcome.rejected("no such account"),
                Outcome.timeout("late"),
                Outcome.canceled("by hand"));
        finishBoth(model.attempt().uid(), ways.get(random.nextInt(ways.size())));
      }
    }

    /** A report of any attempt there ever was, most of them over. */
    private void staleBoth() {
      List<UUID> known = new ArrayList<>(tasks.keySet());
      known.add(UUID.randomUUID());
      finishBoth(known.get(random.nextInt(known.size())), Outcome.failure("again"));
    }

    private void finishBoth(UUID uid, Outcome outcome) {
      boolean applied = finish(uid, outcome);
      Optional<UserSiteEvent> event = model.finish(uid, outcome, clock.instant());
      assertThat(applied).isEqualTo(event.isPresent());
      apply(event);
    }

    private void defineBoth() {
      List<Schedule> schedules = Arrays.asList(HOURLY, OFTEN, OFTEN, null);
      if (random.nextInt(6) == 0) {
        sources.replace(Sources.NONE);
      } else {
        inForce(schedules.get(random.nextInt(schedules.size())));
      }
      define();
      apply(
          model.define(
              collection().map(found -> found.policy().schedule()).orElse(null), clock.instant()));
    }

    private void apply(Optional<UserSiteEvent> event) {
      event.ifPresent(
          happened -> {
            if (happened instanceof UserSiteEvent.Queued queued) {
              expected.add(sent("request", queued.attempt(), Status.SCHEDULED));
              tasks.put(queued.attempt().uid(), queued.attempt().task(id.owner()));
            } else if (happened instanceof UserSiteEvent.Ended ended) {
              Status status = ended.outcome().kind().status();
              expected.add(sent("release", model.attempt(), status));
              tasks.computeIfPresent(ended.uid(), (uid, task) -> over(task, status, ended));
            }
            model = happened.applyTo(model);
          });
    }

    private Sent sent(String word, Attempt attempt, Status stored) {
      return new Sent(word, attempt.pool(), attempt.uid(), stored);
    }

    private Task over(Task task, Status status, UserSiteEvent.Ended ended) {
      return new Task(
          task.id(),
          task.attemptNo(),
          status,
          task.reason(),
          task.priority(),
          task.system(),
          task.pool(),
          task.timeout(),
          task.createdAt(),
          task.startedAt(),
          ended.at(),
          task.deadline(),
          task.worker(),
          ended.outcome().message(),
          ended.outcome().userMessage());
    }
  }
}
