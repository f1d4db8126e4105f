-- The state of each user-site and each token: one row, written with the rows beside it. The journal keeps the events of pools only.
-- The events of an owner from before stay until it is first written: then its row takes their place.
-- A transaction often writes all rows of a page: the page has room for a second version of each of them.
create table owner_state (
  owner text primary key,
  revision bigint not null, -- one more with each write: whoever has an older one is outdated
  serializer_id integer not null,
  manifest text not null,
  state bytea not null
) with (fillfactor = 45);

-- Nodes of the release before would write events that nobody reads. From here on they cannot.
alter table event_journal add constraint event_journal_has_no_owners
  check (persistence_id not like 'user-site|%' and persistence_id not like 'token|%') not valid;

-- Of a deleted owner: the revision with which it was deleted. A later one means that it was created again.
-- null = it was deleted before there were revisions.
alter table removed_owner add column revision bigint;

-- The same for tasks, whose start is written for many at once. With less room every second update went to another page, and had to
-- add an entry to each index.
do $$
declare
  part regclass;
begin
  for part in select inhrelid::regclass from pg_inherits where inhparent = 'task'::regclass loop
    execute format('alter table %s set (fillfactor = 50)', part);
  end loop;
end $$;
