-- What an agency switches off: for all of its clients, and for one of them.

-- Settings of an agency for all of its clients.
create table agency_settings (
  organization_id bigint primary key references organizations (organization_id) on delete cascade,
  disabled_features text[] not null default '{}'
);
call protect_tenant_table('agency_settings');

alter table agency_clients add column disabled_features text[] not null default '{}';

-- Both together, where the client's own calls ask for it. disabled_features is what the operator switched off.
alter table organizations add column agency_disabled_features text[] not null default '{}';

-- Templates that the agency offers to its clients; each client reads them, and nothing else of the agency's.
alter table campaign_templates add column is_for_clients boolean not null default false;
create index campaign_templates_for_clients_idx on campaign_templates (organization_id, id desc) where is_for_clients;

create function templates_of_my_agency(of_template bigint default null) returns table (id bigint, name text, flow jsonb, created_at timestamptz)
  language sql stable security definer set search_path = public, pg_temp as $$
  select t.id, t.name, t.flow, t.created_at from organizations o join campaign_templates t on t.organization_id = o.agency_id
  where o.organization_id = current_organization_id() and t.is_for_clients and t.id = coalesce(of_template, t.id)
  order by t.id desc limit 500
$$;
revoke all on function templates_of_my_agency from public;
grant create on schema public to overture_system;
alter function templates_of_my_agency owner to overture_system;
revoke create on schema public from overture_system;
grant execute on function templates_of_my_agency to overture_app;
