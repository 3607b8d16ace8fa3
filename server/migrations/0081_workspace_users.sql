-- An agency sets up a client's organization before anyone of the client has joined. It acts for a user of the client that can't sign in:
-- inactive, without a password, at an address that no mail reaches.
alter table users add column is_workspace_user boolean default false not null;
alter table users add constraint users_workspace_user_check
  check (not is_workspace_user or not active and role = 'USER' and password_hash is null and verified_at is null);
create unique index users_workspace_user_key on users (organization_id) where is_workspace_user;

create or replace function agency_client_users(of_client bigint)
  returns table(id bigint, name text, email text, picture_url text, role text, active boolean, last_seen_at timestamp with time zone)
  language sql stable security definer set search_path to 'public', 'pg_temp' as $$
  select u.id, u.name, u.email::text, u.picture_url, u.role, u.active,
    (select max(s.last_seen_at) from sessions s where s.user_id = u.id and s.actor_user_id is null)
  from agency_clients c join users u on u.organization_id = c.client_id
  where c.organization_id = current_organization_id() and c.client_id = of_client and not u.is_workspace_user
  order by u.created_at, u.id limit 1000
$$;
