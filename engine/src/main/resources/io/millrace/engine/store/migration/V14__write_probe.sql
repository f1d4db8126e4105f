-- Nodes write here now and then, to learn whether the database can write; see WriteProbe. It has one row and says nothing.
create table write_probe (
  at timestamptz not null default now()
);
