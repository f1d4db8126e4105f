package io.millrace.engine.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.engine.flow.ChannelsChanged;
import io.millrace.engine.flow.Lease;
import io.millrace.engine.notify.Notification;
import io.millrace.engine.notify.NotificationStore;
import io.millrace.engine.refresh.AttemptFollowUp;
import io.millrace.engine.refresh.RefreshHealth;
import io.millrace.engine.refresh.UserSiteEvent;
import io.millrace.engine.task.HistoryWriter;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.task.TaskStatus;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class JournalWriterTest extends JournalWriterTestBase {

  /** Ends the task, then fails always. Nothing is booked. */
  private static UserSiteEvent ended(Instant at, Outcome outcome) {
    RefreshHealth health = new RefreshHealth(null, at, false);
    return new UserSiteEvent.Ended(
        UID,
        at,
        outcome,
        AttemptFollowUp.NOTHING.toBuilder().exhausted(true).health(health).changed(true).build(),
        true);
  }

  private static ChannelsChanged started(UUID uid) {
    return new ChannelsChanged(
        AT,
        List.of(),
        List.of(new Lease(uid, "bank/accounts", 1, "DEFAULT", "w", AT, AT.plusSeconds(60))));
  }

  @Test
  void aTaskWhosePartitionIsMadeWhileItIsWrittenGoesThere() throws Exception {
    CompletableFuture<Void> written;
    try (Connection maintenance = database.getConnection();
        Statement sql = maintenance.createStatement()) {
      maintenance.setAutoCommit(false);
      sql.execute("lock table task_default in access exclusive mode");
      written =
          writer.write(List.of(row("test|bank/accounts", 1, queued(UID)))).toCompletableFuture();
      await().until(() -> count("pg_locks where not granted") > 0);
      sql.execute("create table task_of_that_day (like task including all)");
      sql.execute(
          "alter table task attach partition task_of_that_day for values"
              + " from ('01a1e000-0000-0000-0000-000000000000')"
              + " to ('01a1f000-0000-0000-0000-000000000000')");
      maintenance.commit();
    }
    written.get(30, TimeUnit.SECONDS);
    assertThat(count("task_of_that_day")).isOne();
  }

  @Test
  void whoListensGetsTheEarliestBookingOfATransaction() throws Exception {
    List<Instant> booked = new CopyOnWriteArrayList<>();
    writer.onBooking(booked::add);
    write(row("flow-control|default", 1, started(UID))); // books nothing
    write(
        row("test|bank/accounts", 1, queued(UID)),
        row("test|bank/later", 1, new UserSiteEvent.Saved(AT, "", AT.plusSeconds(90))));
    assertThat(booked).containsExactly(AT.plusSeconds(60));
  }

  @Test
  void aTaskIsReadableTheMomentItsEventIsAcknowledged() throws Exception {
    write(row("test|bank/accounts", 1, queued(UID)));
    assertThat(task(UID).status()).isEqualTo(TaskStatus.SCHEDULED);
    assertThat(task(UID).id().toString()).isEqualTo("bank_accounts_" + UID);
    assertThat(task(UID).times().createdAt()).isEqualTo(AT);
  }

  @Test
  void aTaskGoesFromScheduledToRunningToItsEnd() throws Exception {
    write(row("test|bank/accounts", 1, queued(UID)));
    write(row("flow-control|default", 1, started(UID)));
    assertThat(task(UID).status()).isEqualTo(TaskStatus.RUNNING);
    assertThat(task(UID).times().deadline()).isEqualTo(AT.plusSeconds(60));
    write(row("test|bank/accounts", 2, ended(AT.plusSeconds(3), Outcome.failure("exit code 1"))));
    assertThat(task(UID).status()).isEqualTo(TaskStatus.FAILED);
    assertThat(task(UID).result().message()).isEqualTo("exit code 1");
    assertThat(task(UID).times().finishedAt()).isEqualTo(AT.plusSeconds(3));
  }

  @Test
  void aUidOfNoTimeAtAllIsFoundAllTheSame() throws Exception {
    UUID far = UUID.fromString("f47ac10b-58cc-4372-a567-0e02b2c3d479");
    write(row("test|bank/accounts", 1, queued(far)));
    write(row("flow-control|default", 1, started(far)));
    assertThat(task(far).status()).isEqualTo(TaskStatus.RUNNING);
  }

  @Test
  void aGrantThatCrossedACancelDoesNotBringTheTaskBack() throws Exception {
    write(row("test|bank/accounts", 1, queued(UID)));
    write(row("test|bank/accounts", 2, ended(AT, Outcome.canceled("by hand"))));
    write(row("flow-control|default", 1, started(UID)));
    assertThat(task(UID).status()).isEqualTo(TaskStatus.CANCELED);
  }

  @Test
  void theDueIndexFollowsTheSchedule() throws Exception {
    write(row("test|bank/accounts", 1, new UserSiteEvent.Defined("every 1m", AT, null)));
    write(row("test|bank/accounts", 2, queued(UID)));
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("select at, schedule from due")) {
      row.next();
      assertThat(row.getTimestamp(1).toInstant()).isEqualTo(AT.plusSeconds(60));
      assertThat(row.getString(2)).isEqualTo("every 1m");
    }
    write(row("test|bank/accounts", 3, new UserSiteEvent.Removed(null)));
    assertThat(count("due")).isZero();
  }

  @Test
  void whatOthersAreToldIsStoredWithItsEventAndOnceHoweverOftenItIsTold() throws Exception {
    Notification disabled =
        Notification.of(
            Notification.Kind.DISABLED, "bank/ann", "1", AT, Map.of("reason", "Log in again"));
    HistoryWriter.HistoryEvent event = (owner, history) -> history.notify(disabled);
    write(row("test|bank/ann", 1, event));
    assertThat(new NotificationStore(database).list(null, null, 10))
        .containsExactly(new NotificationStore.ListedNotification(disabled, List.of()));

    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("update notifications set fanned_out = true");
    }
    write(row("test|bank/ann", 2, event), row("test|bank/ann", 3, event));
    assertThat(count("notifications where fanned_out")).isEqualTo(1);
    assertThat(count("notifications")).isEqualTo(1);
    assertThat(count("event_journal")).isEqualTo(3);
  }

  @Test
  void manyWritersShareFewTransactions() throws Exception {
    long before = commits();
    List<CompletableFuture<Void>> writes = new ArrayList<>();
    for (int i = 0; i < 5_000; i++) {
      writes.add(
          writer
              .write(List.of(row("test|x/" + i, 1, queued(UUID.randomUUID()))))
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
    write(row("test|bank/accounts", 1, queued(UID)));
    RefreshHealth health = new RefreshHealth(null, AT, true);
    AttemptFollowUp next =
        AttemptFollowUp.NOTHING.toBuilder().exhausted(true).health(health).warning(true).build();
    write(
        row(
            "test|bank/accounts",
            2,
            new UserSiteEvent.Ended(UID, AT.plusSeconds(3), Outcome.failure("no"), next, true)));
    assertThat(count("notifications where kind = 'give-up-warning' and subject = 'bank/accounts'"))
        .isEqualTo(1);
    assertThat(count("notifications")).isEqualTo(1);
  }
}
