-- The lead in whose conversation it was said. No foreign key: an entry outlives its lead, and whoever writes one waits for no lock of a lead.
alter table suppressions add column prospect_id bigint;
