-- Rows that were added without a name, a company or a LinkedIn URL although the file has a column of it. The report lists them.
alter table imports add column incomplete_rows integer not null default 0;
