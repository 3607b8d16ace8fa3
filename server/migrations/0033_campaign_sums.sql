-- Sums of campaign events by day, campaign, node and sender.

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

create function sum_campaign_events() returns trigger
  language plpgsql as $$
declare
  sign integer := case tg_op when 'DELETE' then -1 else 1 end;
  own_slot smallint := claim_sum_slot();
begin
  -- A campaign that is going itself takes its sums along.
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

-- The number of the dashboard that an event is a message of; null for all others.
create function name_written_metric(type text) returns text
  language sql immutable parallel safe
  return case type when 'email_sent' then 'emails_sent' when 'linkedin_message_sent' then 'linkedin_messages_sent'
    when 'inmail_sent' then 'linkedin_messages_sent' end;

-- The smallest 2^n - 1 that holds so many days.
create function reach_over(days integer) returns integer
  language sql immutable parallel safe
  return (1 << length(ltrim(days::bit(24)::text, '0'))) - 1;

-- What a lead counts for from a day on. If two senders contact it on one day, the second follows the first on that day, which adds no
-- row.
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

-- Adds a column for each kind of node that has none, and writes the trigger function that sums them. docs/decisions/0239.
create procedure provide_kind_columns(kinds text[])
  language plpgsql as $procedure$
declare
  missing text[] := array(select 'kind_' || lower(kind) from unnest(kinds) with ordinality as known (kind, place)
    where not exists (select from pg_attribute where attrelid = 'account_days'::regclass and attname = 'kind_' || lower(kind))
    order by place);
  columns text := (select string_agg(format('add column %I integer not null default 0', name), ', ') from unnest(missing) as name);
  inserts text;
begin
  if missing <> '{}' then
    execute 'alter table organization_days ' || columns;
    execute 'alter table account_days ' || columns;
  elsif to_regproc('sum_days') is not null then
    return;
  end if;
  with figures as (select 0 as place, * from (values ('actions', 'action is not null'), ('emails_sent', 'type = ''email_sent'''),
        ('linkedin_messages_sent', 'type in (''linkedin_message_sent'', ''inmail_sent'')'), ('invites_sent', 'type = ''invite_sent'''),
        ('invites_accepted', 'type = ''invite_accepted'''), ('contacted', 'type = ''contacted'''), ('replies', 'type = ''replied'''),
        ('interested', 'type = ''interested''')) as known (name, condition)
      union all select attnum, attname, format('action = %L', upper(substr(attname, length('kind_') + 1))) from pg_attribute
        where attrelid = 'account_days'::regclass and attname like 'kind\_%'),
    lists as (select string_agg(format('%I', name), ', ' order by place, name) as names,
        string_agg(format('sign * count(*) filter (where %s)', condition), E',\n      ' order by place, name) as counts,
        string_agg(format('%1$I = d.%1$I + excluded.%1$I', name), E',\n      ' order by place, name) as sums
      from figures)
    -- A campaign that is going itself takes its sums along; those of its senders stay, unless their organization goes too.
    select string_agg(format($insert$
  insert into %1$I as d (%2$s, slot, %3$s)
    select %4$s, own_slot,
      %5$s
    from changed where tg_op = 'INSERT' or exists (select from %6$s)
    group by %4$s
    on conflict (%2$s, slot) do update set
      %7$s;$insert$,
        name, keys, names, replace(keys, 'day', '(occurred_at at time zone ''UTC'')::date'), counts, parent, sums), '')
      into inserts
      from lists cross join (values
        ('organization_days', 'organization_id, day, campaign_id, account_id', 'campaigns c where c.id = changed.campaign_id'),
        ('account_days', 'organization_id, day, account_id', 'organizations o where o.organization_id = changed.organization_id'))
      as tables (name, keys, parent);
  execute format($function$
create or replace function sum_days() returns trigger
  language plpgsql as $$
-- Written by provide_kind_columns.
declare
  sign integer := case tg_op when 'DELETE' then -1 else 1 end;
  own_slot smallint := claim_sum_slot();
begin%s
  return null;
end $$$function$, inserts);
end $procedure$;

-- Figures of the dashboard by day, campaign and sender. The columns kind_* count executed nodes by kind (provide_kind_columns).
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
  kind_email integer not null default 0,
  kind_linkedin_invite integer not null default 0,
  kind_linkedin_message integer not null default 0,
  kind_inmail integer not null default 0,
  kind_visit_linkedin_profile integer not null default 0,
  kind_like_last_linkedin_post integer not null default 0,
  kind_delete_linkedin_invite integer not null default 0,
  kind_call_prospect integer not null default 0,
  kind_accepted_invite integer not null default 0,
  kind_already_connected integer not null default 0,
  kind_has_email integer not null default 0,
  kind_has_phone integer not null default 0,
  primary key (organization_id, day, campaign_id, account_id, slot),
  constraint organization_days_campaign_id_fkey foreign key (organization_id, campaign_id)
    references campaigns (organization_id, id) on delete cascade
);
create index organization_days_campaign_idx on organization_days (campaign_id, day);
call protect_tenant_table('organization_days');

-- The same figures by sender: one row for each sender and day, whatever the number of campaigns.
create table account_days (
  organization_id bigint not null,
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
  kind_email integer not null default 0,
  kind_linkedin_invite integer not null default 0,
  kind_linkedin_message integer not null default 0,
  kind_inmail integer not null default 0,
  kind_visit_linkedin_profile integer not null default 0,
  kind_like_last_linkedin_post integer not null default 0,
  kind_delete_linkedin_invite integer not null default 0,
  kind_call_prospect integer not null default 0,
  kind_accepted_invite integer not null default 0,
  kind_already_connected integer not null default 0,
  kind_has_email integer not null default 0,
  kind_has_phone integer not null default 0,
  primary key (organization_id, day, account_id, slot),
  constraint account_days_organization_id_fkey foreign key (organization_id)
    references organizations (organization_id) on delete cascade
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

-- The days on which a lead was contacted, by sender and count, oldest first. A new event is chained to them. One row for each lead and
-- metric is one lock, so concurrent events of a lead are chained in order.
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

-- Leads by a day and the day before it. A row counts if account_id and previous_account_id are among the chosen senders and none of
-- passed_over is. A lead of several senders has a row for each sender that may be the previous one. With one sender, both are equal and
-- passed_over is empty. First days have the previous day -infinity and reach 0; otherwise reach is the smallest 2^n - 1 that covers the
-- days between.
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

-- Creates sum_days.
call provide_kind_columns('{}');

create trigger campaign_events_days_insert after insert on campaign_events
  referencing new table as changed for each statement execute function sum_days();

create trigger campaign_events_days_delete after delete on campaign_events
  referencing old table as changed for each statement execute function sum_days();
