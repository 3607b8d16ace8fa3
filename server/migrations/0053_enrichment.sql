-- What is asked about leads (tasks), what was found out (answers), the columns of lists, and the runs that fill them.

-- Tasks of an organisation. Ids under 1000 are those of built-in tasks, which are code (slices/answers/built-in-tasks.rules).
create table enrichment_prompts (
  id bigint generated always as identity (start with 1000) primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  name text not null,
  prompt text not null default '',
  output_type text not null check (output_type in ('SHORT_TEXT', 'LONG_TEXT', 'NUMBER', 'BOOLEAN', 'SCORE')),
  required_sources text[] not null default '{}',
  created_by bigint references users (id) on delete set null,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now()
);
create unique index enrichment_prompts_name_idx on enrichment_prompts (organization_id, fold_case(name));
call protect_tenant_table('enrichment_prompts');

-- One answer a lead and task, whichever lists show it. The content is JSON for people; exactly one of the typed columns
-- repeats the output for filters and sorts: folded_text for texts and (as decimal text) for numbers.
create table enrichment_answers (
  id bigint generated always as identity primary key,
  organization_id bigint not null,
  prompt_id bigint not null,
  prospect_id bigint not null references prospects (id) on delete cascade,
  -- loading: a cell of a run waits or works. A former answer stays until a new one comes.
  state text not null check (state in ('loading', 'cancelled', 'done', 'failed')),
  answer jsonb,
  -- Why the last try failed; an answer found before that stands all the same.
  error text,
  -- Spent on it in all.
  credits integer not null default 0,
  folded_text text collate "C",
  number_value double precision,
  boolean_value boolean,
  score_value smallint,
  updated_at timestamptz not null default app_now(),
  unique (organization_id, prompt_id, prospect_id)
);
-- All begin with the organisation: built-in tasks are everybody's, and the policy then needs no look at the row.
create index enrichment_answers_prospect_id_idx on enrichment_answers (prospect_id);
create index enrichment_answers_boolean_idx on enrichment_answers (organization_id, prompt_id, boolean_value, prospect_id)
  where boolean_value is not null;
create index enrichment_answers_score_idx on enrichment_answers (organization_id, prompt_id, score_value, prospect_id)
  where score_value is not null;
create index enrichment_answers_number_idx on enrichment_answers (organization_id, prompt_id, number_value, prospect_id)
  where number_value is not null;
-- Most answers are short: they are searched and sorted in the index alone. Longer ones do not fit into one.
create index enrichment_answers_text_idx on enrichment_answers (organization_id, prompt_id, folded_text, prospect_id)
  where length(folded_text) <= 200;
create index enrichment_answers_long_text_idx on enrichment_answers (organization_id, prompt_id, prospect_id)
  where length(folded_text) > 200;
call protect_tenant_table('enrichment_answers');

-- Remembered orders of tables are made again when answers changed: at once after edits, soon after arrivals.
create table answer_versions (
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  prompt_id bigint not null,
  edits bigint not null default 0,
  arrivals bigint not null default 0,
  primary key (organization_id, prompt_id)
);
call protect_tenant_table('answer_versions');

-- Columns of lists.
create table search_prompts (
  organization_id bigint not null,
  search_id bigint not null references searches (id) on delete cascade,
  prompt_id bigint not null,
  created_at timestamptz not null default app_now(),
  primary key (search_id, prompt_id)
);
create index search_prompts_prompt_id_idx on search_prompts (organization_id, prompt_id);
call protect_tenant_table('search_prompts');

-- A press of 'Start research': how many cells it had and what became of them. cells = the other four when it has ended.
create table enrichment_runs (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  search_id bigint not null references searches (id) on delete cascade,
  prompt_id bigint not null,
  -- Null when nothing was to be paid.
  reservation_id bigint references credit_reservations (id) on delete set null,
  created_by bigint references users (id) on delete set null,
  cells integer not null,
  found integer not null default 0,
  not_found integer not null default 0,
  failed integer not null default 0,
  cancelled integer not null default 0,
  created_at timestamptz not null default app_now(),
  check (found + not_found + failed + cancelled <= cells)
);
create index enrichment_runs_organization_id_idx on enrichment_runs (organization_id, created_at);
create index enrichment_runs_search_id_idx on enrichment_runs (search_id);
call protect_tenant_table('enrichment_runs');

-- Cells that wait or are worked on; a cell that has ended is gone from here, its outcome is counted and stored.
create table enrichment_cells (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  run_id bigint not null references enrichment_runs (id) on delete cascade,
  search_id bigint not null,
  prompt_id bigint not null,
  prospect_id bigint not null,
  -- Reserved for it.
  credits integer not null,
  state text not null default 'queued' check (state in ('queued', 'running')),
  not_before timestamptz not null default app_now(),
  -- A worker's claim: the token rises with each claim, and an outcome that does not name the last one is not written.
  -- Leases last in real time, whatever the clock of the installation says.
  lease_token bigint not null default 0,
  lease_until timestamptz,
  attempts integer not null default 0,
  unique (prompt_id, prospect_id)
);
create index enrichment_cells_queued_idx on enrichment_cells (organization_id, not_before, id) where state = 'queued';
create index enrichment_cells_running_idx on enrichment_cells (lease_until) where state = 'running';
create index enrichment_cells_search_id_idx on enrichment_cells (search_id, prompt_id);
create index enrichment_cells_run_id_idx on enrichment_cells (run_id);
call protect_tenant_table('enrichment_cells');
