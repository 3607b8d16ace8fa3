-- Templates: flows to begin a campaign with.

-- Flows an organization keeps as templates. Ids under 1000 are those of built-in templates, which are code (slices/templates).
create table campaign_templates (
  id bigint generated always as identity (start with 1000) primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  name text not null,
  -- [{id, kind, type, parent_id, branch, delay_in_hours, message, ...}], ids counted from 1; read by domain/flow/stored-flow.
  flow jsonb not null,
  created_by bigint,
  created_at timestamptz not null default app_now(),
  -- Whether the agency offers the template to its clients, who can read it.
  is_for_clients boolean not null default false,
  constraint campaign_templates_created_by_fkey foreign key (organization_id, created_by)
    references users (organization_id, id) on delete set null (created_by)
);
create index campaign_templates_organization_id_idx on campaign_templates (organization_id, id desc);
create index campaign_templates_for_clients_idx on campaign_templates (organization_id, id desc) where is_for_clients;
call protect_tenant_table('campaign_templates');

-- Templates that the operator gives to every organization, and changes of the built-in ones. They belong to the installation.
create table default_templates (
  -- From the sequence of saved templates, so an id names one template of either kind.
  id bigint primary key default nextval('campaign_templates_id_seq'),
  name text not null,
  flow jsonb not null,
  -- The saved template it was made of; it stays as it was then.
  source_template_id bigint unique references campaign_templates (id) on delete set null,
  created_at timestamptz not null default app_now()
);
grant select on default_templates to overture_app;
grant select, insert, update, delete on default_templates to overture_system;

grant usage on sequence campaign_templates_id_seq to overture_system;

create table built_in_templates (
  id integer primary key,
  -- Null: as it is written.
  name text,
  is_hidden boolean not null default false
);
grant select on built_in_templates to overture_app;
grant select, insert, update, delete on built_in_templates to overture_system;
