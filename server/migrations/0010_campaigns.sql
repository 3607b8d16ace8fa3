-- Campaigns and their flow, templates of flows, and labels on campaigns.

-- A campaign: its senders, limits a day, sending window and status.
create table campaigns (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  name text not null,
  status text not null default 'DRAFT' check (status in ('DRAFT', 'ACTIVE', 'PAUSED', 'COMPLETED', 'ARCHIVED')),
  timezone text not null default 'UTC',
  language text not null default 'en',
  email_account_id bigint,
  linkedin_account_id bigint,
  email_max_messages integer not null default 40 check (email_max_messages between 1 and 40),
  linkedin_max_messages integer not null default 50 check (linkedin_max_messages between 1 and 100),
  linkedin_max_connections integer not null default 25 check (linkedin_max_connections between 1 and 50),
  -- {days: [1..7], start: "HH:MM", end: "HH:MM"} in the campaign's zone.
  sending_window jsonb not null default '{"days": [1, 2, 3, 4, 5], "start": "08:00", "end": "18:00"}',
  -- Rises with every change of settings or status, so that a worker can see that what it planned with is stale.
  version integer not null default 1,
  created_by bigint,
  activated_at timestamptz,
  completed_at timestamptz,
  created_at timestamptz not null default app_now(),
  -- What a campaign was before it was archived, so that "Undo" restores it; both are empty while it is not archived.
  archived_at timestamptz,
  archived_from text check (archived_from in ('DRAFT', 'ACTIVE', 'PAUSED', 'COMPLETED')),
  unique (organization_id, id),
  constraint campaigns_created_by_fkey foreign key (organization_id, created_by)
    references users (organization_id, id) on delete set null (created_by),
  constraint campaigns_email_account_id_fkey foreign key (organization_id, email_account_id)
    references accounts (organization_id, id),
  constraint campaigns_linkedin_account_id_fkey foreign key (organization_id, linkedin_account_id)
    references accounts (organization_id, id)
);
create index campaigns_organization_id_idx on campaigns (organization_id, status, created_at desc);
create index campaigns_email_account_id_idx on campaigns (email_account_id);
create index campaigns_linkedin_account_id_idx on campaigns (linkedin_account_id);
call protect_tenant_table('campaigns');

-- The flow: one tree of steps and conditions, which draw ids from one sequence, so that `parent`, `child` and `{stepId}` are unambiguous.
create table campaign_nodes (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  campaign_id bigint not null,
  kind text not null check (kind in ('step', 'condition')),
  -- One of the eight step types or four condition types (domain/flow/step-types).
  type text not null,
  parent_id bigint,
  -- Which branch of a condition this node stands in; null under a step or at the start.
  branch text check (branch in ('yes', 'no')),
  delay_in_hours integer not null default 24 check (delay_in_hours between 0 and 720),
  message text,
  message_b text,
  subject_line text,
  subject_line_b text,
  placeholder_message text,
  placeholder_message_b text,
  created_at timestamptz not null default app_now(),
  -- Steps whose messages name snippets, so that the engine finds them without reading any message. What this overlooks is
  -- asked for when it is due.
  has_snippets boolean not null generated always as (
    (coalesce(message, '') || coalesce(message_b, '') || coalesce(subject_line, '') || coalesce(subject_line_b, ''))
    ~ '"snippet"|<\{"id"') stored,
  unique (organization_id, id),
  constraint campaign_nodes_campaign_id_fkey foreign key (organization_id, campaign_id)
    references campaigns (organization_id, id) on delete cascade,
  constraint campaign_nodes_parent_id_fkey foreign key (organization_id, parent_id)
    references campaign_nodes (organization_id, id) deferrable initially deferred
);
create index campaign_nodes_campaign_id_idx on campaign_nodes (campaign_id);
create unique index campaign_nodes_place_idx on campaign_nodes (campaign_id, coalesce(parent_id, 0), coalesce(branch, ''));
create index campaign_nodes_snippets_idx on campaign_nodes (campaign_id) where has_snippets;
call protect_tenant_table('campaign_nodes');

-- Files that the mail of a step carries.
create table campaign_attachments (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  campaign_id bigint not null,
  node_id bigint not null,
  name text not null,
  type text not null,
  size integer not null,
  -- Key in the files port.
  file_key text not null,
  created_at timestamptz not null default app_now(),
  constraint campaign_attachments_campaign_id_fkey foreign key (organization_id, campaign_id)
    references campaigns (organization_id, id) on delete cascade,
  constraint campaign_attachments_node_id_fkey foreign key (organization_id, node_id)
    references campaign_nodes (organization_id, id) on delete cascade
);
create index campaign_attachments_node_id_idx on campaign_attachments (node_id);
call protect_tenant_table('campaign_attachments');

-- Flows an organization keeps as templates. Ids under 1000 are those of built-in templates, which are code (slices/templates).
create table campaign_templates (
  id bigint generated always as identity (start with 1000) primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  name text not null,
  -- [{id, kind, type, parent_id, branch, delay_in_hours, message, ...}], ids counted from 1; read by domain/flow/stored-flow.
  flow jsonb not null,
  created_by bigint,
  created_at timestamptz not null default app_now(),
  constraint campaign_templates_created_by_fkey foreign key (organization_id, created_by)
    references users (organization_id, id) on delete set null (created_by)
);
create index campaign_templates_organization_id_idx on campaign_templates (organization_id, id desc);
call protect_tenant_table('campaign_templates');

-- Labels on campaigns; those of leads are chat_labels.
create table labels (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  name citext not null,
  color text not null,
  created_at timestamptz not null default app_now(),
  unique (organization_id, name),
  unique (organization_id, id)
);
call protect_tenant_table('labels');

create table campaign_labels (
  label_id bigint not null,
  campaign_id bigint not null,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  created_at timestamptz not null default app_now(),
  primary key (campaign_id, label_id),
  constraint campaign_labels_campaign_id_fkey foreign key (organization_id, campaign_id)
    references campaigns (organization_id, id) on delete cascade,
  constraint campaign_labels_label_id_fkey foreign key (organization_id, label_id)
    references labels (organization_id, id) on delete cascade
);
create index campaign_labels_label_id_idx on campaign_labels (label_id);
call protect_tenant_table('campaign_labels');
