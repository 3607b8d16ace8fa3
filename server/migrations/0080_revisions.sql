-- Live edits: the flow of a campaign that was started changes by publishing a working copy as its next revision.

-- Nodes of the flow that runs are live. Of the others, those with `gone_at` were deleted by a revision: they stay for history and figures,
-- and `follower_id` says where their leads went (null: to the end). Those without are new ones of a working copy.
alter table campaign_nodes
  add column is_live boolean not null default true,
  add column gone_at timestamptz,
  add column follower_id bigint,
  add constraint campaign_nodes_follower_id_fkey foreign key (organization_id, follower_id)
    references campaign_nodes (organization_id, id) on delete set null (follower_id);
drop index campaign_nodes_place_idx;
create unique index campaign_nodes_place_idx on campaign_nodes (campaign_id, coalesce(parent_id, 0), coalesce(branch, '')) where is_live;
create index campaign_nodes_follower_idx on campaign_nodes (follower_id) where follower_id is not null;

-- Files that mails carry now; the others belong to a working copy or to a revision that may come back.
alter table campaign_attachments add column is_live boolean not null default true;

-- The number of the flow that runs.
alter table campaigns add column revision integer not null default 1 check (revision > 0);

-- Flows as they were published. The first is written down when the second is published: until then it is the one that runs.
create table campaign_revisions (
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  campaign_id bigint not null,
  number integer not null check (number > 0),
  -- [{id, kind, type, parent_id, branch, delay_in_hours, message, ..., attachment_ids}]; read by domain/flow/stored-flow.
  flow jsonb not null check (octet_length(flow::text) <= 16000000),
  -- What became different: [{kind, node_id, ...}] of domain/flow/flow-changes.
  changes jsonb not null default '[]' check (octet_length(changes::text) <= 1000000),
  -- The one whose flow it took back.
  restored_number integer,
  published_at timestamptz not null,
  published_by bigint,
  -- Leads that were moved on by the flow before while this one was being published are looked for once more, a moment later.
  is_swept boolean not null default false,
  -- What was asked for the leads that wait: whether a new delay holds for them.
  moves_waiting boolean not null default true,
  primary key (campaign_id, number),
  constraint campaign_revisions_campaign_id_fkey foreign key (organization_id, campaign_id)
    references campaigns (organization_id, id) on delete cascade,
  constraint campaign_revisions_published_by_fkey foreign key (organization_id, published_by)
    references users (organization_id, id) on delete set null (published_by)
);
call protect_tenant_table('campaign_revisions');
create index campaign_revisions_unswept_idx on campaign_revisions (published_at) where not is_swept;
create index campaign_revisions_person_idx on campaign_revisions (organization_id, published_by) where published_by is not null;

-- The one working copy of a campaign, shared by all who edit it; `flow` is null while there is none, the version goes on.
create table campaign_working_copies (
  campaign_id bigint primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  flow jsonb check (octet_length(flow::text) <= 16000000),
  edit_version integer not null default 0,
  edited_at timestamptz,
  edited_by bigint,
  constraint campaign_working_copies_campaign_id_fkey foreign key (organization_id, campaign_id)
    references campaigns (organization_id, id) on delete cascade,
  constraint campaign_working_copies_edited_by_fkey foreign key (organization_id, edited_by)
    references users (organization_id, id) on delete set null (edited_by)
);
call protect_tenant_table('campaign_working_copies');
create index campaign_working_copies_person_idx on campaign_working_copies (organization_id, edited_by) where edited_by is not null;
create trigger campaign_working_copies_note_edit before update of flow on campaign_working_copies
  for each row when (old.flow is distinct from new.flow) execute function note_edit();

-- Bound when the message is claimed, in the row that keeps its words; the timeline takes them from there.
alter table outbound_intents add column revision integer, add column variant text;
alter table campaign_step_runs add column revision integer;
