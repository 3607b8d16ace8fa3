-- The key by which push services know this installation; browsers subscribe with its public part. Made when the first one asks.
alter table installation add column push_public_key text;
alter table installation add column sealed_push_key bytea;

-- Browsers and phones that get a notification of new replies while the application is closed. A row is also the queue of its device.
create table push_devices (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  user_id bigint not null,
  -- The session of that browser: its end, by signing out or otherwise, ends push as well.
  signed_in_as bigint not null,
  -- The address of the push service, a secret of the device.
  endpoint text not null unique check (char_length(endpoint) <= 1000),
  public_key bytea not null check (octet_length(public_key) = 65),
  -- 16 bytes as base64url; a secret between the browser and its senders, not one of the vault.
  auth text not null check (char_length(auth) <= 100),
  name text not null check (char_length(name) <= 200),
  created_at timestamptz not null default app_now(),
  pushed_at timestamptz,
  -- Only replies after this message are announced.
  seen_through bigint not null default 0,
  -- When the next notification is due; null without one.
  due_at timestamptz,
  -- Until then one worker has it.
  leased_until timestamptz,
  -- Of the notification that is due.
  tries smallint not null default 0,
  constraint push_devices_user_id_fkey foreign key (organization_id, user_id)
    references users (organization_id, id) on delete cascade
);
create index push_devices_user_id_idx on push_devices (organization_id, user_id);
create index push_devices_signed_in_as_idx on push_devices (signed_in_as);
create index push_devices_due_at_idx on push_devices (due_at) where due_at is not null;
call protect_tenant_table('push_devices');

create function delete_push_devices_of_ended_sessions() returns trigger
  language plpgsql as $$
begin
  delete from push_devices d using ended where d.signed_in_as = ended.id;
  return null;
end
$$;
create trigger sessions_end_push after delete on sessions referencing old table as ended
  for each statement execute function delete_push_devices_of_ended_sessions();
