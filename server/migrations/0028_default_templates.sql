-- Templates that the operator gives to every organization, and what they changed of the built-in ones. Of the installation, not of an
-- organization: whoever begins a campaign reads them, only the operator writes them.
create table default_templates (
  -- From the numbers of saved templates: an id names one template, whoever gave it.
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
