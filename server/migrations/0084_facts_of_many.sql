-- What an update of many leads tells is found in one pass. Joined row by row, by a plan that a session had made for its first single
-- lead, it took time by the square of their number: seconds for the 2,000 leads that a look plans, hours for 100,000 in one statement.
-- Neither a full join nor an except can be run row by row.
create or replace function tell_bounces() returns trigger
  language plpgsql as $$
begin
  if not exists (select id from new_rows where bounced_at is not null
      except select id from old_rows where bounced_at is not null) then return null; end if;
  perform open_event_months(moment, moment)
    from (select min(bounced_at) as moment from new_rows where bounced_at is not null
      group by date_trunc('month', bounced_at at time zone 'UTC')) m;
  with bounced as materialized (
    select n.*, o.bounced_at as bounced_before from new_rows n full join old_rows o on o.id = n.id)
  insert into campaign_events (organization_id, campaign_id, campaign_lead_id, prospect_id, node_id, account_id, type,
      variant, occurred_at)
    select n.organization_id, n.campaign_id, n.campaign_lead_id, n.prospect_id, n.node_id,
      coalesce(i.account_id, c.email_account_id, 0), 'bounced', n.variant, n.bounced_at
    from bounced n join campaigns c on c.id = n.campaign_id
    left join outbound_intents i on i.id = n.intent_id
    where n.bounced_at is not null and n.bounced_before is null
    on conflict do nothing;
  return null;
end $$;

create or replace function tell_lead_facts() returns trigger
  language plpgsql as $$
begin
  -- Most updates only move leads along: they end here.
  if not exists (select id, contacted_at, replied_at from new_rows
      except select id, contacted_at, replied_at from old_rows) then return null; end if;
  with changed as materialized (
    select o.id, fact.type, fact.before from new_rows n full join old_rows o on o.id = n.id
    cross join lateral (values ('contacted', n.contacted_at, o.contacted_at), ('replied', n.replied_at, o.replied_at))
      as fact (type, at, before)
    where fact.at is distinct from fact.before)
  delete from campaign_events e using changed
    where e.campaign_lead_id = changed.id and e.type = changed.type and e.occurred_at = changed.before;
  perform open_event_months(moment, moment)
    from (select min(fact.at) as moment from new_rows n full join old_rows o on o.id = n.id
      cross join lateral (values (n.contacted_at, o.contacted_at), (n.replied_at, o.replied_at)) as fact (at, before)
      where fact.at is distinct from fact.before and fact.at is not null
      group by date_trunc('month', fact.at at time zone 'UTC')) m;
  with changed as materialized (
    select n.*, o.next_node_id as node_before, fact.type, fact.at from new_rows n full join old_rows o on o.id = n.id
    cross join lateral (values ('contacted', n.contacted_at, o.contacted_at), ('replied', n.replied_at, o.replied_at))
      as fact (type, at, before)
    where fact.at is distinct from fact.before)
  insert into campaign_events (organization_id, campaign_id, campaign_lead_id, prospect_id, node_id, account_id, type,
      variant, seconds, occurred_at)
    select n.organization_id, n.campaign_id, n.id, n.prospect_id, coalesce(f.node_id, 0),
      coalesce(f.account_id, c.email_account_id, c.linkedin_account_id, 0), n.type, f.variant,
      case when n.type = 'replied' then least(greatest(extract(epoch from n.at - f.finished_at), 0), 2147483647)::int end, n.at
    from changed n join campaigns c on c.id = n.campaign_id
    -- The step that reached the lead first (being settled now: no run yet), or the last one before the reply.
    left join lateral (
      select i.ref_part as node_id, i.account_id, null as variant, i.dispatched_at as finished_at from outbound_intents i
        where n.type = 'contacted' and i.kind = 'campaign_step' and i.ref_id = n.id
          and (i.state = 'confirmed' or i.ref_part = n.node_before)
      union all
      select e.node_id, e.account_id, e.variant, e.occurred_at from campaign_events e
        where n.type = 'replied' and e.campaign_lead_id = n.id
          and e.type in ('email_sent', 'invite_sent', 'linkedin_message_sent', 'inmail_sent', 'call_done')
      order by finished_at desc nulls last limit 1
    ) f on true
    where n.at is not null
    on conflict do nothing;
  return null;
end $$;
