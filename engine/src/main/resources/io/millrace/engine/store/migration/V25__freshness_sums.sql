-- The budget of a client, site, source or job is the sum of its objects, whatever is deleted, moved or promised again.

-- The settings with which the rows were judged, in one row. The keeper judges all rows again when they are others.
create table freshness_settings (settings text not null);

-- The parts of a closed stale time by UTC day.
create function freshness_days(started timestamptz, ended timestamptz) returns table (day date, ms numeric) language sql stable as $$
  select midnight::date,
    freshness_ms(least(ended, (midnight + interval '1 day') at time zone 'UTC')) - freshness_ms(greatest(started, midnight at time zone 'UTC'))
  from generate_series(
    date_trunc('day', greatest(started, ended - interval '400 days') at time zone 'UTC'), ended at time zone 'UTC', interval '1 day') as midnight
$$;

-- Adds the closed stale times of these rows to the counts, or takes them away.
create function freshness_times(counted freshness[], sign int) returns void language sql as $$
  insert into freshness_delta
  select dimension, name, part.day, 0, 0, 0, 0, 0, sum(sign * part.ms), 0, 0
  from unnest(counted) as r join stale_period as p on p.owner = r.owner
  cross join lateral freshness_days(p.started_at, p.ended_at) as part
  cross join lateral (values ('client', r.client),
    (case r.kind when 'user-site' then 'site' when 'collection' then 'source' else 'job' end, r.source)) as place (dimension, name)
  where name <> '' group by dimension, name, part.day
$$;

-- Their promises are gone, and their stale times with them.
create function freshness_forget(gone freshness[]) returns void language sql as $$
  select freshness_times(gone, -1);
  delete from stale_period as p using unnest(gone) as g where p.owner = g.owner
$$;

-- As before, but a row that is stale when it is made is told of, too.
create or replace function freshness_notify(before freshness[], moved freshness[]) returns void language sql as $$
  insert into notifications (id, at, kind, subject, details)
  select gen_random_uuid(), n.since,
    case n.state when 'stale' then 'stale' when 'at-risk' then 'objective-at-risk' else 'fresh-again' end,
    case n.kind when 'job' then n.source || substr(n.owner, strpos(n.owner, '/')) else n.owner end,
    json_build_object('kind', n.kind, 'client', n.client, 'source', n.source, 'promise', n.promise, 'promised_by', n.promised_by,
      'last_success', coalesce(to_char(n.last_success at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), ''),
      'stale_at', to_char(n.stale_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))::text
  from unnest(moved) with ordinality as n left join unnest(before) with ordinality as o on n.ordinality = o.ordinality
  where o.state is distinct from n.state and (n.state in ('stale', 'at-risk') or n.state = 'fresh' and o.state = 'stale')
$$;

-- As before, but a promise that ends or changes takes its stale times along, and one that moves moves them.
create or replace function freshness_moved() returns trigger language plpgsql as $$
declare
  before freshness[];
  moved freshness[];
begin
  if tg_op = 'INSERT' then
    select array_agg(row(n.*)::freshness) into moved from new_rows n;
    perform freshness_count(moved, 1);
    perform freshness_notify(null, moved);
  elsif tg_op = 'DELETE' then
    select array_agg(row(o.*)::freshness) into before from old_rows o;
    if before is not null then
      perform freshness_count(before, -1);
      perform freshness_forget(before);
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
      perform freshness_forget((
        select array_agg(before[i]) from generate_subscripts(before, 1) as i
        where (before[i]).promised_at <> (moved[i]).promised_at));
      perform freshness_times(parts.was, -1), freshness_times(parts.is_now, 1) from (
        select array_agg(before[i]) as was, array_agg(moved[i]) as is_now from generate_subscripts(before, 1) as i
        where (before[i]).promised_at = (moved[i]).promised_at
          and ((before[i]).client, (before[i]).source) is distinct from ((moved[i]).client, (moved[i]).source)) as parts;
      perform freshness_notify(before, moved);
    end if;
  end if;
  return null;
end $$;

-- The stale times that are stored belong to promises that hold, and count once.
update freshness set since = promised_at where state = 'stale' and since < promised_at;
delete from stale_period as p where not exists (select from freshness as f where f.owner = p.owner and f.promised_at < p.ended_at);
update stale_period as p set started_at = f.promised_at from freshness as f where f.owner = p.owner and p.started_at < f.promised_at;
update freshness_total set stale_ms = 0 where stale_ms <> 0;
update freshness_delta set stale_ms = 0 where stale_ms <> 0;
select freshness_times(array[f], 1) from freshness as f where exists (select from stale_period as p where p.owner = f.owner);
