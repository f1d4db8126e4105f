package io.millrace.engine.job;

import io.millrace.engine.sql.Statements;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;

/**
 * Tokens that wait and, now that their job is another one, need not any more: they are booked in
 * the due index. In order, so that two do not deadlock.
 */
final class TokenWakeUpBooker {
  private static final String BOOK =
      """
      on conflict (owner) do update set at = least(due.at, excluded.at)
      """;

  /** Those that have all they wait for. */
  private static final String READY =
      """
      insert into due (owner, at, schedule)
      select owner, ?, '' from token
      join unnest(?::text[], ?::int[]) as given (name, threshold) on name = step
      where job = ? and state not in ('ACTIVE', 'REMOVED') and count >= threshold
      order by owner
      """
          + BOOK;

  /** Those whose step is gone, and who have to hear of it. */
  private static final String GONE =
      """
      insert into due (owner, at, schedule)
      select owner, ?, '' from token
      where job = ? and state not in ('ACTIVE', 'REMOVED') and step <> all (?::text[])
      order by owner
      """
          + BOOK;

  private TokenWakeUpBooker() {}

  /** Wakes the tokens of a job that wait for nothing any more; a paused one's stay asleep. */
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
