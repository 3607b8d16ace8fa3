-- Sums of campaign_events that stay small: every figure reads a number of rows that follows from days, senders, campaigns and nodes, and
-- none that follows from events or leads. All are written in the transaction of the fact. Days and months are those of UTC. Writers at the
-- same time use different slots (claim_sum_slot), so a sum is over all slots.

-- Facts by day, step, variant and sender; seconds add up the time that replies took.
create table campaign_step_days (
  organization_id bigint not null,
  campaign_id bigint not null,
  day date not null,
  node_id bigint not null,
  account_id bigint not null,
  type text not null,
  variant text not null,
  slot smallint not null,
  amount integer not null,
  seconds bigint not null default 0,
  primary key (campaign_id, day, node_id, account_id, type, variant, slot),
  constraint campaign_step_days_campaign_id_fkey foreign key (organization_id, campaign_id)
    references campaigns (organization_id, id) on delete cascade
);
call protect_tenant_table('campaign_step_days');

-- The same by the month, over all senders.
create table campaign_step_months (
  organization_id bigint not null,
  campaign_id bigint not null,
  month date not null,
  node_id bigint not null,
  type text not null,
  variant text not null,
  slot smallint not null,
  amount integer not null,
  seconds bigint not null default 0,
  primary key (campaign_id, month, node_id, type, variant, slot),
  constraint campaign_step_months_campaign_id_fkey foreign key (organization_id, campaign_id)
    references campaigns (organization_id, id) on delete cascade
);
call protect_tenant_table('campaign_step_months');

-- Where a kind of node stands in the arrays of what was done; one that is told for the first time gets the next number. Arrays and not rows,
-- since reading a year of several kinds then takes what it would take of columns.
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

-- The figures of the dashboard by day, campaign and sender: one row where campaign_step_days has one a step and type.
create table organization_days (
  organization_id bigint not null,
  day date not null,
  campaign_id bigint not null,
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
  -- Nodes that were carried out, by action_numbers: what the activity list counts. Figures of chosen campaigns are read by campaign.
  by_action integer[] not null default '{}',
  primary key (organization_id, day, campaign_id, account_id, slot),
  constraint organization_days_campaign_id_fkey foreign key (organization_id, campaign_id)
    references campaigns (organization_id, id) on delete cascade
);
create index organization_days_campaign_idx on organization_days (campaign_id, day);
call protect_tenant_table('organization_days');

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
  by_action integer[] not null default '{}',
  primary key (organization_id, day, account_id, slot)
);
call protect_tenant_table('account_days');

-- Contacts and replies by the month and sender: the campaign table of a long period. By the day it reads organization_days.
create table campaign_months (
  organization_id bigint not null,
  campaign_id bigint not null,
  month date not null,
  account_id bigint not null,
  slot smallint not null,
  contacted integer not null default 0,
  replies integer not null default 0,
  primary key (campaign_id, month, account_id, slot),
  constraint campaign_months_campaign_id_fkey foreign key (organization_id, campaign_id)
    references campaigns (organization_id, id) on delete cascade
);
call protect_tenant_table('campaign_months');

create function sum_campaign_events() returns trigger
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
create trigger campaign_events_sum_insert after insert on campaign_events
  referencing new table as changed for each statement execute function sum_campaign_events();
create trigger campaign_events_sum_delete after delete on campaign_events
  referencing old table as changed for each statement execute function sum_campaign_events();

create function sum_campaign_months() returns trigger
  language plpgsql as $$
declare
  sign integer := case tg_op when 'DELETE' then -1 else 1 end;
  own_slot smallint;
begin
  -- Most statements tell neither.
  if not exists (select from changed where type in ('contacted', 'replied')) then return null; end if;
  own_slot := claim_sum_slot();
  -- A campaign that is going itself takes its sums along.
  insert into campaign_months as m (organization_id, campaign_id, month, account_id, slot, contacted, replies)
    select organization_id, campaign_id, date_trunc('month', occurred_at at time zone 'UTC')::date as month, account_id, own_slot,
      sign * count(*) filter (where type = 'contacted'), sign * count(*) filter (where type = 'replied')
    from changed
    where type in ('contacted', 'replied') and (tg_op = 'INSERT' or exists (select from campaigns c where c.id = changed.campaign_id))
    group by organization_id, campaign_id, date_trunc('month', occurred_at at time zone 'UTC'), account_id
    on conflict (campaign_id, month, account_id, slot) do update
      set contacted = m.contacted + excluded.contacted, replies = m.replies + excluded.replies;
  return null;
end $$;
create trigger campaign_events_months_insert after insert on campaign_events
  referencing new table as changed for each statement execute function sum_campaign_months();
create trigger campaign_events_months_delete after delete on campaign_events
  referencing old table as changed for each statement execute function sum_campaign_months();

-- How many people were written to within any days is a sum too, though a person may get several messages. Each day on which a lead was
-- written to is counted by that day and by the day before it on which the lead was: the leads of a range are those days of the range
-- whose day before lies outside of it. Read are days that are a lead's first, and the few that reach over the start of the range.

-- The days on which a lead was written to, by which sender and how often, oldest first: what a new event is chained to. One row a lead
-- and metric is one lock, so that events of a lead told by two transactions at once are chained one after the other.
create table campaign_lead_days (
  organization_id bigint not null,
  campaign_id bigint not null,
  campaign_lead_id bigint not null,
  metric text not null,
  days date[] not null,
  account_ids bigint[] not null,
  amounts integer[] not null,
  primary key (campaign_lead_id, metric)
) with (fillfactor = 85);
call protect_tenant_table('campaign_lead_days');

-- Leads by a day and the day before it. A row counts where account_id and previous_account_id are among the asked senders and none of
-- passed_over is: a lead whom several senders wrote to has a row for each sender who may be the one before. Without another sender both
-- are the same and nobody is passed over. First days have the previous day -infinity and the reach 0; else reach is the smallest
-- 2^n - 1 that holds the days between the two.
create table account_people_days (
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  metric text not null,
  reach integer not null,
  day date not null,
  previous_day date not null,
  account_id bigint not null,
  previous_account_id bigint not null,
  passed_over bigint[] not null,
  slot smallint not null,
  people integer not null,
  primary key (organization_id, metric, reach, day, previous_day, account_id, previous_account_id, passed_over, slot)
);
call protect_tenant_table('account_people_days');

-- The same for each campaign.
create table campaign_people_days (
  organization_id bigint not null,
  campaign_id bigint not null,
  metric text not null,
  reach integer not null,
  day date not null,
  previous_day date not null,
  account_id bigint not null,
  previous_account_id bigint not null,
  passed_over bigint[] not null,
  slot smallint not null,
  people integer not null,
  primary key (campaign_id, metric, reach, day, previous_day, account_id, previous_account_id, passed_over, slot),
  constraint campaign_people_days_campaign_id_fkey foreign key (organization_id, campaign_id)
    references campaigns (organization_id, id) on delete cascade
);
call protect_tenant_table('campaign_people_days');

-- The number of the dashboard that an event is a message of; null for all others.
create function name_written_metric(type text) returns text
  language sql immutable parallel safe
  return case type when 'email_sent' then 'emails_sent' when 'linkedin_message_sent' then 'linkedin_messages_sent'
    when 'inmail_sent' then 'linkedin_messages_sent' end;

-- The smallest 2^n - 1 that holds so many days.
create function reach_over(days integer) returns integer
  language sql immutable parallel safe
  return (1 << length(ltrim(days::bit(24)::text, '0'))) - 1;

-- What a lead counts for from a day on. Two senders on one day: the second follows the first on that very day, which is no row.
create function chain_lead_days(days date[], account_ids bigint[], since date)
  returns table (reach integer, day date, previous_day date, account_id bigint, previous_account_id bigint, passed_over bigint[])
  language plpgsql immutable as $$
declare
  before integer;
begin
  for place in reverse coalesce(cardinality(days), 0) .. 1 loop
    exit when days[place] < since;
    day := days[place];
    account_id := account_ids[place];
    passed_over := '{}';
    before := place - 1;
    loop
      previous_account_id := account_ids[before];
      if before = 0 then
        previous_account_id := account_id;
        previous_day := '-infinity';
        reach := 0;
        return next;
        exit;
      elsif previous_account_id <> all (passed_over) then
        previous_day := days[before];
        if previous_day < day then
          reach := reach_over(day - previous_day);
          return next;
        end if;
        exit when previous_account_id = account_id;
        passed_over := array(select unnest(passed_over || previous_account_id) order by 1);
      end if;
      before := before - 1;
    end loop;
  end loop;
end $$;

-- The days with a message more, or less.
create function add_lead_day(inout days date[], inout account_ids bigint[], inout amounts integer[], told_day date,
    told_account_id bigint, told_amount integer)
  language sql immutable
  return (select row(coalesce(array_agg(day order by day, account_id), '{}'), coalesce(array_agg(account_id order by day, account_id), '{}'),
      coalesce(array_agg(amount order by day, account_id), '{}'))
    from (select day, account_id, sum(amount)::int as amount
      from (select * from unnest(days, account_ids, amounts) union all select told_day, told_account_id, told_amount)
        as f (day, account_id, amount)
      group by day, account_id having sum(amount) <> 0) as merged);

create function sum_people_written() returns trigger
  language plpgsql as $$
declare
  sign integer := case tg_op when 'DELETE' then -1 else 1 end;
  own_slot smallint;
  told record;
  former campaign_lead_days;
  fresh campaign_lead_days;
  last integer;
  chain campaign_people_days;
  chains campaign_people_days[] := '{}';
begin
  -- Plain statements without anything that only some calls need: their plans are made once and kept. A message is one of few things
  -- that the engine tells as it sends, and the simplest one, after all others and by the sender of the one before, comes first here.
  for told in select organization_id, campaign_id, campaign_lead_id, name_written_metric(type) as metric, account_id,
      (occurred_at at time zone 'UTC')::date as day from changed
    where name_written_metric(type) is not null order by campaign_lead_id, metric, occurred_at
  loop
    own_slot := coalesce(own_slot, claim_sum_slot());
    if sign = 1 then
      -- Most messages come after all others of their lead.
      update campaign_lead_days set days = days || told.day, account_ids = account_ids || told.account_id, amounts = amounts || 1
        where campaign_lead_id = told.campaign_lead_id and metric = told.metric and days[cardinality(days)] < told.day
        returning * into fresh;
      last := cardinality(fresh.days) - 1;
      if found and fresh.account_ids[last] = told.account_id then
        chains := chains || row(told.organization_id, told.campaign_id, told.metric, reach_over(told.day - fresh.days[last]), told.day,
          fresh.days[last], told.account_id, told.account_id, '{}'::bigint[], own_slot, 1)::campaign_people_days;
        continue;
      elsif found then
        chains := chains || array(select row(told.organization_id, told.campaign_id, told.metric, c.reach, c.day, c.previous_day,
            c.account_id, c.previous_account_id, c.passed_over, own_slot, 1)::campaign_people_days
          from chain_lead_days(fresh.days, fresh.account_ids, told.day) as c);
        continue;
      end if;
      insert into campaign_lead_days (organization_id, campaign_id, campaign_lead_id, metric, days, account_ids, amounts)
        values (told.organization_id, told.campaign_id, told.campaign_lead_id, told.metric, array[told.day], array[told.account_id],
          '{1}')
        on conflict (campaign_lead_id, metric) do nothing;
      if found then
        chains := chains || row(told.organization_id, told.campaign_id, told.metric, 0, told.day, '-infinity'::date, told.account_id,
          told.account_id, '{}'::bigint[], own_slot, 1)::campaign_people_days;
        continue;
      end if;
    end if;
    select * into strict former from campaign_lead_days
      where campaign_lead_id = told.campaign_lead_id and metric = told.metric for update;
    select a.days, a.account_ids, a.amounts into fresh.days, fresh.account_ids, fresh.amounts
      from add_lead_day(former.days, former.account_ids, former.amounts, told.day, told.account_id, sign) as a;
    update campaign_lead_days set days = fresh.days, account_ids = fresh.account_ids, amounts = fresh.amounts
      where campaign_lead_id = told.campaign_lead_id and metric = told.metric;
    -- Another message of the same day and sender changes nothing.
    if fresh.days <> former.days or fresh.account_ids <> former.account_ids then
      chains := chains || array(select row(told.organization_id, told.campaign_id, told.metric, c.reach, c.day, c.previous_day,
          c.account_id, c.previous_account_id, c.passed_over, own_slot, c.people)::campaign_people_days
        from (select *, 1 as people from chain_lead_days(fresh.days, fresh.account_ids, told.day)
          union all select *, -1 from chain_lead_days(former.days, former.account_ids, told.day)) as c);
    end if;
  end loop;
  -- A campaign that is going itself takes its sums along; those of its senders stay, unless their organisation goes too.
  if sign = 1 and cardinality(chains) = 1 then
    chain := chains[1];
    insert into campaign_people_days as d select chain.*
      on conflict (campaign_id, metric, reach, day, previous_day, account_id, previous_account_id, passed_over, slot)
        do update set people = d.people + 1;
    insert into account_people_days as d (organization_id, metric, reach, day, previous_day, account_id, previous_account_id,
        passed_over, slot, people)
      values (chain.organization_id, chain.metric, chain.reach, chain.day, chain.previous_day, chain.account_id,
        chain.previous_account_id, chain.passed_over, chain.slot, 1)
      on conflict (organization_id, metric, reach, day, previous_day, account_id, previous_account_id, passed_over, slot)
        do update set people = d.people + 1;
  elsif cardinality(chains) > 0 then
    insert into campaign_people_days as d (organization_id, campaign_id, metric, reach, day, previous_day, account_id,
        previous_account_id, passed_over, slot, people)
      select organization_id, campaign_id, metric, reach, day, previous_day, account_id, previous_account_id, passed_over, slot,
        sum(people)
      from unnest(chains) as c where exists (select from campaigns where campaigns.id = c.campaign_id)
      group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 having sum(people) <> 0
      on conflict (campaign_id, metric, reach, day, previous_day, account_id, previous_account_id, passed_over, slot)
        do update set people = d.people + excluded.people;
    insert into account_people_days as d (organization_id, metric, reach, day, previous_day, account_id, previous_account_id,
        passed_over, slot, people)
      select organization_id, metric, reach, day, previous_day, account_id, previous_account_id, passed_over, slot, sum(people)
      from unnest(chains) as c where exists (select from organizations o where o.organization_id = c.organization_id)
      group by 1, 2, 3, 4, 5, 6, 7, 8, 9 having sum(people) <> 0
      on conflict (organization_id, metric, reach, day, previous_day, account_id, previous_account_id, passed_over, slot)
        do update set people = d.people + excluded.people;
  end if;
  if sign = -1 then
    delete from campaign_lead_days k using changed where k.campaign_lead_id = changed.campaign_lead_id and k.days = '{}';
  end if;
  return null;
end $$;
create trigger campaign_events_people_insert after insert on campaign_events
  referencing new table as changed for each statement execute function sum_people_written();
create trigger campaign_events_people_delete after delete on campaign_events
  referencing old table as changed for each statement execute function sum_people_written();
