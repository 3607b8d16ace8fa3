-- The time zone of a lead as a person typed it or a file said; where nobody did, it is told by what else is known of the lead.
alter table prospects add column time_zone text;
