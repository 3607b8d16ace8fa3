-- Webhooks: endpoints of customers, messages for them, and one delivery for each endpoint that wants a message.
-- Retries, leases and pauses wait for machines, so they last in real time (statement_timestamp) whatever the clock of the installation says.

create table webhook_endpoints (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  url text not null check (length(url) <= 2048),
  description text not null default '' check (length(description) <= 200),
  -- Types of the catalog (contract/src/webhook-events.ts); '*' is all of them, later ones too.
  event_types text[] not null check (cardinality(event_types) <= 100 and array_position(event_types, null) is null),
  -- 'thin': ids only, no personal data.
  mode text not null default 'full' check (mode in ('full', 'thin')),
  sealed_secret bytea not null,
  -- After a rotation both secrets sign until this instant.
  sealed_former_secret bytea,
  former_secret_until timestamptz,
  state text not null default 'active' check (state in ('active', 'off')),
  -- Why it is off: a person, 410 from the receiver, or too many failures.
  off_reason text check (off_reason in ('person', 'gone', 'failures')),
  off_at timestamptz,
  last_success_at timestamptz,
  -- Since the last success: the first failure, and how many tries failed.
  failing_since timestamptz,
  failures integer not null default 0,
  -- It failed or was slow last time: served by the slow lane, where it delays no other endpoint.
  is_slow boolean not null default false,
  not_before timestamptz not null default '-infinity',
  -- One worker at a time delivers to an endpoint. Results are written under its token only.
  lease_token bigint not null default 0,
  leased_until timestamptz not null default '-infinity',
  created_by bigint,
  created_at timestamptz not null default app_now(),
  unique (organization_id, id),
  check (state = 'active' or off_reason is not null),
  constraint webhook_endpoints_created_by_fkey foreign key (organization_id, created_by)
    references users (organization_id, id) on delete set null (created_by)
);
create index webhook_endpoints_created_by_idx on webhook_endpoints (created_by);
call protect_tenant_table('webhook_endpoints');

-- One event of the catalog. The id is its sequence number for receivers.
create table webhook_messages (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  -- 'webhook-id' of every try.
  message_id text not null default 'msg_' || replace(gen_random_uuid()::text, '-', ''),
  type text not null,
  -- Identifies a repeated fact.
  event_key text,
  data jsonb not null,
  -- Whose data it holds: an erased person leaves these too.
  prospect_id bigint,
  occurred_at timestamptz not null default app_now(),
  created_at timestamptz not null default statement_timestamp(),
  unique (organization_id, id)
);
create unique index webhook_messages_event_key_idx on webhook_messages (organization_id, type, event_key) where event_key is not null;
create index webhook_messages_prospect_id_idx on webhook_messages (organization_id, prospect_id) where prospect_id is not null;
create index webhook_messages_created_at_idx on webhook_messages (created_at);
call protect_tenant_table('webhook_messages');

create table webhook_deliveries (
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  endpoint_id bigint not null,
  message_id bigint not null,
  state text not null default 'pending' check (state in ('pending', 'delivered', 'failed')),
  -- Tries of the schedule; a replay starts it again.
  attempts smallint not null default 0,
  next_attempt_at timestamptz not null default statement_timestamp(),
  tried_at timestamptz,
  -- Of the last try: status, duration, the start of the response or why there was none.
  code smallint,
  ms integer,
  answer text check (octet_length(answer) <= 1024),
  error text check (length(error) <= 300),
  primary key (endpoint_id, message_id),
  constraint webhook_deliveries_endpoint_id_fkey foreign key (organization_id, endpoint_id)
    references webhook_endpoints (organization_id, id) on delete cascade,
  constraint webhook_deliveries_message_id_fkey foreign key (organization_id, message_id)
    references webhook_messages (organization_id, id) on delete cascade
);
create index webhook_deliveries_pending_idx on webhook_deliveries (endpoint_id, next_attempt_at) where state = 'pending';
create index webhook_deliveries_message_id_idx on webhook_deliveries (organization_id, message_id);
create index webhook_deliveries_failed_idx on webhook_deliveries (endpoint_id, message_id) where state = 'failed';
call protect_tenant_table('webhook_deliveries');

-- Tries of an organization on a day (UTC).
create table webhook_days (
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  day date not null,
  tries integer not null default 0,
  delivered integer not null default 0,
  primary key (organization_id, day)
);
create index webhook_days_day_idx on webhook_days (day);
call protect_tenant_table('webhook_days');

-- True if an active endpoint of one of these organizations exists: most facts end with this question.
create function has_webhooks(organizations bigint[]) returns boolean
  language sql stable
  return exists (select from webhook_endpoints w where w.organization_id = any(organizations) and w.state = 'active');

-- Writes messages and their deliveries in the transaction of the fact. `events` is an array of {organization_id, type, event_key, occurred_at,
-- prospect_id, campaign_id, account_id, node_id, data}; what the ids name is read here and added to the data. Types that no active
-- endpoint wants, and facts that were written before, are left out.
create function enqueue_webhooks(events jsonb) returns void
  language plpgsql as $$
begin
  with given as (
    select g.*, e.position from jsonb_array_elements(events) with ordinality as e (item, position)
    cross join lateral jsonb_to_record(e.item) as g (organization_id bigint, type text, event_key text, occurred_at timestamptz,
      prospect_id bigint, campaign_id bigint, account_id bigint, node_id bigint, data jsonb)
  ), written as (
    insert into webhook_messages (organization_id, type, event_key, occurred_at, prospect_id, data)
    select g.organization_id, g.type, g.event_key, coalesce(g.occurred_at, app_now()), g.prospect_id, coalesce(g.data, '{}')
      || case when g.prospect_id is null then '{}' else jsonb_build_object('prospect', (
        select jsonb_build_object('id', p.id, 'email', p.email, 'first_name', left(p.first_name, 200), 'last_name', left(p.last_name, 200),
          'job_title', left(p.job_title, 300), 'company_name', left(p.company_name, 300), 'linkedin_profile_url', left(p.linkedin_profile_url, 500))
        from prospects p where p.organization_id = g.organization_id and p.id = g.prospect_id)) end
      || case when g.campaign_id is null then '{}' else jsonb_build_object('campaign', (
        select jsonb_build_object('id', c.id, 'name', c.name)
        from campaigns c where c.organization_id = g.organization_id and c.id = g.campaign_id)) end
      || case when g.account_id is null then '{}' else jsonb_build_object('account', (
        select jsonb_build_object('id', a.id, 'account_type', a.account_type, 'name', left(a.name, 200), 'email', a.email)
        from accounts a where a.organization_id = g.organization_id and a.id = g.account_id)) end
      || case when g.node_id is null then '{}' else jsonb_build_object('step', (
        select jsonb_build_object('id', n.id, 'type', n.type)
        from campaign_nodes n where n.organization_id = g.organization_id and n.id = g.node_id)) end
    from given g where exists (select from webhook_endpoints w
      where w.organization_id = g.organization_id and w.state = 'active' and w.event_types && array['*', g.type])
    order by g.position
    on conflict (organization_id, type, event_key) where event_key is not null do nothing
    returning organization_id, id, type
  )
  insert into webhook_deliveries (organization_id, endpoint_id, message_id)
  select m.organization_id, w.id, m.id from written m join webhook_endpoints w
    on w.organization_id = m.organization_id and w.state = 'active' and w.event_types && array['*', m.type];
end $$;
