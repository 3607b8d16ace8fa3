-- The campaign table of a period shows what the overview counts, also for leads archived since and for chosen senders: by the day
-- from organization_days, by the month from sums of the same events. Sums of the leads that are not archived are read by nobody any more.
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
  end if;
  return null;
end $$;

drop table campaign_days, campaign_months;
create table campaign_months (
  organization_id bigint not null,
  campaign_id bigint not null references campaigns (id) on delete cascade,
  month date not null,
  account_id bigint not null,
  slot smallint not null,
  contacted integer not null default 0,
  replies integer not null default 0,
  primary key (campaign_id, month, account_id, slot)
);
call protect_tenant_table('campaign_months');

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

insert into campaign_months (organization_id, campaign_id, month, account_id, slot, contacted, replies)
  select organization_id, campaign_id, date_trunc('month', day)::date, account_id, 0, sum(contacted), sum(replies)
  from organization_days group by 1, 2, 3, 4 having sum(contacted) <> 0 or sum(replies) <> 0;
