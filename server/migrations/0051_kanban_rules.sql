-- Rules of boards (slices/kanban): they put a lead into a column, or act when its card comes into one.

create table kanban_rules (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  board_id bigint not null,
  -- Where the card is put, or what it comes into.
  column_id bigint not null,
  -- What sets it off: a fact of the lead, or that its card came into the column ('entered').
  set_off_by text not null check (set_off_by in ('replied', 'interested', 'not_interested', 'entered')),
  -- Of facts of the lead: only where it is in one of these campaigns; any where empty.
  campaign_ids bigint[] not null default '{}',
  -- Of 'entered': what is done.
  label_id bigint,
  push_to text,
  stops_campaigns boolean not null default false,
  is_active boolean not null default true,
  created_at timestamptz not null default app_now(),
  unique (organization_id, id),
  constraint kanban_rules_board_id_fkey foreign key (organization_id, board_id)
    references kanban_boards (organization_id, id) on delete cascade,
  constraint kanban_rules_column_id_fkey foreign key (organization_id, board_id, column_id)
    references kanban_columns (organization_id, board_id, id) on delete cascade,
  constraint kanban_rules_label_id_fkey foreign key (organization_id, label_id)
    references chat_labels (organization_id, id) on delete set null (label_id)
);
create index kanban_rules_board_id_idx on kanban_rules (board_id, id);
create index kanban_rules_column_id_idx on kanban_rules (column_id);
create index kanban_rules_label_id_idx on kanban_rules (label_id);
-- What an event asks: usually none.
create index kanban_rules_set_off_by_idx on kanban_rules (organization_id, set_off_by) where is_active;
call protect_tenant_table('kanban_rules');

-- That a rule has put a lead into its column: once, so that a person who moves the card elsewhere has the last word.
create table kanban_rule_runs (
  rule_id bigint not null,
  prospect_id bigint not null,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  created_at timestamptz not null default app_now(),
  primary key (rule_id, prospect_id),
  constraint kanban_rule_runs_rule_id_fkey foreign key (organization_id, rule_id)
    references kanban_rules (organization_id, id) on delete cascade,
  constraint kanban_rule_runs_prospect_id_fkey foreign key (organization_id, prospect_id)
    references prospects (organization_id, id) on delete cascade
);
create index kanban_rule_runs_prospect_id_idx on kanban_rule_runs (prospect_id);
call protect_tenant_table('kanban_rule_runs');

-- Whoever marks the interest of a lead, one by one or many at once, by hand or by class of the answer: the event goes with it.
create function tell_interest_event() returns trigger
  language plpgsql as $$
begin
  insert into outbox_events (organization_id, type, payload) values (new.organization_id, 'lead_interest_changed',
    jsonb_build_object('prospect_id', new.prospect_id, 'interest', new.interest));
  return null;
end $$;
create trigger chats_tell_interest_event after update of interest on chats for each row
  when (new.interest is distinct from old.interest) execute function tell_interest_event();
