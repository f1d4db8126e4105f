-- Tokens with roles, made and revoked through the API.
-- kept_in says where a node found an admin token at its start, and is null for those that the API made.
alter table access_token rename column note to name;
alter table access_token
  add column id uuid not null default gen_random_uuid(),
  add column kept_in text,
  add column created_by text not null default '',
  add column expires_at timestamptz,
  add column last_used_at timestamptz,
  add constraint access_token_role check (role in ('admin', 'operator', 'viewer', 'worker'));
update access_token set kept_in = name;
create unique index access_token_id on access_token (id);

-- One row: other nodes look at it once a second.
create table access_version (version bigint not null);
insert into access_version values (0);
