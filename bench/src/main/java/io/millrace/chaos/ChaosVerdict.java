package io.millrace.chaos;

import io.millrace.engine.check.DatabaseChecker;
import io.millrace.engine.check.Finding;
import io.millrace.engine.database.DatabaseUrl;
import io.millrace.engine.serialization.EventSerializer;
import io.millrace.engine.sql.Statements;
import io.millrace.engine.task.TaskId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/** What {@code millrace check} checks, and what only those know who were there. */
record ChaosVerdict(DatabaseUrl url, List<String> acknowledged, Path began) {
  private static final int EXAMPLES = 5;

  List<Finding> findings(Instant now) throws SQLException, IOException {
    List<Finding> findings =
        new ArrayList<>(
            new DatabaseChecker(
                    url.dataSource(), ChaosLoad.CHANNELS, new EventSerializer()::fromBinary)
                .check(now));
    findings.add(promises());
    findings.add(steps());
    findings.add(onceEach());
    return findings;
  }

  private Finding promises() throws SQLException {
    UUID[] uids =
        acknowledged.stream().map(id -> TaskId.attemptUid(id).orElseThrow()).toArray(UUID[]::new);
    return found(
        "what a caller was promised was done to its end",
        uids.length,
        """
        select format('%s: %s', uid, coalesce(status, 'lost')) from unnest(?) as asked(uid)
        left join all_tasks on attempt_uid = uid
        where status is null or status not in ('SUCCESS', 'FAILED', 'CANCELED')
        """,
        (Object) uids);
  }

  private Finding steps() throws SQLException {
    return found(
        "every time that fired has run all its steps",
        count("select count(*) from token"),
        """
        select format('job %s at %s: %s', job, logical_time,
          string_agg(step || ' ' || state || ' ' || count, ', '))
        from token group by job, logical_time
        having count(*) filter (where state in ('SUCCESS', 'FAILED') and count = 0) <> 5
          and count(*) filter (where state = 'FAILED') = 0
        union all
        select format('job %s: %s fired, %s tokens', t.job, t.fired + t.caught_up, count(k.*))
        from triggers t left join token k on k.job = t.job and k.step = 'extract'
        group by t.job, t.fired, t.caught_up
        having t.fired + t.caught_up <> count(k.*)
        """);
  }

  /** The processes' own word for it: an attempt that began twice has written its id twice. */
  private Finding onceEach() throws IOException, SQLException {
    List<String> lines = Files.readAllLines(began);
    Set<String> seen = new HashSet<>();
    List<String> wrong = new ArrayList<>();
    for (String id : lines) {
      if (!seen.add(id)) {
        wrong.add(id + " was begun twice");
      }
    }
    try (Connection connection = url.connect()) {
      new Statements(connection)
              .rows(
                  """
                  select source, collection, attempt_uid from all_tasks
                  where status = 'SUCCESS' and collection not in ('both', 'report')
                  """,
                  row ->
                      new TaskId(row.getString(1), row.getString(2), row.getObject(3, UUID.class)))
              .stream()
              .map(TaskId::toString)
              .filter(id -> !seen.contains(id))
              .forEach(id -> wrong.add(id + " succeeded, and was never begun"));
    }
    return new Finding(
        "each attempt was begun once, by one worker", lines.size(), wrong.size(), some(wrong));
  }

  private long count(String sql) throws SQLException {
    try (Connection connection = url.connect()) {
      return new Statements(connection).number(sql);
    }
  }

  private Finding found(String rule, long looked, String sql, Object... values)
      throws SQLException {
    try (Connection connection = url.connect()) {
      List<String> rows = new Statements(connection).rows(sql, row -> row.getString(1), values);
      return new Finding(rule, looked, rows.size(), some(rows));
    }
  }

  private static List<String> some(List<String> all) {
    return all.subList(0, Math.min(EXAMPLES, all.size()));
  }
}
