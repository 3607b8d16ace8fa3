-- The security log is append-only: a finished day is sealed by a hash of its rows, chained to the day before.

create table security_days (
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  day date not null,
  events integer not null,
  -- SHA-256 of the day's rows (security_day_digest).
  content_digest text not null check (length(content_digest) = 64),
  -- SHA-256 of the chain hash of the sealed day before, the day, its number of events and its content hash.
  chain_digest text not null check (length(chain_digest) = 64),
  made_at timestamptz not null default app_now(),
  primary key (organization_id, day)
);
call protect_tenant_table('security_days');

-- The rows of a day (UTC), in a text that never changes.
create function security_day_digest(organization bigint, of_day date, out events integer, out content_digest text)
  language sql stable as $$
  select count(*)::int, encode(sha256(convert_to(coalesce(string_agg(jsonb_build_array(e.id, e.event, e.outcome, e.user_id, e.actor_id, e.ip,
      e.country, e.device, e.subject_kind, e.subject_id, e.subject_label, e.reason, e.repeats,
      to_char(e.occurred_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US'), e.api_key_id)::text, E'\n' order by e.id), ''), 'UTF8')), 'hex')
  from security_events e
  where e.organization_id = organization and e.occurred_at >= of_day::timestamp at time zone 'UTC'
    and e.occurred_at < (of_day + 1)::timestamp at time zone 'UTC'
$$;

create function security_chain_digest(former text, of_day date, events integer, content_digest text) returns text
  language sql immutable
  return encode(sha256(convert_to(coalesce(former, '') || ' ' || to_char(of_day, 'YYYY-MM-DD') || ' ' || events || ' ' || content_digest,
    'UTF8')), 'hex');

-- Nobody changes or deletes a row of a sealed day, not even the program: only the end of the time it is kept, and of its organization.
create function keep_security_events() returns trigger
  language plpgsql as $$
begin
  -- Deeper: the organization is deleted, and the key takes its rows along.
  if pg_trigger_depth() = 1 and not (tg_op = 'DELETE' and old.occurred_at < app_now() - interval '400 days')
    and exists (select from security_days d where d.organization_id = old.organization_id
      and d.day = (old.occurred_at at time zone 'UTC')::date)
  then
    raise exception 'a sealed day of the security log cannot be changed' using errcode = 'check_violation';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger security_events_keep before update or delete on security_events
  for each row execute function keep_security_events();
