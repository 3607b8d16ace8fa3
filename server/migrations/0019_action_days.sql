-- What nodes did, by their kind, stands in an array and no longer in a column a kind: a new kind of step or condition needs no
-- migration. An array and not a row a kind, since reading a year of several kinds then takes what it took of columns.

-- Where a kind stands in the arrays; one that is told for the first time gets the next number.
create table action_numbers (
  action text primary key,
  number smallint not null generated always as identity unique
);
grant select, insert on action_numbers to overture_app, overture_system;
insert into action_numbers (action) values
  ('EMAIL'), ('LINKEDIN_INVITE'), ('LINKEDIN_MESSAGE'), ('INMAIL'), ('VISIT_LINKEDIN_PROFILE'), ('LIKE_LAST_LINKEDIN_POST'),
  ('DELETE_LINKEDIN_INVITE'), ('CALL_PROSPECT'), ('ACCEPTED_INVITE'), ('ALREADY_CONNECTED'), ('HAS_EMAIL'), ('HAS_PHONE');

create function count_at(number integer, amount integer) returns integer[]
  language sql immutable parallel safe
  return array_fill(0, array[number - 1]) || amount;

create function add_counts(a integer[], b integer[]) returns integer[]
  language sql immutable parallel safe
  return (select coalesce(array_agg(coalesce(x, 0) + coalesce(y, 0) order by number), '{}')
    from unnest(a, b) with ordinality as counts (x, y, number));

create aggregate sum_counts(integer[]) (sfunc = add_counts, stype = integer[], initcond = '{}', parallel = safe);

alter table organization_days add column by_action integer[] not null default '{}';
alter table account_days add column by_action integer[] not null default '{}';
update organization_days set by_action = array[
  email, linkedin_invite, linkedin_message, inmail, visit_linkedin_profile, like_last_linkedin_post, delete_linkedin_invite,
  call_prospect, accepted_invite, already_connected, has_email, has_phone];
update account_days set by_action = array[
  email, linkedin_invite, linkedin_message, inmail, visit_linkedin_profile, like_last_linkedin_post, delete_linkedin_invite,
  call_prospect, accepted_invite, already_connected, has_email, has_phone];
alter table organization_days
  drop column email,
  drop column linkedin_invite,
  drop column linkedin_message,
  drop column inmail,
  drop column visit_linkedin_profile,
  drop column like_last_linkedin_post,
  drop column delete_linkedin_invite,
  drop column call_prospect,
  drop column accepted_invite,
  drop column already_connected,
  drop column has_email,
  drop column has_phone;
alter table account_days
  drop column email,
  drop column linkedin_invite,
  drop column linkedin_message,
  drop column inmail,
  drop column visit_linkedin_profile,
  drop column like_last_linkedin_post,
  drop column delete_linkedin_invite,
  drop column call_prospect,
  drop column accepted_invite,
  drop column already_connected,
  drop column has_email,
  drop column has_phone;

create or replace function sum_campaign_events() returns trigger
  language plpgsql as $$
declare
  sign integer := case tg_op when 'DELETE' then -1 else 1 end;
  own_slot smallint := claim_sum_slot();
begin
  -- A campaign that is going itself takes its sums along; those of its senders stay.
  insert into campaign_step_days as d (organization_id, campaign_id, day, node_id, account_id, type, variant, slot, amount, seconds)
    select organization_id, campaign_id, (occurred_at at time zone 'UTC')::date as day, node_id, account_id, type,
      coalesce(variant, '') as variant, own_slot, sign * count(*), sign * coalesce(sum(seconds), 0)
    from changed where tg_op = 'INSERT' or exists (select from campaigns c where c.id = changed.campaign_id)
    group by organization_id, campaign_id, (occurred_at at time zone 'UTC')::date, node_id, account_id, type, coalesce(variant, '')
    on conflict (campaign_id, day, node_id, account_id, type, variant, slot) do update
      set amount = d.amount + excluded.amount, seconds = d.seconds + excluded.seconds;
  insert into campaign_step_months as d (organization_id, campaign_id, month, node_id, type, variant, slot, amount, seconds)
    select organization_id, campaign_id, date_trunc('month', occurred_at at time zone 'UTC')::date as month, node_id, type,
      coalesce(variant, '') as variant, own_slot, sign * count(*), sign * coalesce(sum(seconds), 0)
    from changed where tg_op = 'INSERT' or exists (select from campaigns c where c.id = changed.campaign_id)
    group by organization_id, campaign_id, date_trunc('month', occurred_at at time zone 'UTC'), node_id, type, coalesce(variant, '')
    on conflict (campaign_id, month, node_id, type, variant, slot) do update
      set amount = d.amount + excluded.amount, seconds = d.seconds + excluded.seconds;
  insert into action_numbers (action)
    select distinct action from changed where action is not null
      and not exists (select from action_numbers a where a.action = changed.action) on conflict do nothing;
  insert into organization_days as d (organization_id, day, campaign_id, account_id, slot,
      actions, emails_sent, linkedin_messages_sent, invites_sent, invites_accepted, contacted, replies, interested, by_action)
    select organization_id, day, campaign_id, account_id, own_slot, sign * sum(actions), sign * sum(emails_sent), sign * sum(linkedin_messages_sent),
      sign * sum(invites_sent), sign * sum(invites_accepted), sign * sum(contacted), sign * sum(replies), sign * sum(interested),
      coalesce(sum_counts(count_at(number, sign * actions)) filter (where number is not null), '{}')
    from (select organization_id, (occurred_at at time zone 'UTC')::date as day, campaign_id, account_id, action, count(action)::int as actions,
        count(*) filter (where type = 'email_sent') as emails_sent,
        count(*) filter (where type in ('linkedin_message_sent', 'inmail_sent')) as linkedin_messages_sent,
        count(*) filter (where type = 'invite_sent') as invites_sent,
        count(*) filter (where type = 'invite_accepted') as invites_accepted,
        count(*) filter (where type = 'contacted') as contacted, count(*) filter (where type = 'replied') as replies,
        count(*) filter (where type = 'interested') as interested
      from changed where tg_op = 'INSERT' or exists (select from campaigns c where c.id = changed.campaign_id)
      group by organization_id, (occurred_at at time zone 'UTC')::date, campaign_id, account_id, action) as counts
    left join action_numbers using (action)
    group by organization_id, day, campaign_id, account_id
    on conflict (organization_id, day, campaign_id, account_id, slot) do update set
      actions = d.actions + excluded.actions, emails_sent = d.emails_sent + excluded.emails_sent,
      linkedin_messages_sent = d.linkedin_messages_sent + excluded.linkedin_messages_sent,
      invites_sent = d.invites_sent + excluded.invites_sent,
      invites_accepted = d.invites_accepted + excluded.invites_accepted, contacted = d.contacted + excluded.contacted,
      replies = d.replies + excluded.replies, interested = d.interested + excluded.interested,
      by_action = add_counts(d.by_action, excluded.by_action);
  insert into account_days as d (organization_id, day, account_id, slot,
      actions, emails_sent, linkedin_messages_sent, invites_sent, invites_accepted, contacted, replies, interested, by_action)
    select organization_id, day, account_id, own_slot, sign * sum(actions), sign * sum(emails_sent), sign * sum(linkedin_messages_sent),
      sign * sum(invites_sent), sign * sum(invites_accepted), sign * sum(contacted), sign * sum(replies), sign * sum(interested),
      coalesce(sum_counts(count_at(number, sign * actions)) filter (where number is not null), '{}')
    from (select organization_id, (occurred_at at time zone 'UTC')::date as day, account_id, action, count(action)::int as actions,
        count(*) filter (where type = 'email_sent') as emails_sent,
        count(*) filter (where type in ('linkedin_message_sent', 'inmail_sent')) as linkedin_messages_sent,
        count(*) filter (where type = 'invite_sent') as invites_sent,
        count(*) filter (where type = 'invite_accepted') as invites_accepted,
        count(*) filter (where type = 'contacted') as contacted, count(*) filter (where type = 'replied') as replies,
        count(*) filter (where type = 'interested') as interested
      from changed where tg_op = 'INSERT' or exists (select from organizations o where o.organization_id = changed.organization_id)
      group by organization_id, (occurred_at at time zone 'UTC')::date, account_id, action) as counts
    left join action_numbers using (action)
    group by organization_id, day, account_id
    on conflict (organization_id, day, account_id, slot) do update set
      actions = d.actions + excluded.actions, emails_sent = d.emails_sent + excluded.emails_sent,
      linkedin_messages_sent = d.linkedin_messages_sent + excluded.linkedin_messages_sent,
      invites_sent = d.invites_sent + excluded.invites_sent,
      invites_accepted = d.invites_accepted + excluded.invites_accepted, contacted = d.contacted + excluded.contacted,
      replies = d.replies + excluded.replies, interested = d.interested + excluded.interested,
      by_action = add_counts(d.by_action, excluded.by_action);
  return null;
end $$;

-- A step of a kind that has no event of its own was done.
create or replace function name_step_event(node_type text, outcome text, branch text) returns text
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

-- Nodes that are nobody's channel count for whichever sender the campaign has.
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
        else coalesce(c.linkedin_account_id, c.email_account_id) end, 0),
      case when r.outcome = 'done' and r.error is not null then 'skipped' else name_step_event(n.type, r.outcome, r.branch) end,
      n.type, r.variant, r.finished_at
    from new_rows r join campaign_nodes n on n.id = r.node_id join campaigns c on c.id = r.campaign_id
    left join outbound_intents i on i.id = r.intent_id
    on conflict do nothing;
  return null;
end $$;

-- Conditions may start every look-up there is.
alter table campaign_lookups drop constraint campaign_lookups_lookup_check;
alter table campaign_lookups add constraint campaign_lookups_lookup_check
  check (lookup in ('FIND_EMAIL', 'FIND_PHONE', 'FIND_WEBSITE'));
