-- Runs of automations are decided in batches, in a loop of their own; only those that met the conditions are carried out one by one.
-- Beyond a daily limit, actions that end outreach are carried out at once, and the others of the run wait.

-- No day has counted the actions of this run that wait. Actions that end outreach wait for no limit.
alter table automation_runs add column is_over_limit boolean not null default false;
update automation_runs set is_over_limit = true where state = 'pending' and rule_id is not null
  and not exists (select from automation_effects e where e.run_id = automation_runs.id);

-- To be decided.
create index automation_runs_undecided_idx on automation_runs (organization_id, not_before, id) where state = 'pending' and actions is null;
-- To be carried out.
create index automation_runs_begun_idx on automation_runs (organization_id, not_before, id) where state = 'pending' and actions is not null;
drop index automation_runs_pending_idx;
