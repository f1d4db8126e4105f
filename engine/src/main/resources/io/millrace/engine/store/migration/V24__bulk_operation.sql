-- Tasks that are canceled, or run again, many at once. The node that does it stores how far it is after each page.
create table bulk_operation (
  id uuid primary key,
  action text not null check (action in ('cancel', 'rerun')),
  search text not null, -- JSON: which tasks
  asked_by text not null,
  asked_at timestamptz not null,
  state text not null check (state in ('running', 'aborting', 'done', 'aborted')),
  node text not null, -- its address
  claim text not null, -- the process of that node: only it may go on
  seen_at timestamptz not null, -- when that process stored something last
  after uuid, -- the last task that was handled
  total bigint not null,
  more boolean not null, -- whether there were more than could be counted
  handled bigint not null,
  done bigint not null,
  refused text not null, -- JSON: how many, by reason
  ended_at timestamptz
);
create index bulk_operation_by_time on bulk_operation (asked_at desc, id);

