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

  private static final String ALL_READY =
      """
insert into due (owner, at, schedule)
select owner, ?, '' from unnest(?::bigint[], ?::text[], ?::int[]) as steps (number, name, threshold)
join token on job = number and step = name
where state not in ('ACTIVE', 'REMOVED') and count >= threshold
order by owner
"""
          + ON_CONFLICT;

  private static final String ALL_GONE =
      """
      insert into due (owner, at, schedule)
      select owner, ?, '' from token
      where job = any(?) and state not in ('ACTIVE', 'REMOVED')
        and (job, step) not in (select * from unnest(?::bigint[], ?::text[]))
      order by owner
      """
          + ON_CONFLICT;

  /** A step with the number of its job. */
  private record NumberedStep(long job, Step step) {}

  private TokenWakeUpBooker() {}

  /** The same for many jobs that are not paused. */
  static void bookAll(Statements sql, List<Job> jobs, Instant now) throws SQLException {
    List<NumberedStep> steps =
        jobs.stream()
            .flatMap(job -> job.steps().stream().map(step -> new NumberedStep(job.number(), step)))
            .toList();
    long[] numbers = steps.stream().mapToLong(NumberedStep::job).toArray();
    String[] names = steps.stream().map(it -> it.step().name()).toArray(String[]::new);
    int[] thresholds = steps.stream().mapToInt(it -> it.step().threshold()).toArray();
    sql.update(ALL_READY, now, numbers, names, thresholds);
    sql.update(ALL_GONE, now, jobs.stream().mapToLong(Job::number).toArray(), numbers, names);
  }

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
