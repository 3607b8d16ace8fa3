-- WhatsApp, Instagram and Messenger: people who are no lead.

-- People who write to a messaging account and are no known lead. What they say is not stored. A linked person is in linkedin_members
-- instead.
create table messaging_people (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  account_id bigint not null,
  provider_id text collate "C" not null check (length(provider_id) <= 300),
  provider_chat text not null check (length(provider_chat) <= 300),
  name text check (length(name) <= 120),
  -- A name or a number there.
  handle text check (length(handle) <= 120),
  -- Digits with country code.
  phone text check (length(phone) <= 20),
  message_count integer not null default 0 check (message_count >= 0),
  -- Digests of the last messages, so a redelivered one is counted once.
  digests bytea[] not null check (cardinality(digests) <= 100) default '{}',
  first_at timestamptz not null,
  last_at timestamptz not null,
  dismissed_at timestamptz,
  -- A person was linked to the wrong lead; their number never links them to it again. docs/decisions/0220.
  not_prospect_id bigint,
  unique (account_id, provider_id),
  constraint messaging_people_account_id_fkey foreign key (organization_id, account_id)
    references accounts (organization_id, id) on delete cascade,
  constraint messaging_people_not_prospect_id_fkey foreign key (organization_id, not_prospect_id)
    references prospects (organization_id, id) on delete set null (not_prospect_id)
);
create index messaging_people_waiting_idx on messaging_people (organization_id, last_at desc, id desc) where dismissed_at is null;
create index messaging_people_last_at_idx on messaging_people (account_id, last_at);
create index messaging_people_not_prospect_id_idx on messaging_people (not_prospect_id) where not_prospect_id is not null;
call protect_tenant_table('messaging_people');
