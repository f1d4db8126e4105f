package io.millrace.engine.retention;

import io.millrace.engine.task.Owner;

/**
 * An SQL condition for the tasks that are kept forever: the latest tasks of each source and
 * collection, unless their owner was deleted.
 */
record LastRunsCondition(int keepRuns) {

  /**
   * True for a uid whose task is among the latest of its source and collection. "offset 0" keeps
   * the planner from merging the subqueries, which it would do for each partition.
   */
  String sqlFor(String uid) {
    return """
exists (
  select 1 from (
    select source, collection, attempt_uid, owner
    from all_tasks where attempt_uid = %s offset 0) as t
  where not exists (
    select 1 from all_tasks as newer
    where newer.source = t.source and newer.collection = t.collection
      and newer.attempt_uid > t.attempt_uid
    offset %d limit 1)
  and not exists (
    select 1 from removed_owner as r
    where r.owner = t.source || '/' || t.collection and not r.suspended
      and t.attempt_uid < first_uid(r.since))
  and (t.owner is null or exists (
    select 1 from jobs where number = substring(t.owner from '^%s([0-9]+)/')::bigint)))
"""
        .formatted(uid, keepRuns - 1, Owner.TOKEN_PREFIX);
  }
}
