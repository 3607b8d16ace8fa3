-- The touch lock: a person is contacted by one campaign at a time, and rests after it.

-- Without a row an organization has no lock.
create table touch_lock_rules (
  organization_id bigint primary key references organizations (organization_id) on delete cascade,
  is_on boolean not null default false,
  -- With the agency and its other clients, where the agency shares too.
  is_shared boolean not null default false,
  finished_days smallint not null default 90 check (finished_days between 1 and 730),
  not_interested_days smallint not null default 180 check (not_interested_days between 1 and 730),
  holds_companies boolean not null default false,
  company_people smallint not null default 3 check (company_people between 1 and 100),
  company_gap_days smallint not null default 2 check (company_gap_days between 0 and 90),
  company_reply_days smallint not null default 14 check (company_reply_days between 0 and 365),
  -- Leads that were contacted before are recorded up to this one; null once all are. First touches wait until then.
  recorded_to bigint default 0,
  -- With whom they were recorded together.
  recorded_group bigint
);
call protect_tenant_table('touch_lock_rules');

-- The key of the digests. Without it nobody can find out who a lock is about.
alter table installation add column touch_secret uuid not null default gen_random_uuid();

-- A keyed digest of what a person or company is known by; null for a missing value.
create function touch_key(secret uuid, kind text, value text) returns bytea
  language sql immutable parallel safe strict
  return sha256(uuid_send(secret) || sha256(uuid_send(secret) || convert_to(kind || ':' || value, 'UTF8')));

create table touch_locks (
  -- Of the campaign that holds it.
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  -- The organization in which nobody else may take it; the agency for one that its clients share.
  scope_id bigint not null,
  is_shared boolean not null default false,
  kind text not null check (kind in ('person', 'company')),
  key_hash bytea not null,
  -- Null once the lead is deleted.
  campaign_lead_id bigint,
  -- Of a person: that of the company.
  company_hash bytea,
  state text not null default 'held' check (state in ('held', 'cooling')),
  reason text not null default 'in_contact'
    check (reason in ('in_contact', 'finished', 'replied', 'interested', 'not_interested', 'unsubscribed', 'erased')),
  -- Null while it is held; 'infinity' for people who want no contact.
  until timestamptz,
  taken_at timestamptz not null default app_now(),
  primary key (scope_id, is_shared, kind, key_hash),
  constraint touch_locks_check check ((state = 'cooling') = (until is not null)),
  constraint touch_locks_campaign_lead_id_fkey foreign key (organization_id, campaign_lead_id)
    references campaign_leads (organization_id, id) on delete set null (campaign_lead_id)
);
create index touch_locks_campaign_lead_id_idx on touch_locks (organization_id, campaign_lead_id desc);
create index touch_locks_company_idx on touch_locks (scope_id, company_hash) where company_hash is not null;
call protect_tenant_table('touch_locks');

-- Ends, archives, restores and restarts leads on every path: what they hold follows. A lead that was never contacted holds nothing afterwards,
-- unless a message may still be on its way.
create function move_touch_locks() returns trigger
  language plpgsql as $$
declare
  rules touch_lock_rules%rowtype;
  is_over constant boolean := new.archived_at is not null or new.status in ('COMPLETED', 'FAILED', 'REPLIED');
begin
  if not exists (select from touch_locks t where t.organization_id = new.organization_id and t.campaign_lead_id = new.id) then
    return null;
  end if;
  if is_over and new.contacted_at is null and not new.is_in_flight and new.status <> 'REPLIED' then
    delete from touch_locks t where t.organization_id = new.organization_id and t.campaign_lead_id = new.id and t.reason = 'in_contact';
  elsif is_over then
    select * into rules from touch_lock_rules r where r.organization_id = new.organization_id;
    -- Companies before people, as where locks are taken.
    if new.status = 'REPLIED' and rules.holds_companies then
      update touch_locks c set reason = 'replied', until = greatest(c.until, app_now() + make_interval(days => rules.company_reply_days))
        where c.scope_id = new.organization_id and not c.is_shared and c.kind = 'company' and c.key_hash = any(array(
          select t.company_hash from touch_locks t where t.organization_id = new.organization_id and t.campaign_lead_id = new.id));
    end if;
    update touch_locks t set state = 'cooling', reason = case when new.status = 'REPLIED' then 'replied' else 'finished' end,
        until = app_now() + make_interval(days => coalesce(rules.finished_days, 90))
      where t.organization_id = new.organization_id and t.campaign_lead_id = new.id
        and (t.reason = 'in_contact' or t.reason = 'finished' and new.status = 'REPLIED');
  else
    update touch_locks t set state = 'held', reason = 'in_contact', until = null
      where t.organization_id = new.organization_id and t.campaign_lead_id = new.id and t.reason in ('finished', 'replied');
  end if;
  return null;
end $$;
create trigger campaign_leads_move_touch_locks after update of status, archived_at on campaign_leads for each row
  when ((new.archived_at is not null or new.status in ('COMPLETED', 'FAILED', 'REPLIED'))
      is distinct from (old.archived_at is not null or old.status in ('COMPLETED', 'FAILED', 'REPLIED'))
    or new.status = 'REPLIED' and old.status <> 'REPLIED')
  execute function move_touch_locks();

-- A deleted lead is over: the person rests as after a finished campaign.
create function keep_touch_locks() returns trigger
  language plpgsql as $$
begin
  if old.contacted_at is null and not old.is_in_flight then
    delete from touch_locks t where t.organization_id = old.organization_id and t.campaign_lead_id = old.id and t.state = 'held';
    return old;
  end if;
  update touch_locks t set state = 'cooling', reason = 'finished', until = app_now() + make_interval(days => coalesce(
      (select r.finished_days from touch_lock_rules r where r.organization_id = old.organization_id), 90))
    where t.organization_id = old.organization_id and t.campaign_lead_id = old.id and t.state = 'held';
  return old;
end $$;
create trigger campaign_leads_keep_touch_locks before delete on campaign_leads for each row execute function keep_touch_locks();

-- Organizations that hold their locks together, by the agency: those of its clients that share, and itself, while the agency shares.
create view touch_lock_groups with (security_invoker = true) as
  select r.organization_id, r.organization_id as group_id from touch_lock_rules r
    where r.is_on and r.is_shared and exists (select from agency_clients c where c.organization_id = r.organization_id)
  union all
  select r.organization_id, c.organization_id from touch_lock_rules r
    join agency_clients c on c.client_id = r.organization_id
    join touch_lock_rules a on a.organization_id = c.organization_id and a.is_shared
    where r.is_on and r.is_shared;
grant select on touch_lock_groups to overture_system;

-- Until when another organization of the group holds a person: all that one client may know of another. 'infinity' where no end is known.
create function foreign_touch_until(person_key bytea) returns timestamptz
  language sql stable security definer set search_path = public, pg_temp as $$
  select max(coalesce(t.until, 'infinity')) from touch_lock_groups m join touch_locks t on t.scope_id = m.group_id and t.is_shared
    and t.kind = 'person' and t.key_hash = person_key
  where m.organization_id = current_organization_id() and t.organization_id <> m.organization_id
    and (t.state = 'held' or t.until > app_now())
$$;
revoke all on function foreign_touch_until(bytea) from public;
grant execute on function foreign_touch_until(bytea) to overture_app;

-- Leads that wait for a lock: they go on when it is released.
create index campaign_leads_touch_lock_idx on campaign_leads (organization_id, prospect_id) where waiting_rule = 'touch_lock' and archived_at is null;
