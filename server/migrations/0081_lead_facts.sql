-- A revision moves all leads that wait in one statement: what is asked of each such statement first grows with its rows, not their square.
create or replace function tell_lead_facts() returns trigger
  language plpgsql as $$
begin
  -- Most updates only move leads along: they end here.
  -- Compared as sets: joined row by row, an update of 100,000 leads would be looked through 100,000 times.
  if not exists (select id, contacted_at, replied_at from new_rows except select id, contacted_at, replied_at from old_rows)
    then return null; end if;
  delete from campaign_events e using old_rows o join new_rows n using (id)
    where e.campaign_lead_id = o.id and ((e.type = 'contacted' and e.occurred_at = o.contacted_at
        and n.contacted_at is distinct from o.contacted_at)
      or (e.type = 'replied' and e.occurred_at = o.replied_at and n.replied_at is distinct from o.replied_at));
  perform open_event_months(min(fact.at), min(fact.at)) from new_rows n join old_rows o using (id)
    cross join lateral (values (n.contacted_at, o.contacted_at), (n.replied_at, o.replied_at)) as fact (at, before)
    where fact.at is distinct from fact.before and fact.at is not null
    group by date_trunc('month', fact.at at time zone 'UTC');
  insert into campaign_events (organization_id, campaign_id, campaign_lead_id, prospect_id, node_id, account_id, type,
      variant, seconds, occurred_at)
    select n.organization_id, n.campaign_id, n.id, n.prospect_id, coalesce(f.node_id, 0),
      coalesce(f.account_id, c.email_account_id, c.linkedin_account_id, 0), fact.type, f.variant,
      case when fact.type = 'replied' then least(greatest(extract(epoch from fact.at - f.finished_at), 0), 2147483647)::int end, fact.at
    from new_rows n join old_rows o using (id) join campaigns c on c.id = n.campaign_id
    cross join lateral (values ('contacted', n.contacted_at, o.contacted_at), ('replied', n.replied_at, o.replied_at))
      as fact (type, at, before)
    -- The step that reached the lead first (being settled now: no run yet), or the last one before the reply.
    left join lateral (
      select i.ref_part as node_id, i.account_id, null as variant, i.dispatched_at as finished_at from outbound_intents i
        where fact.type = 'contacted' and i.kind = 'campaign_step' and i.ref_id = n.id
          and (i.state = 'confirmed' or i.ref_part = o.next_node_id)
      union all
      select e.node_id, e.account_id, e.variant, e.occurred_at from campaign_events e
        where fact.type = 'replied' and e.campaign_lead_id = n.id
          and e.type in ('email_sent', 'invite_sent', 'linkedin_message_sent', 'inmail_sent', 'call_done')
      order by finished_at desc nulls last limit 1
    ) f on true
    where fact.at is not null and fact.at is distinct from fact.before
    on conflict do nothing;
  return null;
end $$;
