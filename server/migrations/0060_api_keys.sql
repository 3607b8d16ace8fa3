-- Keys of programs that call the API, their use, and who acted by a key.

create table api_keys (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  name text not null check (char_length(name) between 1 and 80),
  -- The key has 256 random bits: a plain digest is enough. Requests find a key by it before they know its organization.
  key_hash bytea not null unique,
  -- The first characters, by which people recognize it.
  start text not null,
  scopes text[] not null,
  -- Addresses it may be used from; empty for all.
  ip_allow cidr[] not null default '{}',
  -- Who made it. The key stays when this person leaves.
  created_by bigint,
  created_at timestamptz not null default app_now(),
  expires_at timestamptz,
  expiry_noticed_at timestamptz,
  last_used_at timestamptz,
  last_used_ip text,
  -- The key that this one replaces.
  rotated_from bigint,
  revoked_at timestamptz,
  unique (organization_id, id),
  constraint api_keys_created_by_fkey foreign key (organization_id, created_by)
    references users (organization_id, id) on delete set null (created_by),
  constraint api_keys_rotated_from_fkey foreign key (organization_id, rotated_from)
    references api_keys (organization_id, id) on delete set null (rotated_from)
);
create index api_keys_organization_id_idx on api_keys (organization_id, id);
create index api_keys_created_by_idx on api_keys (created_by);
create index api_keys_rotated_from_idx on api_keys (rotated_from);
create index api_keys_expiring_idx on api_keys (expires_at) where expires_at is not null and revoked_at is null;
call protect_tenant_table('api_keys');

-- Every process that remembers keys forgets them when one changes.
create function notify_changed_keys() returns trigger language plpgsql as $$
begin
  perform pg_notify('overture_keys', '');
  return null;
end $$;
create trigger api_keys_changed after update of scopes, ip_allow, expires_at, revoked_at on api_keys
  for each statement execute function notify_changed_keys();

-- Requests by key and day (UTC).
create table api_key_days (
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  api_key_id bigint not null,
  day date not null,
  calls bigint not null default 0,
  -- Answered with 4xx, and with 429 among those.
  refused bigint not null default 0,
  limited bigint not null default 0,
  -- Answered with 5xx.
  failed bigint not null default 0,
  primary key (organization_id, api_key_id, day),
  constraint api_key_days_api_key_id_fkey foreign key (organization_id, api_key_id)
    references api_keys (organization_id, id) on delete cascade
);
create index api_key_days_day_idx on api_key_days (day);
call protect_tenant_table('api_key_days');

-- The key a transaction acts by; null for people and for the program itself.
create function current_api_key_id() returns bigint
  language sql stable parallel safe
  return nullif(current_setting('app.api_key_id', true), '')::bigint;

-- Like people in these tables, a key has no foreign key in the log: its rows outlive everything.
alter table security_events add column api_key_id bigint default current_api_key_id();
alter table credit_reservations add column api_key_id bigint default current_api_key_id();
alter table credit_reservations add constraint credit_reservations_api_key_id_fkey
  foreign key (organization_id, api_key_id) references api_keys (organization_id, id) on delete set null (api_key_id);
create index credit_reservations_api_key_id_idx on credit_reservations (api_key_id) where api_key_id is not null;
alter table kanban_history add column api_key_id bigint default current_api_key_id();
alter table kanban_history add constraint kanban_history_api_key_id_fkey
  foreign key (organization_id, api_key_id) references api_keys (organization_id, id) on delete set null (api_key_id);
create index kanban_history_api_key_id_idx on kanban_history (api_key_id) where api_key_id is not null;

-- As before, with the key.
create or replace function record_security_event(given jsonb, is_repeatable boolean) returns boolean
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
      given := given - '{user_id,actor_id,api_key_id,ip,country,device,subject_kind,subject_id,subject_label,reason}'::text[];
    end if;
    key := md5((given - 'repeats')::text) || ' ' || extract(epoch from minute)::bigint;
  end if;
  insert into security_events as e (organization_id, event, outcome, user_id, actor_id, api_key_id, ip, country, device, subject_kind,
      subject_id, subject_label, reason, repeats, repeat_key)
    values (organization, given->>'event', given->>'outcome', (given->>'user_id')::bigint, (given->>'actor_id')::bigint,
      coalesce((given->>'api_key_id')::bigint, current_api_key_id()), given->>'ip', given->>'country', given->>'device',
      given->>'subject_kind', (given->>'subject_id')::bigint, given->>'subject_label', given->>'reason',
      coalesce((given->>'repeats')::integer, 1), key)
    on conflict (organization_id, repeat_key) where repeat_key is not null
      do update set repeats = e.repeats + excluded.repeats, last_at = excluded.last_at;
  return true;
exception when others then
  return false;
end $$;
