-- A collection that was taken out of the sources is suspended: its events stay for as long as its tasks, should it come back. The release
-- before does not know of it, and takes it for deleted.
alter table removed_owner add column suspended boolean not null default false;
create index removed_owner_suspended on removed_owner (owner) where suspended;
