-- The version whose preview was computed: only that one is switched on.
alter table automations add column previewed_version integer;
-- Actions of one automation on a day (UTC): a loop through a program outside is not known by its chain, and ends here.
alter table automations add column counted_on date;
alter table automations add column counted_actions integer not null default 0;
-- The day on which people were informed that its limit was reached.
alter table automations add column limit_noticed_on date;
-- Runs that were skipped on a day because too many waited.
alter table automation_days add column skipped integer not null default 0;
-- A preview reads the newest events of one type, also of one that is rare among a million.
create index webhook_messages_type_idx on webhook_messages (organization_id, type, id);
