-- Contact look-ups: what providers said, and patterns of the addresses of a domain.

-- Every step that was taken for a person and may not be taken again soon: providers, which cost money, and guesses, which
-- must not become evidence for further guesses.
create table contact_lookups (
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  prospect_id bigint not null,
  lookup text not null check (lookup in ('FIND_EMAIL', 'FIND_PHONE', 'FIND_WEBSITE')),
  -- 'patterns', or a provider's id.
  step text not null,
  -- Hash of the query: a lead with a new name or company is looked up again.
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

-- What DNS and mail servers said about a company's domain; refreshed after a week.
create table contact_domains (
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  domain text collate "C" not null,
  takes_mail boolean not null,
  exchangers text[] not null,
  -- True if its server accepts any address, so a probe proves nothing; null before the first probe.
  accepts_all boolean,
  checked_at timestamptz not null default app_now(),
  primary key (organization_id, domain)
);
call protect_tenant_table('contact_domains');
