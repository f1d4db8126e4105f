-- Jobs: their definitions, how far their triggers have fired, and how their tokens stand.

-- Tasks of tokens name their owner and the time their work is for; the others have none.
alter table task add column owner text, add column logical_time timestamptz, add column output text;
alter table task_kept add column owner text, add column logical_time timestamptz, add column output text;
drop view all_tasks;
create view all_tasks as select * from task union all select * from task_kept;
create index task_by_owner on task (owner, attempt_uid desc) where owner is not null;
create index task_kept_by_owner on task_kept (owner, attempt_uid desc) where owner is not null;

create table jobs (
  number bigint generated always as identity primary key, -- a new one for each life of a job
  id uuid not null,
  project text not null,
  name text not null,
  paused boolean not null,
  paused_by text not null default '',
  paused_at timestamptz, -- null = it is not paused
  pause_reason text not null default '',
  definition text not null, -- JSON, as it is read
  document text not null, -- as it was given
  media_type text not null, -- of the document
  refers_to text[] not null, -- the other jobs that its steps wait for, as project/name
  saved_by text not null,
  saved_at timestamptz not null,
  version bigint not null, -- of all jobs, as of its last change
  deleted boolean not null default false -- other nodes have to hear of it; the row goes with the last of its tokens
);
create unique index jobs_by_id on jobs (id) where not deleted;
create unique index jobs_by_name on jobs (project, name) where not deleted;
create index jobs_by_version on jobs (version);
create index jobs_by_reference on jobs using gin (refers_to) where not deleted;

-- One number for all jobs: a node that has seen another one reads what has changed since.
create table jobs_version (version bigint not null);
insert into jobs_version values (0);

-- How far each trigger has fired. Every logical time from fired_from to fired_until was fired, is in catch_up,
-- or is in missed_fires.
create table triggers (
  job bigint not null references jobs on delete cascade,
  name text not null,
  timing text not null, -- the schedule that this is of
  fired_from timestamptz not null,
  fired_until timestamptz, -- null = nothing yet
  fired bigint not null default 0, -- in time
  caught_up bigint not null default 0,
  missed bigint not null default 0,
  last_fired timestamptz, -- the logical time of the last fire
  last_fired_at timestamptz,
  primary key (job, name)
) with (fillfactor = 70);

-- Fires that were missed and are being caught up, in the order in which they fire.
create table catch_up (
  job bigint not null,
  trigger text not null,
  place bigint not null,
  logical_time timestamptz not null,
  primary key (job, trigger, place),
  foreign key (job, trigger) references triggers on delete cascade
);

-- Fires that never will be, and why.
create table missed_fires (
  job bigint not null,
  trigger text not null,
  first timestamptz not null, -- logical times
  last timestamptz not null,
  fires bigint not null,
  reason text not null,
  at timestamptz not null,
  primary key (job, trigger, at, first),
  foreign key (job, trigger) references triggers on delete cascade
);

-- How each token stands: written with its events, several times; no index has a column that changes.
create table token (
  owner text primary key,
  job bigint not null,
  step text not null,
  logical_time timestamptz not null,
  state text not null check (state in ('WAITING', 'ACTIVE', 'SUCCESS', 'FAILED', 'CANCELED', 'REMOVED')),
  count integer not null,
  changed_at timestamptz not null
) with (fillfactor = 70);
create index token_by_job on token (job, logical_time desc, step);

-- What the tasks of a project are told: config can be read, secrets cannot. Both are encrypted.
create table project_values (
  project text not null,
  secret boolean not null,
  name text not null,
  value bytea not null, -- 4 bytes that tell the key, 12 of nonce, then the text in AES-GCM
  saved_by text not null,
  saved_at timestamptz not null,
  primary key (project, secret, name)
);
-- Programs are told them as variables, which must not have the same name.
create unique index project_values_as_variables
  on project_values (project, secret, upper(translate(name, '.-', '__')));
