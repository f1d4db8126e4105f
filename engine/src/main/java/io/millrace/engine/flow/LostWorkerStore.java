package io.millrace.engine.flow;

import static io.millrace.engine.sql.Statements.instant;

import io.millrace.engine.sql.Statements;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import javax.sql.DataSource;

/** The workers that were lost within the last day. */
public record LostWorkerStore(DataSource dataSource) {
  public static final Duration KEPT = Duration.ofDays(1);

  private static final String ADD =
      """
insert into lost_worker (worker, pool, at, attempts) values (?, ?, ?, ?::uuid[])
on conflict (worker, pool) do update set at = excluded.at,
  attempts = array(select unnest(lost_worker.attempts) union select unnest(excluded.attempts))
where lost_worker.at >= ? and cardinality(lost_worker.attempts) < ?
""";
  private static final int MOST_ATTEMPTS = 10_000;

  /** Stores the attempts of a lost worker, and deletes entries that are older than a day. */
  public void add(LostWorker lost) throws SQLException {
    Instant until = lost.at().minus(KEPT);
    try (Connection connection = dataSource.getConnection()) {
      Statements sql = new Statements(connection);
      sql.update("delete from lost_worker where at < ?", until);
      sql.update(
          ADD,
          lost.worker(),
          lost.pool(),
          lost.at(),
          lost.attempts().toArray(UUID[]::new),
          until,
          MOST_ATTEMPTS);
    }
  }

  /** The workers lost within the last day, the latest first. */
  public List<LostWorker> list(Instant now, int limit) throws SQLException {
    try (Connection connection = dataSource.getConnection()) {
      return new Statements(connection)
          .rows(
              "select worker, pool, at, attempts from lost_worker where at >= ?"
                  + " order by at desc, worker limit ?",
              LostWorkerStore::row,
              now.minus(KEPT),
              limit);
    }
  }

  private static LostWorker row(ResultSet row) throws SQLException {
    return new LostWorker(
        row.getString("worker"),
        row.getString("pool"),
        instant(row, "at"),
        Set.of((UUID[]) row.getArray("attempts").getArray()));
  }
}
