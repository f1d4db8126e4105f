package io.millrace.engine.job;

import io.millrace.engine.sql.Statements;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Tokens that wait and, now that their job is another one, need not any more: they are booked in
 * the due index. In order, so that two do not deadlock.
 */
final class WaitingTokens {
  private static final String BOOK =
      """
      on conflict (owner) do update set at = least(due.at, excluded.at)
      """;

  /** Those that have all they wait for. */
  private static final String READY =
      """
      insert into due (owner, at, schedule)
      select token.owner, ?, '' from token
      join unnest(?::bigint[], ?::text[], ?::int[]) as given (job, step, threshold)
        on given.job = token.job and given.step = token.step
      where token.state = 'WAITING' and token.count >= given.threshold
      order by token.owner
      """
          + BOOK;

  /** Those whose step is gone, and who have to hear of it. */
  private static final String GONE =
      """
      insert into due (owner, at, schedule)
      select token.owner, ?, '' from token
      where token.job = any(?) and token.state = 'WAITING' and not exists (
        select 1 from unnest(?::bigint[], ?::text[]) as given (job, step)
        where given.job = token.job and given.step = token.step)
      order by token.owner
      """
          + BOOK;

  private static final String UNBOOK =
      """
      delete from due where owner in (
        select due.owner from due join token using (owner)
        where token.job = ? and token.state = 'WAITING' order by due.owner for update of due)
      """;

  private record StepOf(long job, String step, int threshold) {}

  private WaitingTokens() {}

  /** Wakes the tokens of these jobs that wait for nothing any more; a paused job's stay asleep. */
  static void wake(Statements sql, List<Job> jobs, Instant now) throws SQLException {
    long[] numbers = jobs.stream().filter(job -> !job.paused()).mapToLong(Job::number).toArray();
    if (numbers.length == 0) {
      return;
    }
    List<StepOf> steps = new ArrayList<>();
    jobs.stream()
        .filter(job -> !job.paused())
        .forEach(
            job ->
                job.steps()
                    .forEach(
                        step ->
                            steps.add(new StepOf(job.number(), step.name(), step.threshold()))));
    long[] jobOf = steps.stream().mapToLong(StepOf::job).toArray();
    String[] names = steps.stream().map(StepOf::step).toArray(String[]::new);
    int[] thresholds = steps.stream().mapToInt(StepOf::threshold).toArray();
    sql.update(READY, now, jobOf, names, thresholds);
    sql.update(GONE, now, numbers, jobOf, names);
  }

  /** Nothing wakes the tokens of this job that wait. */
  static void sleep(Statements sql, long job) throws SQLException {
    sql.update(UNBOOK, job);
  }
}
