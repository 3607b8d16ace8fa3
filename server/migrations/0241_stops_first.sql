-- Runs with actions left that end outreach. Their loop found a run by the time '-infinity' only: a stop that failed once, or whose worker
-- died, went to the end of the queue.
alter table automation_runs add column has_stops boolean not null default false;
update automation_runs set has_stops = true where state = 'pending' and not_before = '-infinity';
create index automation_runs_stops_idx on automation_runs (organization_id, not_before, id)
  where state = 'pending' and actions is not null and has_stops;
