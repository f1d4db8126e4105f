package io.millrace.engine.freshness;

/** The statements with which {@link FreshnessJudge} reads facts and writes what it has judged. */
final class JudgeStatements {
  /**
   * All facts about some owners. What is ahead is looked up only if the promise ends soon, and the
   * last success in the history only if none is known.
   */
  static final String FACTS =
      """
select w.owner as wanted, us.id as user_site, us.site_id, us.status, us.migrating,
  us.last_refresh, us.last_mfa_required_at, us.fresh as fresh_of_user_site,
  s.fresh as fresh_of_site, c.fresh as fresh_of_client, s.provider, s.maintenance, s.supported,
  s.scraping, u.client_id, u.status as user_status, u.last_login, c.requires_recent_login,
  c.refreshes_per_day, d.at as booked_at, d.disabled_reason,
  coalesce(r.suspended, false) as suspended, known.at as known_success,
  newest.status as task_status, newest.created_at as task_created_at,
  newest.deadline as task_deadline, ended.status as ended_status,
  ended.finished_at as ended_at, planned.at as planned_at,
  (select max(date) from plan_days) as planned_day, f.xmin::text as seen, f.*
from unnest(?::text[], ?::text[], ?::text[]) as w (owner, task_source, task_collection)
left join user_sites us on us.owner = w.owner
left join users u on u.id = us.user_id
left join clients c on c.id = u.client_id
left join sites s on s.id = us.site_id
left join due d on d.owner = w.owner
left join removed_owner r on r.owner = w.owner and r.suspended
left join freshness f on f.owner = w.owner
left join lateral (
  select finished_at as at from (
    select status, attempt_uid, finished_at from all_tasks
    where f.last_success is null and source = w.task_source and collection = w.task_collection
    order by attempt_uid desc limit 100) as recent
  where recent.status = 'SUCCESS' order by attempt_uid desc limit 1) as known on true
left join lateral (
  select status, created_at, deadline from task
  where f.stale_at - f.lead_ms * interval '1 ms' <= ?
    and source = w.task_source and collection = w.task_collection
  order by attempt_uid desc limit 1) as newest on true
left join lateral (
  select status, finished_at from task
  where f.stale_at - f.lead_ms * interval '1 ms' <= ?
    and source = w.task_source and collection = w.task_collection
    and status in ('SUCCESS', 'FAILED')
  order by attempt_uid desc limit 1) as ended on true
left join lateral (
  select (date + make_interval(mins => minute)) at time zone 'UTC' as at from plan
  where f.stale_at - f.lead_ms * interval '1 ms' <= ?
    and plan.user_id = us.user_id and date >= ? and (date > ? or minute > ?)
  order by date, minute limit 1) as planned on true
""";

  static final String DELETE = "delete from freshness where owner = any(?)";

  static final String INSERT =
      """
insert into freshness (owner, kind, client, source, promise, promised_by, promised_at, within_ms,
  lead_ms, allowed, last_success, state, since, exemption, stale_at, next_at)
select owner, kind, client, source, promise, promised_by, at_ms(promised_at), within_ms,
  lead_ms, allowed, at_ms(last_success), state, at_ms(since), exemption,
  at_ms(stale_at), at_ms(next_at)
from unnest(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  as n (owner, kind, client, source, promise, promised_by, promised_at, within_ms, lead_ms,
    allowed, last_success, state, since, exemption, stale_at, next_at)
on conflict (owner) do nothing
"""
          .replaceAll("at_ms\\((\\w+)\\)", "'epoch'::timestamptz + $1 * interval '1 ms'");

  /** A row that a success or a change moved meanwhile stays as it is, and is judged again. */
  static final String UPDATE =
      """
update freshness as f set client = n.client, source = n.source, promise = n.promise,
  promised_by = n.promised_by, promised_at = at_ms(n.promised_at), within_ms = n.within_ms,
  lead_ms = n.lead_ms, allowed = n.allowed, last_success = at_ms(n.last_success),
  state = n.state, since = at_ms(n.since), exemption = n.exemption,
  stale_at = at_ms(n.stale_at), next_at = at_ms(n.next_at)
from unnest(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?::text[])
  as n (owner, kind, client, source, promise, promised_by, promised_at, within_ms, lead_ms,
    allowed, last_success, state, since, exemption, stale_at, next_at, seen)
where f.owner = n.owner and f.xmin::text = n.seen
"""
          .replaceAll("at_ms\\(n\\.(\\w+)\\)", "'epoch'::timestamptz + n.$1 * interval '1 ms'");

  private JudgeStatements() {}
}
