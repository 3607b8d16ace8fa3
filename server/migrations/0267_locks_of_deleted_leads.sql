-- The lead that held a person before it was deleted: Touch lock counts these people, and releases them. No key: the lead is gone.
alter table touch_locks add column former_lead_id bigint;
create index touch_locks_former_lead_idx on touch_locks (organization_id, former_lead_id) where former_lead_id is not null;

create or replace function keep_touch_locks() returns trigger
  language plpgsql as $$
begin
  if old.contacted_at is null and not old.is_in_flight then
    delete from touch_locks t where t.organization_id = old.organization_id and t.campaign_lead_id = old.id and t.state = 'held';
  else
    update touch_locks t set state = 'cooling', reason = 'finished', until = app_now() + make_interval(days => coalesce(
        (select r.finished_days from touch_lock_rules r where r.organization_id = old.organization_id), 90))
      where t.organization_id = old.organization_id and t.campaign_lead_id = old.id and t.state = 'held';
  end if;
  update touch_locks t set former_lead_id = old.id
    where t.organization_id = old.organization_id and t.campaign_lead_id = old.id;
  return old;
end $$;
