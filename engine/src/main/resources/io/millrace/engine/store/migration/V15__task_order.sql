-- Tasks that follow from one trigger, or from one range that is run again, start in an order of
-- their own: the line they are in, and their place in it. Both are null for all others.

alter table open_task add column line text, add column place bigint;
