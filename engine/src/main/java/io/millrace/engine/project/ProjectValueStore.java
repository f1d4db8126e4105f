package io.millrace.engine.project;

import static io.millrace.engine.sql.Statements.instant;

import io.millrace.engine.input.ContentVersion;
import io.millrace.engine.input.ExpectedVersion;
import io.millrace.engine.input.InvalidInputException;
import io.millrace.engine.sql.Statements;
import io.millrace.engine.sql.Transaction;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** The table of config and secrets of projects. The values are encrypted. */
public final class ProjectValueStore {
  /** The maximum of each kind in a project, because its tasks get all of its config. */
  static final int MAX_VALUES = 100;

  public static final int LONGEST_VALUE = 10_000;

  private static final Pattern PROJECT = Pattern.compile("[A-Za-z0-9 _-]{1,100}");
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,100}");
  private static final String UNIQUE_VIOLATION = "23505";

  /** Config is shown to people, a secret is not. */
  public enum ValueKind {
    CONFIG,
    SECRET;

    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }

    private boolean isSecret() {
      return this == SECRET;
    }
  }

  /**
   * A value as it is listed.
   *
   * @param value absent if it is a secret
   */
  public record ListedValue(String name, @Nullable String value, String savedBy, Instant savedAt) {}

  /** The result of saving a value. */
  public record SavedValue(boolean created, String version) {}

  /** The decrypted values for a task. */
  public record DecryptedValues(Map<String, String> config, Map<String, String> secrets) {

    /** Shows names only, so that no value is shown by mistake. */
    @Override
    public String toString() {
      return "config " + config.keySet() + ", secrets " + secrets.keySet();
    }
  }

  private record KeyUsage(byte[] key, long count, String example) {}

  private final DataSource database;
  private final Vault vault;
  private final Clock clock;

  public ProjectValueStore(DataSource database, Vault vault, Clock clock) {
    this.database = database;
    this.vault = vault;
    this.clock = clock;
  }

  /**
   * Saves a value.
   *
   * @return whether it is new
   */
  public boolean put(String project, ValueKind kind, String name, String value, String by)
      throws SQLException {
    return put(project, kind, name, value, by, ExpectedVersion.ANY).created();
  }

  /** Saves a value, if the stored one has the expected version. */
  public SavedValue put(
      String project,
      ValueKind kind,
      String name,
      String value,
      String by,
      ExpectedVersion expected)
      throws SQLException {
    checkProject(project);
    if (!NAME.matcher(name).matches()) {
      throw new InvalidInputException(
          "name", name, "must be 1 to 100 letters, digits, dots, hyphens and underscores");
    }
    if (value.length() > LONGEST_VALUE) {
      throw new InvalidInputException(
          "value", null, "must be at most " + LONGEST_VALUE + " characters");
    }
    byte[] sealed = vault.seal(project, kind, name, value);
    Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    return Transaction.run(
        database,
        connection -> {
          Statements sql = new Statements(connection);
          check(sql, project, kind, name, expected);
          int updated =
              sql.update(
                  """
                  update project_values set value = ?, saved_by = ?, saved_at = ?
                  where project = ? and secret = ? and name = ?
                  """,
                  sealed,
                  by,
                  now,
                  project,
                  kind.isSecret(),
                  name);
          if (updated == 0) {
            add(sql, project, kind, name, sealed, by, now);
          }
          return new SavedValue(updated == 0, ContentVersion.of(sealed));
        });
  }

  /** The version is that of the encrypted value, which tells nothing about the value itself. */
  private static boolean check(
      Statements sql, String project, ValueKind kind, String name, ExpectedVersion expected)
      throws SQLException {
    Optional<String> version =
        sql.first(
            """
            select value from project_values where project = ? and secret = ? and name = ?
            for update
            """,
            row -> ContentVersion.of(row.getBytes(1)),
            project,
            kind.isSecret(),
            name);
    expected.check(kind.text() + " '" + name + "'", version.orElse(null));
    return version.isPresent();
  }

  private static void add(
      Statements sql,
      String project,
      ValueKind kind,
      String name,
      byte[] sealed,
      String by,
      Instant now)
      throws SQLException {
    long existing =
        sql.number(
            "select count(*) from project_values where project = ? and secret = ?",
            project,
            kind.isSecret());
    if (existing >= MAX_VALUES) {
      throw new InvalidInputException(
          "name",
          name,
          "is one too many: a project may have at most " + MAX_VALUES + " of this kind");
    }
    try {
      sql.update(
          """
          insert into project_values (project, secret, name, value, saved_by, saved_at)
          values (?, ?, ?, ?, ?, ?)
          on conflict (project, secret, name) do update
            set value = excluded.value, saved_by = excluded.saved_by, saved_at = excluded.saved_at
          """,
          project,
          kind.isSecret(),
          name,
          sealed,
          by,
          now);
    } catch (SQLException fault) {
      if (UNIQUE_VIOLATION.equals(fault.getSQLState())) {
        throw new InvalidInputException(
            "name",
            name,
            "is too similar to another name: programs get it in upper case, with _ for . and -");
      }
      throw fault;
    }
  }

  /** Returns all values of a kind, ordered by name. */
  public List<ListedValue> list(String project, ValueKind kind) throws SQLException {
    checkProject(project);
    try (Connection connection = database.getConnection()) {
      return new Statements(connection)
          .rows(
              """
              select name, value, saved_by, saved_at from project_values
              where project = ? and secret = ? order by name collate "C"
              """,
              row -> entry(row, project, kind),
              project,
              kind.isSecret());
    }
  }

  private ListedValue entry(ResultSet row, String project, ValueKind kind) throws SQLException {
    String name = row.getString(1);
    String value = kind.isSecret() ? null : vault.open(project, kind, name, row.getBytes(2));
    return new ListedValue(name, value, row.getString(3), instant(row, 4));
  }

  /** Deletes a value. Returns whether it existed. */
  public boolean delete(String project, ValueKind kind, String name) throws SQLException {
    return delete(project, kind, name, ExpectedVersion.ANY);
  }

  /** The same, if the value has the expected version. */
  public boolean delete(String project, ValueKind kind, String name, ExpectedVersion expected)
      throws SQLException {
    checkProject(project);
    if (!NAME.matcher(name).matches()) {
      return false;
    }
    return Transaction.run(
        database,
        connection -> {
          Statements sql = new Statements(connection);
          boolean exists = check(sql, project, kind, name, ExpectedVersion.ANY);
          if (exists) {
            check(sql, project, kind, name, expected);
            sql.update(
                "delete from project_values where project = ? and secret = ? and name = ?",
                project,
                kind.isSecret(),
                name);
          }
          return exists;
        });
  }

  /** Returns all config of a project, and the requested secrets that exist. */
  public DecryptedValues valuesFor(String project, Collection<String> secrets) throws SQLException {
    DecryptedValues values = new DecryptedValues(new LinkedHashMap<>(), new LinkedHashMap<>());
    try (Connection connection = database.getConnection()) {
      new Statements(connection)
          .forEach(
              """
              select name, secret, value from project_values
              where project = ? and (not secret or name = any(?)) order by name collate "C"
              """,
              row -> {
                ValueKind kind = row.getBoolean(2) ? ValueKind.SECRET : ValueKind.CONFIG;
                String name = row.getString(1);
                (kind.isSecret() ? values.secrets() : values.config())
                    .put(name, vault.open(project, kind, name, row.getBytes(3)));
              },
              project,
              new ArrayList<>(secrets));
    }
    return values;
  }

  private static void checkProject(String project) {
    if (!PROJECT.matcher(project).matches()) {
      throw new InvalidInputException(
          "project", project, "must be 1 to 100 letters, digits, spaces, hyphens and underscores");
    }
  }

  /** Describes values that cannot be decrypted with this key; empty if there are none. */
  public Optional<String> unreadable() throws SQLException {
    try (Connection connection = database.getConnection()) {
      return new Statements(connection)
              .rows(
                  """
                  select substring(value for 4), count(*), min(project || '/' || name)
                  from project_values group by 1 order by 1
                  """,
                  row -> new KeyUsage(row.getBytes(1), row.getLong(2), row.getString(3)))
              .stream()
              .filter(usage -> !Arrays.equals(usage.key(), vault.keyId()))
              .map(
                  usage ->
                      "%d values of projects cannot be decrypted, such as %s, which %s"
                          .formatted(usage.count(), usage.example(), vault.otherKey(usage.key())))
              .findFirst();
    }
  }
}
