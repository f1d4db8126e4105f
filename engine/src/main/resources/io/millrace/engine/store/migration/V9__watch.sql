-- What operators see at a glance, in tables whose size does not grow with the history.

-- What happened to tasks in each minute. Every node adds to it what its journal has stored, about once a second:
-- should it be killed in between, so much is missing here, and nowhere else.
create table task_minutes (
  at timestamptz not null,
  what text not null, -- queued, started, success, failure, timeout, error, canceled, skipped
  reason text not null, -- why it failed or was skipped; else empty
  n bigint not null,
  ms bigint not null, -- of those that started: how long all of them together had waited
  primary key (at, what, reason)
) with (fillfactor = 70);

-- Tasks that did not succeed, so that they are found among those that did. No index of task may have a column that
-- changes, so a status is found here.
create table unsuccessful_task (
  attempt_uid uuid primary key,
  status text not null
);
create index unsuccessful_task_by_status on unsuccessful_task (status, attempt_uid desc);
insert into unsuccessful_task
  select attempt_uid, status from task where status in ('FAILED', 'CANCELED');

-- Search by the first letters, whatever the collation of the database is.
create index user_sites_by_prefix on user_sites (id text_pattern_ops);
