-- Placement: own mailboxes that get copies of campaign mail, and where these copies arrived.

-- How often a copy is made. No row: never.
create table placement_rules (
  organization_id bigint primary key references organizations (organization_id) on delete cascade,
  is_on boolean not null,
  -- One copy for so many campaign emails of a sender ...
  every_nth smallint not null check (every_nth between 1 and 1000),
  -- ... and at most so many in 24 hours.
  most_a_day smallint not null check (most_a_day between 1 and 20),
  -- Mails that left before are not counted.
  on_since timestamptz not null default app_now(),
  -- When this organization is looked at next, for mails to copy and for falls.
  sample_at timestamptz not null default app_now(),
  judge_at timestamptz not null default app_now()
);
create index placement_rules_sample_idx on placement_rules (sample_at) where is_on;
create index placement_rules_judge_idx on placement_rules (judge_at) where is_on;
call protect_tenant_table('placement_rules');

-- A mailbox of the organization that only receives copies. Its IMAP login is checked when it is added.
create table seed_mailboxes (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  email citext not null,
  provider_group text not null check (provider_group in ('google', 'microsoft', 'other')),
  sealed_login bytea not null,
  --   new        no copy was found in it yet: it gets one at a time
  --   ok         a copy was found in it, and its last check worked
  --   unproven   the first copy was not found: it gets no more
  --   full       it reported that it is full
  --   refused    its server refused the login
  --   failing    its server could not be read
  status text not null default 'new' check (status in ('new', 'ok', 'unproven', 'full', 'refused', 'failing')),
  reason text check (char_length(reason) <= 500),
  proven_at timestamptz,
  -- Since the last sign-in was given: copies before say nothing about it.
  tried_at timestamptz not null default app_now(),
  read_at timestamptz,
  -- A worker that reads it moves this ahead first.
  look_at timestamptz not null default app_now(),
  created_by bigint,
  created_at timestamptz not null default app_now(),
  unique (organization_id, id),
  unique (organization_id, email),
  constraint seed_mailboxes_created_by_fkey foreign key (organization_id, created_by)
    references users (organization_id, id) on delete set null (created_by)
);
create index seed_mailboxes_look_idx on seed_mailboxes (look_at);
create index seed_mailboxes_created_by_idx on seed_mailboxes (created_by);
call protect_tenant_table('seed_mailboxes');

-- A copy of one campaign email. It is no mail of the lead: only the text is the lead's.
--   planned   it waits in the outbox
--   not_sent  it was held, refused, or no longer wanted
--   sent      it left, and its mailbox is searched
--   placed    it is known where it arrived
--   unread    its mailbox could not be read in time: it counts nowhere
create table placement_copies (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  -- Null when the mailbox was removed.
  seed_id bigint,
  provider_group text not null check (provider_group in ('google', 'microsoft', 'other')),
  account_id bigint not null,
  campaign_id bigint not null,
  node_id bigint not null,
  variant text not null check (char_length(variant) = 1),
  -- Null when the lead left the campaign.
  campaign_lead_id bigint,
  -- The email it copies; it is copied once.
  source_intent_id bigint not null unique,
  source_sent_at timestamptz not null,
  state text not null default 'planned' check (state in ('planned', 'not_sent', 'sent', 'placed', 'unread')),
  placement text check (placement in ('inbox', 'tab', 'spam', 'missing', 'elsewhere')),
  reason text check (char_length(reason) <= 500),
  sent_at timestamptz,
  looks smallint not null default 0,
  look_at timestamptz,
  created_at timestamptz not null default app_now(),
  settled_at timestamptz,
  unique (organization_id, id),
  check ((state = 'placed') = (placement is not null)),
  constraint placement_copies_seed_id_fkey foreign key (organization_id, seed_id)
    references seed_mailboxes (organization_id, id) on delete set null (seed_id),
  constraint placement_copies_account_id_fkey foreign key (organization_id, account_id)
    references accounts (organization_id, id) on delete cascade,
  constraint placement_copies_campaign_id_fkey foreign key (organization_id, campaign_id)
    references campaigns (organization_id, id) on delete cascade,
  constraint placement_copies_node_id_fkey foreign key (organization_id, node_id)
    references campaign_nodes (organization_id, id) on delete cascade,
  constraint placement_copies_lead_id_fkey foreign key (organization_id, campaign_lead_id)
    references campaign_leads (organization_id, id) on delete set null (campaign_lead_id)
);
create index placement_copies_organization_idx on placement_copies (organization_id, created_at);
create index placement_copies_seed_idx on placement_copies (seed_id, look_at) where state in ('planned', 'sent');
create index placement_copies_of_seed_idx on placement_copies (organization_id, seed_id);
create index placement_copies_account_idx on placement_copies (account_id, created_at);
create index placement_copies_campaign_idx on placement_copies (campaign_id);
create index placement_copies_node_idx on placement_copies (node_id);
create index placement_copies_lead_idx on placement_copies (campaign_lead_id);
create index placement_copies_age_idx on placement_copies (created_at);
call protect_tenant_table('placement_copies');

-- The share of copies in the inbox fell. One is open at a time.
create table placement_falls (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  -- What differs from before: one sender, text or provider; all where every one of them fell.
  cause text not null check (cause in ('sender', 'text', 'provider', 'all')),
  account_id bigint,
  campaign_id bigint,
  node_id bigint,
  variant text check (char_length(variant) = 1),
  provider_group text check (provider_group in ('google', 'microsoft', 'other')),
  words text not null check (char_length(words) between 1 and 1000),
  before_inbox integer not null,
  before_counted integer not null,
  inbox integer not null,
  counted integer not null,
  began_at timestamptz not null default app_now(),
  ended_at timestamptz,
  unique (organization_id, id),
  constraint placement_falls_account_id_fkey foreign key (organization_id, account_id)
    references accounts (organization_id, id) on delete cascade,
  constraint placement_falls_campaign_id_fkey foreign key (organization_id, campaign_id)
    references campaigns (organization_id, id) on delete cascade
);
create unique index placement_falls_open_idx on placement_falls (organization_id) where ended_at is null;
create index placement_falls_newest_idx on placement_falls (organization_id, began_at desc);
create index placement_falls_account_idx on placement_falls (account_id);
create index placement_falls_campaign_idx on placement_falls (campaign_id);
call protect_tenant_table('placement_falls');
