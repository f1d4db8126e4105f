-- Workers that were lost while they ran something, for a day. A pool adds a row; the tasks say what became of them.
create table lost_worker (
  worker text not null,
  pool text not null,
  at timestamptz not null,
  attempts uuid[] not null,
  primary key (worker, pool)
);
create index lost_worker_at on lost_worker (at);
