-- The security log: rows that nobody changes.

-- The security log of an organization. Rows are only added, by record_security_event; the application role cannot change or delete
-- them. People and senders have no foreign key, so a row outlives them.
create table security_events (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  event text not null,
  outcome text not null check (outcome in ('success', 'failure', 'refused')),
  -- The account concerned, and the person who acted; they differ during impersonation.
  user_id bigint,
  actor_id bigint,
  ip text,
  country text,
  device text,
  subject_kind text,
  subject_id bigint,
  subject_label text,
  reason text,
  -- Equal failures of one minute share a row.
  repeats integer not null default 1,
  repeat_key text,
  occurred_at timestamptz not null default app_now(),
  last_at timestamptz not null default app_now()
);
create index security_events_newest_idx on security_events (organization_id, occurred_at desc, id desc);
create index security_events_event_idx on security_events (organization_id, event, occurred_at desc, id desc);
create index security_events_user_idx on security_events (organization_id, user_id, occurred_at desc, id desc);
create unique index security_events_repeat_idx on security_events (organization_id, repeat_key) where repeat_key is not null;
-- For pruning: rows are in the order of time.
create index security_events_age_idx on security_events using brin (occurred_at);
-- Failures and refusals are few among many successes: the log filtered by them is read off this index; without it
-- the whole table of a million rows was read where none had failed.
create index security_events_trouble_idx on security_events (organization_id, outcome, occurred_at desc, id desc)
  where outcome <> 'success';
call protect_tenant_table('security_events');
revoke insert, update, delete, truncate on security_events from overture_app;

-- Adds one event; the transaction's organization wins over the argument. Failures and refusals (is_repeatable) share a row for each
-- minute and kind, and one row after 60 rows in a minute, so a flood cannot fill the table. It never fails, so it never stops what it
-- records. Returns whether the event is kept.
create function record_security_event(given jsonb, is_repeatable boolean) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  organization bigint := coalesce(current_organization_id(), (given->>'organization_id')::bigint);
  minute timestamptz := date_trunc('minute', app_now());
  key text;
begin
  if organization is null then return false; end if;
  if is_repeatable then
    if (select count(*) from (select from security_events e where e.organization_id = organization and e.occurred_at >= minute
        and e.repeat_key is not null limit 60) as lately) >= 60 then
      given := given - '{user_id,actor_id,ip,country,device,subject_kind,subject_id,subject_label,reason}'::text[];
    end if;
    key := md5((given - 'repeats')::text) || ' ' || extract(epoch from minute)::bigint;
  end if;
  insert into security_events as e (organization_id, event, outcome, user_id, actor_id, ip, country, device, subject_kind, subject_id,
      subject_label, reason, repeats, repeat_key)
    values (organization, given->>'event', given->>'outcome', (given->>'user_id')::bigint, (given->>'actor_id')::bigint, given->>'ip',
      given->>'country', given->>'device', given->>'subject_kind', (given->>'subject_id')::bigint, given->>'subject_label',
      given->>'reason', coalesce((given->>'repeats')::integer, 1), key)
    on conflict (organization_id, repeat_key) where repeat_key is not null
      do update set repeats = e.repeats + excluded.repeats, last_at = excluded.last_at;
  return true;
exception when others then
  return false;
end $$;

-- These read past row-level security, as their owner, for the transaction's own organization only.
revoke all on function record_security_event from public;
grant create on schema public to overture_system;
alter function record_security_event owner to overture_system;
revoke create on schema public from overture_system;
grant execute on function record_security_event to overture_app, overture_system;
