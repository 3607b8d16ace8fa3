-- What a person must know of a session to recognise it, and ends of sessions that every process hears of.

alter table sessions
  add column id bigint generated always as identity,
  add column ip text not null default '',
  add column user_agent text not null default '',
  -- How the person showed who they are: password, code (mailed), link (mailed), passkey.
  add column method text not null default 'password' check (method in ('password', 'code', 'link', 'passkey')),
  -- When a second factor was shown in this session.
  add column mfa_at timestamptz,
  -- When the person last proved in this session that it is them; changes of credentials ask for ten minutes at most.
  add column confirmed_at timestamptz,
  alter column created_at set default app_now(),
  alter column last_seen_at set default app_now();
create unique index sessions_id_idx on sessions (id);
create index sessions_last_seen_at_idx on sessions (last_seen_at);
create index one_time_codes_expires_at_idx on one_time_codes (expires_at);

-- A live connection opened by a ticket ends with the session that asked for the ticket.
delete from live_tickets;
alter table live_tickets add column session_id bigint not null;

-- Whoever deletes a session, by whatever statement: the processes that hold live connections hear which ones ended, with the
-- commit. 400 ids stay below the 8,000 bytes of a notification.
create function notify_ended_sessions() returns trigger language plpgsql as $$
begin
  perform pg_notify('overture_sessions', string_agg(id::text, ','))
    from (select id, (row_number() over () - 1) / 400 as portion from ended) numbered group by portion;
  return null;
end $$;
create trigger sessions_ended after delete on sessions referencing old table as ended
  for each statement execute function notify_ended_sessions();

-- A person who is deactivated, or whose role changed, starts anew.
create function end_sessions_of_changed_user() returns trigger language plpgsql as $$
begin
  delete from sessions where user_id = new.id;
  delete from live_tickets where user_id = new.id;
  return null;
end $$;
create trigger users_end_sessions after update of active, role on users for each row
  when (old.role is distinct from new.role or (old.active and not new.active))
  execute function end_sessions_of_changed_user();
