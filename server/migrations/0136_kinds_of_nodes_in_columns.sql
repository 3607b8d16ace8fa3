-- What nodes did by the day stands in a column a kind of node instead of an array, from which five kinds of a year took two and a half times
-- as long to read. The program adds the columns of the kinds it knows when it starts, so that a new kind needs no migration, and the trigger is
-- written from the columns there are. docs/decisions/0239.
--
-- Both tables are written anew (10 to 20 s a million rows on two cores): until this ends, whoever tells an event or reads a figure waits.

-- Adds the columns of kinds that have none yet, to the end and without writing the tables anew, and writes the trigger that adds to them.
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

-- New tables, since columns behind one that was dropped are read more slowly.
alter table organization_days rename to former_organization_days;
alter index organization_days_pkey rename to former_organization_days_pkey;
alter index organization_days_campaign_idx rename to former_organization_days_campaign_idx;
alter table account_days rename to former_account_days;
alter index account_days_pkey rename to former_account_days_pkey;

-- The figures of the dashboard by day, campaign and sender: one row where campaign_step_days has one a step and type. Behind them the nodes
-- that were carried out, by their kind: what the activity list counts (provide_kind_columns).
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
  primary key (organization_id, day, campaign_id, account_id, slot)
);
call protect_tenant_table('organization_days');

-- The same figures by the sender: a row a sender and day, however many campaigns there are.
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
  primary key (organization_id, day, account_id, slot)
);
call protect_tenant_table('account_days');

do $$
declare
  figures constant text := 'actions, emails_sent, linkedin_messages_sent, invites_sent, invites_accepted, contacted, replies, interested';
  kinds text[] := array(select action from action_numbers order by number);
  names text := (select string_agg(format('%I', 'kind_' || lower(action)), ', ' order by number) from action_numbers);
  amounts text := (select string_agg(format('coalesce(by_action[%s], 0)', number), ', ' order by number) from action_numbers);
begin
  call provide_kind_columns(kinds);
  execute format('insert into organization_days (organization_id, day, campaign_id, account_id, slot, %s, %s)
    select organization_id, day, campaign_id, account_id, slot, %1$s, %3$s from former_organization_days', figures, names, amounts);
  execute format('insert into account_days (organization_id, day, account_id, slot, %s, %s)
    select organization_id, day, account_id, slot, %1$s, %3$s from former_account_days', figures, names, amounts);
end $$;
-- After the rows: checked at once instead of row by row.
create index organization_days_campaign_idx on organization_days (campaign_id, day);
alter table organization_days add constraint organization_days_campaign_id_fkey foreign key (organization_id, campaign_id)
  references campaigns (organization_id, id) on delete cascade;
alter table account_days add constraint account_days_organization_id_fkey foreign key (organization_id)
  references organizations (organization_id) on delete cascade;

create or replace function sum_campaign_events() returns trigger
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
create trigger campaign_events_days_insert after insert on campaign_events
  referencing new table as changed for each statement execute function sum_days();
create trigger campaign_events_days_delete after delete on campaign_events
  referencing old table as changed for each statement execute function sum_days();

drop table former_organization_days, former_account_days, action_numbers;
drop aggregate sum_counts(integer[]);
drop function add_counts(integer[], integer[]);
drop function count_at(integer, integer);
