-- Automations: when an event of the catalog happens and its data meets conditions, actions follow. The events are the messages of webhooks.

-- The automations that led to this transaction, the first one first. Set by the engine, and by the relay for events that follow.
create function current_automation_chain() returns bigint[]
  language sql stable parallel safe
  return nullif(current_setting('app.automation_chain', true), '')::bigint[];

-- A step of a campaign that an automation added the lead to is one of its consequences.
alter table outbox_events add column automation_chain bigint[];
alter table outbox_events alter column automation_chain set default current_automation_chain();
alter table campaign_leads add column automation_chain bigint[];
alter table campaign_leads alter column automation_chain set default current_automation_chain();
alter table webhook_messages add column automation_chain bigint[];
alter table webhook_messages alter column automation_chain set default current_automation_chain();

create table automations (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  name text not null check (length(name) <= 100),
  -- Of the catalog (contract/src/webhook-events.ts).
  trigger_type text not null check (length(trigger_type) <= 100),
  match text not null default 'all' check (match in ('all', 'any')),
  conditions jsonb not null default '[]' check (jsonb_array_length(conditions) <= 10 and octet_length(conditions::text) <= 500000),
  actions jsonb not null check (jsonb_array_length(actions) between 1 and 10 and octet_length(actions::text) <= 200000),
  is_active boolean not null default false,
  -- Why it is off after it was on.
  off_reason text check (off_reason in ('person', 'failures')),
  off_at timestamptz,
  -- Failed runs since the last one that was done.
  failures integer not null default 0,
  created_by bigint,
  created_at timestamptz not null default app_now(),
  edit_version integer not null default 1,
  edited_at timestamptz,
  edited_by bigint,
  unique (organization_id, id),
  constraint automations_created_by_fkey foreign key (organization_id, created_by)
    references users (organization_id, id) on delete set null (created_by),
  constraint automations_edited_by_fkey foreign key (organization_id, edited_by)
    references users (organization_id, id) on delete set null (edited_by)
);
create index automations_active_idx on automations (organization_id, trigger_type) where is_active;
create index automations_created_by_idx on automations (created_by);
create index automations_edited_by_idx on automations (edited_by);
call protect_tenant_table('automations');
create trigger automations_note_edit before update of name, trigger_type, match, conditions, actions on automations
  for each row when ((old.name, old.trigger_type, old.match, old.conditions, old.actions)
    is distinct from (new.name, new.trigger_type, new.match, new.conditions, new.actions)) execute function note_edit();

-- An event for an automation. Leases and pauses wait for machines: they last in real time.
create table automation_runs (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  automation_id bigint not null,
  message_id bigint not null,
  state text not null default 'pending' check (state in ('pending', 'done', 'failed', 'unmatched', 'skipped')),
  -- Why it was skipped or has failed.
  reason text check (length(reason) <= 500),
  -- The actions as they were when the run began; null before. An edit changes later runs only.
  actions jsonb,
  tries smallint not null default 0,
  -- Leased or paused until then.
  not_before timestamptz not null default statement_timestamp(),
  -- Results are written under its own token only.
  lease_token bigint not null default 0,
  duration_in_ms integer,
  created_at timestamptz not null default app_now(),
  finished_at timestamptz,
  unique (organization_id, id),
  constraint automation_runs_automation_id_fkey foreign key (organization_id, automation_id)
    references automations (organization_id, id) on delete cascade,
  constraint automation_runs_message_id_fkey foreign key (organization_id, message_id)
    references webhook_messages (organization_id, id) on delete cascade
);
create index automation_runs_pending_idx on automation_runs (organization_id, not_before) where state = 'pending';
create index automation_runs_log_idx on automation_runs (automation_id, id);
create index automation_runs_failed_idx on automation_runs (automation_id, id) where state = 'failed';
create index automation_runs_message_id_idx on automation_runs (organization_id, message_id);
call protect_tenant_table('automation_runs');

-- What became of one action of a run. It is written in the transaction of the effect, so an effect happens once.
create table automation_effects (
  run_id bigint not null,
  position smallint not null,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  -- 'sending' is written before a call outside: if it is found later, nobody knows what became of the call.
  state text not null check (state in ('waiting', 'sending', 'done', 'unchanged', 'failed', 'unknown')),
  note text not null default '' check (length(note) <= 500),
  done_at timestamptz not null default app_now(),
  primary key (run_id, position),
  constraint automation_effects_run_id_fkey foreign key (organization_id, run_id)
    references automation_runs (organization_id, id) on delete cascade
);
create index automation_effects_organization_id_idx on automation_effects (organization_id, run_id);
call protect_tenant_table('automation_effects');

-- Actions of an organization on a day (UTC).
create table automation_days (
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  day date not null,
  actions integer not null default 0,
  primary key (organization_id, day)
);
create index automation_days_day_idx on automation_days (day);
call protect_tenant_table('automation_days');

-- The one address of Slack of an organization.
create table slack_connections (
  organization_id bigint primary key references organizations (organization_id) on delete cascade,
  sealed_url bytea not null,
  -- What people call its channel.
  name text not null default '' check (length(name) <= 100),
  last_error text check (length(last_error) <= 500),
  succeeded_at timestamptz,
  created_by bigint,
  created_at timestamptz not null default app_now(),
  constraint slack_connections_created_by_fkey foreign key (organization_id, created_by)
    references users (organization_id, id) on delete set null (created_by)
);
create index slack_connections_created_by_idx on slack_connections (created_by);
call protect_tenant_table('slack_connections');

-- Cards that an automation placed say so.
create function current_automation_id() returns bigint
  language sql stable parallel safe
  return (current_automation_chain())[cardinality(current_automation_chain())];
alter table kanban_history add column automation_id bigint;
alter table kanban_history alter column automation_id set default current_automation_id();
alter table kanban_history add constraint kanban_history_automation_id_fkey
  foreign key (organization_id, automation_id) references automations (organization_id, id) on delete set null (automation_id);
create index kanban_history_automation_id_idx on kanban_history (automation_id) where automation_id is not null;

-- True if an active endpoint or automation of one of these organizations exists: most facts end with this question.
create or replace function has_webhooks(organizations bigint[]) returns boolean
  language sql stable
  return exists (select from webhook_endpoints w where w.organization_id = any(organizations) and w.state = 'active')
    or exists (select from automations a where a.organization_id = any(organizations) and a.is_active);

-- The data of an event, with what its ids name.
create function webhook_data(organization bigint, prospect bigint, campaign bigint, account bigint, node bigint, data jsonb) returns jsonb
  language sql stable
  return coalesce(data, '{}')
    || case when prospect is null then '{}' else jsonb_build_object('prospect', (
      select jsonb_build_object('id', p.id, 'email', p.email, 'first_name', left(p.first_name, 200), 'last_name', left(p.last_name, 200),
        'job_title', left(p.job_title, 300), 'company_name', left(p.company_name, 300), 'linkedin_profile_url', left(p.linkedin_profile_url, 500))
      from prospects p where p.organization_id = organization and p.id = prospect)) end
    || case when campaign is null then '{}' else jsonb_build_object('campaign', (
      select jsonb_build_object('id', c.id, 'name', c.name)
      from campaigns c where c.organization_id = organization and c.id = campaign)) end
    || case when account is null then '{}' else jsonb_build_object('account', (
      select jsonb_build_object('id', a.id, 'account_type', a.account_type, 'name', left(a.name, 200), 'email', a.email)
      from accounts a where a.organization_id = organization and a.id = account)) end
    || case when node is null then '{}' else jsonb_build_object('step', (
      select jsonb_build_object('id', n.id, 'type', n.type)
      from campaign_nodes n where n.organization_id = organization and n.id = node)) end;

-- As before; automations want events too, and each gets a run.
create or replace function enqueue_webhooks(events jsonb) returns void
  language plpgsql as $$
begin
  with given as (
    select g.*, e.position from jsonb_array_elements(events) with ordinality as e (item, position)
    cross join lateral jsonb_to_record(e.item) as g (organization_id bigint, type text, event_key text, occurred_at timestamptz,
      prospect_id bigint, campaign_id bigint, account_id bigint, node_id bigint, automation_chain bigint[], data jsonb)
  ), written as (
    insert into webhook_messages (organization_id, type, event_key, occurred_at, prospect_id, automation_chain, data)
    select g.organization_id, g.type, g.event_key, coalesce(g.occurred_at, app_now()), g.prospect_id,
      coalesce(g.automation_chain, current_automation_chain()),
      webhook_data(g.organization_id, g.prospect_id, g.campaign_id, g.account_id, g.node_id, g.data)
    from given g where exists (select from webhook_endpoints w
        where w.organization_id = g.organization_id and w.state = 'active' and w.event_types && array['*', g.type])
      or exists (select from automations a where a.organization_id = g.organization_id and a.is_active and a.trigger_type = g.type)
    order by g.position
    on conflict (organization_id, type, event_key) where event_key is not null do nothing
    returning organization_id, id, type
  ), runs as (
    insert into automation_runs (organization_id, automation_id, message_id)
    select m.organization_id, a.id, m.id from written m join automations a
      on a.organization_id = m.organization_id and a.is_active and a.trigger_type = m.type
    order by m.id, a.id
  )
  insert into webhook_deliveries (organization_id, endpoint_id, message_id)
  select m.organization_id, w.id, m.id from written m join webhook_endpoints w
    on w.organization_id = m.organization_id and w.state = 'active' and w.event_types && array['*', m.type];
end $$;

-- The events of a campaign's facts.
create view campaign_webhook_types with (security_invoker = true) as
  select * from (values ('email_sent', null, 'email.sent'), ('bounced', null, 'email.bounced'), ('failed', 'EMAIL', 'email.failed'),
    ('failed', null, 'step.failed'), ('invite_sent', null, 'linkedin.invite_sent'), ('invite_accepted', null, 'linkedin.invite_accepted'),
    ('linkedin_message_sent', null, 'linkedin.message_sent'), ('inmail_sent', null, 'linkedin.inmail_sent'),
    ('call_done', null, 'task.completed')) as m (fact, action, type);
grant select on campaign_webhook_types to overture_app, overture_system;

-- The fields of such an event that the ids don't give.
create function campaign_webhook_data(type text, lead bigint, node bigint, variant text) returns jsonb
  language sql stable
  return case type
    when 'email.sent' then jsonb_build_object('variant', variant)
    when 'email.bounced' then coalesce((select jsonb_build_object('is_hard', coalesce(s.is_hard_bounce, false), 'reason', left(s.bounce_reason, 500))
      from campaign_step_runs s where s.campaign_lead_id = lead and s.node_id = node order by s.id desc limit 1),
      jsonb_build_object('is_hard', false, 'reason', null))
    when 'email.failed' then jsonb_build_object('reason', (select left(s.error, 500) from campaign_step_runs s
      where s.campaign_lead_id = lead and s.node_id = node order by s.id desc limit 1))
    when 'step.failed' then jsonb_build_object('reason', (select left(s.error, 500) from campaign_step_runs s
      where s.campaign_lead_id = lead and s.node_id = node order by s.id desc limit 1))
    else '{}' end;

-- As before. What a campaign does for a lead that an automation added follows from it; what the lead or a person does is a new cause.
create or replace function enqueue_campaign_webhooks() returns trigger
  language plpgsql as $$
begin
  if not has_webhooks((select array_agg(distinct organization_id) from new_rows)) then return null; end if;
  perform enqueue_webhooks((
    select coalesce(jsonb_agg(jsonb_build_object('organization_id', n.organization_id, 'type', m.type,
        'event_key', n.campaign_lead_id || '/' || n.node_id || '/' || extract(epoch from n.occurred_at),
        'occurred_at', n.occurred_at, 'prospect_id', n.prospect_id, 'campaign_id', n.campaign_id,
        'account_id', coalesce(n.account_id, 0), 'node_id', n.node_id,
        'automation_chain', case when n.type not in ('bounced', 'invite_accepted', 'call_done')
          then (select to_jsonb(l.automation_chain) from campaign_leads l where l.id = n.campaign_lead_id) end,
        'data', campaign_webhook_data(m.type, n.campaign_lead_id, n.node_id, n.variant)) order by n.occurred_at), '[]')
    from new_rows n
    join campaign_webhook_types m on m.fact = n.type and (m.action is null or m.action = n.action)));
  return null;
end $$;

-- Events of a type since an instant, the newest first: from the facts where they are kept, otherwise from the messages that were recorded.
create function past_webhook_events(organization bigint, wanted text, since timestamptz, most integer)
  returns table (occurred_at timestamptz, data jsonb)
  language sql stable
begin atomic
  (select n.occurred_at, webhook_data(organization, n.prospect_id, n.campaign_id, coalesce(n.account_id, 0), n.node_id,
      campaign_webhook_data(wanted, n.campaign_lead_id, n.node_id, n.variant))
    from campaign_webhook_types m join campaign_events n on n.organization_id = organization and n.type = m.fact
      and (m.action is null or n.action = m.action)
    where m.type = wanted and n.occurred_at >= since order by n.occurred_at desc limit most)
  union all
  (select c.sent_at, webhook_data(organization, c.prospect_id, null, coalesce(c.account_id, 0), null, jsonb_build_object('message_id', c.id,
      'channel', case when a.account_type in ('LINKEDIN', 'WHATSAPP', 'FACEBOOK', 'INSTAGRAM') then lower(a.account_type) else 'email' end,
      'subject', left(c.subject_line, 300), 'text', left(c.message, 4000)))
    from chats h join chat_messages c on c.prospect_id = h.prospect_id and c.sent_by_prospect and c.kind = 'REPLY' and c.created_at >= since
    left join accounts a on a.organization_id = organization and a.id = c.account_id
    where wanted = 'reply.received' and h.organization_id = organization and h.listed_at >= since and c.sent_at >= since
    order by c.sent_at desc limit most)
  union all
  (select h.last_message_at, webhook_data(organization, h.prospect_id, null, null, null,
      jsonb_build_object('interest', lower(h.interest), 'reply_type', h.reply_class))
    from chats h where wanted = 'prospect.status_changed' and h.organization_id = organization and h.listed_at >= since
      and (h.interest is not null or h.reply_class is not null)
    order by h.listed_at desc limit most)
  union all
  (select m.occurred_at, m.data from webhook_messages m
    where m.organization_id = organization and m.type = wanted and m.created_at >= since
      and wanted not in ('reply.received', 'prospect.status_changed')
      and not exists (select from campaign_webhook_types t where t.type = wanted)
    order by m.id desc limit most);
end;
