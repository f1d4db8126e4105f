-- The journal: akka-persistence-jdbc's own tables, as its documentation gives them for PostgreSQL.

create table event_journal (
  ordering bigserial,
  persistence_id varchar(255) not null,
  sequence_number bigint not null,
  deleted boolean default false not null,
  writer varchar(255) not null,
  write_timestamp bigint,
  adapter_manifest varchar(255),
  event_ser_id integer not null,
  event_ser_manifest varchar(255) not null,
  event_payload bytea not null,
  meta_ser_id integer,
  meta_ser_manifest varchar(255),
  meta_payload bytea,
  primary key (persistence_id, sequence_number)
);
create unique index event_journal_ordering_idx on event_journal (ordering);

create table event_tag (
  event_id bigint,
  tag varchar(256),
  primary key (event_id, tag),
  foreign key (event_id) references event_journal (ordering) on delete cascade
);

create table snapshot (
  persistence_id varchar(255) not null,
  sequence_number bigint not null,
  created bigint not null,
  snapshot_ser_id integer not null,
  snapshot_ser_manifest varchar(255) not null,
  snapshot_payload bytea not null,
  meta_ser_id integer,
  meta_ser_manifest varchar(255),
  meta_payload bytea,
  primary key (persistence_id, sequence_number)
);

-- The task history: one row per attempt. Written by events, in the journal's own transaction.
-- Every row is updated twice soon after it was inserted: room is left in each page, and no index has
-- a column that changes, so that an update touches the row only.

create table task (
  attempt_uid uuid primary key, -- version 7, so in the order of creation
  source text not null,
  collection text not null,
  attempt_no integer not null,
  status text not null,
  reason text not null,
  priority integer not null,
  system text not null,
  pool text not null,
  timeout_ms bigint not null,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  deadline timestamptz,
  worker text not null default '',
  message text not null default '',
  user_message text not null default ''
) with (fillfactor = 70);
create index task_by_source on task (source, created_at desc, attempt_uid desc);

-- The tasks that have not ended, queued or running: what flow control reads when it starts.

create table open_task (
  attempt_uid uuid primary key,
  pool text not null
);

-- The due index: when each owner must next be woken, and the schedule it follows.

create table due (
  owner text primary key,
  at timestamptz,
  schedule text not null
) with (fillfactor = 70);
create index due_at on due (at, owner);

-- The sources documents; the newest is in force. Older ones stay, as the record of who changed what.

create table sources (
  version bigint generated always as identity primary key,
  document text not null,
  saved_by text not null,
  saved_at timestamptz not null default now()
);

-- Who may use the API. Only a hash of each token is kept.

create table access_token (
  hash bytea primary key,
  role text not null,
  note text not null,
  created_at timestamptz not null default now()
);
