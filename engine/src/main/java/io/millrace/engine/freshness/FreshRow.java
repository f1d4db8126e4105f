package io.millrace.engine.freshness;

import io.millrace.engine.fresh.FreshPromise;
import io.millrace.engine.fresh.FreshState;
import io.millrace.engine.fresh.Freshness;
import io.millrace.engine.sql.Statements;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The stored row of a promise.
 *
 * @param promisedBy the kind of the definition that has the promise
 * @param promisedAt since when it holds
 * @param lastSuccess absent if none is known
 * @param nextAt when to judge it again; absent if only a change makes a difference
 */
public record FreshRow(
    FreshSubject subject,
    FreshPromise promise,
    String promisedBy,
    Instant promisedAt,
    @Nullable Instant lastSuccess,
    Standing standing,
    @Nullable Instant nextAt) {
  static final String COLUMNS =
      """
      f.owner, f.kind, f.client, f.source, f.promise, f.promised_by, f.promised_at,
      f.last_success, f.state, f.since, f.exemption, f.stale_at, f.next_at
      """;

  /**
   * How it stands.
   *
   * @param exemption why it is exempt; else empty
   */
  public record Standing(FreshState state, Instant since, String exemption, Instant staleAt) {
    /** The state as of now, even if nobody has judged it since. */
    public FreshState stateAt(Instant now) {
      return Freshness.stateNow(state, staleAt, now);
    }

    /** Since when that state lasts. */
    public Instant sinceAt(Instant now) {
      return stateAt(now) == state ? since : staleAt;
    }
  }

  static FreshRow read(ResultSet row) throws SQLException {
    return new FreshRow(
        new FreshSubject(
            row.getString("owner"),
            FreshSubject.SubjectKind.of(row.getString("kind")),
            row.getString("client"),
            row.getString("source")),
        FreshPromise.parse(row.getString("promise")),
        row.getString("promised_by"),
        Statements.instant(row, "promised_at"),
        Statements.instantOrNull(row, "last_success"),
        new Standing(
            FreshState.of(row.getString("state")),
            Statements.instant(row, "since"),
            row.getString("exemption"),
            Statements.instant(row, "stale_at")),
        Statements.instantOrNull(row, "next_at"));
  }
}
