-- Events that an endpoint for all events doesn't get: there are too many of them, so they go only where they are named.
create function webhook_type_names(type text) returns text[]
  language sql immutable parallel safe
  return case when type in ('linkedin.profile_visited', 'linkedin.post_liked') then array[type] else array['*', type] end;

-- As before, by those names.
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
        where w.organization_id = g.organization_id and w.state = 'active' and w.event_types && webhook_type_names(g.type))
      or exists (select from automations a where a.organization_id = g.organization_id and a.is_active and a.trigger_type = g.type)
    order by g.position
    on conflict (organization_id, type, event_key) where event_key is not null do nothing
    returning organization_id, id, type
  ), runs as (
    insert into automation_runs (organization_id, automation_id, message_id)
    select m.organization_id, a.id, m.id from written m join automations a
      on a.organization_id = m.organization_id and a.is_active and a.trigger_type = m.type
    order by m.id, a.id for key share of a
  )
  insert into webhook_deliveries (organization_id, endpoint_id, message_id)
  select m.organization_id, w.id, m.id from written m join webhook_endpoints w
    on w.organization_id = m.organization_id and w.state = 'active' and w.event_types && webhook_type_names(m.type)
  order by m.id, w.id for key share of w;
end $$;

-- As before, with visits and likes.
create or replace view campaign_webhook_types with (security_invoker = true) as
  select * from (values ('email_sent', null, 'email.sent'), ('bounced', null, 'email.bounced'), ('failed', 'EMAIL', 'email.failed'),
    ('failed', null, 'step.failed'), ('invite_sent', null, 'linkedin.invite_sent'), ('invite_accepted', null, 'linkedin.invite_accepted'),
    ('linkedin_message_sent', null, 'linkedin.message_sent'), ('inmail_sent', null, 'linkedin.inmail_sent'),
    ('profile_visited', null, 'linkedin.profile_visited'), ('post_liked', null, 'linkedin.post_liked'),
    ('call_done', null, 'task.completed')) as m (fact, action, type);

-- A sender has sent what it may on a day: once a day, whichever of its limits is reached first. Lookups are invisible to people.
create function enqueue_limit_webhooks() returns trigger
  language plpgsql as $$
begin
  if has_webhooks(array[new.organization_id]) then
    perform enqueue_webhooks(jsonb_build_array(jsonb_build_object('organization_id', new.organization_id, 'type', 'account.limit_reached',
      'event_key', new.scope_id || '/' || new.day, 'account_id', new.scope_id,
      'data', jsonb_build_object('action', coalesce(nullif(split_part(new.scope, ':', 2), ''), 'email'), 'limit', new.cap,
        'resets_at', to_char(new.ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')))));
  end if;
  return null;
end $$;
create trigger sending_days_enqueue_webhooks after update of used on sending_days for each row
  when (new.used >= new.cap and new.used > old.used and (new.scope = 'account' or new.scope like 'account:%') and new.scope <> 'account:look')
  execute function enqueue_limit_webhooks();
