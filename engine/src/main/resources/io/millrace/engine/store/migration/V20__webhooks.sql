-- The webhooks that are definitions; others are in the settings of the nodes.
create table webhooks (
  name text primary key,
  url text not null,
  kinds text[] not null,
  secret bytea not null, -- encrypted, as the secrets of projects are
  saved_by text not null,
  saved_at timestamptz not null,
  version bigint not null default nextval('definition_version')
);
