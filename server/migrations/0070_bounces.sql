-- A mail that came back is a fact of the step that sent it: shown beside it, counted by day, step, variant and sender.

alter table campaign_step_runs
  add column bounced_at timestamptz,
  -- What the receiving server said.
  add column bounce_reason text;

create function tell_bounces() returns trigger
  language plpgsql as $$
begin
  if not exists (select from new_rows n join old_rows o using (id) where n.bounced_at is not null and o.bounced_at is null)
    then return null; end if;
  perform open_event_months(moment, moment)
    from (select min(bounced_at) as moment from new_rows where bounced_at is not null
      group by date_trunc('month', bounced_at at time zone 'UTC')) m;
  insert into campaign_events (organization_id, campaign_id, campaign_lead_id, prospect_id, node_id, account_id, type,
      variant, occurred_at)
    select n.organization_id, n.campaign_id, n.campaign_lead_id, n.prospect_id, n.node_id,
      coalesce(i.account_id, c.email_account_id, 0), 'bounced', n.variant, n.bounced_at
    from new_rows n join old_rows o using (id) join campaigns c on c.id = n.campaign_id
    left join outbound_intents i on i.id = n.intent_id
    where n.bounced_at is not null and o.bounced_at is null
    on conflict do nothing;
  return null;
end $$;

create trigger campaign_step_runs_tell_bounces after update on campaign_step_runs
  referencing old table as old_rows new table as new_rows for each statement execute function tell_bounces();
