-- What a worker's token is bound to; null = not bound, as all were before.
alter table access_token
  add column queues text[],
  add column pools text[],
  add column worker_prefix text,
  add column projects text[];

-- The token that uses a worker's id. No other token may use the id, or report on what it was given.
create table worker_id (
  id text primary key,
  token uuid not null,
  used_at timestamptz not null
);
create index worker_id_used_at on worker_id (used_at);
