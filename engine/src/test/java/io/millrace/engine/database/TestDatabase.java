package io.millrace.engine.database;

import io.millrace.engine.platform.DataDirectory;
import io.millrace.engine.store.Migrations;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A real PostgreSQL for tests: one server per test JVM, and a new database for each caller. The
 * server's files stay in the module's {@code target/}, and its programs in that of the project:
 * only the first run unpacks them.
 */
public final class TestDatabase {
  /** Several JVMs may run at once; build.sbt gives each group of tests a name. */
  private static final Path DATA_DIR =
      Path.of("target", "test-database-" + System.getProperty("millrace.test.group", "alone"));

  private static final Path BINARIES = Path.of("..", "target", "test-database-binaries");

  private static final String TEMPLATE = "migrated";
  private static final Map<String, String> FAST =
      Map.of(
          "fsync", "off",
          "synchronous_commit", "off",
          "full_page_writes", "off",
          "max_connections", "300");

  private static EmbeddedDatabase server;
  private static int made;

  private TestDatabase() {}

  /** A new database with the whole schema and no rows. */
  public static synchronized DatabaseUrl fresh() {
    return create("test_" + ++made, "template " + TEMPLATE);
  }

  /** A new database without the schema. */
  public static synchronized DatabaseUrl empty() {
    return create("test_" + ++made, "");
  }

  /** Disconnects the users of a database and keeps them out until it is restored. */
  public static synchronized void takeAway(DatabaseUrl database) throws SQLException {
    TestSql.execute(
        server.superuserUrl(), "alter database " + name(database) + " allow_connections false");
    endSessions(database);
  }

  /** Makes a database refuse writes, or accept them again. */
  public static synchronized void setReadOnly(DatabaseUrl database, boolean readOnly)
      throws SQLException {
    TestSql.execute(
        server.superuserUrl(),
        "alter database " + name(database) + " set default_transaction_read_only = " + readOnly);
    endSessions(database);
  }

  private static void endSessions(DatabaseUrl database) throws SQLException {
    TestSql.execute(
        server.superuserUrl(),
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = '"
            + name(database)
            + "'");
  }

  public static synchronized void bringBack(DatabaseUrl database) throws SQLException {
    TestSql.execute(
        server.superuserUrl(), "alter database " + name(database) + " allow_connections true");
  }

  /** Runs as the superuser, in that database. */
  public static synchronized void executeAsSuperuser(DatabaseUrl database, String sql)
      throws SQLException {
    DatabaseUrl superuser = server.superuserUrl();
    TestSql.execute(new DatabaseUrl(database.url(), superuser.user(), superuser.password()), sql);
  }

  private static String name(DatabaseUrl database) {
    return database.url().substring(database.url().lastIndexOf('/') + 1);
  }

  /** The data directory of the running server. */
  static synchronized Path files() throws IOException {
    start();
    return DATA_DIR.toRealPath().resolve("postgres");
  }

  private static DatabaseUrl create(String name, String options) {
    start();
    try {
      DatabaseUrl own = server.url();
      TestSql.execute(
          server.superuserUrl(),
          "create database " + name + " owner " + own.user() + " " + options);
      return new DatabaseUrl(own.url().replaceFirst("[^/]*$", name), own.user(), own.password());
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Links the shared programs of PostgreSQL into a data directory. */
  public static synchronized void shareBinaries(Path dataDir) throws IOException {
    DataDirectory.open(dataDir);
    Path own = dataDir.resolve("binaries");
    if (Files.exists(own)) {
      return;
    }
    Files.createDirectories(BINARIES.getParent());
    try (FileChannel file =
            FileChannel.open(
                BINARIES.resolveSibling(BINARIES.getFileName() + ".lock"),
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE);
        FileLock others = file.lock()) {
      assert others.isValid();
      PostgresBinaries.unpackedIn(BINARIES);
    }
    try (Stream<Path> all = Files.walk(BINARIES)) {
      for (Path shared : all.toList()) {
        share(shared, own.resolve(BINARIES.relativize(shared).toString()));
      }
    }
  }

  private static void share(Path shared, Path own) throws IOException {
    if (Files.isDirectory(shared)) {
      Files.createDirectory(own);
      return;
    }
    try {
      Files.createLink(own, shared);
    } catch (FileSystemException onAnotherDisk) {
      Files.copy(shared, own, StandardCopyOption.COPY_ATTRIBUTES, LinkOption.NOFOLLOW_LINKS);
    }
  }

  private static void start() {
    if (server == null) {
      try {
        shareBinaries(DATA_DIR);
      } catch (IOException fault) {
        throw new UncheckedIOException(fault);
      }
      server = EmbeddedDatabase.start(DATA_DIR, FAST, RestartPolicy.DEFAULT);
      Runtime.getRuntime().addShutdownHook(new Thread(server::close, "test-database-stop"));
      dropAllOf(server);
      Migrations.migrate(create(TEMPLATE, ""));
    }
  }

  /** Drops databases of earlier runs, whose schema may be outdated. */
  private static void dropAllOf(EmbeddedDatabase server) {
    try (Connection connection = server.superuserUrl().connect();
        Statement sql = connection.createStatement()) {
      List<String> names = new ArrayList<>();
      try (ResultSet rows =
          sql.executeQuery(
              "select datname from pg_database where datname ~ '^(test_[0-9]+|"
                  + TEMPLATE
                  + ")$'")) {
        while (rows.next()) {
          names.add(rows.getString(1));
        }
      }
      for (String name : names) {
        sql.execute("drop database " + name);
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
