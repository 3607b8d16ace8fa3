-- Revisions of running flows, and their working copies.

-- Published flows. The first is stored when the second is published; until then the nodes are the first.
create table campaign_revisions (
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  campaign_id bigint not null,
  number integer not null check (number > 0),
  -- [{id, kind, type, parent_id, branch, delay_in_hours, message, ..., attachment_ids}]; read by domain/flow/stored-flow.
  flow jsonb not null check (octet_length(flow::text) <= 16000000),
  -- [{kind, node_id, ...}] of domain/flow/flow-changes.
  changes jsonb not null default '[]' check (octet_length(changes::text) <= 1000000),
  -- The one whose flow it took back.
  restored_number integer,
  published_at timestamptz not null,
  published_by bigint,
  -- Leads that were moved on by the flow before while this one was being published are looked for once more, a moment later.
  is_swept boolean not null default false,
  -- Whether a new delay applies to leads that already wait.
  moves_waiting boolean not null default true,
  primary key (campaign_id, number),
  constraint campaign_revisions_campaign_id_fkey foreign key (organization_id, campaign_id)
    references campaigns (organization_id, id) on delete cascade,
  constraint campaign_revisions_published_by_fkey foreign key (organization_id, published_by)
    references users (organization_id, id) on delete set null (published_by)
);
create index campaign_revisions_unswept_idx on campaign_revisions (published_at) where not is_swept;
create index campaign_revisions_person_idx on campaign_revisions (organization_id, published_by) where published_by is not null;
call protect_tenant_table('campaign_revisions');

-- The working copy of a campaign, shared by all editors. flow is null while there is none; the version keeps rising.
create table campaign_working_copies (
  campaign_id bigint primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  flow jsonb check (octet_length(flow::text) <= 16000000),
  edit_version integer not null default 0,
  edited_at timestamptz,
  edited_by bigint,
  -- When it is published, if a person chose a time. docs/decisions/0226.
  publish_at timestamptz,
  -- The choices at that moment: moves_waiting, reopens, seen.
  publish_choice jsonb check (octet_length(publish_choice::text) <= 1000000),
  -- The version at that moment; another one is not published.
  publish_version int,
  publish_by bigint,
  -- Why it was not published, in words; cleared with the next time or with the copy.
  publish_refusal text check (length(publish_refusal) <= 2000),
  publish_missed_at timestamptz,
  -- The next attempt of a worker.
  publish_next_at timestamptz,
  -- Attempts that began, including those of workers that died.
  publish_tries smallint not null default 0 check (publish_tries >= 0),
  constraint campaign_working_copies_campaign_id_fkey foreign key (organization_id, campaign_id)
    references campaigns (organization_id, id) on delete cascade,
  constraint campaign_working_copies_edited_by_fkey foreign key (organization_id, edited_by)
    references users (organization_id, id) on delete set null (edited_by),
  constraint campaign_working_copies_publish_by_fkey foreign key (organization_id, publish_by)
    references users (organization_id, id) on delete set null (publish_by),
  constraint campaign_working_copies_publish_check check (publish_at is null
    or (flow is not null and publish_choice is not null and publish_version is not null)),
  constraint campaign_working_copies_publish_next_check check ((publish_at is null) = (publish_next_at is null))
);
create index campaign_working_copies_person_idx on campaign_working_copies (organization_id, edited_by) where edited_by is not null;
create index campaign_working_copies_publisher_idx on campaign_working_copies (organization_id, publish_by) where publish_by is not null;
create index campaign_working_copies_publish_next_at_idx on campaign_working_copies (publish_next_at) where publish_next_at is not null;
call protect_tenant_table('campaign_working_copies');
create trigger campaign_working_copies_note_edit before update of flow on campaign_working_copies
  for each row when (old.flow is distinct from new.flow) execute function note_edit();
