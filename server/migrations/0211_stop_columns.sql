-- Headings of a file whose marked rows are people who may not be contacted.
alter table imports add column stop_columns text[] not null default '{}';
