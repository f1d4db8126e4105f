package io.millrace.engine.job;

import io.millrace.engine.sql.Statements;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;

/**
 * Books wake-ups in the due index for tokens that no longer have to wait after their job changed.
 * Rows are ordered by owner, so that two transactions do not deadlock.
 */
final class TokenWakeUpBooker {
  private static final String ON_CONFLICT =
      """
      on conflict (owner) do update set at = least(due.at, excluded.at)
      """;

  /** Tokens that have all their arrivals. */
  private static final String READY =
      """
      insert into due (owner, at, schedule)
      select owner, ?, '' from token
      join unnest(?::text[], ?::int[]) as steps (name, threshold) on name = step
      where job = ? and state not in ('ACTIVE', 'REMOVED') and count >= threshold
      order by owner
      """
          + ON_CONFLICT;

  /** Tokens whose step is gone. They wake up to notice it. */
  private static final String GONE =
      """
      insert into due (owner, at, schedule)
      select owner, ?, '' from token
      where job = ? and state not in ('ACTIVE', 'REMOVED') and step <> all (?::text[])
      order by owner
      """
          + ON_CONFLICT;

  private TokenWakeUpBooker() {}

  /** Wakes the tokens of a job that no longer wait. Tokens of a paused job are not woken. */
  static void book(Statements sql, Job job, Instant now) throws SQLException {
    if (job.paused()) {
      return;
    }
    List<Step> steps = job.steps();
    String[] names = steps.stream().map(Step::name).toArray(String[]::new);
    int[] thresholds = steps.stream().mapToInt(Step::threshold).toArray();
    sql.update(READY, now, names, thresholds, job.number());
    sql.update(GONE, now, job.number(), names);
  }
}
