-- Campaigns: settings, nodes of the flow, attachments, labels.

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
  -- Rises with every change of settings or status, so a worker sees that its plan is stale.
  version integer not null default 1,
  created_by bigint,
  activated_at timestamptz,
  completed_at timestamptz,
  created_at timestamptz not null default app_now(),
  -- The status before archiving, for "Undo"; both are null while it is not archived.
  archived_at timestamptz,
  archived_from text check (archived_from in ('DRAFT', 'ACTIVE', 'PAUSED', 'COMPLETED')),
  -- An example of the tour. Its people do not exist, so it never starts.
  is_demo boolean not null default false,
  -- Rises with each edit by a person, so a save on top of an older version is refused. docs/decisions/0153.
  edit_version integer not null default 1,
  edited_at timestamptz,
  edited_by bigint,
  counts_working_days boolean not null default false,
  skips_holidays boolean not null default false,
  -- {"1": [{start: "HH:MM", end: "HH:MM"}, ...], ...} by ISO weekday, instead of sending_window; null if that applies.
  windows jsonb,
  -- Rises with each change of the senders, which also raises edit_version.
  senders_changed integer not null default 0,
  -- The number of the running flow.
  revision integer not null default 1 check (revision > 0),
  -- Whether the hours must also be open in the zone of each lead.
  uses_lead_zone boolean not null default false,
  -- The column that names the sender of each lead; null if none.
  sender_column_id bigint,
  -- Whether a first mail leaves from a mailbox at the provider of its recipient: never, if there is room, or only then.
  provider_matching text not null default 'prefer' check (provider_matching in ('off', 'prefer', 'strict')),
  -- Over all senders; null for no limit besides theirs.
  max_emails_per_day_total integer check (max_emails_per_day_total between 1 and 10000),
  max_new_leads_per_day integer check (max_new_leads_per_day between 1 and 10000),
  -- The public holidays it keeps: a country ('DE') or a region ('DE-BY'). If null, they follow from the time zone.
  holiday_calendar text check (holiday_calendar ~ '^[A-Z]{2}(-[A-Za-z0-9]{1,20})?$'),
  unique (organization_id, id),
  constraint campaigns_created_by_fkey foreign key (organization_id, created_by)
    references users (organization_id, id) on delete set null (created_by),
  constraint campaigns_email_account_id_fkey foreign key (organization_id, email_account_id)
    references accounts (organization_id, id),
  constraint campaigns_linkedin_account_id_fkey foreign key (organization_id, linkedin_account_id)
    references accounts (organization_id, id),
  constraint campaigns_edited_by_fkey foreign key (organization_id, edited_by)
    references users (organization_id, id) on delete set null (edited_by),
  constraint campaigns_sender_column_id_fkey foreign key (organization_id, sender_column_id)
    references lead_columns (organization_id, id) on delete set null (sender_column_id)
);
create index campaigns_organization_id_idx on campaigns (organization_id, status, created_at desc);
create index campaigns_email_account_id_idx on campaigns (email_account_id);
create index campaigns_linkedin_account_id_idx on campaigns (linkedin_account_id);
create index campaigns_sender_column_idx on campaigns (organization_id, sender_column_id) where sender_column_id is not null;
call protect_tenant_table('campaigns');

alter table credit_reservations add constraint credit_reservations_campaign_id_fkey foreign key (organization_id, campaign_id)
    references campaigns (organization_id, id) on delete set null (campaign_id);

alter table enrichment_runs add constraint enrichment_runs_campaign_id_fkey foreign key (organization_id, campaign_id)
    references campaigns (organization_id, id) on delete set null (campaign_id);

-- The flow: one tree of steps and conditions, which draw ids from one sequence, so that `parent`, `child` and `{stepId}` are unambiguous.
create table campaign_nodes (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  campaign_id bigint not null,
  kind text not null check (kind in ('step', 'condition')),
  -- One of the eight step types or four condition types (domain/flow/step-types).
  type text not null,
  parent_id bigint,
  -- The branch of a condition; null under a step or at the start.
  branch text check (branch in ('yes', 'no')),
  delay_in_hours integer not null default 24 check (delay_in_hours between 0 and 720),
  message text,
  message_b text,
  subject_line text,
  subject_line_b text,
  placeholder_message text,
  placeholder_message_b text,
  created_at timestamptz not null default app_now(),
  -- Whether messages of the step name snippets, so the engine need not read them. Anything missed here is written when it is due.
  has_snippets boolean not null generated always as (
    (coalesce(message, '') || coalesce(message_b, '') || coalesce(subject_line, '') || coalesce(subject_line_b, ''))
    ~ '"snippet"|<\{"id"') stored,
  edit_version integer not null default 1,
  edited_at timestamptz,
  edited_by bigint,
  -- True for nodes of the running flow. A node with gone_at was deleted by a revision and stays for history; follower_id says where its
  -- leads went (null: to the end). Other nodes are new ones of a working copy.
  is_live boolean not null default true,
  gone_at timestamptz,
  follower_id bigint,
  -- How long a step waits for a missing address before it is skipped; null waits forever. docs/decisions/0233.
  address_wait_in_days smallint default 14 check (address_wait_in_days between 1 and 60),
  unique (organization_id, id),
  constraint campaign_nodes_campaign_id_fkey foreign key (organization_id, campaign_id)
    references campaigns (organization_id, id) on delete cascade,
  constraint campaign_nodes_parent_id_fkey foreign key (organization_id, parent_id)
    references campaign_nodes (organization_id, id) deferrable initially deferred,
  constraint campaign_nodes_edited_by_fkey foreign key (organization_id, edited_by)
    references users (organization_id, id) on delete set null (edited_by),
  constraint campaign_nodes_follower_id_fkey foreign key (organization_id, follower_id)
    references campaign_nodes (organization_id, id) on delete set null (follower_id)
);
create index campaign_nodes_campaign_id_idx on campaign_nodes (campaign_id);
create index campaign_nodes_snippets_idx on campaign_nodes (campaign_id) where has_snippets;
create unique index campaign_nodes_place_idx on campaign_nodes (campaign_id, coalesce(parent_id, 0), coalesce(branch, '')) where is_live;
create index campaign_nodes_follower_idx on campaign_nodes (follower_id) where follower_id is not null;
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
  -- True for files that mails carry now. Others belong to a working copy, or to a revision that can be restored.
  is_live boolean not null default true,
  constraint campaign_attachments_campaign_id_fkey foreign key (organization_id, campaign_id)
    references campaigns (organization_id, id) on delete cascade,
  constraint campaign_attachments_node_id_fkey foreign key (organization_id, node_id)
    references campaign_nodes (organization_id, id) on delete cascade
);
create index campaign_attachments_node_id_idx on campaign_attachments (node_id);
call protect_tenant_table('campaign_attachments');

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
create trigger campaigns_note_senders_edit before update of senders_changed on campaigns
  for each row when (old.senders_changed is distinct from new.senders_changed) execute function note_edit();
create trigger campaigns_note_edit before update of name, timezone, language, sending_window, email_account_id, linkedin_account_id,
    email_max_messages, linkedin_max_messages, linkedin_max_connections, counts_working_days, skips_holidays, uses_lead_zone,
    sender_column_id, provider_matching, max_emails_per_day_total, max_new_leads_per_day on campaigns
  for each row when ((old.name, old.timezone, old.language, old.sending_window, old.email_account_id, old.linkedin_account_id,
      old.email_max_messages, old.linkedin_max_messages, old.linkedin_max_connections, old.counts_working_days, old.skips_holidays,
      old.uses_lead_zone, old.sender_column_id, old.provider_matching, old.max_emails_per_day_total, old.max_new_leads_per_day)
    is distinct from (new.name, new.timezone, new.language, new.sending_window, new.email_account_id, new.linkedin_account_id,
      new.email_max_messages, new.linkedin_max_messages, new.linkedin_max_connections, new.counts_working_days, new.skips_holidays,
      new.uses_lead_zone, new.sender_column_id, new.provider_matching, new.max_emails_per_day_total, new.max_new_leads_per_day))
  execute function note_edit();
create trigger campaign_nodes_note_edit before update of delay_in_hours, message, message_b, subject_line, subject_line_b,
    placeholder_message, placeholder_message_b, address_wait_in_days on campaign_nodes
  for each row when ((old.delay_in_hours, old.message, old.message_b, old.subject_line, old.subject_line_b,
      old.placeholder_message, old.placeholder_message_b, old.address_wait_in_days)
    is distinct from (new.delay_in_hours, new.message, new.message_b, new.subject_line, new.subject_line_b,
      new.placeholder_message, new.placeholder_message_b, new.address_wait_in_days))
  execute function note_edit();
