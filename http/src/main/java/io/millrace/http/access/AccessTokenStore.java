package io.millrace.http.access;

import io.millrace.engine.sql.ColumnArrays;
import io.millrace.engine.sql.Statements;
import io.millrace.engine.sql.Transaction;
import io.millrace.http.access.KnownAccessTokens.HashedAccessToken;
import io.millrace.http.endpoint.Role;
import io.millrace.http.endpoint.WorkerBounds;
import java.sql.Array;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** The tokens in the database, which has only their hashes. */
final class AccessTokenStore {
  private static final String COLUMNS =
      "id, name, role, kept_in, created_at, created_by, expires_at, last_used_at,"
          + " queues, pools, worker_prefix, projects";

  private static final String INSERT =
      """
      insert into access_token
        (hash, id, name, role, kept_in, created_at, created_by, expires_at,
         queues, pools, worker_prefix, projects)
      values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """;

  /** A node may be given one that is known already; its id stays. */
  private static final String UPSERT =
      INSERT
          + """
on conflict (hash) do update
  set name = excluded.name, role = excluded.role, kept_in = excluded.kept_in, expires_at = null,
    queues = null, pools = null, worker_prefix = null, projects = null
""";

  private static final String UPDATE_USES =
      """
      update access_token t
      set last_used_at = greatest(t.last_used_at, to_timestamp(u.at / 1000.0))
      from unnest(?, ?) as u (id, at)
      where t.id = u.id
      """;

  private final DataSource database;

  AccessTokenStore(DataSource database) {
    this.database = database;
  }

  /**
   * The admin token of a node replaces the one that was stored there before. A token that is gone
   * from the environment is no longer valid.
   */
  HashedAccessToken saveAdminToken(AdminToken own, UUID id, Instant now) throws SQLException {
    byte[] hash = AccessTokenSecret.hash(own.secret());
    AccessToken token =
        AccessToken.builder()
            .id(id)
            .name(own.name())
            .role(Role.ADMIN)
            .keptIn(own.keptIn())
            .createdAt(now)
            .createdBy("")
            .bounds(WorkerBounds.NONE)
            .build();
    return Transaction.run(
        database,
        connection -> {
          Statements sql = new Statements(connection);
          countChange(sql);
          sql.update(
              "delete from access_token where kept_in in (?, ?) and hash <> ?",
              AdminToken.ENVIRONMENT,
              own.keptIn(),
              hash);
          save(sql, UPSERT, hash, token);
          return sql.first(
                  "select " + COLUMNS + ", hash from access_token where hash = ?",
                  AccessTokenStore::hashed,
                  hash)
              .orElseThrow();
        });
  }

  void add(byte[] hash, AccessToken token) throws SQLException {
    Transaction.run(
        database,
        connection -> {
          Statements sql = new Statements(connection);
          countChange(sql);
          return save(sql, INSERT, hash, token);
        });
  }

  private static int save(Statements sql, String statement, byte[] hash, AccessToken token)
      throws SQLException {
    return sql.update(
        statement,
        hash,
        token.id(),
        token.name(),
        token.role().text(),
        token.keptIn(),
        token.createdAt(),
        token.createdBy(),
        token.expiresAt(),
        token.bounds().queues(),
        token.bounds().pools(),
        token.bounds().workerPrefix(),
        token.bounds().projects());
  }

  /** Whether it was there. */
  boolean remove(UUID id) throws SQLException {
    return Transaction.run(
        database,
        connection -> {
          Statements sql = new Statements(connection);
          countChange(sql);
          return sql.update("delete from access_token where id = ?", id) > 0;
        });
  }

  /** One row for all, so that changes are counted in the order they become visible in. */
  private static void countChange(Statements sql) throws SQLException {
    sql.update("update access_version set version = version + 1");
  }

  long version() throws SQLException {
    try (Connection connection = database.getConnection()) {
      return new Statements(connection).number("select version from access_version");
    }
  }

  List<HashedAccessToken> all() throws SQLException {
    try (Connection connection = database.getConnection()) {
      return new Statements(connection)
          .rows("select " + COLUMNS + ", hash from access_token", AccessTokenStore::hashed);
    }
  }

  Optional<AccessToken> find(UUID id) throws SQLException {
    try (Connection connection = database.getConnection()) {
      return new Statements(connection)
          .first(
              "select " + COLUMNS + " from access_token where id = ?", AccessTokenStore::token, id);
    }
  }

  /**
   * In the order of their ids, which is the order of time for tokens that the API created.
   *
   * @param after the last one of the page before; absent for the first page
   */
  List<AccessToken> list(@Nullable UUID after, int limit) throws SQLException {
    try (Connection connection = database.getConnection()) {
      return new Statements(connection)
          .rows(
              "select " + COLUMNS + " from access_token where id > ? order by id limit ?",
              AccessTokenStore::token,
              after == null ? new UUID(0, 0) : after,
              limit);
    }
  }

  void saveUses(Map<UUID, Instant> uses) throws SQLException {
    try (Connection connection = database.getConnection()) {
      new Statements(connection)
          .update(
              UPDATE_USES,
              ColumnArrays.of(uses.entrySet())
                  .uuids(Map.Entry::getKey)
                  .times(Map.Entry::getValue)
                  .values());
    }
  }

  private static HashedAccessToken hashed(ResultSet row) throws SQLException {
    return new HashedAccessToken(row.getBytes("hash"), token(row));
  }

  private static AccessToken token(ResultSet row) throws SQLException {
    return AccessToken.builder()
        .id(row.getObject("id", UUID.class))
        .name(row.getString("name"))
        .role(Role.of(row.getString("role")))
        .keptIn(row.getString("kept_in"))
        .createdAt(Statements.instant(row, "created_at"))
        .createdBy(row.getString("created_by"))
        .expiresAt(Statements.instantOrNull(row, "expires_at"))
        .lastUsedAt(Statements.instantOrNull(row, "last_used_at"))
        .bounds(
            new WorkerBounds(
                names(row, "queues"),
                names(row, "pools"),
                row.getString("worker_prefix"),
                names(row, "projects")))
        .build();
  }

  private static @Nullable Set<String> names(ResultSet row, String column) throws SQLException {
    Array names = row.getArray(column);
    return names == null ? null : new LinkedHashSet<>(Arrays.asList((String[]) names.getArray()));
  }
}
