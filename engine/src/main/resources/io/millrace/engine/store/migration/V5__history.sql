-- The task history and the logs in partitions, so that what is old is dropped and not deleted.
-- Attempt uids are of version 7: a range of them is a range of time, and a partition is a UTC day,
-- named after it. Each is made before its day begins. What fits into none of them (a clock jumped)
-- goes into the default, so that no write ever fails for it.
--
-- Old rows that must be kept when their partition is dropped move to task_kept and task_log_kept.
-- Readers use the views, which have both. Whoever adds a column to task adds it to task_kept as
-- well, and makes all_tasks anew.

-- The first uid of a moment, in the order of uids.
create function first_uid(at timestamptz) returns uuid language sql immutable strict
  return (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid;

alter table task rename to task_before;
drop index task_by_source;
alter index task_pkey rename to task_before_pkey;
create table task (like task_before including defaults, primary key (attempt_uid))
  partition by range (attempt_uid);
create index task_by_source on task (source, attempt_uid desc);
create index task_by_collection on task (source, collection, attempt_uid desc);
create table task_default partition of task default with (fillfactor = 70);
create table task_kept (like task including all);

alter table task_log rename to task_log_before;
alter index task_log_pkey rename to task_log_before_pkey;
create table task_log (like task_log_before including constraints, primary key (task, seq))
  partition by range (task);
create table task_log_default partition of task_log default;
create table task_log_kept (like task_log including all);

-- How many lines of a task's log were dropped, because there were too many; most tasks have no row.
create table task_log_cut (
  task uuid primary key,
  dropped bigint not null
);

create view all_tasks as select * from task union all select * from task_kept;
create view all_task_logs as select * from task_log union all select * from task_log_kept;

-- What there is becomes one partition, up to and with today; nothing is copied.
do $$
declare
  today date := (now() at time zone 'UTC')::date;
  bound uuid := first_uid((today + 1)::timestamp at time zone 'UTC');
begin
  if exists (select 1 from task_before) then
    with beyond as (delete from task_before where attempt_uid >= bound returning *)
      insert into task_default select * from beyond;
    execute format('alter table task_before rename to task_%s', to_char(today, 'YYYYMMDD'));
    execute format('alter table task attach partition task_%s for values from (minvalue) to (%L)',
      to_char(today, 'YYYYMMDD'), bound);
  else
    drop table task_before;
  end if;
  if exists (select 1 from task_log_before) then
    with beyond as (delete from task_log_before where task >= bound returning *)
      insert into task_log_default select * from beyond;
    execute format('alter table task_log_before rename to task_log_%s', to_char(today, 'YYYYMMDD'));
    execute format('alter table task_log attach partition task_log_%s for values from (minvalue) to (%L)',
      to_char(today, 'YYYYMMDD'), bound);
  else
    drop table task_log_before;
  end if;
end $$;
