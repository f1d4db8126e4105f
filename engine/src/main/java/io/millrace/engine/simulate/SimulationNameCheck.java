package io.millrace.engine.simulate;

import io.millrace.engine.flow.PoolChange;
import io.millrace.engine.flow.PoolStore;
import io.millrace.engine.input.FieldErrors;
import io.millrace.engine.simulate.Outage.OutageKind;
import io.millrace.engine.sql.Statements;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
import javax.sql.DataSource;

/**
 * Refuses changes of what does not exist.
 *
 * @param nodes the nodes that are known
 */
record SimulationNameCheck(SimulationChanges changes, Set<String> nodes) {

  /**
   * @throws io.millrace.engine.input.InvalidInputException with every unknown name
   */
  void check(DataSource database, PoolStore pools) throws SQLException {
    FieldErrors errors = new FieldErrors();
    try (Connection connection = database.getConnection()) {
      Set<String> known =
          pools.all(connection).stream().map(PoolChange::pool).collect(Collectors.toSet());
      changes.pools().keySet().stream()
          .filter(pool -> !known.contains(pool))
          .forEach(pool -> errors.add("changes.flow", pool, "is not a pool"));
      checkClients(new Statements(connection), errors);
      checkOutage(new Statements(connection), errors);
    }
    errors.throwIfAny();
  }

  private void checkClients(Statements sql, FieldErrors errors) throws SQLException {
    Set<String> named = new HashSet<>(changes.growth().keySet());
    named.remove(SimulationChanges.ALL_CLIENTS);
    named.addAll(changes.flywheel().refreshesPerDay().keySet());
    Set<String> known =
        new HashSet<>(
            sql.rows("select id from clients where id = any (?)", row -> row.getString(1), named));
    for (String client : named) {
      if (!known.contains(client)) {
        boolean grows = changes.growth().containsKey(client);
        errors.add(
            grows ? "changes.growth" : "changes.flywheel.refreshesPerDay",
            client,
            "is not a client");
      }
    }
  }

  private void checkOutage(Statements sql, FieldErrors errors) throws SQLException {
    if (changes.outage().isEmpty()) {
      return;
    }
    Outage outage = changes.outage().get();
    String name = outage.name();
    if (outage.kind() == OutageKind.NODE) {
      if (!name.equals(Outage.ALL_NODES) && !nodes.contains(name)) {
        errors.add(
            "changes.outage.node", name, "is not a node; known: * and " + String.join(", ", nodes));
      }
    } else if (sql.rows("select 1 from sites where id = ?", row -> true, name).isEmpty()
        && sql.rows("select 1 from due where owner like ? || '/%' limit 1", row -> true, name)
            .isEmpty()) {
      errors.add("changes.outage.site", name, "is not a site or source");
    }
  }
}
