-- Research: tasks, columns, runs, cells, results and sources.

-- Research tasks of an organization. Ids under 1000 are built-in tasks, which are code (slices/answers/built-in-tasks.rules).
create table enrichment_prompts (
  id bigint generated always as identity (start with 1000) primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  name text not null,
  prompt text not null default '',
  output_type text not null check (output_type in ('SHORT_TEXT', 'LONG_TEXT', 'NUMBER', 'BOOLEAN', 'SCORE')),
  required_sources text[] not null default '{}',
  created_by bigint,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  -- The name of the task in messages. docs/decisions/0228.
  key text collate "C" not null default 'task_' || replace(gen_random_uuid()::text, '-', '') check (length(key) between 1 and 60),
  constraint enrichment_prompts_created_by_fkey foreign key (organization_id, created_by)
    references users (organization_id, id) on delete set null (created_by),
  unique (organization_id, id),
  constraint enrichment_prompts_organization_id_key_key unique (organization_id, key)
);
create unique index enrichment_prompts_name_idx on enrichment_prompts (organization_id, fold_case(name));
call protect_tenant_table('enrichment_prompts');

-- One result for a lead and a task, whichever lists show it. The content is JSON; one typed column repeats the output for filters and
-- sorts. folded_text is for texts and (as decimal text) for numbers.
create table enrichment_answers (
  id bigint generated always as identity primary key,
  organization_id bigint not null,
  prompt_id bigint not null,
  prospect_id bigint not null,
  -- loading: a cell of a run waits or works. A former result stays until then.
  state text not null check (state in ('loading', 'cancelled', 'done', 'failed')),
  answer jsonb,
  -- Why the last attempt failed; an earlier result stays.
  error text,
  -- Spent on it in all.
  credits integer not null default 0,
  folded_text text collate "C",
  number_value double precision,
  boolean_value boolean,
  score_value smallint,
  updated_at timestamptz not null default app_now(),
  -- The steps that a failed cell tried; the reason alone does not name unavailable providers.
  tried_steps jsonb,
  unique (organization_id, prompt_id, prospect_id),
  constraint enrichment_answers_prospect_id_fkey foreign key (organization_id, prospect_id)
    references prospects (organization_id, id) on delete cascade
);
-- All begin with the organization: built-in tasks are shared, and the policy then needs no row.
create index enrichment_answers_prospect_id_idx on enrichment_answers (prospect_id);
create index enrichment_answers_boolean_idx on enrichment_answers (organization_id, prompt_id, boolean_value, prospect_id)
  where boolean_value is not null;
create index enrichment_answers_score_idx on enrichment_answers (organization_id, prompt_id, score_value, prospect_id)
  where score_value is not null;
create index enrichment_answers_number_idx on enrichment_answers (organization_id, prompt_id, number_value, prospect_id)
  where number_value is not null;
-- Most results are short and are searched and sorted in the index alone. Longer ones do not fit.
create index enrichment_answers_text_idx on enrichment_answers (organization_id, prompt_id, folded_text, prospect_id)
  where length(folded_text) <= 200;
create index enrichment_answers_long_text_idx on enrichment_answers (organization_id, prompt_id, prospect_id)
  where length(folded_text) > 200;
call protect_tenant_table('enrichment_answers');

-- Rises when results change, so cached orders of tables are computed again: at once after edits, soon after new results.
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
  search_id bigint not null,
  prompt_id bigint not null,
  created_at timestamptz not null default app_now(),
  primary key (search_id, prompt_id),
  constraint search_prompts_search_id_fkey foreign key (organization_id, search_id)
    references searches (organization_id, id) on delete cascade
);
create index search_prompts_prompt_id_idx on search_prompts (organization_id, prompt_id);
call protect_tenant_table('search_prompts');

-- One press of 'Start research', with the number of cells and their outcomes. At the end, cells is the sum of the other four.
create table enrichment_runs (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  -- Null where it was started in a campaign.
  search_id bigint,
  prompt_id bigint not null,
  -- Null when nothing was to be paid.
  reservation_id bigint,
  created_by bigint,
  cells integer not null,
  found integer not null default 0,
  not_found integer not null default 0,
  failed integer not null default 0,
  cancelled integer not null default 0,
  created_at timestamptz not null default app_now(),
  -- Set if the run was started in a campaign, which shows and stops it.
  campaign_id bigint,
  check (found + not_found + failed + cancelled <= cells),
  unique (organization_id, id),
  constraint enrichment_runs_created_by_fkey foreign key (organization_id, created_by)
    references users (organization_id, id) on delete set null (created_by),
  constraint enrichment_runs_reservation_id_fkey foreign key (organization_id, reservation_id)
    references credit_reservations (organization_id, id) on delete set null (reservation_id),
  constraint enrichment_runs_search_id_fkey foreign key (organization_id, search_id)
    references searches (organization_id, id) on delete cascade
);
create index enrichment_runs_organization_id_idx on enrichment_runs (organization_id, created_at);
create index enrichment_runs_search_id_idx on enrichment_runs (search_id);
create index enrichment_runs_campaign_id_idx on enrichment_runs (campaign_id) where campaign_id is not null;
call protect_tenant_table('enrichment_runs');

-- Cells that wait or are worked on; a cell that has ended is gone from here, its outcome is counted and stored.
create table enrichment_cells (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  run_id bigint not null,
  -- Null where it was started in a campaign.
  search_id bigint,
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
  campaign_id bigint,
  unique (prompt_id, prospect_id),
  constraint enrichment_cells_run_id_fkey foreign key (organization_id, run_id)
    references enrichment_runs (organization_id, id) on delete cascade
);
create index enrichment_cells_queued_idx on enrichment_cells (organization_id, not_before, id) where state = 'queued';
create index enrichment_cells_running_idx on enrichment_cells (lease_until) where state = 'running';
create index enrichment_cells_search_id_idx on enrichment_cells (search_id, prompt_id);
create index enrichment_cells_run_id_idx on enrichment_cells (run_id);
create index enrichment_cells_campaign_id_idx on enrichment_cells (campaign_id) where campaign_id is not null;
call protect_tenant_table('enrichment_cells');

-- Sources of research about a company, fetched once in seven days and shared by all tasks and colleagues.
create table research_sources (
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  -- The company's domain, else its name in equal letters; a person's id for questions about the person.
  company text not null check (length(company) <= 300),
  kind text not null check (kind in ('GOOGLE_SEARCH', 'COMPANY_WEBSITE', 'LINKEDIN_JOBS', 'GOOGLE_NEWS', 'BUILT_WITH')),
  -- Hash of the query, if the source depends on it (searches); else empty.
  question text not null default '',
  -- [{url, title, text, fetched_at}]; empty where there was nothing.
  documents jsonb not null,
  -- Why there was nothing, in words; null otherwise.
  reason text,
  fetched_at timestamptz not null default app_now(),
  -- Seven days; a day where there was nothing.
  expires_at timestamptz not null,
  primary key (organization_id, company, kind, question)
);
create index research_sources_expires_at_idx on research_sources (expires_at);
call protect_tenant_table('research_sources');
