-- LinkedIn through the one door (slices/outbound): the same rows, states and leases as mails.

alter table outbound_intents
  add column channel text not null default 'email' check (channel in ('email', 'linkedin')),
  -- Which sort of LinkedIn action (domain/linkedin/linkedin-actions); 'email' for mails.
  add column action text not null default 'email'
    check (action in ('email', 'invite', 'message', 'inmail', 'visit', 'withdraw', 'like', 'look')),
  -- The person as handed over: the seat's own id, or the name in the address of the profile.
  add column to_linkedin text,
  -- What the provider calls it: the invitation or the message. A message found as evidence stands for one action only.
  add column provider_ref text;
create unique index outbound_intents_provider_ref_idx on outbound_intents (account_id, action, provider_ref)
  where provider_ref is not null;

-- LinkedIn budgets stand beside those of mails: account:invite, campaign:message, ...
alter table sending_days drop constraint sending_days_scope_check;
alter table sending_days add constraint sending_days_scope_check check (scope ~ '^(account|campaign)(:[a-z]{1,20})?$');

alter table accounts
  -- Invitations of any seven days (domain/limits WEEKLY_INVITES).
  add column linkedin_weekly_invites integer not null default 100 check (linkedin_weekly_invites between 1 and 200),
  -- Sorts of action LinkedIn asked this sender to pause: {invite: {until, reason}}.
  add column action_holds jsonb not null default '{}';

alter table campaign_leads drop constraint campaign_leads_next_lane_check;
alter table campaign_leads add constraint campaign_leads_next_lane_check check (next_lane in
  ('email', 'local', 'person', 'invite', 'message', 'inmail', 'visit', 'withdraw', 'like', 'look'));

alter table campaign_lanes
  add column linkedin_account_id bigint references accounts (id) on delete set null,
  -- Why nothing of a sort leaves the campaign on LinkedIn: {invite: {rule, until}}.
  add column linkedin_holds jsonb not null default '{}';
create index campaign_lanes_linkedin_account_id_idx on campaign_lanes (linkedin_account_id)
  where linkedin_account_id is not null;

-- Whom a seat is connected with, as far as it matters for a campaign and was seen.
create table linkedin_relations (
  account_id bigint not null references accounts (id) on delete cascade,
  prospect_id bigint not null references prospects (id) on delete cascade,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  connected_at timestamptz not null default app_now(),
  primary key (account_id, prospect_id)
);
create index linkedin_relations_prospect_id_idx on linkedin_relations (prospect_id);
call protect_tenant_table('linkedin_relations');

-- When a seat is asked for news that webhooks may have missed: new connections every few hours at random, messages more
-- often. messages_since: how far its conversations were read.
create table linkedin_looks (
  account_id bigint primary key references accounts (id) on delete cascade,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  relations_at timestamptz not null default app_now(),
  messages_at timestamptz not null default app_now(),
  messages_since timestamptz not null default app_now()
);
call protect_tenant_table('linkedin_looks');
