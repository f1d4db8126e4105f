package io.millrace.engine.store;

/** The statements with which {@link HistoryBatch} writes. Each takes a column of values at once. */
final class HistoryStatements {
  /**
   * Makes the planner find rows by their key. From its statistics, in which hardly any task is
   * open, it would prefer to scan the table. Therefore the statements also hide the status from it,
   * behind an empty concatenation.
   */
  static final String BY_KEY =
      "set local enable_seqscan = off; set local enable_hashjoin = off;"
          + " set local enable_mergejoin = off";

  static final String SCHEDULED =
      """
with batch as (
  select * from unnest(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    as batch (attempt_uid, source, collection, attempt_no, reason, priority, system, pool, queue,
      timeout_ms, created_at, owner, logical_time, line, place)),
queued as (
  insert into task (attempt_uid, source, collection, attempt_no, status, reason, priority,
    system, pool, queue, timeout_ms, created_at, owner, logical_time)
  select attempt_uid, source, collection, attempt_no, 'SCHEDULED', reason, priority,
    system, pool, queue, timeout_ms, 'epoch'::timestamptz + batch.created_at * interval '1 ms',
    owner, 'epoch'::timestamptz + batch.logical_time * interval '1 ms' from batch)
insert into open_task (attempt_uid, pool, line, place)
select attempt_uid, pool, line, case when line is not null then place end from batch
""";
  static final String STARTED =
      """
      update %s as task set status = 'RUNNING', worker = batch.worker,
        started_at = 'epoch'::timestamptz + batch.started_at * interval '1 ms',
        deadline = 'epoch'::timestamptz + batch.deadline * interval '1 ms'
      from unnest(?, ?, ?, ?) as batch (attempt_uid, started_at, deadline, worker)
      where task.attempt_uid = batch.attempt_uid and task.status || '' = 'SCHEDULED'
      """;
  static final String ENDED =
      """
      with ended as (
        update %s as task set status = batch.status, message = batch.message,
          user_message = batch.user_message, output = batch.output,
          finished_at = 'epoch'::timestamptz + batch.finished_at * interval '1 ms'
        from unnest(?, ?, ?, ?, ?, ?)
          as batch (attempt_uid, status, finished_at, message, user_message, output)
        where task.attempt_uid = batch.attempt_uid
          and task.status || '' in ('SCHEDULED', 'RUNNING')
        returning task.attempt_uid, task.status),
      unsuccessful as (
        insert into unsuccessful_task select * from ended where status <> 'SUCCESS')
      delete from open_task using ended where open_task.attempt_uid = ended.attempt_uid
      """;

  /** A success ends a stale time. An exempt owner stays exempt, but its data is of this time. */
  static final String SUCCEEDED =
      """
with batch as (
  select owner, 'epoch'::timestamptz + at * interval '1 ms' as at
  from unnest(?, ?) as succeeded (owner, at))
update freshness as f set last_success = batch.at,
  stale_at = batch.at + within_ms * interval '1 ms',
  state = case f.state when 'exempt' then 'exempt' else 'fresh' end,
  since = case when f.state in ('exempt', 'fresh') then f.since
    else greatest(f.since, batch.at) end,
  next_at = case f.state when 'exempt' then f.next_at
    else batch.at + (within_ms - lead_ms) * interval '1 ms' end
from batch where f.owner = batch.owner
  and (f.last_success is null or f.last_success < batch.at)
""";

  /** What a promise depends on has changed. The keeper of freshness looks at it soon. */
  static final String JUDGE_AGAIN =
      "update freshness set next_at = '-infinity' where owner = any(?)";

  static final String DUE =
      """
      insert into due (owner, at, schedule)
      select owner, 'epoch'::timestamptz + batch.at * interval '1 ms', schedule
      from unnest(?, ?, ?) as batch (owner, at, schedule)
      on conflict (owner) do update set at = excluded.at, schedule = excluded.schedule, retry = 0
      """;

  /** Nearly all owners have a row. An insert that meets it would first lock it, at a cost. */
  static final String BOOKED =
      """
with batch as (
  select owner, 'epoch'::timestamptz + at * interval '1 ms' as at, retry
  from unnest(?, ?, ?) as booked (owner, at, retry)),
updated as (
  update due as existing set at = batch.at,
    retry = case batch.retry when -1 then existing.retry else batch.retry end
  from batch where existing.owner = batch.owner returning existing.owner)
insert into due as existing (owner, at, schedule, retry)
select owner, at, '', retry from batch where owner not in (select owner from updated)
on conflict (owner) do update set at = excluded.at,
  retry = case excluded.retry when -1 then existing.retry else excluded.retry end
""";

  static final String UNBOOKED = "update due set at = null, retry = 0 where owner = any(?)";
  static final String DISABLED =
      """
      insert into due (owner, schedule, disabled_reason)
      select owner, '', reason from unnest(?, ?) as batch (owner, reason)
      on conflict (owner) do update set at = null, retry = 0,
        disabled_reason = excluded.disabled_reason
      """;
  static final String ENABLED = "update due set disabled_reason = null where owner = any(?)";
  static final String REMOVED = "delete from due where owner = any(?)";
  static final String DELETED =
      """
      insert into removed_owner (owner, revision)
      select batch.owner, owner_state.revision from unnest(?) as batch (owner)
      left join owner_state using (owner)
      on conflict (owner) do update set since = null, has_events = true, suspended = false,
        revision = excluded.revision
      """;
  static final String SUSPENDED =
      """
      insert into removed_owner (owner, since, suspended, revision)
      select batch.owner, 'epoch'::timestamptz + batch.since * interval '1 ms', true, revision
      from unnest(?, ?) as batch (owner, since) left join owner_state using (owner)
      on conflict (owner) do update set since = excluded.since, has_events = true,
        suspended = true, revision = excluded.revision
      """;
  static final String RETURNED = "delete from removed_owner where owner = any(?)";
  static final String TOKENS =
      """
      insert into token (owner, job, step, logical_time, state, count, changed_at)
      select owner, job, step, 'epoch'::timestamptz + batch.logical_time * interval '1 ms', state,
        count, 'epoch'::timestamptz + batch.changed_at * interval '1 ms'
      from unnest(?, ?, ?, ?, ?, ?, ?)
        as batch (owner, job, step, logical_time, state, count, changed_at)
      on conflict (owner) do update set state = excluded.state, count = excluded.count,
        changed_at = excluded.changed_at
      """;

  private HistoryStatements() {}
}
