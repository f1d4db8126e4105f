-- Nodes that the others go on without; see PutOut. It takes the place of the lease, which stays for as long as nodes of
-- the release before may run beside this one.
create table put_out (
  node text primary key, -- address#uid: a node that is started again is another one
  at timestamptz not null default now()
);
