-- Divides the journal, its snapshots and the due index into 16 tables each, by the hash of who they belong to: for tens of
-- millions of user-sites, so that vacuum has tables that it gets through. Everything goes on as before; see docs/operations.md.
-- Once, while no node runs and with room for a second copy:  psql -1 -v ON_ERROR_STOP=1 -f cluster-config/partition.sql "$URL"
do $$
declare
  divided text[];
  whole text;
  indexes text[];
  made text;
begin
  foreach divided slice 1 in array array[
      ['event_journal', 'persistence_id', 'persistence_id, sequence_number'],
      ['snapshot', 'persistence_id', 'persistence_id, sequence_number'],
      ['due', 'owner', 'owner']] loop
    whole := divided[1] || '_whole';
    raise notice 'dividing %', divided[1];
    indexes := array(
      select pg_get_indexdef(indexrelid) from pg_index where indrelid = divided[1]::regclass and not indisprimary);
    execute format('alter table %I rename to %I', divided[1], whole);
    execute format('create table %I (like %I including defaults) partition by hash (%I)', divided[1], whole, divided[2]);
    for part in 0..15 loop
      execute format(
        'create table %I partition of %I for values with (modulus 16, remainder %s)'
          ' with (fillfactor = %s, autovacuum_vacuum_scale_factor = 0.01)',
        divided[1] || '_' || part, divided[1], part, case divided[1] when 'due' then 70 else 100 end);
    end loop;
    execute format('insert into %I select * from %I', divided[1], whole);
    if divided[1] = 'event_journal' then
      alter sequence event_journal_ordering_seq owned by event_journal.ordering;
    end if;
    execute format('drop table %I', whole);
    execute format('alter table %I add primary key (%s)', divided[1], divided[3]);
    foreach made in array indexes loop
      execute made;
    end loop;
  end loop;
end $$;
