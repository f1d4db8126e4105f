package io.millrace.engine.bulk;

import io.millrace.engine.sql.Statements;
import io.millrace.engine.task.TaskSearch.TaskCount;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import javax.sql.DataSource;

/** The table of bulk operations: what is asked for, how far it is, and which node does it. */
public final class BulkStore {
  /** More at once would only wait for each other. */
  static final int RUNNING_AT_ONCE = 10;

  private static final int KEPT = 200;
  private static final String COLUMNS =
      """
      id, action, search, asked_by, asked_at, state, node, after, total, more, handled, done,
        refused, ended_at
      """;

  private final DataSource dataSource;

  public BulkStore(DataSource dataSource) {
    this.dataSource = dataSource;
  }

  /**
   * Adds an operation, and forgets the oldest that have ended.
   *
   * @param claim what the process that does it calls itself
   * @return false if too many run
   */
  boolean insert(BulkOperation operation, String claim) throws SQLException {
    BulkOrder order = operation.order();
    BulkProgress progress = operation.progress();
    try (Connection connection = dataSource.getConnection()) {
      Statements sql = new Statements(connection);
      sql.update(
          """
          delete from bulk_operation where state in ('done', 'aborted') and id in (
            select id from bulk_operation order by asked_at desc offset ?)
          """,
          KEPT);
      return sql.update(
              """
insert into bulk_operation (id, action, search, asked_by, asked_at, state, node,
  claim, seen_at, total, more, handled, done, refused)
select ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0, '{}'
where (select count(*) from bulk_operation where state in ('running', 'aborting')) < ?
""",
              operation.id(),
              order.action().text(),
              BulkOrderCodec.write(order.search()),
              order.askedBy(),
              order.askedAt(),
              operation.state().text(),
              operation.node(),
              claim,
              order.askedAt(),
              progress.total().tasks(),
              progress.total().more(),
              RUNNING_AT_ONCE)
          == 1;
    }
  }

  Optional<BulkOperation> find(UUID id) throws SQLException {
    try (Connection connection = dataSource.getConnection()) {
      return new Statements(connection)
          .first(
              "select " + COLUMNS + " from bulk_operation where id = ?", BulkStore::operation, id);
    }
  }

  /** The newest first. */
  List<BulkOperation> list(int limit) throws SQLException {
    try (Connection connection = dataSource.getConnection()) {
      return new Statements(connection)
          .rows(
              "select " + COLUMNS + " from bulk_operation order by asked_at desc, id limit ?",
              BulkStore::operation,
              limit);
    }
  }

  /** Has it end after its page. One that has ended stays as it is. */
  Optional<BulkOperation> abort(UUID id) throws SQLException {
    try (Connection connection = dataSource.getConnection()) {
      Statements sql = new Statements(connection);
      sql.update(
          "update bulk_operation set state = 'aborting' where id = ? and state = 'running'", id);
    }
    return find(id);
  }

  /**
   * Stores how far it is.
   *
   * @param last whether nothing is left to do
   * @return empty if another process does it now
   */
  Optional<BulkOperation> save(BulkOperation operation, String claim, boolean last, Instant now)
      throws SQLException {
    BulkProgress progress = operation.progress();
    try (Connection connection = dataSource.getConnection()) {
      return new Statements(connection)
          .first(
              """
              update bulk_operation set after = ?, handled = ?, done = ?, refused = ?, seen_at = ?,
                state = case when ? then 'done' when state = 'aborting' then 'aborted'
                  else state end,
                ended_at = case when ? or state = 'aborting' then ?::timestamptz end
              where id = ? and claim = ? and state in ('running', 'aborting')
              returning
              """
                  + COLUMNS,
              BulkStore::operation,
              operation.after(),
              progress.handled(),
              progress.done(),
              BulkOrderCodec.write(progress.refused()),
              now,
              last,
              last,
              now,
              operation.id(),
              claim);
    }
  }

  /** Gives this process the oldest operation of which nothing was heard for that long. */
  Optional<BulkOperation> takeOver(String node, String claim, Instant now, Duration silence)
      throws SQLException {
    try (Connection connection = dataSource.getConnection()) {
      return new Statements(connection)
          .first(
              """
              update bulk_operation set node = ?, claim = ?, seen_at = ?
              where id = (
                select id from bulk_operation
                where state in ('running', 'aborting') and seen_at < ?
                order by asked_at limit 1 for update skip locked)
              returning
              """
                  + COLUMNS,
              BulkStore::operation,
              node,
              claim,
              now,
              now.minus(silence));
    }
  }

  private static BulkOperation operation(ResultSet row) throws SQLException {
    return new BulkOperation(
        row.getObject("id", UUID.class),
        new BulkOrder(
            BulkAction.of(row.getString("action")),
            BulkOrderCodec.read(row.getString("search")),
            row.getString("asked_by"),
            Statements.instant(row, "asked_at")),
        BulkState.of(row.getString("state")),
        row.getString("node"),
        row.getObject("after", UUID.class),
        new BulkProgress(
            new TaskCount(row.getLong("total"), row.getBoolean("more")),
            row.getLong("handled"),
            row.getLong("done"),
            BulkOrderCodec.refused(row.getString("refused"))),
        Statements.instantOrNull(row, "ended_at"));
  }
}
