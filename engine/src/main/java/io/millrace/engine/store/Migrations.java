package io.millrace.engine.store;

import io.millrace.engine.database.DatabaseUrl;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Collectors;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.output.MigrateOutput;
import org.flywaydb.core.api.output.MigrateResult;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Brings a database to the schema of this release, at the start of every node. */
public final class Migrations {
  private static final Logger log = LoggerFactory.getLogger(Migrations.class);
  private static final String LOCATION = "classpath:io/millrace/engine/store/migration";

  /** Any fixed number that no other program on the same database uses. */
  private static final long LOCK = 0x4d696c6c72616365L; // "Millrace"

  private Migrations() {}

  /** Returns when the schema is up to date, whichever of several starting nodes did it. */
  public static void migrate(DatabaseUrl url) {
    // Nodes that start together wait here for their turn. Flyway's own lock, which follows, is
    // tried once a second and given up after fifty tries.
    try (Connection connection = url.connect();
        Statement sql = connection.createStatement()) {
      sql.execute("select pg_advisory_lock(" + LOCK + ")");
      report(flyway(url).migrate());
    } catch (SQLException e) {
      throw new IllegalStateException("Cannot migrate " + url + ": " + e.getMessage(), e);
    }
  }

  private static Flyway flyway(DatabaseUrl url) {
    return Flyway.configure(Migrations.class.getClassLoader())
        .dataSource(url.dataSource())
        .locations(LOCATION)
        .load();
  }

  private static void report(MigrateResult result) {
    List<MigrateOutput> applied = result.migrations;
    if (applied.isEmpty()) {
      log.info("Database schema is at version {}, nothing to apply", result.initialSchemaVersion);
    } else {
      log.info(
          "Database schema: applied {}",
          applied.stream()
              .map(
                  step ->
                      step.version + " " + step.description + " (" + step.executionTime + " ms)")
              .collect(Collectors.joining(", ")));
    }
  }
}
