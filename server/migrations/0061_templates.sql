-- Campaign templates of an organisation, and labels on campaigns.

-- Smaller ids are the built-in templates' (slices/templates).
create table campaign_templates (
  id bigint generated always as identity (start with 1000) primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  name text not null,
  -- [{id, kind, type, parent_id, branch, delay_in_hours, message, ...}], ids counted from 1; read by domain/flow/stored-flow.
  flow jsonb not null,
  created_by bigint references users (id) on delete set null,
  created_at timestamptz not null default app_now()
);
create index campaign_templates_organization_id_idx on campaign_templates (organization_id, id desc);
call protect_tenant_table('campaign_templates');

create table labels (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  name citext not null,
  color text not null,
  created_at timestamptz not null default app_now(),
  unique (organization_id, name)
);
call protect_tenant_table('labels');

create table campaign_labels (
  label_id bigint not null references labels (id) on delete cascade,
  campaign_id bigint not null references campaigns (id) on delete cascade,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  created_at timestamptz not null default app_now(),
  primary key (campaign_id, label_id)
);
create index campaign_labels_label_id_idx on campaign_labels (label_id);
call protect_tenant_table('campaign_labels');
