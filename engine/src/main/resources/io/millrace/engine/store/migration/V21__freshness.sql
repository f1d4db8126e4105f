-- Freshness: what is promised, how each promise stands, and how much stale time there was.

-- The promise of a definition, such as 6h at 99%; null = none. The nearest counts: user-site, site, client.
alter table clients add column fresh text;
alter table sites add column fresh text;
alter table user_sites add column fresh text;
create index user_sites_promised on user_sites (id) where fresh is not null;

-- One row for each user-site, collection and last step of a job that has a promise. Successes are written with the owner's state; all else is
-- judged by one actor in the cluster, whenever next_at has come.
create table freshness (
  owner text primary key, -- site/user-site, source/collection or job:number/step
  kind text not null check (kind in ('user-site', 'collection', 'job')),
  client text not null, -- empty if it has none
  source text not null, -- the site, the source, or project/name of the job
  promise text not null,
  promised_by text not null, -- the kind of the definition that has it
  promised_at timestamptz not null, -- since when this promise holds
  within_ms bigint not null,
  lead_ms bigint not null, -- how long before stale_at to look at what is ahead
  allowed bigint not null, -- millionths of the time in which it may be stale
  last_success timestamptz, -- null = none is known
  state text not null check (state in ('fresh', 'at-risk', 'stale', 'exempt')),
  since timestamptz not null,
  exemption text not null, -- why it is exempt; else empty
  stale_at timestamptz not null,
  next_at timestamptz -- null = only a change or a success makes a difference
) with (fillfactor = 70);
create index freshness_next on freshness (next_at) where next_at is not null;
create index freshness_by_client on freshness (client, owner);
create index freshness_late on freshness (state, since, owner) where state in ('at-risk', 'stale');
create index freshness_late_by_client on freshness (client, state, since, owner) where state in ('at-risk', 'stale');
create index freshness_late_by_source on freshness (source, state, since, owner) where state in ('at-risk', 'stale');

-- Stale times that are over. They are kept for the window of the budgets.
create table stale_period (
  owner text not null,
  started_at timestamptz not null,
  ended_at timestamptz not null,
  primary key (owner, started_at)
);
create index stale_period_ended on stale_period (ended_at);

-- Counts by client, site, source and job. The row of the day -infinity has what is now, the others what belongs to that UTC day.
create table freshness_total (
  dimension text not null, -- client, site, source or job
  name text not null,
  day date not null,
  fresh bigint not null,
  at_risk bigint not null,
  stale bigint not null,
  exempt bigint not null,
  stale_since numeric not null, -- of those that are stale now: the sum of the milliseconds of since
  stale_ms bigint not null, -- of stale times that are over: their part of that day
  allowed bigint not null, -- the sum of allowed: of all, and of those promised on that day
  promised_ms numeric not null, -- the sum of allowed times the milliseconds of promised_at
  primary key (dimension, name, day)
);

-- What is not in the counts yet. Writers only add rows, so they never wait for each other; the keeper of freshness folds them in.
create table freshness_delta (like freshness_total);

-- What the keeper has to look at, because a definition or a fact changed.
create table freshness_change (
  id bigint generated always as identity primary key,
  kind text not null, -- user-site: names are owners; else user, client or site
  names text[] not null,
  after text not null default '' -- how far it has got
);

create function freshness_ms(at timestamptz) returns numeric language sql immutable as
  $$ select round(extract(epoch from at) * 1000) $$;

-- Adds these rows to the counts, or takes them away.
create function freshness_count(counted freshness[], sign int) returns void language sql as $$
  insert into freshness_delta
  select dimension, name, day,
    sum(case when day = '-infinity' and state = 'fresh' then sign else 0 end),
    sum(case when day = '-infinity' and state = 'at-risk' then sign else 0 end),
    sum(case when day = '-infinity' and state = 'stale' then sign else 0 end),
    sum(case when day = '-infinity' and state = 'exempt' then sign else 0 end),
    sum(case when day = '-infinity' and state = 'stale' then sign * freshness_ms(since) else 0 end),
    0, sum(sign * allowed), sum(sign * allowed * freshness_ms(promised_at))
  from unnest(counted) as r
  cross join lateral (values ('client', r.client),
    (case r.kind when 'user-site' then 'site' when 'collection' then 'source' else 'job' end, r.source)) as place (dimension, name)
  cross join lateral (values ('-infinity'::date), ((r.promised_at at time zone 'UTC')::date)) as days (day)
  where name <> '' group by dimension, name, day
$$;

-- Keeps the stale times that end now, and counts them on their days.
create function freshness_close(ending freshness[], ends timestamptz[]) returns void language sql as $$
  with ended as (
    select r.owner, r.kind, r.client, r.source, r.since as started_at, greatest(r.since, e.ended_at) as ended_at
    from unnest(ending) with ordinality as r join unnest(ends) with ordinality as e (ended_at, place) on place = r.ordinality
    where r.state = 'stale'),
  kept as (
    insert into stale_period select owner, started_at, ended_at from ended where ended_at > started_at
    on conflict (owner, started_at) do nothing returning owner, started_at)
  insert into freshness_delta
  select dimension, name, day::date, 0, 0, 0, 0, 0,
    sum(freshness_ms(least(ended_at, (day + interval '1 day') at time zone 'UTC'))
      - freshness_ms(greatest(started_at, day at time zone 'UTC'))), 0, 0
  from ended join kept using (owner, started_at)
  cross join lateral generate_series(
    date_trunc('day', greatest(started_at, ended_at - interval '400 days') at time zone 'UTC'),
    ended_at at time zone 'UTC', interval '1 day') as day
  cross join lateral (values ('client', client),
    (case kind when 'user-site' then 'site' when 'collection' then 'source' else 'job' end, source)) as place (dimension, name)
  where name <> '' group by dimension, name, day
$$;

-- Tells the webhooks of these changes.
create function freshness_notify(before freshness[], moved freshness[]) returns void language sql as $$
  insert into notifications (id, at, kind, subject, details)
  select gen_random_uuid(), n.since,
    case n.state when 'stale' then 'stale' when 'at-risk' then 'objective-at-risk' else 'fresh-again' end,
    case n.kind when 'job' then n.source || substr(n.owner, strpos(n.owner, '/')) else n.owner end,
    json_build_object('kind', n.kind, 'client', n.client, 'source', n.source, 'promise', n.promise, 'promised_by', n.promised_by,
      'last_success', coalesce(to_char(n.last_success at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), ''),
      'stale_at', to_char(n.stale_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))::text
  from unnest(before) with ordinality as o join unnest(moved) with ordinality as n on n.ordinality = o.ordinality
  where o.state <> n.state and (n.state in ('stale', 'at-risk') or n.state = 'fresh' and o.state = 'stale')
$$;

-- Runs once for each statement, so that each change of a state is counted once, whoever makes it.
create function freshness_moved() returns trigger language plpgsql as $$
declare
  before freshness[];
  moved freshness[];
begin
  if tg_op = 'INSERT' then
    select array_agg(row(n.*)::freshness) into moved from new_rows n;
    perform freshness_count(moved, 1);
  elsif tg_op = 'DELETE' then
    select array_agg(row(o.*)::freshness) into before from old_rows o;
    if before is not null then
      perform freshness_close(before, array_fill(now(), array[cardinality(before)]));
      perform freshness_count(before, -1);
    end if;
  else
    select array_agg(row(o.*)::freshness order by o.owner), array_agg(row(n.*)::freshness order by o.owner) into before, moved
    from old_rows o join new_rows n using (owner)
    where (o.state, o.since, o.client, o.source, o.allowed, o.promised_at)
      is distinct from (n.state, n.since, n.client, n.source, n.allowed, n.promised_at);
    if before is not null then
      perform freshness_close(before, (select array_agg(m.since order by m.ordinality) from unnest(moved) with ordinality as m));
      perform freshness_count(before, -1);
      perform freshness_count(moved, 1);
      perform freshness_notify(before, moved);
    end if;
  end if;
  return null;
end $$;

create trigger freshness_inserted after insert on freshness
  referencing new table as new_rows for each statement execute function freshness_moved();
create trigger freshness_updated after update on freshness
  referencing old table as old_rows new table as new_rows for each statement execute function freshness_moved();
create trigger freshness_deleted after delete on freshness
  referencing old table as old_rows for each statement execute function freshness_moved();

-- Whatever a promise depends on in the directory: one row for each statement, in its own transaction.
create function freshness_follow() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'user_sites' then
    if tg_op = 'UPDATE' then
      insert into freshness_change (kind, names) select 'user-site', array_agg(n.owner)
      from new_rows n join old_rows o using (id)
      where (n.status, n.migrating, n.last_refresh, n.last_mfa_required_at, n.fresh)
        is distinct from (o.status, o.migrating, o.last_refresh, o.last_mfa_required_at, o.fresh)
      having count(*) > 0;
    else
      insert into freshness_change (kind, names) select 'user-site', array_agg(owner) from new_rows having count(*) > 0;
    end if;
  elsif tg_table_name = 'users' then
    insert into freshness_change (kind, names) select 'user', array_agg(n.id) from new_rows n join old_rows o using (id)
    where (n.status, n.last_login) is distinct from (o.status, o.last_login) having count(*) > 0;
  elsif tg_table_name = 'clients' then
    insert into freshness_change (kind, names) select 'client', array[n.id] from new_rows n join old_rows o using (id)
    where (n.fresh, n.requires_recent_login) is distinct from (o.fresh, o.requires_recent_login);
  else
    insert into freshness_change (kind, names) select 'site', array[n.id] from new_rows n join old_rows o using (id)
    where (n.fresh, n.provider, n.maintenance, n.supported, n.scraping)
      is distinct from (o.fresh, o.provider, o.maintenance, o.supported, o.scraping);
  end if;
  return null;
end $$;

create trigger user_sites_inserted after insert on user_sites
  referencing new table as new_rows for each statement execute function freshness_follow();
create trigger user_sites_updated after update on user_sites
  referencing old table as old_rows new table as new_rows for each statement execute function freshness_follow();
create trigger user_sites_deleted after delete on user_sites
  referencing old table as new_rows for each statement execute function freshness_follow();
create trigger users_updated after update on users
  referencing old table as old_rows new table as new_rows for each statement execute function freshness_follow();
create trigger clients_updated after update on clients
  referencing old table as old_rows new table as new_rows for each statement execute function freshness_follow();
create trigger sites_updated after update on sites
  referencing old table as old_rows new table as new_rows for each statement execute function freshness_follow();
