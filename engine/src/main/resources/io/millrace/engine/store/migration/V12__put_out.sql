-- Nodes that the others go on without; see PutOut. It takes the place of the lease.
create table put_out (
  node text primary key, -- address#uid: a node that is started again is another one
  at timestamptz not null default now()
);
drop table lease;
