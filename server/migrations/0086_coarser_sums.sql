-- Sums that stay small: what a campaign's steps did by the month, the dashboard's figures by the sender, where the leads of a campaign
-- stand. Every figure reads a number of rows that follows from days, senders, campaigns and nodes, and none that follows from events or
-- leads. All are written in the transaction of the fact, as the sums by the day are.

-- A slot of the sums that is this transaction's own until its end: nobody waits for a row of a sum, in whatever order transactions
-- add to them, and so nobody waits in a circle. The lowest free one, so that there are as many rows as there are writers at once.
create function claim_sum_slot() returns smallint
  language plpgsql as $$
declare
  slot smallint := 0;
begin
  while not pg_try_advisory_xact_lock(71530086, slot) loop
    slot := slot + 1;
  end loop;
  return slot;
end $$;

create table campaign_step_months (
  organization_id bigint not null,
  campaign_id bigint not null references campaigns (id) on delete cascade,
  month date not null,
  node_id bigint not null,
  type text not null,
  variant text not null,
  slot smallint not null,
  amount integer not null,
  seconds bigint not null default 0,
  primary key (campaign_id, month, node_id, type, variant, slot)
);
call protect_tenant_table('campaign_step_months');

-- Nodes that were carried out, by their type: what the activity list counts. Figures of chosen campaigns are read by campaign.
alter table organization_days
  add column email integer not null default 0,
  add column linkedin_invite integer not null default 0,
  add column linkedin_message integer not null default 0,
  add column inmail integer not null default 0,
  add column visit_linkedin_profile integer not null default 0,
  add column like_last_linkedin_post integer not null default 0,
  add column delete_linkedin_invite integer not null default 0,
  add column call_prospect integer not null default 0,
  add column accepted_invite integer not null default 0,
  add column already_connected integer not null default 0,
  add column has_email integer not null default 0,
  add column has_phone integer not null default 0;
drop index organization_days_campaign_idx;
create index organization_days_campaign_idx on organization_days (campaign_id, day);

-- The same figures by the sender: a row a sender and day, however many campaigns there are.
create table account_days (
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  day date not null,
  account_id bigint not null,
  slot smallint not null,
  actions integer not null default 0,
  emails_sent integer not null default 0,
  linkedin_messages_sent integer not null default 0,
  invites_sent integer not null default 0,
  invites_accepted integer not null default 0,
  contacted integer not null default 0,
  replies integer not null default 0,
  interested integer not null default 0,
  email integer not null default 0,
  linkedin_invite integer not null default 0,
  linkedin_message integer not null default 0,
  inmail integer not null default 0,
  visit_linkedin_profile integer not null default 0,
  like_last_linkedin_post integer not null default 0,
  delete_linkedin_invite integer not null default 0,
  call_prospect integer not null default 0,
  accepted_invite integer not null default 0,
  already_connected integer not null default 0,
  has_email integer not null default 0,
  has_phone integer not null default 0,
  primary key (organization_id, day, account_id, slot)
);
call protect_tenant_table('account_days');

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
  insert into organization_days as d (organization_id, day, campaign_id, account_id, slot,
      actions, emails_sent, linkedin_messages_sent, invites_sent, invites_accepted, contacted, replies, interested, email,
      linkedin_invite, linkedin_message, inmail, visit_linkedin_profile, like_last_linkedin_post, delete_linkedin_invite,
      call_prospect, accepted_invite, already_connected, has_email, has_phone)
    select organization_id, (occurred_at at time zone 'UTC')::date as day, campaign_id, account_id, own_slot,
      sign * count(action), sign * count(*) filter (where type = 'email_sent'),
      sign * count(*) filter (where type in ('linkedin_message_sent', 'inmail_sent')),
      sign * count(*) filter (where type = 'invite_sent'), sign * count(*) filter (where type = 'invite_accepted'),
      sign * count(*) filter (where type = 'contacted'), sign * count(*) filter (where type = 'replied'),
      sign * count(*) filter (where type = 'interested'), sign * count(*) filter (where action = 'EMAIL'),
      sign * count(*) filter (where action = 'LINKEDIN_INVITE'), sign * count(*) filter (where action = 'LINKEDIN_MESSAGE'),
      sign * count(*) filter (where action = 'INMAIL'), sign * count(*) filter (where action = 'VISIT_LINKEDIN_PROFILE'),
      sign * count(*) filter (where action = 'LIKE_LAST_LINKEDIN_POST'),
      sign * count(*) filter (where action = 'DELETE_LINKEDIN_INVITE'),
      sign * count(*) filter (where action = 'CALL_PROSPECT'), sign * count(*) filter (where action = 'ACCEPTED_INVITE'),
      sign * count(*) filter (where action = 'ALREADY_CONNECTED'), sign * count(*) filter (where action = 'HAS_EMAIL'),
      sign * count(*) filter (where action = 'HAS_PHONE')
    from changed where tg_op = 'INSERT' or exists (select from campaigns c where c.id = changed.campaign_id)
    group by organization_id, (occurred_at at time zone 'UTC')::date, campaign_id, account_id
    on conflict (organization_id, day, campaign_id, account_id, slot) do update set
      actions = d.actions + excluded.actions, emails_sent = d.emails_sent + excluded.emails_sent,
      linkedin_messages_sent = d.linkedin_messages_sent + excluded.linkedin_messages_sent,
      invites_sent = d.invites_sent + excluded.invites_sent,
      invites_accepted = d.invites_accepted + excluded.invites_accepted, contacted = d.contacted + excluded.contacted,
      replies = d.replies + excluded.replies, interested = d.interested + excluded.interested,
      email = d.email + excluded.email, linkedin_invite = d.linkedin_invite + excluded.linkedin_invite,
      linkedin_message = d.linkedin_message + excluded.linkedin_message, inmail = d.inmail + excluded.inmail,
      visit_linkedin_profile = d.visit_linkedin_profile + excluded.visit_linkedin_profile,
      like_last_linkedin_post = d.like_last_linkedin_post + excluded.like_last_linkedin_post,
      delete_linkedin_invite = d.delete_linkedin_invite + excluded.delete_linkedin_invite,
      call_prospect = d.call_prospect + excluded.call_prospect,
      accepted_invite = d.accepted_invite + excluded.accepted_invite,
      already_connected = d.already_connected + excluded.already_connected, has_email = d.has_email + excluded.has_email,
      has_phone = d.has_phone + excluded.has_phone;
  insert into account_days as d (organization_id, day, account_id, slot,
      actions, emails_sent, linkedin_messages_sent, invites_sent, invites_accepted, contacted, replies, interested, email,
      linkedin_invite, linkedin_message, inmail, visit_linkedin_profile, like_last_linkedin_post, delete_linkedin_invite,
      call_prospect, accepted_invite, already_connected, has_email, has_phone)
    select organization_id, (occurred_at at time zone 'UTC')::date as day, account_id, own_slot,
      sign * count(action), sign * count(*) filter (where type = 'email_sent'),
      sign * count(*) filter (where type in ('linkedin_message_sent', 'inmail_sent')),
      sign * count(*) filter (where type = 'invite_sent'), sign * count(*) filter (where type = 'invite_accepted'),
      sign * count(*) filter (where type = 'contacted'), sign * count(*) filter (where type = 'replied'),
      sign * count(*) filter (where type = 'interested'), sign * count(*) filter (where action = 'EMAIL'),
      sign * count(*) filter (where action = 'LINKEDIN_INVITE'), sign * count(*) filter (where action = 'LINKEDIN_MESSAGE'),
      sign * count(*) filter (where action = 'INMAIL'), sign * count(*) filter (where action = 'VISIT_LINKEDIN_PROFILE'),
      sign * count(*) filter (where action = 'LIKE_LAST_LINKEDIN_POST'),
      sign * count(*) filter (where action = 'DELETE_LINKEDIN_INVITE'),
      sign * count(*) filter (where action = 'CALL_PROSPECT'), sign * count(*) filter (where action = 'ACCEPTED_INVITE'),
      sign * count(*) filter (where action = 'ALREADY_CONNECTED'), sign * count(*) filter (where action = 'HAS_EMAIL'),
      sign * count(*) filter (where action = 'HAS_PHONE')
    from changed where tg_op = 'INSERT' or exists (select from organizations o where o.organization_id = changed.organization_id)
    group by organization_id, (occurred_at at time zone 'UTC')::date, account_id
    on conflict (organization_id, day, account_id, slot) do update set
      actions = d.actions + excluded.actions, emails_sent = d.emails_sent + excluded.emails_sent,
      linkedin_messages_sent = d.linkedin_messages_sent + excluded.linkedin_messages_sent,
      invites_sent = d.invites_sent + excluded.invites_sent,
      invites_accepted = d.invites_accepted + excluded.invites_accepted, contacted = d.contacted + excluded.contacted,
      replies = d.replies + excluded.replies, interested = d.interested + excluded.interested,
      email = d.email + excluded.email, linkedin_invite = d.linkedin_invite + excluded.linkedin_invite,
      linkedin_message = d.linkedin_message + excluded.linkedin_message, inmail = d.inmail + excluded.inmail,
      visit_linkedin_profile = d.visit_linkedin_profile + excluded.visit_linkedin_profile,
      like_last_linkedin_post = d.like_last_linkedin_post + excluded.like_last_linkedin_post,
      delete_linkedin_invite = d.delete_linkedin_invite + excluded.delete_linkedin_invite,
      call_prospect = d.call_prospect + excluded.call_prospect,
      accepted_invite = d.accepted_invite + excluded.accepted_invite,
      already_connected = d.already_connected + excluded.already_connected, has_email = d.has_email + excluded.has_email,
      has_phone = d.has_phone + excluded.has_phone;
  return null;
end $$;

-- Where the leads that are not archived stand; next_node_id 0 is none.
create table campaign_standings (
  organization_id bigint not null,
  campaign_id bigint not null references campaigns (id) on delete cascade,
  status text not null,
  next_node_id bigint not null,
  slot smallint not null,
  leads integer not null,
  primary key (campaign_id, status, next_node_id, slot)
);
call protect_tenant_table('campaign_standings');

-- Contacts and replies of leads that are not archived, by the month.
create table campaign_months (
  organization_id bigint not null,
  campaign_id bigint not null references campaigns (id) on delete cascade,
  month date not null,
  slot smallint not null,
  contacted integer not null default 0,
  replied integer not null default 0,
  primary key (campaign_id, month, slot)
);
call protect_tenant_table('campaign_months');

create or replace function add_campaign_counts() returns trigger
  language plpgsql as $$
declare
  own_slot smallint := claim_sum_slot();
begin
  -- Statements are planned when first reached, so each branch names only the transition tables its operation has.
  if tg_op = 'INSERT' then
    insert into campaign_counts as c (organization_id, campaign_id, slot, total, completed, contacted, replied)
      select organization_id, campaign_id, own_slot, count(*),
        count(*) filter (where status in ('COMPLETED', 'FAILED', 'REPLIED')),
        count(*) filter (where contacted_at is not null), count(*) filter (where replied_at is not null)
      from new_rows where archived_at is null
      group by organization_id, campaign_id
      on conflict (campaign_id, slot) do update set total = c.total + excluded.total,
        completed = c.completed + excluded.completed, contacted = c.contacted + excluded.contacted,
        replied = c.replied + excluded.replied;
    insert into campaign_standings as s (organization_id, campaign_id, status, next_node_id, slot, leads)
      select organization_id, campaign_id, status, coalesce(next_node_id, 0), own_slot, count(*)
      from new_rows where archived_at is null
      group by organization_id, campaign_id, status, coalesce(next_node_id, 0)
      on conflict (campaign_id, status, next_node_id, slot) do update set leads = s.leads + excluded.leads;
    if exists (select from new_rows where contacted_at is not null or replied_at is not null) then
    with sums as materialized (
      select organization_id, campaign_id, day, own_slot as slot, sum(contacted) as contacted,
        sum(replied) as replied
      from (
        select organization_id, campaign_id, (contacted_at at time zone 'UTC')::date, 1, 0
          from new_rows where archived_at is null and contacted_at is not null
        union all
        select organization_id, campaign_id, (replied_at at time zone 'UTC')::date, 0, 1
          from new_rows where archived_at is null and replied_at is not null) as facts (organization_id, campaign_id, day, contacted, replied)
      group by organization_id, campaign_id, day having sum(contacted) <> 0 or sum(replied) <> 0
    ), months as (
      insert into campaign_months as m (organization_id, campaign_id, month, slot, contacted, replied)
        select organization_id, campaign_id, date_trunc('month', day)::date, slot, sum(contacted), sum(replied)
        from sums group by organization_id, campaign_id, date_trunc('month', day), slot
        on conflict (campaign_id, month, slot) do update set contacted = m.contacted + excluded.contacted,
          replied = m.replied + excluded.replied
    )
    insert into campaign_days as d (organization_id, campaign_id, day, slot, contacted, replied)
      select organization_id, campaign_id, day, slot, contacted, replied from sums
      on conflict (campaign_id, day, slot) do update set contacted = d.contacted + excluded.contacted,
        replied = d.replied + excluded.replied;
    end if;
  elsif tg_op = 'DELETE' then
    -- A campaign that is going itself takes its counts along.
    insert into campaign_counts as c (organization_id, campaign_id, slot, total, completed, contacted, replied)
      select organization_id, campaign_id, own_slot, -count(*),
        -count(*) filter (where status in ('COMPLETED', 'FAILED', 'REPLIED')),
        -count(*) filter (where contacted_at is not null), -count(*) filter (where replied_at is not null)
      from old_rows where archived_at is null and exists (select from campaigns where campaigns.id = old_rows.campaign_id)
      group by organization_id, campaign_id
      on conflict (campaign_id, slot) do update set total = c.total + excluded.total,
        completed = c.completed + excluded.completed, contacted = c.contacted + excluded.contacted,
        replied = c.replied + excluded.replied;
    insert into campaign_standings as s (organization_id, campaign_id, status, next_node_id, slot, leads)
      select organization_id, campaign_id, status, coalesce(next_node_id, 0), own_slot, -count(*)
      from old_rows where archived_at is null and exists (select from campaigns where campaigns.id = old_rows.campaign_id)
      group by organization_id, campaign_id, status, coalesce(next_node_id, 0)
      on conflict (campaign_id, status, next_node_id, slot) do update set leads = s.leads + excluded.leads;
    with sums as materialized (
      select organization_id, campaign_id, day, own_slot as slot, sum(contacted) as contacted,
        sum(replied) as replied
      from (
        select organization_id, campaign_id, (contacted_at at time zone 'UTC')::date, -1, 0
          from old_rows where archived_at is null and contacted_at is not null and exists (select from campaigns where campaigns.id = old_rows.campaign_id)
        union all
        select organization_id, campaign_id, (replied_at at time zone 'UTC')::date, 0, -1
          from old_rows where archived_at is null and replied_at is not null and exists (select from campaigns where campaigns.id = old_rows.campaign_id)) as facts (organization_id, campaign_id, day, contacted, replied)
      group by organization_id, campaign_id, day having sum(contacted) <> 0 or sum(replied) <> 0
    ), months as (
      insert into campaign_months as m (organization_id, campaign_id, month, slot, contacted, replied)
        select organization_id, campaign_id, date_trunc('month', day)::date, slot, sum(contacted), sum(replied)
        from sums group by organization_id, campaign_id, date_trunc('month', day), slot
        on conflict (campaign_id, month, slot) do update set contacted = m.contacted + excluded.contacted,
          replied = m.replied + excluded.replied
    )
    insert into campaign_days as d (organization_id, campaign_id, day, slot, contacted, replied)
      select organization_id, campaign_id, day, slot, contacted, replied from sums
      on conflict (campaign_id, day, slot) do update set contacted = d.contacted + excluded.contacted,
        replied = d.replied + excluded.replied;
  else
    -- Most updates move leads along: only the standings change.
    insert into campaign_standings as s (organization_id, campaign_id, status, next_node_id, slot, leads)
      select organization_id, campaign_id, status, coalesce(next_node_id, 0), own_slot, sum(sign)
      from (select 1 as sign, * from new_rows union all select -1 as sign, * from old_rows) as changed
      where archived_at is null group by organization_id, campaign_id, status, coalesce(next_node_id, 0) having sum(sign) <> 0
      on conflict (campaign_id, status, next_node_id, slot) do update set leads = s.leads + excluded.leads;
    insert into campaign_counts as c (organization_id, campaign_id, slot, total, completed, contacted, replied)
      select organization_id, campaign_id, own_slot, total, completed, contacted, replied from (
        select organization_id, campaign_id, sum(sign),
          coalesce(sum(sign) filter (where status in ('COMPLETED', 'FAILED', 'REPLIED')), 0),
          coalesce(sum(sign) filter (where contacted_at is not null), 0),
          coalesce(sum(sign) filter (where replied_at is not null), 0)
        from (select 1 as sign, * from new_rows union all select -1 as sign, * from old_rows) as changed
        where archived_at is null group by organization_id, campaign_id
      ) as sums (organization_id, campaign_id, total, completed, contacted, replied)
      where (total, completed, contacted, replied) <> (0, 0, 0, 0)
      on conflict (campaign_id, slot) do update set total = c.total + excluded.total,
        completed = c.completed + excluded.completed, contacted = c.contacted + excluded.contacted,
        replied = c.replied + excluded.replied;
    if exists (select from new_rows n join old_rows o using (id) where (n.archived_at is null) <> (o.archived_at is null)
        or n.contacted_at is distinct from o.contacted_at or n.replied_at is distinct from o.replied_at) then
    with sums as materialized (
      select organization_id, campaign_id, day, own_slot as slot, sum(contacted) as contacted,
        sum(replied) as replied
      from (
        select organization_id, campaign_id, (contacted_at at time zone 'UTC')::date, sign, 0
          from (select 1 as sign, * from new_rows union all select -1 as sign, * from old_rows) as changed where archived_at is null and contacted_at is not null
        union all
        select organization_id, campaign_id, (replied_at at time zone 'UTC')::date, 0, sign
          from (select 1 as sign, * from new_rows union all select -1 as sign, * from old_rows) as changed where archived_at is null and replied_at is not null) as facts (organization_id, campaign_id, day, contacted, replied)
      group by organization_id, campaign_id, day having sum(contacted) <> 0 or sum(replied) <> 0
    ), months as (
      insert into campaign_months as m (organization_id, campaign_id, month, slot, contacted, replied)
        select organization_id, campaign_id, date_trunc('month', day)::date, slot, sum(contacted), sum(replied)
        from sums group by organization_id, campaign_id, date_trunc('month', day), slot
        on conflict (campaign_id, month, slot) do update set contacted = m.contacted + excluded.contacted,
          replied = m.replied + excluded.replied
    )
    insert into campaign_days as d (organization_id, campaign_id, day, slot, contacted, replied)
      select organization_id, campaign_id, day, slot, contacted, replied from sums
      on conflict (campaign_id, day, slot) do update set contacted = d.contacted + excluded.contacted,
        replied = d.replied + excluded.replied;
    end if;
  end if;
  return null;
end $$;

-- People by where they stand, newest first, off the front of an index, whoever else is in the campaign.
create index campaign_leads_status_idx on campaign_leads (campaign_id, status, id desc) include (organization_id)
  where archived_at is null;
create index campaign_leads_next_idx on campaign_leads (campaign_id, next_node_id, id desc) include (organization_id, status)
  where archived_at is null and next_node_id is not null;
drop index campaign_leads_standing_idx;

-- What happened before there were these sums; slots of former days become one.
create temporary table folded_steps on commit drop as
  select organization_id, campaign_id, day, node_id, account_id, type, variant, sum(amount) as amount, sum(seconds) as seconds
  from campaign_step_days group by 1, 2, 3, 4, 5, 6, 7 having sum(amount) <> 0 or sum(seconds) <> 0;
delete from campaign_step_days;
insert into campaign_step_days (organization_id, campaign_id, day, node_id, account_id, type, variant, slot, amount, seconds)
  select organization_id, campaign_id, day, node_id, account_id, type, variant, 0, amount, seconds from folded_steps;
insert into campaign_step_months (organization_id, campaign_id, month, node_id, type, variant, slot, amount, seconds)
  select organization_id, campaign_id, date_trunc('month', day)::date, node_id, type, variant, 0, sum(amount), sum(seconds)
  from folded_steps group by organization_id, campaign_id, date_trunc('month', day), node_id, type, variant;
delete from organization_days;
insert into organization_days (organization_id, day, campaign_id, account_id, slot,
    actions, emails_sent, linkedin_messages_sent, invites_sent, invites_accepted, contacted, replies, interested, email,
    linkedin_invite, linkedin_message, inmail, visit_linkedin_profile, like_last_linkedin_post, delete_linkedin_invite,
    call_prospect, accepted_invite, already_connected, has_email, has_phone)
  select organization_id, (occurred_at at time zone 'UTC')::date, campaign_id, account_id, 0,
    count(action), count(*) filter (where type = 'email_sent'),
    count(*) filter (where type in ('linkedin_message_sent', 'inmail_sent')),
    count(*) filter (where type = 'invite_sent'), count(*) filter (where type = 'invite_accepted'),
    count(*) filter (where type = 'contacted'), count(*) filter (where type = 'replied'),
    count(*) filter (where type = 'interested'), count(*) filter (where action = 'EMAIL'),
    count(*) filter (where action = 'LINKEDIN_INVITE'), count(*) filter (where action = 'LINKEDIN_MESSAGE'),
    count(*) filter (where action = 'INMAIL'), count(*) filter (where action = 'VISIT_LINKEDIN_PROFILE'),
    count(*) filter (where action = 'LIKE_LAST_LINKEDIN_POST'),
    count(*) filter (where action = 'DELETE_LINKEDIN_INVITE'), count(*) filter (where action = 'CALL_PROSPECT'),
    count(*) filter (where action = 'ACCEPTED_INVITE'), count(*) filter (where action = 'ALREADY_CONNECTED'),
    count(*) filter (where action = 'HAS_EMAIL'), count(*) filter (where action = 'HAS_PHONE')
  from campaign_events where exists (select from campaigns c where c.id = campaign_id)
  group by organization_id, (occurred_at at time zone 'UTC')::date, campaign_id, account_id;
insert into account_days (organization_id, day, account_id, slot,
    actions, emails_sent, linkedin_messages_sent, invites_sent, invites_accepted, contacted, replies, interested, email,
    linkedin_invite, linkedin_message, inmail, visit_linkedin_profile, like_last_linkedin_post, delete_linkedin_invite,
    call_prospect, accepted_invite, already_connected, has_email, has_phone)
  select organization_id, day, account_id, 0,
    sum(actions), sum(emails_sent), sum(linkedin_messages_sent), sum(invites_sent), sum(invites_accepted), sum(contacted),
    sum(replies), sum(interested), sum(email), sum(linkedin_invite), sum(linkedin_message), sum(inmail),
    sum(visit_linkedin_profile), sum(like_last_linkedin_post), sum(delete_linkedin_invite), sum(call_prospect),
    sum(accepted_invite), sum(already_connected), sum(has_email), sum(has_phone)
  from organization_days group by organization_id, day, account_id;
insert into campaign_months (organization_id, campaign_id, month, slot, contacted, replied)
  select organization_id, campaign_id, date_trunc('month', day)::date, 0, sum(contacted), sum(replied)
  from campaign_days group by organization_id, campaign_id, date_trunc('month', day);
insert into campaign_standings (organization_id, campaign_id, status, next_node_id, slot, leads)
  select organization_id, campaign_id, status, coalesce(next_node_id, 0), 0, count(*)
  from campaign_leads where archived_at is null group by organization_id, campaign_id, status, coalesce(next_node_id, 0);
