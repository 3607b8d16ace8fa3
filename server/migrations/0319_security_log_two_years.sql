-- The security log is kept for 24 months. Rows that were older than 400 days before this are gone, and their seals say nothing of them.
alter table installation add column security_log_from date;
update installation set security_log_from = (app_now() - interval '400 days')::date + 1;

create or replace function keep_security_events() returns trigger
  language plpgsql as $$
begin
  -- Deeper: the organization is deleted, and the key takes its rows along.
  if pg_trigger_depth() = 1 and not (tg_op = 'DELETE' and old.occurred_at < app_now() - interval '731 days')
    and exists (select from security_days d where d.organization_id = old.organization_id
      and d.day = (old.occurred_at at time zone 'UTC')::date)
  then
    raise exception 'a sealed day of the security log cannot be changed' using errcode = 'check_violation';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
