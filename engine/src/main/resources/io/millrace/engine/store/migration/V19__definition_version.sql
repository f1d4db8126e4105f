-- The version of a site's definition, for a caller who expects one. No number comes twice, not even after a deletion.
create sequence definition_version;
alter table sites add column version bigint not null default nextval('definition_version');
