-- Who goes on when nodes cannot reach each other; see DatabaseLease.
create table lease (
  name text primary key,
  owner text not null,
  until timestamptz not null
);
