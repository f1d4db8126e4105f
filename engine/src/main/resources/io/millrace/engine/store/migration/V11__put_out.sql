-- Nodes that the others went on without, for those that slept through it; see PutOut.
create table put_out (
  node text primary key, -- address#uid: a node that is started again is another one
  at timestamptz not null default now()
);
