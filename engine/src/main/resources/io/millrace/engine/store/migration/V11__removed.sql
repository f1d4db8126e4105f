-- User-sites and collections that were deleted. What is left of them goes: their events soon, their last tasks, which would
-- stay however old they are, with those of that age. Then their row here goes, too.
create table removed_owner (
  owner text primary key,
  since timestamptz, -- when the upkeep first saw it; null = it has not yet
  has_events boolean not null default true
);
create index removed_owner_with_events on removed_owner (since nulls first) where has_events;
