alter table task add column queue text not null default '';
