package io.millrace.engine.simulate;

import io.millrace.engine.simulate.StoredSimulation.SimulationState;
import io.millrace.engine.simulate.StoredSimulation.SimulationStatus;
import io.millrace.engine.sql.Statements;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import javax.sql.DataSource;

/** Stores simulations, so that every node knows them. */
final class SimulationStore {
  /** Older ones are deleted. */
  static final int KEPT = 50;

  /** A node that has said nothing for this long is gone. */
  private static final Duration GONE_AFTER = Duration.ofSeconds(60);

  private static final String COLUMNS =
      "select id, created_at, created_by, request, state, progress, alive_at, error, ";

  private final DataSource database;

  SimulationStore(DataSource database) {
    this.database = database;
  }

  void insert(UUID id, String request, String by, Instant now) throws SQLException {
    try (Connection connection = database.getConnection()) {
      Statements sql = new Statements(connection);
      sql.update(
          """
          insert into simulations (id, created_at, created_by, request, state, alive_at)
          values (?, ?, ?, ?, 'waiting', ?)
          """,
          id,
          now,
          by,
          request,
          now);
      sql.update(
          """
          delete from simulations where id in
            (select id from simulations order by created_at desc, id desc offset ?)
          """,
          KEPT);
    }
  }

  Optional<StoredSimulation> find(UUID id, Instant now) throws SQLException {
    try (Connection connection = database.getConnection()) {
      return new Statements(connection)
          .first(COLUMNS + "result from simulations where id = ?", row -> simulation(row, now), id);
    }
  }

  /** All that are kept, the newest first, without their results. */
  List<StoredSimulation> list(Instant now) throws SQLException {
    try (Connection connection = database.getConnection()) {
      return new Statements(connection)
          .rows(
              COLUMNS + "'' as result from simulations order by created_at desc, id desc",
              row -> simulation(row, now));
    }
  }

  boolean delete(UUID id) throws SQLException {
    try (Connection connection = database.getConnection()) {
      return new Statements(connection).update("delete from simulations where id = ?", id) == 1;
    }
  }

  /** Says that this node still has them. Returns those that are not deleted. */
  Set<UUID> keepAlive(Collection<UUID> ids, Instant now) throws SQLException {
    try (Connection connection = database.getConnection()) {
      return new HashSet<>(
          new Statements(connection)
              .rows(
                  "update simulations set alive_at = ? where id = any (?) returning id",
                  row -> row.getObject(1, UUID.class),
                  now,
                  ids.toArray(UUID[]::new)));
    }
  }

  void progress(UUID id, double part) throws SQLException {
    try (Connection connection = database.getConnection()) {
      new Statements(connection)
          .update(
              "update simulations set state = 'running', progress = ? where id = ?",
              (float) part,
              id);
    }
  }

  /** It has come to its end: with a result, or with an error. */
  void end(UUID id, SimulationStatus status) throws SQLException {
    try (Connection connection = database.getConnection()) {
      new Statements(connection)
          .update(
              """
              update simulations set state = ?, progress = ?, error = ?, result = nullif(?, '')
              where id = ?
              """,
              status.state().text(),
              (float) status.progress(),
              status.error(),
              status.result(),
              id);
    }
  }

  private static StoredSimulation simulation(ResultSet row, Instant now) throws SQLException {
    SimulationState state =
        SimulationState.valueOf(row.getString("state").toUpperCase(Locale.ROOT));
    boolean isOpen = state == SimulationState.WAITING || state == SimulationState.RUNNING;
    boolean isGone = isOpen && Statements.instant(row, "alive_at").isBefore(now.minus(GONE_AFTER));
    String result = row.getString("result");
    return new StoredSimulation(
        row.getObject("id", UUID.class),
        Statements.instant(row, "created_at"),
        row.getString("created_by"),
        row.getString("request"),
        new SimulationStatus(
            isGone ? SimulationState.FAILED : state,
            row.getFloat("progress"),
            isGone ? "The node that ran it is gone" : row.getString("error"),
            result == null ? "" : result));
  }
}
