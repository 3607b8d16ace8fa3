-- Clients of an agency. A client is an organization of its own that names its agency; what the agency knows and sets of it is a row of the agency.

create table agency_clients (
  -- The agency.
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  client_id bigint primary key references organizations (organization_id) on delete cascade,
  -- Who was asked to open the client's account.
  contact_name text not null,
  email citext not null,
  logo_file text,
  logo_type text,
  -- Paid for on top of the 750 that each client gets a month.
  extra_credits integer not null default 0 check (extra_credits >= 0),
  created_at timestamptz not null default app_now(),
  -- Since when nobody of it comes in; what it has is kept until it is erased.
  cancelled_at timestamptz,
  erase_at timestamptz,
  unique (organization_id, client_id),
  check ((cancelled_at is null) = (erase_at is null))
);
call protect_tenant_table('agency_clients');
create unique index agency_clients_email_idx on agency_clients (organization_id, email) where cancelled_at is null;
create index agency_clients_erase_at_idx on agency_clients (erase_at) where erase_at is not null;

-- A cancelled client is suspended as well, which keeps everybody out and everything in: this says why, and to whom it belongs to undo it.
alter table organizations
  add column cancelled_at timestamptz,
  -- Since when a client does not want its agency to sign in as its people.
  add column closed_to_agency_at timestamptz;
create index organizations_agency_id_idx on organizations (agency_id) where agency_id is not null;

-- What an agency sees of its clients without acting for somebody: counted figures and who belongs to them. Both read past row-level security
-- and therefore ask for nothing but the transaction's own organization.
create function agency_client_figures(of_client bigint default null) returns table (
    client_id bigint, name text, website_url text, email_credits integer, extra_linkedin_accounts integer, extra_email_accounts integer,
    is_open_to_agency boolean, total_users integer, total_campaigns integer, total_prospects integer)
  language sql stable security definer set search_path = public, pg_temp as $$
  select c.client_id, o.name, o.website_url, o.email_credits, o.extra_linkedin_accounts, o.extra_email_accounts,
    o.closed_to_agency_at is null,
    (select count(*)::int from users u where u.organization_id = c.client_id and u.active),
    (select count(*)::int from campaigns k where k.organization_id = c.client_id),
    (select count(*)::int from prospects p where p.organization_id = c.client_id)
  from agency_clients c join organizations o on o.organization_id = c.client_id
  where c.organization_id = current_organization_id() and c.client_id = coalesce(of_client, c.client_id)
$$;

create function agency_client_users(of_client bigint) returns table (
    id bigint, name text, email text, picture_url text, role text, active boolean, last_seen_at timestamptz)
  language sql stable security definer set search_path = public, pg_temp as $$
  select u.id, u.name, u.email::text, u.picture_url, u.role, u.active,
    (select max(s.last_seen_at) from sessions s where s.user_id = u.id and s.actor_user_id is null)
  from agency_clients c join users u on u.organization_id = c.client_id
  where c.organization_id = current_organization_id() and c.client_id = of_client
  order by u.created_at, u.id limit 1000
$$;

-- A client has the plan of its agency: what changes of the one changes of the others.
create function copy_plan_to_clients() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update organizations set active_subscription = new.active_subscription, had_subscription = had_subscription or new.had_subscription,
    trial_ends_at = new.trial_ends_at, subscription_grace_until = new.subscription_grace_until
  where agency_id = new.organization_id;
  return null;
end $$;
create trigger organizations_copy_plan
  after update of active_subscription, had_subscription, trial_ends_at, subscription_grace_until on organizations
  for each row when (new.is_agency) execute function copy_plan_to_clients();

revoke all on function agency_client_figures from public;
revoke all on function agency_client_users from public;
grant create on schema public to overture_system;
alter function agency_client_figures owner to overture_system;
alter function agency_client_users owner to overture_system;
alter function copy_plan_to_clients owner to overture_system;
revoke create on schema public from overture_system;
grant execute on function agency_client_figures, agency_client_users to overture_app;
