-- In the order of the claim: events of one transaction wait since one instant, and each claim sorted all of them.
drop index automation_runs_pending_idx;
create index automation_runs_pending_idx on automation_runs (organization_id, not_before, id) where state = 'pending';
