-- Brands of agencies: hosts, files and mail domains.

-- The host of a brand. Anybody may claim one; it belongs to whoever proves it in DNS.
create table brand_hosts (
  organization_id bigint primary key references organizations (organization_id) on delete cascade,
  host text not null,
  token text not null,
  verified_at timestamptz,
  checked_at timestamptz,
  -- Since when the records of a proven host are gone: three days later it is served no more.
  missing_since timestamptz,
  created_at timestamptz not null default app_now(),
  -- When somebody first signed in at the host, which proves its certificate. Before, links in mails do not lead there.
  reached_at timestamptz
);
create unique index brand_hosts_verified_host_key on brand_hosts (host) where verified_at is not null;
create index brand_hosts_checked_at_idx on brand_hosts (checked_at) where verified_at is not null;
call protect_tenant_table('brand_hosts');

-- Logos and icons, redrawn; the token is part of their public address.
create table brand_files (
  token text primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  file_key text not null,
  created_at timestamptz not null default app_now()
);
create index brand_files_organization_id_idx on brand_files (organization_id);
call protect_tenant_table('brand_files');

-- The sender address of a brand for system mail, used when its DNS records are right.
create table brand_mail_domains (
  organization_id bigint primary key references organizations (organization_id) on delete cascade,
  address text not null,
  domain text not null,
  selector text not null,
  sealed_private_key bytea,
  public_key text,
  verified_at timestamptz,
  checked_at timestamptz,
  missing_since timestamptz,
  created_at timestamptz not null default app_now(),
  constraint brand_mail_domains_key_check check ((sealed_private_key is null) = (public_key is null) and (verified_at is null or public_key is not null))
);
create unique index brand_mail_domains_verified_domain_key on brand_mail_domains (domain) where verified_at is not null;
create index brand_mail_domains_checked_at_idx on brand_mail_domains (checked_at) where verified_at is not null;
call protect_tenant_table('brand_mail_domains');

create function note_host_reached() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update brand_hosts set reached_at = app_now() where host = new.host and verified_at is not null and reached_at is null;
  return null;
end $$;
create trigger sessions_note_host after insert on sessions
  for each row when (new.host is not null) execute function note_host_reached();

-- A changed host was not reached yet.
create function forget_host_reached() returns trigger language plpgsql as $$
begin
  new.reached_at := null;
  return new;
end $$;
create trigger brand_hosts_forget_reached before update of host on brand_hosts
  for each row when (new.host is distinct from old.host) execute function forget_host_reached();

-- The host for links in mails of an organization: the host of its brand if it is in use and reached; null for our own address.
create function link_host_of(of_organization bigint) returns text
  language sql stable security definer set search_path = public, pg_temp as $$
  select h.host from organizations o
    join organizations b on b.organization_id = coalesce(o.agency_id, o.organization_id) and b.is_agency
    join brand_hosts h on h.organization_id = b.organization_id
  where o.organization_id = of_organization and o.is_whitelabel
    and coalesce(current_organization_id(), of_organization) = of_organization
    and h.verified_at is not null and coalesce(h.missing_since > app_now() - interval '3 days', true) and h.reached_at is not null
$$;

-- These read past row-level security, as their owner, for the transaction's own organization only.
revoke all on function note_host_reached, forget_host_reached, link_host_of from public;
grant create on schema public to overture_system;
alter function note_host_reached owner to overture_system;
alter function link_host_of owner to overture_system;
revoke create on schema public from overture_system;
grant execute on function link_host_of to overture_app;
