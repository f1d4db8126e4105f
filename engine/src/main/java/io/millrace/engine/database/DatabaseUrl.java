package io.millrace.engine.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Objects;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * Where the database is and who may use it.
 *
 * @param user empty if the URL names one itself
 * @param password empty if the URL has one itself, or none is needed
 */
public record DatabaseUrl(String url, String user, String password) {
  public static final String SCHEME = "jdbc:postgresql:";

  public DatabaseUrl {
    if (!url.startsWith(SCHEME)) {
      throw new IllegalArgumentException(
          "Millrace keeps its data in PostgreSQL: its database URL begins with " + SCHEME);
    }
    user = Objects.requireNonNullElse(user, "");
    password = Objects.requireNonNullElse(password, "");
  }

  /** Without a pool: every connection is a new one. */
  public DataSource dataSource() {
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

  /** For logs: without the password, and without the URL's parameters, which may hold one. */
  @Override
  public String toString() {
    String plain = url.replaceFirst("[?].*", "");
    return user.isEmpty() ? plain : plain + " as " + user;
  }
}
