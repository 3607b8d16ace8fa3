-- What the public status page shows: minutes by state, for each part and day (UTC). Of the whole installation; it holds nothing of a tenant.
-- Four rows a day, kept for 90 days.
create table status_days (
  day date not null,
  part text not null check (part in ('sending', 'inbox', 'api', 'imports')),
  first_minute timestamptz not null,
  last_minute timestamptz not null,
  -- 0 good, 1 degraded, 2 down: what was measured in the last minute. Several processes measure; the worst counts.
  last_state smallint not null check (last_state between 0 and 2),
  good integer not null default 0,
  degraded integer not null default 0,
  down integer not null default 0,
  primary key (day, part)
);
grant select, insert, update, delete on status_days to overture_system;
