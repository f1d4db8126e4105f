-- Simulations: what was asked, and what they found. Only the newest are kept.
create table simulations (
  id uuid primary key,
  created_at timestamptz not null,
  created_by text not null,
  request text not null, -- JSON, as it was given
  state text not null check (state in ('waiting', 'running', 'done', 'failed')),
  progress real not null default 0, -- 0 to 1
  alive_at timestamptz not null, -- the node that has it says so every few seconds
  error text not null default '',
  result text -- JSON; null = it is not done
);
create index simulations_newest on simulations (created_at desc, id desc);
