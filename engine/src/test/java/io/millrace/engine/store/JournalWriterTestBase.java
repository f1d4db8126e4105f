package io.millrace.engine.store;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.millrace.engine.database.DatabaseUrl;
import io.millrace.engine.database.TestDatabase;
import io.millrace.engine.policy.Attempt;
import io.millrace.engine.refresh.UserSiteEvent;
import io.millrace.engine.task.Task;
import io.millrace.engine.task.TaskReason;
import io.millrace.engine.task.TaskRoute;
import io.millrace.engine.task.TaskStore;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

abstract class JournalWriterTestBase {
  static final Instant AT = Instant.parse("2026-03-01T12:00:00Z");
  static final String NODE = "akka://millrace@a:1#1";
  static final UUID UID = UUID.fromString("01a1e451-28fe-7f1d-b60d-26f9e438fcb6");

  final List<Error> errors = new CopyOnWriteArrayList<>();
  HikariDataSource database;
  JournalWriter writer;

  @BeforeEach
  void open() {
    DatabaseUrl url = TestDatabase.fresh();
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(url.url());
    config.setUsername(url.user());
    config.setPassword(url.password());
    config.setMaximumPoolSize(4);
    database = new HikariDataSource(config);
    writer = new JournalWriter(database, () -> NODE, 2, 500, errors::add);
  }

  @AfterEach
  void close() {
    writer.close();
    database.close();
  }

  static UserSiteEvent queued(UUID uid) {
    return new UserSiteEvent.Queued(
        Attempt.of(
            uid,
            1,
            TaskReason.SCHEDULE,
            new TaskRoute(200, "DEFAULT", "default", ""),
            Duration.ofMinutes(1),
            AT),
        AT.plusSeconds(60),
        TaskReason.SCHEDULE,
        AT,
        true);
  }

  static JournalRow row(String id, long sequenceNr, Object event) {
    return new JournalRow(
        id, sequenceNr, "w", 0, "", new SerializedPayload(new byte[] {1}, 1, "m"), event);
  }

  void write(JournalRow... rows) throws Exception {
    writer.write(List.of(rows)).toCompletableFuture().get(30, TimeUnit.SECONDS);
  }

  Task task(UUID uid) throws SQLException {
    return new TaskStore(database).find(uid).orElse(null);
  }

  long count(String table) throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("select count(*) from " + table)) {
      row.next();
      return row.getLong(1);
    }
  }
}
