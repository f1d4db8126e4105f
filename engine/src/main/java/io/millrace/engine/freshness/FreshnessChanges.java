package io.millrace.engine.freshness;

import io.millrace.engine.freshness.FreshnessJudge.JudgedOwner;
import io.millrace.engine.sql.Statements;
import io.millrace.engine.sql.Transaction;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * Follows changes of the directory. Each step judges a page of user-sites and notes how far it got,
 * in one transaction. So a change of a large client takes many steps, and continues after a crash.
 */
final class FreshnessChanges {
  private static final int PAGE = 500;

  private static final String FIRST =
      """
      select id, kind, names, after,
        exists (select 1 from clients where fresh is not null)
          or exists (select 1 from sites where fresh is not null)
          or exists (select 1 from user_sites where fresh is not null)
          or exists (select 1 from freshness where kind = 'user-site')
      from freshness_change order by id limit 1
      """;

  /** The user-sites of some owners, users, clients or sites: those after a key, in its order. */
  private static final Map<String, String> PAGES =
      Map.of(
          "user-site",
          """
          select owner, owner from unnest(?::text[]) as wanted (owner)
          where owner > ? order by owner limit ?
          """,
          "user",
          """
          select owner, owner from user_sites where user_id = any(?) and owner > ?
          order by owner limit ?
          """,
          "client",
          """
          select us.owner, u.id from (
            select id from users where client_id = any(?) and id > ? order by id limit ?) as u
          left join user_sites us on us.user_id = u.id order by u.id
          """,
          "site",
          """
          select owner, id from user_sites where site_id = any(?) and id > ? order by id limit ?
          """);

  private record PendingChange(
      long id, String kind, List<String> names, String after, boolean anyPromise) {}

  private record FoundOwner(String owner, String key) {}

  private final DataSource database;
  private final FreshnessJudge judge;

  FreshnessChanges(DataSource database, FreshnessJudge judge) {
    this.database = database;
    this.judge = judge;
  }

  /** Takes one step; returns whether there was anything to do. */
  boolean step(Map<String, DefinedPromise> defined, Instant now) throws SQLException {
    return Transaction.run(
        database,
        connection -> {
          Optional<PendingChange> first = first(connection);
          if (first.isPresent()) {
            follow(connection, first.get(), defined, now);
          }
          return first.isPresent();
        });
  }

  private static Optional<PendingChange> first(Connection connection) throws SQLException {
    return new Statements(connection)
        .first(
            FIRST,
            row ->
                new PendingChange(
                    row.getLong(1),
                    row.getString(2),
                    Arrays.asList((String[]) row.getArray(3).getArray()),
                    row.getString(4),
                    row.getBoolean(5)));
  }

  private void follow(
      Connection connection, PendingChange change, Map<String, DefinedPromise> defined, Instant now)
      throws SQLException {
    Statements sql = Statements.plannedAnew(connection);
    String page = PAGES.get(change.kind());
    if (page == null || !change.anyPromise()) {
      sql.update("delete from freshness_change where id = ?", change.id());
      return;
    }
    List<FoundOwner> found =
        sql.rows(
            page,
            row -> new FoundOwner(row.getString(1), row.getString(2)),
            change.names(),
            change.after(),
            PAGE);
    judge.judge(
        connection,
        found.stream()
            .filter(it -> it.owner() != null)
            .map(it -> JudgedOwner.ofUserSite(it.owner()))
            .distinct()
            .toList(),
        defined,
        now);
    boolean more = found.stream().map(FoundOwner::key).distinct().count() >= PAGE;
    if (more) {
      sql.update(
          "update freshness_change set after = ? where id = ?",
          found.get(found.size() - 1).key(),
          change.id());
    } else {
      sql.update("delete from freshness_change where id = ?", change.id());
    }
  }
}
