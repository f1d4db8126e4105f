package io.millrace.engine.freshness;

import io.millrace.engine.fresh.FreshExemption;
import io.millrace.engine.fresh.FreshPromise;
import io.millrace.engine.fresh.FreshState;
import io.millrace.engine.fresh.Freshness;
import io.millrace.engine.fresh.RefreshOutlook;
import io.millrace.engine.fresh.SourceTrend;
import io.millrace.engine.freshness.FreshSubject.SubjectKind;
import io.millrace.engine.freshness.PromisedFacts.Exemption;
import io.millrace.engine.freshness.PromisedFacts.NearestPromise;
import io.millrace.engine.sql.ColumnArrays;
import io.millrace.engine.sql.Statements;
import io.millrace.engine.task.Owner.UserSiteOwner;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Judges a page of owners with the rules of {@link Freshness}, and writes the rows that differ. One
 * thread at a time may use it.
 */
final class FreshnessJudge {

  /**
   * A row as it should be.
   *
   * @param seen the version of the stored row; absent if there is none
   */
  private record JudgedRow(FreshRow row, @Nullable String seen) {}

  /** A time that a client has told of may be this far ahead. */
  private static final Duration CLOCKS_DIFFER = Duration.ofMinutes(1);

  private final FreshnessSettings settings;
  private final SourceTrends trends = new SourceTrends();

  FreshnessJudge(FreshnessSettings settings) {
    this.settings = settings;
  }

  /** Names of owners, and where their tasks are. */
  record JudgedOwner(String owner, String taskSource, String taskCollection) {
    static JudgedOwner of(FreshSubject subject) {
      return new JudgedOwner(subject.owner(), subject.taskSource(), subject.name());
    }

    static JudgedOwner ofUserSite(String owner) {
      UserSiteOwner parsed = UserSiteOwner.parse(owner);
      return new JudgedOwner(owner, parsed.source(), parsed.collection());
    }
  }

  /**
   * Judges these owners. An owner without a promise loses its row.
   *
   * @param defined the promises of collections and jobs by owner
   */
  void judge(
      Connection connection,
      Collection<JudgedOwner> owners,
      Map<String, DefinedPromise> defined,
      Instant now)
      throws SQLException {
    if (owners.isEmpty()) {
      return;
    }
    LocalDate today = LocalDate.ofInstant(now, ZoneOffset.UTC);
    int minute = now.atZone(ZoneOffset.UTC).get(ChronoField.MINUTE_OF_DAY);
    List<JudgedRow> judged = new ArrayList<>();
    List<String> unpromised = new ArrayList<>();
    Statements.plannedAnew(connection)
        .forEach(
            JudgeStatements.FACTS,
            row -> {
              Optional<JudgedRow> result = judgeRow(connection, row, defined, now);
              result.ifPresentOrElse(
                  judged::add,
                  () -> {
                    if (seen(row) != null) {
                      unpromised.add(text(row, "wanted"));
                    }
                  });
            },
            ColumnArrays.of(owners)
                .texts(JudgedOwner::owner)
                .texts(JudgedOwner::taskSource)
                .texts(JudgedOwner::taskCollection)
                .values(now, now, now, today, today, minute));
    write(connection, judged, unpromised);
  }

  private static @Nullable String seen(ResultSet row) {
    try {
      return row.getString("seen");
    } catch (SQLException fault) {
      throw new IllegalStateException(fault);
    }
  }

  private static String text(ResultSet row, String column) {
    try {
      return row.getString(column);
    } catch (SQLException fault) {
      throw new IllegalStateException(fault);
    }
  }

  private Optional<JudgedRow> judgeRow(
      Connection connection, ResultSet row, Map<String, DefinedPromise> defined, Instant now)
      throws SQLException {
    String owner = row.getString("wanted");
    DefinedPromise definition = defined.get(owner);
    if (definition != null) {
      return Optional.of(
          judgeRow(
              connection,
              row,
              definition.subject(),
              new NearestPromise(
                  definition.promise(),
                  definition.subject().kind() == SubjectKind.JOB ? "job" : "collection"),
              definition,
              now));
    }
    if (row.getString("user_site") == null) {
      return Optional.empty();
    }
    Optional<NearestPromise> nearest = PromisedFacts.nearest(row);
    if (nearest.isEmpty()) {
      return Optional.empty();
    }
    FreshSubject subject =
        new FreshSubject(
            owner, SubjectKind.USER_SITE, row.getString("client_id"), row.getString("site_id"));
    return Optional.of(judgeRow(connection, row, subject, nearest.get(), null, now));
  }

  private JudgedRow judgeRow(
      Connection connection,
      ResultSet row,
      FreshSubject subject,
      NearestPromise nearest,
      @Nullable DefinedPromise definition,
      Instant now)
      throws SQLException {
    String seen = seen(row);
    FreshRow stored = seen == null ? null : FreshRow.read(row);
    FreshPromise promise = nearest.promise();
    FreshRow same = stored != null && stored.promise().equals(promise) ? stored : null;
    Instant promisedAt = same == null ? now : same.promisedAt();
    Optional<Exemption> exemption =
        definition == null
            ? PromisedFacts.ofUserSite(row, settings.plan(), now)
            : definition.paused()
                ? Optional.of(new Exemption(FreshExemption.JOB_PAUSED, null))
                : PromisedFacts.ofOwner(row);
    Freshness freshness =
        new Freshness(
            promise,
            promisedAt,
            lastSuccess(row, stored, now),
            exemption.map(Exemption::reason).orElse(null),
            exemption.map(Exemption::until).orElse(null),
            definition == null ? PromisedFacts.exemptFrom(row, settings.plan()) : null);
    Freshness.Before before =
        stored == null
            ? null
            : new Freshness.Before(stored.standing().state(), stored.standing().since());
    boolean soon =
        !now.isBefore(freshness.staleAt().minus(Freshness.lead(promise, settings.lookAhead())));
    RefreshOutlook ahead =
        soon && same != null
            ? outlook(connection, row, subject, definition, now)
            : RefreshOutlook.NOTHING;
    Freshness.Verdict verdict = freshness.judge(before, ahead, settings.lookAhead(), now);
    FreshState state = verdict.state();
    Instant nextAt = verdict.nextAt();
    if (same == null && state == FreshState.AT_RISK) {
      state = FreshState.FRESH; // what is ahead is not known yet: the next round looks at it
      nextAt = now;
    }
    FreshRow.Standing standing =
        new FreshRow.Standing(
            state,
            verdict.since(),
            exemption.map(it -> it.reason().text()).orElse(""),
            freshness.staleAt());
    return new JudgedRow(
        new FreshRow(
            subject, promise, nearest.by(), promisedAt, freshness.lastSuccess(), standing, nextAt),
        seen);
  }

  /** The newest of what Millrace has done and what a client has told; no time to come counts. */
  private static @Nullable Instant lastSuccess(
      ResultSet row, @Nullable FreshRow stored, Instant now) throws SQLException {
    Instant newest = stored == null ? null : stored.lastSuccess();
    for (String column : List.of("known_success", "last_refresh")) {
      Instant time = Statements.instantOrNull(row, column);
      if (time != null
          && !time.isAfter(now.plus(CLOCKS_DIFFER))
          && (newest == null || time.isAfter(newest))) {
        newest = time;
      }
    }
    return newest != null && newest.isAfter(now) ? now : newest;
  }

  private RefreshOutlook outlook(
      Connection connection,
      ResultSet row,
      FreshSubject subject,
      @Nullable DefinedPromise definition,
      Instant now)
      throws SQLException {
    String status = row.getString("task_status");
    boolean open = "SCHEDULED".equals(status) || "RUNNING".equals(status);
    Instant booked = Statements.instantOrNull(row, "booked_at");
    Function<Instant, Optional<Instant>> nextFire =
        definition == null ? null : definition.nextFire();
    if (nextFire != null) {
      booked = nextFire.apply(now).orElse(null);
    }
    SourceTrend trend = trends.of(connection, subject.taskSource(), now);
    return new RefreshOutlook(
        booked,
        Statements.instantOrNull(row, "planned_at"),
        open ? Statements.instant(row, "task_created_at") : null,
        open ? Statements.instantOrNull(row, "task_deadline") : null,
        trend.typical(),
        definition == null ? planKnownUntil(row, subject) : null,
        trend.failing() || trend.stuck() || isFailing(row));
  }

  /** Whether its newest attempt that ended has failed, and nothing succeeded since. */
  private static boolean isFailing(ResultSet row) throws SQLException {
    Instant ended = Statements.instantOrNull(row, "ended_at");
    Instant success = Statements.instantOrNull(row, "last_success");
    return "FAILED".equals(row.getString("ended_status"))
        && (ended == null || success == null || ended.isAfter(success));
  }

  /** The end of the last planned day; absent if the plan leaves out this client. */
  private @Nullable Instant planKnownUntil(ResultSet row, FreshSubject subject)
      throws SQLException {
    LocalDate last = row.getObject("planned_day", LocalDate.class);
    int perDay =
        settings
            .plan()
            .refreshesPerDay(subject.client(), row.getObject("refreshes_per_day", Integer.class));
    return !settings.plan().enabled() || perDay == 0 || last == null
        ? null
        : last.plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant();
  }

  private void write(Connection connection, List<JudgedRow> judged, List<String> unpromised)
      throws SQLException {
    Statements sql = Statements.plannedAnew(connection);
    if (!unpromised.isEmpty()) {
      sql.update(JudgeStatements.DELETE, unpromised);
    }
    List<JudgedRow> added = judged.stream().filter(row -> row.seen() == null).toList();
    if (!added.isEmpty()) {
      sql.update(JudgeStatements.INSERT, columns(added).values());
    }
    List<JudgedRow> changed = judged.stream().filter(row -> row.seen() != null).toList();
    if (!changed.isEmpty()) {
      sql.update(JudgeStatements.UPDATE, columns(changed).texts(JudgedRow::seen).values());
    }
  }

  private ColumnArrays<JudgedRow> columns(List<JudgedRow> rows) {
    return ColumnArrays.of(rows)
        .texts(it -> it.row().subject().owner())
        .texts(it -> it.row().subject().kind().text())
        .texts(it -> it.row().subject().client())
        .texts(it -> it.row().subject().source())
        .texts(it -> it.row().promise().text())
        .texts(it -> it.row().promisedBy())
        .times(it -> it.row().promisedAt())
        .longs(it -> it.row().promise().within().toMillis())
        .longs(it -> Freshness.lead(it.row().promise(), settings.lookAhead()).toMillis())
        .longs(it -> it.row().promise().allowedParts())
        .times(it -> it.row().lastSuccess())
        .texts(it -> it.row().standing().state().text())
        .times(it -> it.row().standing().since())
        .texts(it -> it.row().standing().exemption())
        .times(it -> it.row().standing().staleAt())
        .times(it -> it.row().nextAt());
  }
}
