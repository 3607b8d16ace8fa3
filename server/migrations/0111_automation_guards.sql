-- As before. Automations and endpoints are locked as a foreign key locks them, before the rows that name them are written: one that is deleted
-- at the same moment gets nothing. Otherwise the foreign key refuses the row, and the fact (a reply, a mail that was sent) is rolled back.
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
    order by m.id, a.id for key share of a
  )
  insert into webhook_deliveries (organization_id, endpoint_id, message_id)
  select m.organization_id, w.id, m.id from written m join webhook_endpoints w
    on w.organization_id = m.organization_id and w.state = 'active' and w.event_types && array['*', m.type]
  order by m.id, w.id for key share of w;
end $$;

-- As before. The call of a lead that an automation added follows from it, like the mails of the lead.
create or replace function enqueue_due_call_webhooks() returns trigger
  language plpgsql as $$
begin
  if has_webhooks(array[new.organization_id]) then
    perform enqueue_webhooks(jsonb_build_array(jsonb_build_object('organization_id', new.organization_id, 'type', 'task.due',
      'event_key', 'call/' || new.id || '/' || new.next_node_id, 'prospect_id', new.prospect_id, 'campaign_id', new.campaign_id,
      'node_id', new.next_node_id, 'automation_chain', to_jsonb(new.automation_chain),
      'data', jsonb_build_object('kind', 'call', 'user', null))));
  end if;
  return null;
end $$;

-- The last run of an automation that did something: most events meet no condition, and the list would read all of those.
create index automation_runs_ended_idx on automation_runs (automation_id, id) where state in ('done', 'failed');
