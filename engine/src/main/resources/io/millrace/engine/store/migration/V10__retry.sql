-- Which retry of a refresh that failed is booked; 0 if what is booked is none.
alter table due add column retry integer not null default 0;
