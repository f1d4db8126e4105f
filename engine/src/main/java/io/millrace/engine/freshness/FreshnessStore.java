package io.millrace.engine.freshness;

import io.millrace.engine.fresh.ErrorBudget;
import io.millrace.engine.freshness.FreshnessJudge.JudgedOwner;
import io.millrace.engine.sql.Statements;
import io.millrace.engine.sql.Transaction;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;

/** The rows of promises as the keeper of freshness moves them. One thread at a time may use it. */
final class FreshnessStore {
  private static final int PAGE = 500;

  private static final String DUE =
      """
      select f.* from freshness f where next_at <= ? order by next_at limit ?
      """;

  private static final String FOLD =
      """
with taken as (delete from freshness_delta returning *),
added as (
  select dimension, name, day, sum(fresh) as fresh, sum(at_risk) as at_risk, sum(stale) as stale,
    sum(exempt) as exempt, sum(stale_since) as stale_since, sum(stale_ms) as stale_ms,
    sum(allowed) as allowed, sum(promised_ms) as promised_ms
  from taken group by dimension, name, day)
insert into freshness_total as t select * from added
on conflict (dimension, name, day) do update set fresh = t.fresh + excluded.fresh,
  at_risk = t.at_risk + excluded.at_risk, stale = t.stale + excluded.stale,
  exempt = t.exempt + excluded.exempt, stale_since = t.stale_since + excluded.stale_since,
  stale_ms = t.stale_ms + excluded.stale_ms, allowed = t.allowed + excluded.allowed,
  promised_ms = t.promised_ms + excluded.promised_ms
""";

  private final DataSource database;
  private final FreshnessSettings settings;
  private final FreshnessJudge judge;
  private final FreshnessChanges changes;

  FreshnessStore(DataSource database, FreshnessSettings settings) {
    this.database = database;
    this.settings = settings;
    this.judge = new FreshnessJudge(settings);
    this.changes = new FreshnessChanges(database, judge);
  }

  /** Follows one page of a change in the directory; returns whether there was one. */
  boolean followChange(Map<String, DefinedPromise> defined, Instant now) throws SQLException {
    return changes.step(defined, now);
  }

  /** Judges a page of the rows whose time has come; returns whether there may be more. */
  boolean judgeDue(Map<String, DefinedPromise> defined, Instant now) throws SQLException {
    return Transaction.run(
        database,
        connection -> {
          List<FreshRow> due =
              Statements.plannedAnew(connection).rows(DUE, FreshRow::read, now, PAGE);
          judge.judge(
              connection,
              due.stream().map(row -> JudgedOwner.of(row.subject())).toList(),
              defined,
              now);
          return due.size() == PAGE;
        });
  }

  /** Judges all user-sites again, as after a change of all clients, if the settings are others. */
  void followSettings() throws SQLException {
    String judgedWith = settings.judgedWith();
    Transaction.update(
        database,
        connection -> {
          Statements sql = new Statements(connection);
          if (sql.number("select count(*) from freshness_settings where settings = ?", judgedWith)
              == 0) {
            sql.update("delete from freshness_settings");
            sql.update("insert into freshness_settings values (?)", judgedWith);
            sql.update(
                "insert into freshness_change (kind, names) select 'client', array[id] from clients"
                    + " order by id");
          }
        });
  }

  /** Makes the rows of collections and jobs those of their definitions. */
  void reconcile(Map<String, DefinedPromise> defined, Instant now) throws SQLException {
    Map<String, FreshSubject> all = new LinkedHashMap<>();
    try (Connection connection = database.getConnection()) {
      new Statements(connection)
          .rows("select f.* from freshness f where kind <> 'user-site'", FreshRow::read)
          .forEach(row -> all.put(row.subject().owner(), row.subject()));
    }
    defined.forEach((owner, promise) -> all.put(owner, promise.subject()));
    List<JudgedOwner> owners = new ArrayList<>(all.values().stream().map(JudgedOwner::of).toList());
    for (int from = 0; from < owners.size(); from += PAGE) {
      List<JudgedOwner> page = owners.subList(from, Math.min(owners.size(), from + PAGE));
      Transaction.update(database, connection -> judge.judge(connection, page, defined, now));
    }
  }

  /** Adds what writers have noted to the counts. */
  void fold() throws SQLException {
    Transaction.update(
        database,
        connection -> {
          Statements sql = new Statements(connection);
          if (sql.number("select count(*) from (select 1 from freshness_delta limit 1) as d") > 0) {
            sql.update(FOLD);
          }
        });
  }

  /** Deletes the stale times that ended before the window. */
  void clean(Instant now) throws SQLException {
    Instant start = ErrorBudget.windowStart(settings.windowDays(), now);
    LocalDate day = LocalDate.ofInstant(start, ZoneOffset.UTC).minusDays(1);
    Transaction.update(
        database,
        connection -> {
          Statements sql = Statements.plannedAnew(connection);
          sql.update("delete from stale_period where ended_at < ?", start);
          sql.update(
              "delete from freshness_total where day > '-infinity' and day < ?::date",
              day.toString());
          sql.update(
              """
              delete from freshness_total where day = '-infinity'
                and fresh = 0 and at_risk = 0 and stale = 0 and exempt = 0
              """);
        });
  }
}
