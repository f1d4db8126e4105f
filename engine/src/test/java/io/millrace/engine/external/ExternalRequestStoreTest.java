package io.millrace.engine.external;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.JournalKit;
import io.millrace.engine.TestClock;
import io.millrace.engine.database.TestSql;
import io.millrace.engine.external.CallbackStore.GivenUpRequest;
import io.millrace.engine.external.ExternalRequestStore.LeaseExpiry;
import io.millrace.engine.task.Outcome;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ExternalRequestStoreTest {
  private static final Duration MINUTE = ExternalRequestStore.ASK_AGAIN_WITHIN;

  private static JournalKit journal;

  private final TestClock clock = new TestClock();
  private ExternalRequestStore store;
  private CallbackStore callbacks;
  private ExternalRequestKit kit;

  @BeforeAll
  static void start() {
    journal = JournalKit.start();
  }

  @AfterAll
  static void stop() {
    journal.close();
  }

  @BeforeEach
  void empty() throws SQLException {
    TestSql.execute(journal.database, "truncate task, open_task, channel_requests");
    store = new ExternalRequestStore(journal.dataSource());
    callbacks = new CallbackStore(journal.dataSource());
    kit = new ExternalRequestKit(store, journal.database, clock);
  }

  private List<UUID> givenUp() throws SQLException {
    return callbacks.update(List.of(), clock.instant(), clock.instant()).givenUp().stream()
        .map(GivenUpRequest::attemptUid)
        .toList();
  }

  @Test
  void aTokenThatIsAskedForByManyAtOnceIsOneRequest() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(8);
    List<Callable<UUID>> askers = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      askers.add(() -> kit.ask("t", "").attemptUid());
    }
    Set<UUID> uids = new HashSet<>();
    for (Future<UUID> asked : threads.invokeAll(askers)) {
      uids.add(asked.get());
    }
    threads.shutdown();
    assertThat(uids).hasSize(1);
    assertThat(TestSql.value(journal.database, "select count(*) from task")).isEqualTo("1");
    assertThat(TestSql.value(journal.database, "select count(*) from open_task")).isEqualTo("1");
  }

  @Test
  void aRequestEndsOnceWithItsTaskAndItsTokenIsFreeForANewOne() throws SQLException {
    ExternalRequest channel = kit.ask("t", "");
    kit.grant(channel);
    assertThat(store.end(channel.attemptUid(), Outcome.success(), clock.instant())).isTrue();
    assertThat(kit.status(channel)).isEqualTo("SUCCESS ");
    assertThat(kit.openRows(channel)).isEqualTo("0 0");
    assertThat(store.end(channel.attemptUid(), Outcome.failure("no"), clock.instant())).isFalse();
    assertThat(kit.status(channel)).isEqualTo("SUCCESS ");
    assertThat(kit.ask("t", "").attemptUid()).isNotEqualTo(channel.attemptUid());
  }

  @Test
  void aLeaseEndsAtItsDeadlineAndNotBefore() throws SQLException {
    ExternalRequest channel = kit.ask("t", "");
    kit.grant(channel);
    clock.pass(ExternalRequestKit.LEASE.minusMillis(1));
    assertThat(store.endIfExpired(channel.attemptUid(), clock.instant()))
        .isEqualTo(new LeaseExpiry(false, clock.instant().plusMillis(1)));
    assertThat(kit.openRows(channel)).isEqualTo("1 1");
    clock.pass(Duration.ofMillis(1));
    assertThat(store.endIfExpired(channel.attemptUid(), clock.instant()))
        .isEqualTo(new LeaseExpiry(true, null));
    assertThat(store.endIfExpired(channel.attemptUid(), clock.instant()))
        .isEqualTo(new LeaseExpiry(false, null));
    assertThat(kit.status(channel)).isEqualTo("FAILED The lease ran out");
    assertThat(kit.openRows(channel)).isEqualTo("0 0");
  }

  @Test
  void aRequestIsGivenUpAMinuteAfterItsWaitUnlessItWasGrantedOrHasACallback() throws SQLException {
    ExternalRequest late = kit.ask("late", "");
    ExternalRequest granted = kit.ask("granted", "");
    ExternalRequest called = kit.ask("called", "http://127.0.0.1/");
    kit.grant(granted);
    clock.pass(MINUTE.minusMillis(1));
    ExternalRequest again = kit.ask("again", "");
    assertThat(givenUp()).isEmpty();
    clock.pass(Duration.ofMillis(1));
    assertThat(givenUp()).containsExactly(late.attemptUid());
    assertThat(kit.status(late))
        .isEqualTo("CANCELED Given up: the caller did not repeat its request");
    assertThat(kit.openRows(late)).isEqualTo("0 0");
    assertThat(kit.openRows(granted)).isEqualTo("1 1");
    assertThat(kit.openRows(called)).isEqualTo("1 1");
    assertThat(kit.ask("again", "").attemptUid()).isEqualTo(again.attemptUid());
    clock.pass(MINUTE.minusMillis(1));
    assertThat(givenUp()).as("it was asked for again").isEmpty();
  }

  @Test
  void aTaskThatIsJustBeingGrantedIsNotWaitedForAndNotGivenUp() throws SQLException {
    ExternalRequest channel = kit.ask("t", "");
    clock.pass(MINUTE);
    try (Connection granting = journal.database.connect();
        Statement sql = granting.createStatement()) {
      granting.setAutoCommit(false);
      sql.execute(
          "update task set status = 'RUNNING' where attempt_uid = '%s'"
              .formatted(channel.attemptUid()));
      assertThat(givenUp()).as("it would hang if it waited").isEmpty();
      granting.commit();
    }
    assertThat(givenUp()).isEmpty();
    assertThat(kit.openRows(channel)).isEqualTo("1 1");
  }
}
