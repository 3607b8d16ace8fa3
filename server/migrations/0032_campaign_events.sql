-- What campaigns did and what came of it: append-only events, written by triggers in the transaction of the fact.

-- One fact about a lead of a campaign. `action` is the type of an executed node; without it the fact is about the lead: contacted
-- (first outward action), replied, interested. `node_id` 0 and `account_id` 0 mean unknown. Replies and interest carry the step,
-- variant and sender they respond to. Without foreign keys: events are deleted with their lead (below), and a new month must not lock
-- the campaigns.
create table campaign_events (
  organization_id bigint not null,
  campaign_id bigint not null,
  campaign_lead_id bigint not null,
  prospect_id bigint not null,
  node_id bigint not null default 0,
  account_id bigint not null default 0,
  type text not null,
  action text,
  variant text,
  -- Replies: seconds since the step that was answered.
  seconds integer,
  occurred_at timestamptz not null,
  -- A repeated fact is stored once.
  primary key (campaign_lead_id, node_id, type, occurred_at)
) partition by range (occurred_at);
-- The people behind a number, whatever its size: pages are read off the front of an index, and leads with several facts are
-- counted from the index alone.
create index campaign_events_people_idx on campaign_events (organization_id, type, occurred_at desc)
  include (campaign_lead_id, campaign_id, account_id);
-- The figures of a campaign, from the index alone.
create index campaign_events_campaign_people_idx on campaign_events (campaign_id, type, occurred_at desc)
  include (campaign_lead_id, account_id, organization_id);
-- Pages of the activity list, from the index alone: one action of an organization, or one campaign, however many other events lie
-- between.
create index campaign_events_done_idx on campaign_events
  (organization_id, action, occurred_at desc, campaign_lead_id desc, node_id desc) include (campaign_id, account_id)
  where action is not null;
create index campaign_events_campaign_done_idx on campaign_events
  (campaign_id, occurred_at desc, campaign_lead_id desc, node_id desc) include (organization_id, action, account_id)
  where action is not null;
-- Deep pages of the people of a node, from the index alone.
create index campaign_events_node_people_idx on campaign_events (campaign_id, node_id, occurred_at desc)
  include (campaign_lead_id, organization_id, type, action);
call protect_tenant_table('campaign_events');

-- Creates the months that hold these moments. Attaching a partition blocks no readers or writers of other months. Months are created
-- when their first event comes, because the clock of the installation may be anywhere.
create function open_event_months(first timestamptz, last timestamptz) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  month timestamp := date_trunc('month', first at time zone 'UTC');
  name text;
begin
  while month <= last at time zone 'UTC' loop
    name := 'campaign_events_' || to_char(month, 'YYYY_MM');
    if to_regclass(name) is null then
      perform pg_advisory_xact_lock(71530064);
      -- Read anew: what to_regclass has learned may be older than the lock.
      if not exists (select from pg_class c where c.relname = name and c.relnamespace = 'public'::regnamespace) then
        execute format('create table %I (like campaign_events including all)', name);
        execute format('alter table %I enable row level security', name);
        execute format('alter table %I force row level security', name);
        execute format('alter table campaign_events attach partition %I for values from (%L) to (%L)', name,
          month at time zone 'UTC', (month + interval '1 month') at time zone 'UTC');
      end if;
    end if;
    month := month + interval '1 month';
  end loop;
end $$;

-- The event of a node that ended: its type and outcome. A kind without an event of its own is step_done.
create function name_step_event(node_type text, outcome text, branch text) returns text
  language sql immutable parallel safe
  return case
    when outcome = 'failed' then 'failed'
    when node_type = 'ACCEPTED_INVITE' and branch = 'yes' then 'invite_accepted'
    when outcome = 'answered' then 'answered_' || branch
    else case node_type when 'EMAIL' then 'email_sent' when 'LINKEDIN_INVITE' then 'invite_sent'
      when 'LINKEDIN_MESSAGE' then 'linkedin_message_sent' when 'INMAIL' then 'inmail_sent'
      when 'VISIT_LINKEDIN_PROFILE' then 'profile_visited' when 'LIKE_LAST_LINKEDIN_POST' then 'post_liked'
      when 'DELETE_LINKEDIN_INVITE' then 'invite_deleted' when 'CALL_PROSPECT' then 'call_done' else 'step_done' end
  end;

-- Turns each run of a node into an event. A step that had nothing to do (already connected, no open invite, no post), or whose effect
-- nobody can prove, ended well but was not done, so it counts as skipped. Nodes without a channel count for the sender of the campaign.
create function tell_step_runs() returns trigger
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
        else coalesce(c.linkedin_account_id, c.email_account_id) end, 0),
      case when r.outcome = 'done' and r.error is not null then 'skipped' else name_step_event(n.type, r.outcome, r.branch) end,
      n.type, r.variant, r.finished_at
    from new_rows r join campaign_nodes n on n.id = r.node_id join campaigns c on c.id = r.campaign_id
    left join outbound_intents i on i.id = r.intent_id
    on conflict do nothing;
  return null;
end $$;
create trigger campaign_step_runs_tell_insert after insert on campaign_step_runs
  referencing new table as new_rows for each statement execute function tell_step_runs();
create trigger campaign_step_runs_tell_update after update on campaign_step_runs
  referencing old table as old_rows new table as new_rows for each statement execute function tell_step_runs();

-- A bounce noted at a run becomes an event of its step, by the sender of the mail. The update is read as a set: a join row by row takes
-- time by the square of the number of leads.
create function tell_bounces() returns trigger
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
create trigger campaign_step_runs_tell_bounces after update on campaign_step_runs
  referencing old table as old_rows new table as new_rows for each statement execute function tell_bounces();

-- First contact and reply of a lead, told once, so sums of distinct leads are plain sums.
create function tell_lead_facts() returns trigger
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
create trigger campaign_leads_tell_facts after update on campaign_leads
  referencing old table as old_rows new table as new_rows for each statement execute function tell_lead_facts();

-- Deletes the events of an erased lead, which also takes back its sums.
create function forget_lead_events() returns trigger
  language plpgsql as $$
begin
  if exists (select from old_rows where started_at is not null or contacted_at is not null or replied_at is not null) then
    delete from campaign_events e using old_rows o where e.campaign_lead_id = o.id;
  end if;
  return null;
end $$;
create trigger campaign_leads_forget_events after delete on campaign_leads
  referencing old table as old_rows for each statement execute function forget_lead_events();

-- Interest is marked on the conversation with a person and counts for the campaigns they answered.
create function tell_interest() returns trigger
  language plpgsql as $$
begin
  delete from campaign_events e using campaign_leads l
    where l.prospect_id = new.prospect_id and l.organization_id = new.organization_id and e.campaign_lead_id = l.id
      and e.type = 'interested';
  if new.interest = 'INTERESTED' then
    perform open_event_months(app_now(), app_now());
    insert into campaign_events (organization_id, campaign_id, campaign_lead_id, prospect_id, node_id, account_id, type,
        variant, occurred_at)
      select e.organization_id, e.campaign_id, e.campaign_lead_id, e.prospect_id, e.node_id, e.account_id, 'interested',
        e.variant, app_now()
      from campaign_leads l join campaign_events e on e.campaign_lead_id = l.id and e.type = 'replied'
      where l.prospect_id = new.prospect_id and l.organization_id = new.organization_id
      on conflict do nothing;
  end if;
  return null;
end $$;
create trigger chats_tell_interest after update of interest on chats for each row
  when (new.interest is distinct from old.interest) execute function tell_interest();

revoke all on function open_event_months from public;
grant execute on function open_event_months to overture_app, overture_system;
