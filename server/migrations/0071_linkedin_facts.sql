-- Who stands behind an answer to an action whose own outcome is not known yet: the seat's id of the person is written before the call.
create index outbound_intents_recipient_idx on outbound_intents (account_id, to_linkedin) where to_linkedin is not null;

-- Messages of others on their way to their handler: nothing leaves their organisation meanwhile.
create index outbox_events_messages_idx on outbox_events (organization_id) where type = 'linkedin_message_seen';

-- A step that had nothing to do (they are connected already, there is no open invite, no post to like), or whose doing nobody
-- can prove, ended well and says so; it was not done, so it is no invite sent and no post liked.
create or replace function tell_step_runs() returns trigger
  language plpgsql as $$
begin
  if not exists (select from new_rows) then return null; end if;
  if tg_op = 'UPDATE' then
    delete from campaign_events e using old_rows r
      where e.campaign_lead_id = r.campaign_lead_id and e.node_id = r.node_id and e.occurred_at = r.finished_at
        and e.action is not null;
  end if;
  perform open_event_months(moment, moment)
    from (select min(finished_at) as moment from new_rows group by date_trunc('month', finished_at at time zone 'UTC')) m;
  insert into campaign_events (organization_id, campaign_id, campaign_lead_id, prospect_id, node_id, account_id, type,
      action, variant, occurred_at)
    select r.organization_id, r.campaign_id, r.campaign_lead_id, r.prospect_id, r.node_id,
      coalesce(i.account_id, case when n.type in ('EMAIL', 'HAS_EMAIL') then c.email_account_id
        when n.type in ('CALL_PROSPECT', 'HAS_PHONE') then coalesce(c.linkedin_account_id, c.email_account_id)
        else c.linkedin_account_id end, 0),
      case when r.outcome = 'done' and r.error is not null then 'skipped' else name_step_event(n.type, r.outcome, r.branch) end,
      n.type, r.variant, r.finished_at
    from new_rows r join campaign_nodes n on n.id = r.node_id join campaigns c on c.id = r.campaign_id
    left join outbound_intents i on i.id = r.intent_id
    on conflict do nothing;
  return null;
end $$;

-- Look-ups that leads wait for at 'has email' and 'has phone': one a lead and sort, ever. wanted: to be started; asked: at
-- work; ended: over, and why nothing was found.
create table campaign_lookups (
  campaign_lead_id bigint not null references campaign_leads (id) on delete cascade,
  lookup text not null check (lookup in ('FIND_EMAIL', 'FIND_PHONE')),
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  prospect_id bigint not null references prospects (id) on delete cascade,
  state text not null default 'wanted' check (state in ('wanted', 'asked', 'ended')),
  reason text,
  ends_by timestamptz not null default 'infinity',
  primary key (campaign_lead_id, lookup)
);
create index campaign_lookups_wanted_idx on campaign_lookups (organization_id) where state = 'wanted';
create index campaign_lookups_open_idx on campaign_lookups (prospect_id) where state <> 'ended';
call protect_tenant_table('campaign_lookups');
