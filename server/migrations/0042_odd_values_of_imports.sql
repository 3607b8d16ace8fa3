-- Values that a wrong encoding damaged. They are imported unchanged, counted and listed in the report.
alter table imports add column odd_values integer not null default 0;
