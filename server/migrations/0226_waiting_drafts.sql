-- Drafts that the model writes when a lead replies. Nothing is sent: a user edits, sends or discards each one.

alter table organizations add column drafts_replies boolean not null default false;
alter table organizations add column drafts_per_day integer not null default 200 check (drafts_per_day between 1 and 2000);
-- Null: as the organization has it.
alter table campaigns add column drafts_replies boolean;
-- The folder of drafts walks an index of its own, as every folder.
alter table chats add column has_draft boolean not null default false;
create index chats_drafts_idx on chats (organization_id, listed_at desc, prospect_id desc)
  where archived_at is null and has_draft;

-- The draft for the newest reply of a conversation. The next reply replaces the row, and a message of ours deletes it.
--   queued       to be written
--   running      being written, under lease_token
--   waiting      there is a text, which a user decides about
--   not_written  there is none; `reason` says why
create table waiting_drafts (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  prospect_id bigint not null unique,
  message_id bigint not null,
  state text not null default 'queued' check (state in ('queued', 'running', 'waiting', 'not_written')),
  message text,
  -- Titles of the sources that its sentences rest on.
  sources text[] not null default '{}',
  -- Kinds of sentences that no source supported.
  left_out text[] not null default '{}',
  pitches_after_refusal boolean not null default false,
  reason text check (reason in ('daily_limit', 'no_credits', 'no_plan', 'no_source', 'no_model', 'failed')),
  credits integer not null default 0,
  not_before timestamptz not null default app_now(),
  -- A worker's claim. Leases last in real time, whatever the clock of the installation says.
  lease_token bigint not null default 0,
  lease_until timestamptz,
  attempts integer not null default 0,
  created_at timestamptz not null default app_now(),
  ended_at timestamptz,
  constraint waiting_drafts_prospect_id_fkey foreign key (organization_id, prospect_id)
    references chats (organization_id, prospect_id) on delete cascade,
  constraint waiting_drafts_message_id_fkey foreign key (organization_id, message_id)
    references chat_messages (organization_id, id) on delete cascade
);
create index waiting_drafts_organization_id_idx on waiting_drafts (organization_id, state);
create index waiting_drafts_message_id_idx on waiting_drafts (message_id);
create index waiting_drafts_open_idx on waiting_drafts (not_before, id) where state in ('queued', 'running');
call protect_tenant_table('waiting_drafts');

-- What drafts took of the model, and what became of them, by day of the organization.
create table draft_days (
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  day date not null,
  -- Drafts for which the model was called; the daily limit is about these.
  started integer not null default 0,
  written integer not null default 0,
  credits integer not null default 0,
  sent_unchanged integer not null default 0,
  sent_changed integer not null default 0,
  discarded integer not null default 0,
  primary key (organization_id, day)
);
call protect_tenant_table('draft_days');

-- How a user changed a draft before it was sent: samples of style, without names, numbers, addresses and links.
create table draft_examples (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  user_id bigint not null,
  prospect_id bigint not null,
  written text not null,
  sent text not null,
  created_at timestamptz not null default app_now(),
  constraint draft_examples_user_id_fkey foreign key (organization_id, user_id)
    references users (organization_id, id) on delete cascade,
  constraint draft_examples_prospect_id_fkey foreign key (organization_id, prospect_id)
    references prospects (organization_id, id) on delete cascade
);
create index draft_examples_user_id_idx on draft_examples (organization_id, user_id, id desc);
create index draft_examples_prospect_id_idx on draft_examples (prospect_id);
call protect_tenant_table('draft_examples');
