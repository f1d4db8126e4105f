package io.millrace.engine.external;

import com.fasterxml.uuid.Generators;
import io.millrace.engine.TestClock;
import io.millrace.engine.store.DatabaseUrl;
import io.millrace.engine.store.Sql;
import io.millrace.engine.task.Priority;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;

/** Requests on a real database. */
record RequestKit(RequestStore store, DatabaseUrl database, TestClock clock) {
  static final Duration LEASE = Duration.ofMinutes(10);

  static ChannelRequest request(String token, String callbackUrl) {
    return new ChannelRequest(
        "default", "TDR_" + token, "TDR", token, callbackUrl, LEASE, Priority.HIGH);
  }

  /** Asked for by somebody who does not wait. */
  Channel ask(String token, String callbackUrl) throws SQLException {
    Instant now = clock.instant();
    UUID uid = Generators.timeBasedEpochRandomGenerator().generate();
    return store.ask(request(token, callbackUrl), uid, now, now);
  }

  /** As the pool's event does it. */
  void grant(Channel channel) throws SQLException {
    Sql.execute(
        database,
        "update task set status = 'RUNNING', worker = '/caller', started_at = '%s', deadline = '%s'"
                .formatted(clock.instant(), clock.instant().plus(LEASE))
            + " where status = 'SCHEDULED' and attempt_uid = '%s'".formatted(channel.attemptUid()));
  }

  String status(Channel channel) throws SQLException {
    return Sql.value(
        database,
        "select status || ' ' || message from task where attempt_uid = '%s'"
            .formatted(channel.attemptUid()));
  }

  /** How many rows there are of a request that has not ended. */
  String openRows(Channel channel) throws SQLException {
    String where = " where attempt_uid = '%s'".formatted(channel.attemptUid());
    return Sql.value(
        database,
        "select (select count(*) from open_task%s) || ' ' || (select count(*) from channel_requests%s)"
            .formatted(where, where));
  }
}
