-- Boards of leads: columns, cards, history and rules.

create table kanban_boards (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  name text not null,
  description text not null default '',
  created_by bigint,
  created_at timestamptz not null default app_now(),
  edit_version integer not null default 1,
  edited_at timestamptz,
  edited_by bigint,
  unique (organization_id, id),
  constraint kanban_boards_created_by_fkey foreign key (organization_id, created_by)
    references users (organization_id, id) on delete set null (created_by),
  constraint kanban_boards_edited_by_fkey foreign key (organization_id, edited_by)
    references users (organization_id, id) on delete set null (edited_by)
);
call protect_tenant_table('kanban_boards');
create trigger kanban_boards_note_edit before update of name, description on kanban_boards
  for each row when ((old.name, old.description) is distinct from (new.name, new.description)) execute function note_edit();

create table kanban_columns (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  board_id bigint not null,
  name text not null,
  color text not null default '#ffffff',
  -- From the left; reordering says the whole order.
  position integer not null,
  created_at timestamptz not null default app_now(),
  edit_version integer not null default 1,
  edited_at timestamptz,
  edited_by bigint,
  unique (organization_id, id),
  unique (organization_id, board_id, id),
  constraint kanban_columns_board_id_fkey foreign key (organization_id, board_id)
    references kanban_boards (organization_id, id) on delete cascade,
  constraint kanban_columns_edited_by_fkey foreign key (organization_id, edited_by)
    references users (organization_id, id) on delete set null (edited_by)
);
create index kanban_columns_board_id_idx on kanban_columns (board_id, position, id);
call protect_tenant_table('kanban_columns');
create trigger kanban_columns_note_edit before update of name, color on kanban_columns
  for each row when ((old.name, old.color) is distinct from (new.name, new.color)) execute function note_edit();

-- A lead on a board, once. A move locks the row of the target column, so ranks in a column are given one after another.
create table kanban_cards (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  board_id bigint not null,
  column_id bigint not null,
  prospect_id bigint not null,
  -- The place in the column: a fractional index (domain/kanban/ranks), compared by bytes.
  rank text collate "C" not null,
  -- Rises with every move: browsers keep the newest, in whatever order they hear of two.
  version integer not null default 1,
  -- Since when it is in its column.
  entered_at timestamptz not null default app_now(),
  created_at timestamptz not null default app_now(),
  -- Checked at the end of a statement, because one statement gives a whole column new ranks.
  unique (organization_id, id),
  -- Checked at the end of a statement, because one statement gives a whole column new ranks.
  unique (board_id, prospect_id),
  -- Checked at the end of a statement, because one statement gives a whole column new ranks.
  unique (column_id, rank) deferrable,
  constraint kanban_cards_board_id_fkey foreign key (organization_id, board_id)
    references kanban_boards (organization_id, id) on delete cascade,
  -- Not on delete cascade: a column that still has cards cannot go, so no card goes along by mistake.
  constraint kanban_cards_column_id_fkey foreign key (organization_id, board_id, column_id)
    references kanban_columns (organization_id, board_id, id),
  constraint kanban_cards_prospect_id_fkey foreign key (organization_id, prospect_id)
    references prospects (organization_id, id) on delete cascade
);
create index kanban_cards_column_id_idx on kanban_cards (board_id, column_id);
create index kanban_cards_prospect_id_idx on kanban_cards (prospect_id, entered_at desc);
call protect_tenant_table('kanban_cards');

-- What a person or a rule did to a lead on a board.
create table kanban_history (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  board_id bigint not null,
  prospect_id bigint not null,
  kind text not null check (kind in ('added', 'moved', 'removed', 'label_added', 'campaigns_stopped', 'crm_push_asked', 'action_failed')),
  user_id bigint,
  -- Which rule did it; kept when the rule is gone.
  rule_id bigint,
  -- Names at that moment: the column, the label, the CRM, the campaigns.
  detail text not null default '',
  from_detail text,
  created_at timestamptz not null default app_now(),
  constraint kanban_history_board_id_fkey foreign key (organization_id, board_id)
    references kanban_boards (organization_id, id) on delete cascade,
  constraint kanban_history_prospect_id_fkey foreign key (organization_id, prospect_id)
    references prospects (organization_id, id) on delete cascade,
  constraint kanban_history_user_id_fkey foreign key (organization_id, user_id)
    references users (organization_id, id) on delete set null (user_id)
);
create index kanban_history_board_id_idx on kanban_history (board_id, prospect_id, id desc);
create index kanban_history_prospect_id_idx on kanban_history (prospect_id);
call protect_tenant_table('kanban_history');

create table kanban_rules (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  board_id bigint not null,
  -- The column that the card is moved to, or enters.
  column_id bigint not null,
  -- The trigger: a fact of the lead, or that its card entered the column ('entered').
  set_off_by text not null check (set_off_by in ('replied', 'interested', 'not_interested', 'entered')),
  -- Of facts of the lead: only where it is in one of these campaigns; any where empty.
  campaign_ids bigint[] not null default '{}',
  -- The action, for 'entered'.
  label_id bigint,
  push_to text,
  stops_campaigns boolean not null default false,
  is_active boolean not null default true,
  created_at timestamptz not null default app_now(),
  -- For a push: the stage of the deal, or the status of the person, by the CRM's id and name.
  push_stage text,
  push_stage_name text,
  -- Whether the column means a booked meeting, which is noted at the CRM record.
  notes_meeting boolean not null default false,
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
-- Rules that an event sets off; usually none.
create index kanban_rules_set_off_by_idx on kanban_rules (organization_id, set_off_by) where is_active;
call protect_tenant_table('kanban_rules');

-- A rule moved a lead into its column. Once only: after that, people decide.
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

-- Publishes an event for each change of interest, by a person or by a reply type.
create function tell_interest_event() returns trigger
  language plpgsql as $$
begin
  insert into outbox_events (organization_id, type, payload) values (new.organization_id, 'lead_interest_changed',
    jsonb_build_object('prospect_id', new.prospect_id, 'interest', new.interest));
  return null;
end $$;
create trigger chats_tell_interest_event after update of interest on chats for each row
  when (new.interest is distinct from old.interest) execute function tell_interest_event();
