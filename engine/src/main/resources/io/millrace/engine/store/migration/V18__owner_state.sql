-- The state of each user-site and each token: one row, written with the rows beside it. The journal keeps the events of pools only.
-- The events of an owner from before stay until it is first written: then its row takes their place.
create table owner_state (
  owner text primary key,
  revision bigint not null, -- one more with each write: whoever has an older one is outdated
  serializer_id integer not null,
  manifest text not null,
  state bytea not null
) with (fillfactor = 60);

-- Nodes of the release before would write events that nobody reads. From here on they cannot.
alter table event_journal add constraint event_journal_has_no_owners
  check (persistence_id not like 'user-site|%' and persistence_id not like 'token|%') not valid;

-- Of a deleted owner: the revision with which it was deleted. A later one means that it was created again.
-- null = it was deleted before there were revisions.
alter table removed_owner add column revision bigint;
