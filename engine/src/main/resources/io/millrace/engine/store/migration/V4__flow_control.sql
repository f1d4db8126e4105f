-- Who can run a task: '' = the nodes themselves, '/caller' = whoever asked for its channel, else remote
-- workers that claim from the queue of this name.
alter table task add column queue text not null default '';

-- What a remote worker says of a task while it runs.
alter table task add column percent integer;
alter table task add column user_friendly_status text not null default '';

-- Every change of a pool's config; the newest of a pool is in force. Without a config, the pool is gone.
create table pool_changes (
  version bigint generated always as identity primary key,
  pool text not null,
  config text, -- JSON
  changed_by text not null,
  changed_at timestamptz not null,
  reason text not null default ''
);
create index pool_changes_by_pool on pool_changes (pool, version desc);

-- Channels that others asked for, to do the work themselves, while they wait or hold one; each has its row in
-- task and in open_task, too.
create table channel_requests (
  attempt_uid uuid primary key,
  pool text not null,
  task_token text not null,
  callback_url text not null default '',
  wanted_until timestamptz, -- while it waits: when it is given up unless it is asked for again; null = never
  called_at timestamptz, -- when the callback was answered; null = not yet, or there is none
  unique (pool, task_token)
);
create index channel_requests_wanted on channel_requests (wanted_until) where wanted_until is not null;
create index channel_requests_to_call on channel_requests (attempt_uid) where callback_url <> '' and called_at is null;
