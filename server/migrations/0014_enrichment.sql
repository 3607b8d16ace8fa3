-- What is asked about leads (tasks), what was found out (answers), the columns of lists, the runs that fill them, and what research and
-- contact look-ups remember, so that nobody is asked (and paid) twice for the same person.

-- Tasks of an organization. Ids under 1000 are those of built-in tasks, which are code (slices/answers/built-in-tasks.rules).
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
  constraint enrichment_prompts_created_by_fkey foreign key (organization_id, created_by)
    references users (organization_id, id) on delete set null (created_by)
);
create unique index enrichment_prompts_name_idx on enrichment_prompts (organization_id, fold_case(name));
call protect_tenant_table('enrichment_prompts');

-- One answer a lead and task, whichever lists show it. The content is JSON for people; exactly one of the typed columns
-- repeats the output for filters and sorts: folded_text for texts and (as decimal text) for numbers.
create table enrichment_answers (
  id bigint generated always as identity primary key,
  organization_id bigint not null,
  prompt_id bigint not null,
  prospect_id bigint not null,
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
  -- What a cell that failed had tried, step by step; its reason alone does not say who could not be asked.
  tried_steps jsonb,
  unique (organization_id, prompt_id, prospect_id),
  constraint enrichment_answers_prospect_id_fkey foreign key (organization_id, prospect_id)
    references prospects (organization_id, id) on delete cascade
);
-- All begin with the organization: built-in tasks are everybody's, and the policy then needs no look at the row.
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
  search_id bigint not null,
  prompt_id bigint not null,
  created_at timestamptz not null default app_now(),
  primary key (search_id, prompt_id),
  constraint search_prompts_search_id_fkey foreign key (organization_id, search_id)
    references searches (organization_id, id) on delete cascade
);
create index search_prompts_prompt_id_idx on search_prompts (organization_id, prompt_id);
call protect_tenant_table('search_prompts');

-- A press of 'Start research': how many cells it had and what became of them. cells = the other four when it has ended.
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
  -- Look-ups that were started in a campaign are seen and stopped there.
  campaign_id bigint,
  check (found + not_found + failed + cancelled <= cells),
  unique (organization_id, id),
  constraint enrichment_runs_campaign_id_fkey foreign key (organization_id, campaign_id)
    references campaigns (organization_id, id) on delete set null (campaign_id),
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

-- Look-ups that leads wait for at 'has email' and 'has phone': one a lead and kind, ever. wanted: to be started; asked: at
-- work; ended: over, and why nothing was found.
create table campaign_lookups (
  campaign_lead_id bigint not null,
  lookup text not null check (lookup in ('FIND_EMAIL', 'FIND_PHONE', 'FIND_WEBSITE')),
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  prospect_id bigint not null,
  state text not null default 'wanted' check (state in ('wanted', 'asked', 'ended')),
  reason text,
  ends_by timestamptz not null default 'infinity',
  primary key (campaign_lead_id, lookup),
  constraint campaign_lookups_campaign_lead_id_fkey foreign key (organization_id, campaign_lead_id)
    references campaign_leads (organization_id, id) on delete cascade,
  constraint campaign_lookups_prospect_id_fkey foreign key (organization_id, prospect_id)
    references prospects (organization_id, id) on delete cascade
);
create index campaign_lookups_wanted_idx on campaign_lookups (organization_id) where state = 'wanted';
create index campaign_lookups_open_idx on campaign_lookups (prospect_id) where state <> 'ended';
call protect_tenant_table('campaign_lookups');

-- What research read about a company: each source is fetched once in seven days and then read from here by every task and
-- every colleague of the lead.
create table research_sources (
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  -- The company's domain, else its name in equal letters; a person's id for questions about the person.
  company text not null check (length(company) <= 300),
  kind text not null check (kind in ('GOOGLE_SEARCH', 'COMPANY_WEBSITE', 'LINKEDIN_JOBS', 'GOOGLE_NEWS', 'BUILT_WITH')),
  -- Hash of what was asked where the answer depends on the question (searches), else empty.
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

-- Every step that was taken for a person and may not be taken again soon: providers, which cost money, and guesses, which
-- must not become evidence for further guesses.
create table contact_lookups (
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  prospect_id bigint not null,
  lookup text not null check (lookup in ('FIND_EMAIL', 'FIND_PHONE', 'FIND_WEBSITE')),
  -- 'patterns', or a provider's id.
  step text not null,
  -- Hash of what was asked: a lead that got another name or company since is asked for anew.
  question text not null,
  outcome text not null check (outcome in ('found', 'not_found')),
  value text,
  confidence smallint check (confidence between 0 and 100),
  evidence text not null,
  asked_at timestamptz not null default app_now(),
  primary key (prospect_id, lookup, step),
  constraint contact_lookups_prospect_id_fkey foreign key (organization_id, prospect_id)
    references prospects (organization_id, id) on delete cascade
);
create index contact_lookups_organization_id_idx on contact_lookups (organization_id, asked_at);
call protect_tenant_table('contact_lookups');

-- What DNS and mail servers said about a company's domain; asked again after a week.
create table contact_domains (
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  domain text collate "C" not null,
  takes_mail boolean not null,
  exchangers text[] not null,
  -- True when its server takes mail for any name, so that asking it for one tells nothing; null while nobody asked.
  accepts_all boolean,
  checked_at timestamptz not null default app_now(),
  primary key (organization_id, domain)
);
call protect_tenant_table('contact_domains');
