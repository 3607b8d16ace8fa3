-- What contact look-ups remember, so that nobody is asked (and paid) twice for the same person.

-- The company an address at work belongs to: colleagues are found by it, and address patterns are learnt from them. A
-- column and not an index of an expression: under row-level security the planner uses an expression's index only where the
-- function is leakproof, and none of the text functions is.
alter table prospects add column email_domain text collate "C" generated always as (split_part(email, '@', 2)) stored;
create index prospects_email_domain_idx on prospects (organization_id, email_domain) where email_domain is not null;

-- Every step that was taken for a person and may not be taken again soon: providers, which cost money, and guesses, which
-- must not become evidence for further guesses.
create table contact_lookups (
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  prospect_id bigint not null references prospects (id) on delete cascade,
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
  primary key (prospect_id, lookup, step)
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
