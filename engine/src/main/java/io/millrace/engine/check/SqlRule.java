package io.millrace.engine.check;

import io.millrace.engine.sql.Statements;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;

/** Rules on the tables. Each query returns the items that break the rule, one text per row. */
enum SqlRule {
  EACH_FIRING_ONCE(
      "each fire creates one task",
      "select count(*) from all_tasks where logical_time is not null",
      """
      select format('%s at %s: %s tasks', owned, logical_time, count(*))
      from (select coalesce(owner, source || '/' || collection) as owned, logical_time
        from all_tasks
        where logical_time is not null and reason in ('schedule', 'plan', 'catch-up', 'trigger')) t
      group by owned, logical_time having count(*) > 1
      """),
  ONE_CURRENT_ATTEMPT(
      "an owner has one attempt at a time",
      "select count(*) from all_tasks",
      """
      select format('%s: %s began before %s had ended', owned, attempt_uid, before)
      from (
        select coalesce(owner, source || '/' || collection) as owned, attempt_uid, created_at,
          lag(attempt_uid) over w as before,
          lag(coalesce(finished_at, 'infinity')) over w as free_at
        from all_tasks where source <> 'external'
        window w as (partition by coalesce(owner, source || '/' || collection)
          order by created_at, attempt_uid)) t
      where free_at > created_at
      """),
  CHANNELS_WITHIN_LIMIT(
      "a pool never runs more than its channels",
      "select count(*) from all_tasks where started_at is not null",
      """
      with changes as (
        select pool, started_at as at, 1 as change from all_tasks where started_at is not null
        union all
        select pool, finished_at, -1 from all_tasks
        where started_at is not null and finished_at is not null),
      running as (
        select pool, at, change,
          sum(change) over (partition by pool order by at, change) as in_use
        from changes),
      limits as (
        select pool, at, in_use, coalesce(
          (select (config::json ->> 'maxConcurrency')::int from pool_changes c
            where c.pool = running.pool and c.changed_at <= running.at
            order by version desc limit 1), %2$d) as most
        from running where change = 1)
      select format('%%s at %%s: %%s of %%s', pool, at, in_use, most)
      from limits where in_use > most
      """),
  OPEN_TASKS_ARE_KNOWN(
      "a task is open or final, never both",
      "select count(*) from all_tasks",
      """
      select format('%s is %s, but is not among the open tasks', attempt_uid, status)
      from task t where status in ('SCHEDULED', 'RUNNING')
        and not exists (select 1 from open_task o where o.attempt_uid = t.attempt_uid)
      union all
      select format('%s is open, but %s', o.attempt_uid, coalesce(t.status, 'not in the history'))
      from open_task o left join task t on t.attempt_uid = o.attempt_uid
      where t.status is null or t.status not in ('SCHEDULED', 'RUNNING')
      """),
  NOTHING_IS_FORGOTTEN(
      "nothing is long overdue",
      "select (select count(*) from open_task) + (select count(*) from due)",
      """
      select format('%%s runs since %%s, its deadline was %%s', attempt_uid, started_at, deadline)
      from task where status = 'RUNNING' and deadline < '%1$s'::timestamptz - interval '2 min'
      union all
      select format('%%s was due at %%s', owner, at)
      from due where at < '%1$s'::timestamptz - interval '2 min'
      """),
  COUNTS_ARE_NOT_NEGATIVE(
      "no count is negative",
      "select count(*) from token",
      """
      select format('%s counts %s', owner, count) from token where count < 0
      union all
      select format('trigger %s of job %s', name, job) from triggers
      where fired < 0 or caught_up < 0 or missed < 0
      """),
  TIMES_ARE_IN_ORDER(
      "a task is created, started, finished in this order",
      "select count(*) from all_tasks",
      """
      select format('%s: %s, %s, %s', attempt_uid, created_at, started_at, finished_at)
      from all_tasks
      where started_at < created_at - interval '1 s' or finished_at < started_at - interval '1 s'
        or (status in ('SUCCESS', 'FAILED', 'CANCELED')) <> (finished_at is not null)
      """),
  THE_JOURNAL_HAS_NO_GAP(
      "the events of an actor have no gap",
      "select count(*) from event_journal",
      """
      select format('%s: %s events from %s to %s', persistence_id, count(*), min(sequence_number),
        max(sequence_number))
      from event_journal where not deleted group by persistence_id
      having count(*) <> max(sequence_number) - min(sequence_number) + 1
      """);

  private final String text;
  private final String count;
  private final String broken;

  SqlRule(String text, String count, String broken) {
    this.text = text;
    this.count = count;
    this.broken = broken;
  }

  /**
   * @param channels the default size of a pool whose config was never set
   */
  Finding check(Statements sql, int channels, Instant now) throws SQLException {
    String query =
        this == CHANNELS_WITHIN_LIMIT || this == NOTHING_IS_FORGOTTEN
            ? broken.formatted(now, channels)
            : broken;
    List<String> found =
        sql.rows(
            "select example, count(*) over () from ("
                + query
                + ") as finding (example) limit "
                + Finding.MOST_EXAMPLES,
            row -> row.getLong(2) + "\t" + row.getString(1));
    long number = found.isEmpty() ? 0 : Long.parseLong(found.get(0).split("\t")[0]);
    return new Finding(
        text,
        sql.number(count),
        number,
        found.stream().map(line -> line.substring(line.indexOf('\t') + 1)).toList());
  }
}
