package io.millrace.engine.external;

import com.fasterxml.uuid.Generators;
import io.millrace.engine.TestClock;
import io.millrace.engine.database.DatabaseUrl;
import io.millrace.engine.database.TestSql;
import io.millrace.engine.task.TaskPriority;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;

/** Requests on a real database. */
record ExternalRequestKit(ExternalRequestStore store, DatabaseUrl database, TestClock clock) {
  static final Duration LEASE = Duration.ofMinutes(10);

  static ChannelRequest request(String token, String callbackUrl) {
    return new ChannelRequest(
        "default", "TDR_" + token, "TDR", token, callbackUrl, LEASE, TaskPriority.HIGH);
  }

  /** A request of a caller that does not wait. */
  ExternalRequest ask(String token, String callbackUrl) throws SQLException {
    Instant now = clock.instant();
    UUID uid = Generators.timeBasedEpochRandomGenerator().generate();
    return store.findOrCreate(request(token, callbackUrl), uid, now, now);
  }

  /** Grants a request, with the same writes as the pool's event. */
  void grant(ExternalRequest channel) throws SQLException {
    TestSql.execute(
        database,
        "update task set status = 'RUNNING', worker = '/caller', started_at = '%s', deadline = '%s'"
                .formatted(clock.instant(), clock.instant().plus(LEASE))
            + " where status = 'SCHEDULED' and attempt_uid = '%s'".formatted(channel.attemptUid()));
  }

  String status(ExternalRequest channel) throws SQLException {
    return TestSql.value(
        database,
        "select status || ' ' || message from task where attempt_uid = '%s'"
            .formatted(channel.attemptUid()));
  }

  /** The number of rows of an open request. */
  String openRows(ExternalRequest channel) throws SQLException {
    String where = " where attempt_uid = '%s'".formatted(channel.attemptUid());
    return TestSql.value(
        database,
        "select (select count(*) from open_task%s) || ' ' || (select count(*) from channel_requests%s)"
            .formatted(where, where));
  }
}
