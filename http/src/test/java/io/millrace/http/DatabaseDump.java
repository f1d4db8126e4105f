package io.millrace.http;

import io.millrace.engine.database.DatabaseUrl;
import io.millrace.engine.database.TestDatabase;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.flywaydb.core.Flyway;
import org.postgresql.PGConnection;

/**
 * A whole database as text: what it has beyond its migrations, and every row, for {@code COPY}. The
 * rows of Flyway are among them, so that migrations that were changed since are found out.
 */
final class DatabaseDump {
  private static final String NOTE = "-- ";
  private static final String COPY = "copy ";
  private static final String END = "\\.";
  private static final String SCHEMA = NOTE + "schema ";

  /** Tables in an order in which each comes after those that it refers to. */
  private static final String TABLES =
      """
      with recursive depth(id, level) as (
        select oid, 0 from pg_class
        where relkind = 'r' and relnamespace = 'public'::regnamespace
        union
        select conrelid, level + 1 from pg_constraint join depth on confrelid = id
        where contype = 'f' and conrelid <> confrelid and level < 20)
      select id::regclass || ' (' || (
          select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
          where attrelid = id and attnum > 0 and not attisdropped and attgenerated = '') || ')'
      from depth group by id order by max(level), id::regclass::text
      """;

  private static final String PARTITIONS =
      """
      select format('create table if not exists %s partition of %s %s',
        c.oid::regclass, inhparent::regclass, pg_get_expr(relpartbound, c.oid))
      from pg_class c join pg_inherits on inhrelid = c.oid where c.relkind = 'r' order by 1
      """;

  private static final String SEQUENCES =
      """
      select format('select setval(''%I'', %s)', sequencename, last_value) from pg_sequences
      where schemaname = 'public' and last_value is not null order by 1
      """;

  private final List<String> notes = new ArrayList<>();
  private DatabaseUrl database;

  private DatabaseDump() {}

  /**
   * @param notes lines that are kept with it
   */
  static void write(DatabaseUrl from, List<String> notes, Path file)
      throws SQLException, IOException {
    StringWriter text = new StringWriter();
    PrintWriter lines = new PrintWriter(text);
    try (Connection connection = from.connect()) {
      String version =
          texts(
                  connection,
                  "select version from flyway_schema_history order by installed_rank desc limit 1")
              .get(0);
      lines.println(SCHEMA + version);
      notes.forEach(note -> lines.println(NOTE + note));
      texts(connection, PARTITIONS).forEach(lines::println);
      for (String table : texts(connection, TABLES)) {
        lines.println(COPY + table + " from stdin");
        copy(connection).copyOut(COPY + table + " to stdout", text);
        lines.println(END);
      }
      texts(connection, SEQUENCES).forEach(lines::println);
    }
    try (Writer out =
        new java.io.OutputStreamWriter(
            new GZIPOutputStream(Files.newOutputStream(file)), StandardCharsets.UTF_8)) {
      out.write(text.toString());
    }
  }

  /** Into a new database, of the release that it was taken from. */
  static DatabaseDump restore(InputStream file) throws SQLException, IOException {
    DatabaseDump dump = new DatabaseDump();
    dump.database = TestDatabase.empty();
    try (BufferedReader lines =
            new BufferedReader(
                new InputStreamReader(new GZIPInputStream(file), StandardCharsets.UTF_8));
        Connection connection = dump.database.connect();
        Statement sql = connection.createStatement()) {
      dump.migrate(lines.readLine().substring(SCHEMA.length()));
      sql.execute(
          "truncate "
              + texts(connection, TABLES).stream()
                  .map(table -> table.substring(0, table.indexOf(' ')))
                  .collect(Collectors.joining(", ")));
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith(NOTE)) {
          dump.notes.add(line.substring(NOTE.length()));
        } else if (line.startsWith(COPY)) {
          copy(connection).copyIn(line, new StringReader(rows(lines)));
        } else {
          sql.execute(line);
        }
      }
    }
    return dump;
  }

  private void migrate(String version) {
    Flyway.configure()
        .dataSource(database.dataSource())
        .locations("classpath:io/millrace/engine/store/migration")
        .target(version)
        .load()
        .migrate();
  }

  private static String rows(BufferedReader lines) throws IOException {
    StringBuilder rows = new StringBuilder();
    for (String row = lines.readLine(); !row.equals(END); row = lines.readLine()) {
      rows.append(row).append('\n');
    }
    return rows.toString();
  }

  private static org.postgresql.copy.CopyManager copy(Connection connection) throws SQLException {
    return connection.unwrap(PGConnection.class).getCopyAPI();
  }

  private static List<String> texts(Connection connection, String query) throws SQLException {
    try (Statement sql = connection.createStatement();
        ResultSet rows = sql.executeQuery(query)) {
      List<String> texts = new ArrayList<>();
      while (rows.next()) {
        texts.add(rows.getString(1));
      }
      return texts;
    }
  }

  DatabaseUrl database() {
    return database;
  }

  List<String> notes() {
    return notes;
  }
}
