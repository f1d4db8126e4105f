-- Events are read by their actor only, and carry no tags. What the plugin has for those who read all of them in order cost every
-- event an index entry, and every event that is deleted a look-up. The empty table of tags stays for nodes of the release before.
alter table event_tag drop constraint event_tag_event_id_fkey;
drop index event_journal_ordering_idx;
