package io.millrace.engine.database;

import com.typesafe.config.Config;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * The address and the user of the database.
 *
 * @param user empty if the URL contains one
 * @param password empty if the URL contains one, or none is needed
 */
public record DatabaseUrl(String url, String user, String password) {
  public static final String SCHEME = "jdbc:postgresql:";

  public DatabaseUrl {
    if (!url.startsWith(SCHEME)) {
      throw new IllegalArgumentException(
          "Millrace stores its data in PostgreSQL: its database URL must begin with " + SCHEME);
    }
    user = Objects.requireNonNullElse(user, "");
    password = Objects.requireNonNullElse(password, "");
  }

  /**
   * @param db the settings {@code millrace.db}
   */
  public static DatabaseUrl of(Config db) {
    return new DatabaseUrl(db.getString("url"), db.getString("user"), db.getString("password"));
  }

  /** Returns a source without a pool: every connection is new. */
  public DataSource dataSource() {
    return simpleDataSource();
  }

  /**
   * Connects under a name that others see. A server that does not answer breaks the connection.
   *
   * @param patience how long a statement, or the connection itself, may take; in whole seconds
   */
  public Connection connectAs(String name, Duration patience) throws SQLException {
    PGSimpleDataSource source = impatientDataSource(patience);
    source.setApplicationName(name);
    source.setTcpKeepAlive(true);
    return source.getConnection();
  }

  /** Returns a source without a pool. A server that does not answer in time breaks a connection. */
  public DataSource dataSource(Duration patience) {
    return impatientDataSource(patience);
  }

  private PGSimpleDataSource impatientDataSource(Duration patience) {
    PGSimpleDataSource source = simpleDataSource();
    source.setConnectTimeout((int) patience.toSeconds());
    source.setSocketTimeout((int) patience.toSeconds());
    return source;
  }

  private PGSimpleDataSource simpleDataSource() {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setUrl(url);
    if (!user.isEmpty()) {
      source.setUser(user);
    }
    if (!password.isEmpty()) {
      source.setPassword(password);
    }
    return source;
  }

  public Connection connect() throws SQLException {
    return dataSource().getConnection();
  }

  /** For logs: omits the password, and the parameters of the URL, which may contain one. */
  @Override
  public String toString() {
    String plain = url.replaceFirst("[?].*", "");
    return user.isEmpty() ? plain : plain + " as " + user;
  }
}
