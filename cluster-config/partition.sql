-- Divides the states of owners and the due index into 16 tables each, by the hash of the owner: for tens of millions of
-- user-sites, so that vacuum has tables that it gets through. Everything works as before; see docs/operations.md.
-- Once, while no node runs and with room for a second copy:  psql -1 -v ON_ERROR_STOP=1 -f cluster-config/partition.sql "$URL"
do $$
declare
  divided text[];
  whole text;
  indexes text[];
  made text;
begin
  foreach divided slice 1 in array array[
      ['owner_state', '45'],
      ['due', '70']] loop
    continue when (select relkind from pg_class where oid = divided[1]::regclass) = 'p';
    whole := divided[1] || '_whole';
    raise notice 'dividing %', divided[1];
    indexes := array(
      select pg_get_indexdef(indexrelid) from pg_index where indrelid = divided[1]::regclass and not indisprimary);
    execute format('alter table %I rename to %I', divided[1], whole);
    execute format('create table %I (like %I including defaults) partition by hash (owner)', divided[1], whole);
    for part in 0..15 loop
      execute format(
        'create table %I partition of %I for values with (modulus 16, remainder %s)'
          ' with (fillfactor = %s, autovacuum_vacuum_scale_factor = 0.01)',
        divided[1] || '_' || part, divided[1], part, divided[2]);
    end loop;
    execute format('insert into %I select * from %I', divided[1], whole);
    execute format('drop table %I', whole);
    execute format('alter table %I add primary key (owner)', divided[1]);
    foreach made in array indexes loop
      execute made;
    end loop;
  end loop;
end $$;
