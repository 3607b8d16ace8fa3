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
