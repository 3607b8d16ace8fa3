-- Since when somebody came in at a host: its certificate works. Only then links in the mail of strangers, which stay good for ever, lead there.
alter table brand_hosts add column reached_at timestamptz;
update brand_hosts h set reached_at = app_now() where exists (select from sessions s where s.host = h.host);

create function note_host_reached() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update brand_hosts set reached_at = app_now() where host = new.host and verified_at is not null and reached_at is null;
  return null;
end $$;
create trigger sessions_note_host after insert on sessions
  for each row when (new.host is not null) execute function note_host_reached();

-- A host that is typed anew is another one.
create function forget_host_reached() returns trigger language plpgsql as $$
begin
  new.reached_at := null;
  return new;
end $$;
create trigger brand_hosts_forget_reached before update of host on brand_hosts
  for each row when (new.host is distinct from old.host) execute function forget_host_reached();

-- Where strangers find what an organization sends them: the host of its brand, used as `isInUse` says and reached; null: the installation's address.
create function link_host_of(of_organization bigint) returns text
  language sql stable security definer set search_path = public, pg_temp as $$
  select h.host from organizations o
    join organizations b on b.organization_id = coalesce(o.agency_id, o.organization_id) and b.is_agency
    join brand_hosts h on h.organization_id = b.organization_id
  where o.organization_id = of_organization and o.is_whitelabel
    and coalesce(current_organization_id(), of_organization) = of_organization
    and h.verified_at is not null and coalesce(h.missing_since > app_now() - interval '3 days', true) and h.reached_at is not null
$$;

-- Where a page of consent was asked for, so that who comes back to the installation's address is led there; null: it was asked for at that address.
alter table mailbox_consents add column return_host text;
alter table integration_consents add column return_host text;

revoke all on function note_host_reached, forget_host_reached, link_host_of from public;
grant create on schema public to overture_system;
alter function note_host_reached owner to overture_system;
alter function link_host_of owner to overture_system;
revoke create on schema public from overture_system;
grant execute on function link_host_of to overture_app;
