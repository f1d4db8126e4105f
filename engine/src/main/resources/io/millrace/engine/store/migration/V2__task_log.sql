-- What tasks said. seq orders the lines of a task; times may repeat and may step back.
create table task_log (
  task uuid not null,
  seq bigint not null,
  time timestamptz not null,
  level text not null check (level in ('info', 'error')),
  message text not null,
  primary key (task, seq)
);
