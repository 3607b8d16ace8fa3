-- What assistants may send, and what waits for a person.
create table assistant_policies (
  organization_id bigint primary key references organizations (organization_id) on delete cascade,
  sending text not null default 'approval' check (sending in ('never', 'approval', 'client')),
  -- For each key.
  sends_per_day integer not null default 20 check (sends_per_day between 0 and 1000),
  credits_per_day integer not null default 500 check (credits_per_day between 0 and 100000)
);
call protect_tenant_table('assistant_policies');

-- An action that an assistant prepared. Nothing happens before 'done'.
create table approvals (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  api_key_id bigint default current_api_key_id(),
  kind text not null check (kind in ('campaign_activation', 'message')),
  state text not null default 'prepared' check (state in ('prepared', 'waiting', 'done', 'refused', 'expired', 'void')),
  campaign_id bigint,
  prospect_id bigint,
  -- What the call gets, and what people see of it.
  parameters jsonb not null,
  preview jsonb not null,
  -- SHA-256 of what the action depends on. When that has changed, the approval is void.
  fingerprint bytea not null,
  nonce text not null,
  created_at timestamptz not null default app_now(),
  requested_at timestamptz,
  expires_at timestamptz not null,
  decided_at timestamptz,
  decided_by bigint,
  void_reason text,
  unique (organization_id, id),
  check ((kind = 'campaign_activation') = (campaign_id is not null)),
  check ((kind = 'message') = (prospect_id is not null)),
  constraint approvals_api_key_id_fkey foreign key (organization_id, api_key_id)
    references api_keys (organization_id, id) on delete set null (api_key_id),
  constraint approvals_campaign_id_fkey foreign key (organization_id, campaign_id)
    references campaigns (organization_id, id) on delete cascade,
  constraint approvals_prospect_id_fkey foreign key (organization_id, prospect_id)
    references prospects (organization_id, id) on delete cascade,
  constraint approvals_decided_by_fkey foreign key (organization_id, decided_by)
    references users (organization_id, id) on delete set null (decided_by)
);
create index approvals_state_idx on approvals (organization_id, state, id desc);
create index approvals_api_key_id_idx on approvals (api_key_id, requested_at);
create index approvals_campaign_id_idx on approvals (campaign_id);
create index approvals_prospect_id_idx on approvals (prospect_id);
create index approvals_decided_by_idx on approvals (decided_by);
create index approvals_created_at_idx on approvals (created_at);
call protect_tenant_table('approvals');
