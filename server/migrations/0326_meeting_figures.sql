-- How often a meeting was moved.
alter table meetings add column moves integer not null default 0 check (moves >= 0);
