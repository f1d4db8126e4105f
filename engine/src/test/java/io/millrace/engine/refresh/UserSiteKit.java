package io.millrace.engine.refresh;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import com.fasterxml.uuid.Generators;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.millrace.engine.JournalKit;
import io.millrace.engine.TestClock;
import io.millrace.engine.directory.Site;
import io.millrace.engine.directory.SiteRegistry;
import io.millrace.engine.directory.UserSiteFacts;
import io.millrace.engine.due.DueStore;
import io.millrace.engine.due.DueStore.DueOwner;
import io.millrace.engine.flow.OwnerGateway;
import io.millrace.engine.flow.PoolGateway;
import io.millrace.engine.flow.WaitingTask;
import io.millrace.engine.message.Ack;
import io.millrace.engine.policy.Policy;
import io.millrace.engine.refresh.UserSiteCommand.RefreshReply;
import io.millrace.engine.refresh.UserSiteCommand.UserSiteStateReply;
import io.millrace.engine.source.CollectionDefinitions;
import io.millrace.engine.source.CollectionId;
import io.millrace.engine.source.SourceCollection;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.task.RunSpec;
import io.millrace.engine.task.Task;
import io.millrace.engine.task.TaskPriority;
import io.millrace.engine.task.TaskReason;
import io.millrace.engine.task.TaskStatus;
import io.millrace.engine.task.TaskStore;
import io.millrace.engine.watch.UserSiteOverviewStore;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

/** One user-site as a real entity on a real journal, with a clock that is moved by hand. */
final class UserSiteKit {
  static final ThrottlingSettings THROTTLING =
      new ThrottlingSettings(Set.of("evil"), Duration.ofSeconds(1_200), Duration.ofDays(1));

  private static final AtomicInteger OWNERS = new AtomicInteger();

  /**
   * A message that a pool received.
   *
   * @param stored the status of the task in the history at that moment; null if it was not there
   */
  record PoolMessage(String word, String pool, UUID uid, TaskStatus stored) {}

  final JournalKit journal;
  final TestClock clock;
  final CollectionId id = new CollectionId("bank", "c" + OWNERS.incrementAndGet());
  final MeterRegistry meters = new SimpleMeterRegistry();
  final List<PoolMessage> sent = new CopyOnWriteArrayList<>();
  final AtomicReference<UUID> lastUid = new AtomicReference<>();
  final SiteRegistry sites = new SiteRegistry();
  private final AtomicReference<SourceCollection> collection = new AtomicReference<>();
  private final TaskStore history;
  ActorRef<UserSiteCommand> site;

  /** Its entry in the directory; null for a collection of a source. */
  UserSiteFacts facts;

  /** How often its definition was looked up. */
  final AtomicInteger lookups = new AtomicInteger();

  /** Whether the last release said that the worker had reported the end. */
  volatile boolean releasedByWorker;

  /** The project whose secrets the last request needs. */
  volatile String secretsOf;

  UserSiteKit(JournalKit journal, TestClock clock) {
    this.journal = journal;
    this.clock = clock;
    this.history = new TaskStore(journal.dataSource());
    spawn();
  }

  private void spawn() {
    PoolGateway channels =
        new PoolGateway() {
          @Override
          public void request(String pool, WaitingTask waiting) {
            assertThat(waiting.owner()).isEqualTo(id.owner());
            secretsOf = waiting.project();
            note("request", pool, waiting.attemptUid());
          }

          @Override
          public void release(String pool, UUID attemptUid, boolean byWorker) {
            releasedByWorker = byWorker;
            note("release", pool, attemptUid);
          }

          private void note(String word, String pool, UUID uid) {
            sent.add(new PoolMessage(word, pool, uid, task(uid).map(Task::status).orElse(null)));
          }
        };
    CollectionDefinitions definitions =
        wanted -> {
          lookups.incrementAndGet();
          return Optional.ofNullable(collection.get());
        };
    site =
        journal.actors.spawn(
            UserSiteEntity.create(
                id.owner(),
                new UserSiteContext(
                    channels,
                    definitions,
                    sites,
                    THROTTLING,
                    clock,
                    this::newUid,
                    new UserSiteMeters(meters))));
  }

  private UUID newUid() {
    return lastUid.updateAndGet(last -> Generators.timeBasedEpochRandomGenerator().generate());
  }

  /** The entity is passivated, or its node is lost: only its stored state is left. */
  void restart() {
    journal.actors.stop(site);
    spawn();
  }

  void inForce(Policy policy) {
    inForce(policy, null, List.of());
  }

  void inForce(Policy policy, String project, List<String> secrets) {
    collection.set(
        new SourceCollection(
            id,
            policy,
            new SourceCollection.Work(
                RunSpec.NOOP, "TDR", "default", TaskPriority.HIGH, project, secrets)));
  }

  void inForce(Site asSite, UserSiteFacts asFacts) {
    inForce(asSite.policy());
    sites.replace(Map.of(id.source(), asSite));
    facts = asFacts;
  }

  void undefined() {
    collection.set(null);
  }

  Optional<SourceCollection> collection() {
    return Optional.ofNullable(collection.get());
  }

  RefreshDecisionContext question(UserSite state) {
    return new RefreshDecisionContext(
        state, sites.find(id.source()).orElse(null), facts, THROTTLING, clock.instant());
  }

  <T> T ask(Class<T> reply, Function<ActorRef<T>, UserSiteCommand> command) {
    TestProbe<T> probe = journal.actors.createTestProbe(reply);
    site.tell(command.apply(probe.ref()));
    T answer = probe.receiveMessage();
    probe.stop();
    return answer;
  }

  RefreshReply refresh(TaskReason reason, Instant plannedAt) {
    return ask(
        RefreshReply.class,
        replyTo -> new UserSiteCommand.Refresh(reason, plannedAt, facts, replyTo));
  }

  RefreshReply byHand() {
    return refresh(TaskReason.MANUAL, null);
  }

  boolean finish(UUID uid, Outcome outcome) {
    return finish(uid, outcome, true);
  }

  boolean finish(UUID uid, Outcome outcome, boolean byWorker) {
    OwnerGateway.AttemptEnded ended =
        ask(
            OwnerGateway.AttemptEnded.class,
            replyTo -> new UserSiteCommand.EndAttempt(uid, outcome, replyTo, byWorker));
    assertThat(ended.attemptUid()).isEqualTo(uid);
    return ended.applied();
  }

  void wake() {
    wake(null);
  }

  /**
   * @param dueAt the due time that has come by the sender's clock; may be absent
   */
  void wake(Instant dueAt) {
    tell(replyTo -> new UserSiteCommand.Wake(facts, replyTo, dueAt));
  }

  void define(Policy policy) {
    inForce(policy);
    tell(UserSiteCommand.CheckDefinition::new);
  }

  void tell(Function<ActorRef<Ack>, UserSiteCommand> command) {
    assertThat(ask(Ack.class, command).owner()).isEqualTo(id.owner());
  }

  UserSiteStateReply view() {
    return ask(UserSiteStateReply.class, UserSiteCommand.GetState::new);
  }

  Optional<SourceCollection> definition() {
    return Optional.ofNullable(collection.get());
  }

  UserSite state() {
    return view().userSite();
  }

  double counted(String meter, String... tags) {
    return meters.get(meter).tags(tags).counter().count();
  }

  Optional<Task> task(UUID uid) {
    try {
      return history.find(uid);
    } catch (SQLException fault) {
      throw new AssertionError(fault);
    }
  }

  /** Its time in the due index, as the waker sees it; null if it is not there. */
  Instant dueAt() throws SQLException {
    return new DueStore(journal.dataSource())
        .dueUntil(Instant.parse("2100-01-01T00:00:00Z"), null, 10_000).stream()
            .filter(due -> due.owner().equals(id.owner()))
            .map(DueOwner::at)
            .findFirst()
            .orElse(null);
  }

  /** The schedule it follows, as the keeper of the sources sees it. */
  String followed() throws SQLException {
    return new DueStore(journal.dataSource()).schedules().getOrDefault(id.owner(), "");
  }

  /** The number of the booked retry, as operators see it; 0 if there is none. */
  int retry() throws SQLException {
    return new UserSiteOverviewStore(journal.dataSource())
        .ofOwners(List.of(id.owner()), clock.instant())
        .get(0)
        .retry();
  }

  /** Whether its state is kept until it returns to the sources. */
  boolean isSuspended() throws SQLException {
    return new DueStore(journal.dataSource()).suspendedCollections().contains(id.owner());
  }

  boolean isDisabled() throws SQLException {
    return new DueStore(journal.dataSource()).disabledCollections().contains(id.owner());
  }
}
