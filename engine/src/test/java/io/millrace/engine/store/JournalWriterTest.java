package io.millrace.engine.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.millrace.engine.database.DatabaseUrl;
import io.millrace.engine.database.TestDatabase;
import io.millrace.engine.flow.ChannelsChanged;
import io.millrace.engine.flow.Lease;
import io.millrace.engine.notify.Notification;
import io.millrace.engine.notify.NotificationStore;
import io.millrace.engine.refresh.AttemptFollowUp;
import io.millrace.engine.refresh.RefreshAttempt;
import io.millrace.engine.refresh.RefreshHealth;
import io.millrace.engine.refresh.UserSiteEvent;
import io.millrace.engine.task.HistoryWriter;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.task.Task;
import io.millrace.engine.task.TaskReason;
import io.millrace.engine.task.TaskStatus;
import io.millrace.engine.task.TaskStore;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class JournalWriterTest {
  private static final Instant AT = Instant.parse("2026-03-01T12:00:00Z");
  private static final String NODE = "akka://millrace@a:1#1";
  private static final UUID UID = UUID.fromString("01a1e451-28fe-7f1d-b60d-26f9e438fcb6");

  private HikariDataSource database;
  private JournalWriter writer;

  @BeforeEach
  void open() {
    DatabaseUrl url = TestDatabase.fresh();
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(url.url());
    config.setUsername(url.user());
    config.setPassword(url.password());
    config.setMaximumPoolSize(4);
    database = new HikariDataSource(config);
    writer = new JournalWriter(database, () -> NODE, 2, 500);
  }

  @AfterEach
  void close() {
    writer.close();
    database.close();
  }

  private static UserSiteEvent queued(UUID uid) {
    return new UserSiteEvent.Queued(
        new RefreshAttempt(
            uid,
            1,
            TaskReason.SCHEDULE,
            200,
            "DEFAULT",
            "default",
            "",
            Duration.ofMinutes(1),
            AT,
            null),
        AT.plusSeconds(60),
        TaskReason.SCHEDULE,
        AT,
        true);
  }

  /** Ends the task, then fails always. Nothing is booked. */
  private static UserSiteEvent ended(Instant at, Outcome outcome) {
    RefreshHealth health = new RefreshHealth(null, at, false);
    return new UserSiteEvent.Ended(
        UID,
        at,
        outcome,
        new AttemptFollowUp(0, null, null, null, true, health, true, false, null, null, null),
        true);
  }

  private static ChannelsChanged started(UUID uid) {
    return new ChannelsChanged(
        AT,
        List.of(),
        List.of(new Lease(uid, "bank/accounts", 1, "DEFAULT", "w", AT, AT.plusSeconds(60))));
  }

  private static JournalRow row(String id, long sequenceNr, Object event) {
    return new JournalRow(id, sequenceNr, "w", 0, "", new byte[] {1}, 1, "m", event);
  }

  private void write(JournalRow... rows) throws Exception {
    writer.write(List.of(rows)).toCompletableFuture().get(30, TimeUnit.SECONDS);
  }

  private Task task(UUID uid) throws SQLException {
    return new TaskStore(database).find(uid).orElse(null);
  }

  private long count(String table) throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("select count(*) from " + table)) {
      row.next();
      return row.getLong(1);
    }
  }

  @Test
  void aTaskWhosePartitionIsMadeWhileItIsWrittenGoesThere() throws Exception {
    CompletableFuture<Void> written;
    try (Connection upkeep = database.getConnection();
        Statement sql = upkeep.createStatement()) {
      upkeep.setAutoCommit(false);
      sql.execute("lock table task_default in access exclusive mode");
      written =
          writer
              .write(List.of(row("user-site|bank/accounts", 1, queued(UID))))
              .toCompletableFuture();
      await().until(() -> count("pg_locks where not granted") > 0);
      sql.execute("create table task_of_that_day (like task including all)");
      sql.execute(
          "alter table task attach partition task_of_that_day for values"
              + " from ('01a1e000-0000-0000-0000-000000000000')"
              + " to ('01a1f000-0000-0000-0000-000000000000')");
      upkeep.commit();
    }
    written.get(30, TimeUnit.SECONDS);
    assertThat(count("task_of_that_day")).isOne();
  }

  @Test
  void aTaskIsReadableTheMomentItsEventIsAcknowledged() throws Exception {
    write(row("user-site|bank/accounts", 1, queued(UID)));
    assertThat(task(UID).status()).isEqualTo(TaskStatus.SCHEDULED);
    assertThat(task(UID).id().toString()).isEqualTo("bank_accounts_" + UID);
    assertThat(task(UID).createdAt()).isEqualTo(AT);
  }

  @Test
  void aTaskGoesFromScheduledToRunningToItsEnd() throws Exception {
    write(row("user-site|bank/accounts", 1, queued(UID)));
    write(row("flow-control|default", 1, started(UID)));
    assertThat(task(UID).status()).isEqualTo(TaskStatus.RUNNING);
    assertThat(task(UID).deadline()).isEqualTo(AT.plusSeconds(60));
    write(
        row(
            "user-site|bank/accounts",
            2,
            ended(AT.plusSeconds(3), Outcome.failure("exit code 1"))));
    assertThat(task(UID).status()).isEqualTo(TaskStatus.FAILED);
    assertThat(task(UID).message()).isEqualTo("exit code 1");
    assertThat(task(UID).finishedAt()).isEqualTo(AT.plusSeconds(3));
  }

  @Test
  void aUidOfNoTimeAtAllIsFoundAllTheSame() throws Exception {
    UUID far = UUID.fromString("f47ac10b-58cc-4372-a567-0e02b2c3d479");
    write(row("user-site|bank/accounts", 1, queued(far)));
    write(row("flow-control|default", 1, started(far)));
    assertThat(task(far).status()).isEqualTo(TaskStatus.RUNNING);
  }

  @Test
  void aGrantThatCrossedACancelDoesNotBringTheTaskBack() throws Exception {
    write(row("user-site|bank/accounts", 1, queued(UID)));
    write(row("user-site|bank/accounts", 2, ended(AT, Outcome.canceled("by hand"))));
    write(row("flow-control|default", 1, started(UID)));
    assertThat(task(UID).status()).isEqualTo(TaskStatus.CANCELED);
  }

  @Test
  void theDueIndexFollowsTheSchedule() throws Exception {
    write(row("user-site|bank/accounts", 1, new UserSiteEvent.Defined("every 1m", AT, null)));
    write(row("user-site|bank/accounts", 2, queued(UID)));
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("select at, schedule from due")) {
      row.next();
      assertThat(row.getTimestamp(1).toInstant()).isEqualTo(AT.plusSeconds(60));
      assertThat(row.getString(2)).isEqualTo("every 1m");
    }
    write(row("user-site|bank/accounts", 3, new UserSiteEvent.Removed(null)));
    assertThat(count("due")).isZero();
  }

  @Test
  void aZombieFailsAloneAndTheOthersOfItsBatchAreWritten() throws Exception {
    write(row("user-site|a/b", 1, queued(UID)));
    List<CompletableFuture<Void>> writes = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      writes.add(
          writer
              .write(List.of(row("user-site|x/" + i, 1, queued(UUID.randomUUID()))))
              .toCompletableFuture());
    }
    CompletableFuture<Void> zombie =
        writer
            .write(List.of(row("user-site|a/b", 1, queued(UUID.randomUUID()))))
            .toCompletableFuture();
    assertThatThrownBy(() -> zombie.get(30, TimeUnit.SECONDS))
        .hasMessageContaining("event_journal_pkey");
    CompletableFuture.allOf(writes.toArray(CompletableFuture[]::new)).get(30, TimeUnit.SECONDS);
    assertThat(count("event_journal")).isEqualTo(201);
    assertThat(count("task")).isEqualTo(201);
  }

  /**
   * Found by chaos: a paused node woke, and wrote an event with a number that a snapshot had
   * replaced.
   */
  @Test
  void aZombieThatSleptUntilTheEventsOfItsNumbersWereDeletedFailsAsWell() throws Exception {
    for (int number = 1; number <= 5; number++) {
      write(row("user-site|a/b", number, queued(UUID.randomUUID())));
    }
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("delete from event_journal where sequence_number <= 3");
    }
    write(row("user-site|c/d", 1, queued(UUID.randomUUID())));

    assertThatThrownBy(() -> write(row("user-site|a/b", 2, queued(UID))))
        .hasMessageContaining("later events");

    assertThat(task(UID)).isNull();
    assertThat(count("event_journal")).isEqualTo(3);
  }

  /**
   * Found by chaos: a paused node woke, recovered an actor, and was the first to write for it. So
   * the actor on the other nodes was out of date, and did not know the task.
   */
  @Test
  void aNodeThatWasPutOutWritesNothing() throws Exception {
    write(row("user-site|a/b", 1, queued(UUID.randomUUID())));
    new FencedNodes(database).fenceOthers("another", List.of(NODE));

    assertThatThrownBy(() -> write(row("user-site|a/b", 2, queued(UID))))
        .hasMessageContaining("this node is fenced");

    assertThat(task(UID)).isNull();
    assertThat(count("event_journal")).isOne();
  }

  @Test
  void aFaultInWhatIsWrittenBesideFailsTheEventItself() throws Exception {
    HistoryWriter.HistoryEvent broken =
        (owner, history) -> {
          throw new IllegalStateException("a bug in the mapping");
        };
    assertThatThrownBy(() -> write(row("user-site|a/b", 1, broken)))
        .hasMessageContaining("a bug in the mapping");
    assertThat(count("event_journal")).isZero();
  }

  /** A fault of class 23: a column that must not be null. */
  @Test
  void anEventThatBreaksAConstraintFailsAloneAndTheOthersOfItsBatchAreWritten() throws Exception {
    HistoryWriter.HistoryEvent broken =
        (owner, history) ->
            history.notify(
                new Notification(
                    UUID.randomUUID(), AT, Notification.Kind.DISABLED, null, Map.of()));
    List<CompletableFuture<Void>> writes = new ArrayList<>();
    CompletableFuture<Void> alone;
    try (Connection upkeep = database.getConnection();
        Statement sql = upkeep.createStatement()) {
      upkeep.setAutoCommit(false);
      sql.execute(
          "lock table event_journal in access exclusive mode"); // so that writes form a batch
      for (int i = 0; i < 50; i++) {
        writes.add(
            writer
                .write(List.of(row("user-site|x/" + i, 1, queued(UUID.randomUUID()))))
                .toCompletableFuture());
      }
      alone = writer.write(List.of(row("user-site|a/b", 1, broken))).toCompletableFuture();
      for (int i = 50; i < 100; i++) {
        writes.add(
            writer
                .write(List.of(row("user-site|x/" + i, 1, queued(UUID.randomUUID()))))
                .toCompletableFuture());
      }
      upkeep.commit();
    }
    assertThatThrownBy(() -> alone.get(10, TimeUnit.SECONDS)).hasMessageContaining("subject");
    CompletableFuture.allOf(writes.toArray(CompletableFuture[]::new)).get(10, TimeUnit.SECONDS);
    assertThat(count("event_journal")).isEqualTo(100);
  }

  @Test
  void whatOthersAreToldIsStoredWithItsEventAndOnceHoweverOftenItIsTold() throws Exception {
    Notification disabled =
        Notification.of(
            Notification.Kind.DISABLED, "bank/ann", "1", AT, Map.of("reason", "Log in again"));
    HistoryWriter.HistoryEvent event = (owner, history) -> history.notify(disabled);
    write(row("user-site|bank/ann", 1, event));
    assertThat(new NotificationStore(database).list(null, null, 10))
        .containsExactly(new NotificationStore.ListedNotification(disabled, List.of()));

    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("update notifications set fanned_out = true");
    }
    write(row("user-site|bank/ann", 2, event), row("user-site|bank/ann", 3, event));
    assertThat(count("notifications where fanned_out")).isEqualTo(1);
    assertThat(count("notifications")).isEqualTo(1);
    assertThat(count("event_journal")).isEqualTo(3);
  }

  @Test
  void whatOthersAreToldIsNotStoredIfItsEventIsNot() throws Exception {
    write(row("user-site|a/b", 1, queued(UID)));
    HistoryWriter.HistoryEvent zombie =
        (owner, history) ->
            history.notify(Notification.of(Notification.Kind.DISABLED, "a/b", "1", AT, Map.of()));
    assertThatThrownBy(() -> write(row("user-site|a/b", 1, zombie)))
        .hasMessageContaining("event_journal_pkey");
    assertThat(count("notifications")).isZero();
  }

  @Test
  void manyWritersShareFewTransactions() throws Exception {
    long before = commits();
    List<CompletableFuture<Void>> writes = new ArrayList<>();
    for (int i = 0; i < 5_000; i++) {
      writes.add(
          writer
              .write(List.of(row("user-site|x/" + i, 1, queued(UUID.randomUUID()))))
              .toCompletableFuture());
    }
    CompletableFuture.allOf(writes.toArray(CompletableFuture[]::new)).get(30, TimeUnit.SECONDS);
    assertThat(count("task")).isEqualTo(5_000);
    assertThat(commits() - before).isLessThan(500);
  }

  private long commits() throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("select pg_stat_clear_snapshot()");
      try (ResultSet row =
          statement.executeQuery(
              "select xact_commit from pg_stat_database where datname = current_database()")) {
        row.next();
        return row.getLong(1);
      }
    }
  }

  @Test
  void aWarningThatItWillBeGivenUpIsStoredWithItsEvent() throws Exception {
    write(row("user-site|bank/accounts", 1, queued(UID)));
    RefreshHealth health = new RefreshHealth(null, AT, true);
    AttemptFollowUp next =
        new AttemptFollowUp(0, null, null, null, true, health, false, true, null, null, null);
    write(
        row(
            "user-site|bank/accounts",
            2,
            new UserSiteEvent.Ended(UID, AT.plusSeconds(3), Outcome.failure("no"), next, true)));
    assertThat(count("notifications where kind = 'give-up-warning' and subject = 'bank/accounts'"))
        .isEqualTo(1);
    assertThat(count("notifications")).isEqualTo(1);
  }
}
