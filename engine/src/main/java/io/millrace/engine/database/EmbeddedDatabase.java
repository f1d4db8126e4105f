package io.millrace.engine.database;

import io.millrace.engine.platform.DataDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A PostgreSQL server that the node runs itself, for users who provide none. It is durable, kept
 * across restarts, and reachable only from this machine and only with its password.
 *
 * <p>It has no shutdown hook, which would run too early. Its starter closes it, after everything
 * that uses it has stopped. A killed node leaves its server running. The next start on the same
 * directory stops that server and recovers all committed data. A server that ends by itself is
 * started again, on the same port.
 */
public final class EmbeddedDatabase implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(EmbeddedDatabase.class);
  private static final String NAME = "millrace";

  private final DataDirectoryLock lock;
  private final PostgresServer server;
  private final int port;
  private final String password;
  private final ServerRestarter watch;
  private boolean closed;

  private EmbeddedDatabase(
      DataDirectoryLock lock,
      PostgresServer server,
      int port,
      String password,
      RestartPolicy restarts) {
    this.lock = lock;
    this.server = server;
    this.port = port;
    this.password = password;
    this.watch = ServerRestarter.start(new LockedServer(), restarts);
  }

  /** Synchronizes starts and stops. A closed server is not started again. */
  private final class LockedServer implements ServerRestarter.RestartableServer {
    @Override
    public Optional<ProcessHandle> running() throws IOException {
      synchronized (EmbeddedDatabase.this) {
        return server.running();
      }
    }

    @Override
    public void startAgain() throws IOException {
      synchronized (EmbeddedDatabase.this) {
        if (!closed) {
          server.startAgain();
        }
      }
    }
  }

  /**
   * Starts the server of a data directory. Creates the directory if it is missing.
   *
   * @throws IllegalStateException if another node uses the directory, which continues undisturbed,
   *     or if others may write there
   */
  public static EmbeddedDatabase start(Path dataDir) {
    return start(dataDir, Map.of(), RestartPolicy.DEFAULT);
  }

  /**
   * @param restarts how many times in a row a server that keeps ending is started again
   */
  public static EmbeddedDatabase start(Path dataDir, int restarts) {
    return start(dataDir, Map.of(), RestartPolicy.atMost(restarts));
  }

  /**
   * @param settings PostgreSQL settings that override those of {@link PostgresSettings}
   */
  static EmbeddedDatabase start(
      Path dataDir, Map<String, String> settings, RestartPolicy restarts) {
    try {
      DataDirectory.open(dataDir);
      Path home = dataDir.toRealPath();
      DataDirectoryLock lock = DataDirectoryLock.take(home);
      try {
        return start(lock, home, settings, restarts);
      } catch (IOException | SQLException | RuntimeException e) {
        lock.close();
        throw e;
      }
    } catch (IOException e) {
      throw new UncheckedIOException("The embedded database did not start: " + e.getMessage(), e);
    } catch (SQLException e) {
      throw new IllegalStateException("The embedded database did not start: " + e.getMessage(), e);
    }
  }

  private static EmbeddedDatabase start(
      DataDirectoryLock lock, Path home, Map<String, String> settings, RestartPolicy restarts)
      throws IOException, SQLException {
    Path files = home.resolve("postgres");
    PasswordFile password = new PasswordFile(home.resolve("postgres.password"));
    PostgresBinaries binaries = PostgresBinaries.unpackedIn(home.resolve("binaries"));
    PostgresServer server = new PostgresServer(binaries, files);
    server.stopLeftover();
    if (Files.notExists(files)) {
      password.createIfMissing();
      server.initialise(password.path());
    }
    try {
      int port = server.start(settings);
      createIfMissing(superuserUrl(port, password.read()));
      log.info("PostgreSQL runs on 127.0.0.1:{}, with its data in {}", port, files);
      return new EmbeddedDatabase(lock, server, port, password.read(), restarts);
    } catch (IOException | SQLException | RuntimeException e) {
      server.stopLeftover();
      throw e;
    }
  }

  /** Returns the database of the node. Its role owns it and can do nothing outside it. */
  public DatabaseUrl url() {
    return url(port, NAME, NAME, password);
  }

  /** Returns the URL of the superuser, for administration. */
  DatabaseUrl superuserUrl() {
    return superuserUrl(port, password);
  }

  /** Completes when the server has ended too often in a row and is not started again. */
  public CompletionStage<Void> lost() {
    return watch.givenUp();
  }

  /** Crashes the server and starts it again on the same port, to test what happens then. */
  public synchronized void crashAndStart() {
    try {
      server.crashAndStart();
    } catch (IOException e) {
      throw new UncheckedIOException("PostgreSQL did not start again: " + e.getMessage(), e);
    }
  }

  /** Stops the server and waits for its end. A second call does nothing. */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    watch.close();
    try (lock) {
      server.stop();
    } catch (IOException e) {
      throw new UncheckedIOException("PostgreSQL did not stop: " + e.getMessage(), e);
    }
  }

  private static DatabaseUrl superuserUrl(int port, String password) {
    return url(port, "postgres", "postgres", password);
  }

  private static DatabaseUrl url(int port, String database, String user, String password) {
    return new DatabaseUrl("jdbc:postgresql://127.0.0.1:" + port + "/" + database, user, password);
  }

  private static void createIfMissing(DatabaseUrl superuser) throws SQLException {
    try (Connection connection = superuser.connect();
        Statement sql = connection.createStatement()) {
      if (!exists(sql, "select from pg_roles where rolname = '" + NAME + "'")) {
        sql.execute("create role " + NAME + " login password '" + superuser.password() + "'");
      }
      if (!exists(sql, "select from pg_database where datname = '" + NAME + "'")) {
        sql.execute("create database " + NAME + " owner " + NAME);
      }
    }
  }

  private static boolean exists(Statement sql, String query) throws SQLException {
    try (ResultSet row = sql.executeQuery(query)) {
      return row.next();
    }
  }
}
