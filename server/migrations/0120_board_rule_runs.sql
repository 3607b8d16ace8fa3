-- Rules of boards run on the engine of automations: their runs are in the same log.
alter table automation_runs alter column automation_id drop not null;
alter table automation_runs alter column message_id drop not null;
-- Of a rule: its run has no message. It names the fact, the lead and the automations that caused it.
alter table automation_runs add column rule_id bigint;
alter table automation_runs add column set_off_by text check (set_off_by in ('replied', 'interested', 'not_interested', 'entered'));
alter table automation_runs add column prospect_id bigint;
alter table automation_runs add column automation_chain bigint[];
alter table automation_runs add constraint automation_runs_rule_id_fkey foreign key (organization_id, rule_id)
  references kanban_rules (organization_id, id) on delete cascade;
alter table automation_runs add constraint automation_runs_prospect_id_fkey foreign key (organization_id, prospect_id)
  references prospects (organization_id, id) on delete set null (prospect_id);
alter table automation_runs add constraint automation_runs_cause_check check (num_nonnulls(automation_id, rule_id) = 1
  and (message_id is null) = (automation_id is null) and (rule_id is null or (set_off_by is not null and actions is not null)));
create index automation_runs_rule_id_idx on automation_runs (rule_id, id) where rule_id is not null;
create index automation_runs_prospect_id_idx on automation_runs (prospect_id) where prospect_id is not null;
-- Runs of automations go with their messages.
create index automation_runs_old_idx on automation_runs (created_at) where rule_id is not null;

-- As before. In a chain a rule of a board has its id with a minus; what it does is no automation's.
create or replace function current_automation_id() returns bigint
  language sql stable parallel safe
  return nullif(greatest((current_automation_chain())[cardinality(current_automation_chain())], 0), 0);
