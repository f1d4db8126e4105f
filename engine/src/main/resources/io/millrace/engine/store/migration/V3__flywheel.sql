-- The directory: who has which connections. Edited through the API; what belongs to what never changes.

create table clients (
  id text primary key,
  name text not null,
  refreshes_per_day integer check (refreshes_per_day between 0 and 1380), -- null = the configured number
  requires_recent_login boolean not null
);

create table users (
  id text primary key,
  client_id text not null references clients,
  status text not null check (status in ('ACTIVE', 'BLOCKED')),
  last_login timestamptz -- null = never
);
create index users_by_client on users (client_id, id);
create index users_blocked on users (id) where status = 'BLOCKED';

create table sites (
  id text primary key,
  provider text not null,
  maintenance boolean not null,
  supported boolean not null,
  scraping boolean not null,
  definition text not null, -- JSON: how its user-sites are refreshed
  schedule text not null, -- the text of its schedule; empty = plan or by hand only
  told boolean not null, -- whether every user-site follows that schedule by now
  changes bigint not null default 0 -- how often there was something to tell: what came meanwhile is not lost
);
create index sites_by_provider on sites (provider, id);
create index sites_untold on sites (id) where not told;

-- One number for all sites: a node that has seen another one reads them again.
create table sites_version (version bigint not null);
insert into sites_version values (0);

create table user_sites (
  id text primary key,
  user_id text not null references users,
  site_id text not null references sites,
  status text not null check (status in ('CONNECTED', 'STEP_NEEDED', 'DISCONNECTED')),
  migrating boolean not null,
  last_refresh timestamptz, -- as it was given from outside; what Millrace did itself is in the journal
  last_mfa_required_at timestamptz,
  owner text not null generated always as (site_id || '/' || id) stored unique
);
create index user_sites_by_user on user_sites (user_id, id);
create index user_sites_by_site on user_sites (site_id, id);
create index user_sites_by_status on user_sites (status, id) where status <> 'CONNECTED';

-- The plan: which user in which minute of which UTC day. A day is a partition, filled before it is
-- attached and dropped as a whole.

create table plan (
  date date not null,
  minute integer not null, -- of the day: 60 = 01:00
  user_id text not null,
  pass integer not null, -- 1 to n
  skipped text, -- why this user was left out when the minute ran; null = it was not
  primary key (date, minute, user_id)
) partition by list (date);
create index plan_by_user on plan (date, user_id);

create table plan_days (
  date date primary key,
  planned_at timestamptz not null,
  added integer not null default 0 -- users laid in since: each goes elsewhere than the one before
);

-- With which number of refreshes each client was planned: another one makes what is left of its day new.
create table plan_clients (
  date date not null references plan_days on delete cascade,
  client_id text not null,
  refreshes_per_day integer not null,
  primary key (date, client_id)
);

-- Users who came after the day was planned.
create table unplanned_users (
  user_id text primary key
);

create table plan_minutes (
  at timestamptz primary key,
  state text not null check (state in ('waiting', 'done', 'missed')),
  users integer not null default 0, -- in the plan
  skipped_users text not null default '{}', -- JSON: reason → count
  user_sites integer not null default 0,
  started integer not null default 0,
  skipped_user_sites text not null default '{}',
  done_at timestamptz
);
create index plan_minutes_waiting on plan_minutes (at) where state = 'waiting';

-- A user-site that is disabled until it is saved again has no due time, and says here why.
alter table due add column disabled_reason text;
create index due_disabled on due (owner) where disabled_reason is not null;

-- What is to be told to the webhooks: written with the events, sent afterwards.

create table notifications (
  id uuid primary key,
  at timestamptz not null,
  kind text not null,
  subject text not null,
  details text not null, -- JSON
  fanned_out boolean not null default false -- whether each webhook that wants it has its delivery
);
create index notifications_at on notifications (at desc, id desc);
create index notifications_by_kind on notifications (kind, at desc, id desc);
create index notifications_new on notifications (at, id) where not fanned_out;

create table deliveries (
  notification_id uuid not null references notifications on delete cascade,
  webhook text not null,
  attempts integer not null default 0, -- the number of the newest one: only its answer counts
  next_at timestamptz, -- null = delivered, or given up; while one is under way: when it counts as lost
  delivered_at timestamptz,
  error text not null default '',
  primary key (notification_id, webhook)
);
create index deliveries_next on deliveries (webhook, next_at) where next_at is not null;
