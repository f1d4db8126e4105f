package io.millrace.engine.directory;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Function;
import org.postgresql.PGStatement;

/** Many rows as the array parameters of one statement, a column at a time, all of them as text. */
final class Columns<T> implements AutoCloseable {
  private final PreparedStatement statement;
  private final Collection<T> rows;
  private int parameter;

  private Columns(PreparedStatement statement, Collection<T> rows) {
    this.statement = statement;
    this.rows = rows;
  }

  static <T> Columns<T> of(Connection connection, String sql, Collection<T> rows)
      throws SQLException {
    return new Columns<>(planned(connection.prepareStatement(sql)), rows);
  }

  /**
   * Planned anew each time: a plan kept from when a table was small would scan it when it is large.
   */
  static PreparedStatement planned(PreparedStatement statement) throws SQLException {
    statement.unwrap(PGStatement.class).setPrepareThreshold(0);
    return statement;
  }

  Columns<T> column(Function<T, ?> value) throws SQLException {
    String[] values =
        rows.stream()
            .map(value)
            .map(one -> one == null ? null : one.toString())
            .toArray(String[]::new);
    statement.setArray(++parameter, statement.getConnection().createArrayOf("text", values));
    return this;
  }

  int execute() throws SQLException {
    return statement.executeUpdate();
  }

  ResultSet query() throws SQLException {
    return statement.executeQuery();
  }

  /** The first column of every row that the statement returns. */
  Set<String> returned() throws SQLException {
    Set<String> ids = new HashSet<>();
    try (ResultSet row = query()) {
      while (row.next()) {
        ids.add(row.getString(1));
      }
    }
    return ids;
  }

  @Override
  public void close() throws SQLException {
    statement.close();
  }
}
