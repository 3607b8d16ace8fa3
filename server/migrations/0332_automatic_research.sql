-- A research column of a list that runs for leads added later.
-- takes away: nothing, the primary key is narrower; not read since 1.0.0-rc.1
alter table search_prompts add constraint search_prompts_organization_id_search_id_prompt_id_key
  unique (organization_id, search_id, prompt_id);

create table automatic_research (
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  search_id bigint not null,
  prompt_id bigint not null,
  -- Only leads that pass these filters of the list's table are researched.
  filters jsonb not null default '[]',
  leads_per_day integer not null check (leads_per_day between 1 and 10000),
  -- Who turned it on: credits count towards this person's cap.
  user_id bigint,
  -- Leads added to the list before are left out.
  added_since timestamptz not null default app_now(),
  -- The day of the organization that `day_leads` counts.
  day date,
  day_leads integer not null default 0 check (day_leads >= 0),
  next_at timestamptz not null default app_now(),
  -- The state of the list when it was last checked: it is not checked again until that changes. Empty after a check that left leads waiting.
  checked_state text not null default '',
  -- Why leads wait, in words.
  problem text check (char_length(problem) <= 300),
  primary key (organization_id, search_id, prompt_id),
  constraint automatic_research_search_prompt_fkey foreign key (organization_id, search_id, prompt_id)
    references search_prompts (organization_id, search_id, prompt_id) on delete cascade,
  constraint automatic_research_user_id_fkey foreign key (organization_id, user_id)
    references users (organization_id, id) on delete set null (user_id)
);
create index automatic_research_next_at_idx on automatic_research (next_at);
create index automatic_research_user_id_idx on automatic_research (organization_id, user_id);
call protect_tenant_table('automatic_research');
