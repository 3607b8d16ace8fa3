-- Boards of leads (slices/kanban).

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

-- A lead on a board, once. Whoever puts a card into a column holds the column's row, so ranks within it are given one after another.
create table kanban_cards (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  board_id bigint not null,
  column_id bigint not null,
  prospect_id bigint not null,
  -- Where it stands in its column: a fractional index (domain/kanban/ranks), compared by bytes.
  rank text collate "C" not null,
  -- Rises with every move: browsers keep the newest, in whatever order they hear of two.
  version integer not null default 1,
  -- Since when it is in its column.
  entered_at timestamptz not null default app_now(),
  created_at timestamptz not null default app_now(),
  unique (organization_id, id),
  unique (board_id, prospect_id),
  -- Checked at the end of a statement: one of them gives a whole column new ranks.
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

-- What happened to a lead on a board: by a person, or by a rule of the board.
create table kanban_history (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  board_id bigint not null,
  prospect_id bigint not null,
  kind text not null check (kind in ('added', 'moved', 'removed', 'label_added', 'campaigns_stopped', 'crm_push_asked', 'action_failed')),
  user_id bigint,
  -- Which rule did it; kept when the rule is gone.
  rule_id bigint,
  -- What it is about, as it was called then: the column, the label, the CRM, the campaigns.
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
