-- Answers as a mail program writes them: to more people, with files, a signature, what is answered below, and at a time of their own.
alter table chat_messages
  drop constraint chat_messages_delivery_check,
  -- SCHEDULED waits for its time in the one door; PAUSED waits for a person, since the lead wrote meanwhile.
  add constraint chat_messages_delivery_check
    check (delivery in ('SENDING', 'SENT', 'FAILED', 'UNCONFIRMED', 'SCHEDULED', 'PAUSED')),
  add column cc_emails text[] not null default '{}',
  -- As it leaves; cleaned where signatures are written.
  add column signature_html text,
  -- A time somebody chose; false while it only waits so that it can be taken back.
  add column is_timed boolean not null default false;
create index chat_messages_scheduled_idx on chat_messages (prospect_id) where delivery in ('SCHEDULED', 'PAUSED');

alter table outbound_intents add column cc_emails text[];

-- Files of messages that are still being written.
create table chat_uploads (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  prospect_id bigint not null,
  user_id bigint not null,
  name text not null,
  type text not null,
  size integer not null,
  file_key text not null,
  created_at timestamptz not null default app_now(),
  constraint chat_uploads_prospect_id_fkey foreign key (organization_id, prospect_id)
    references prospects (organization_id, id) on delete cascade,
  constraint chat_uploads_user_id_fkey foreign key (organization_id, user_id)
    references users (organization_id, id) on delete cascade
);
create index chat_uploads_prospect_id_idx on chat_uploads (organization_id, prospect_id);
create index chat_uploads_user_id_idx on chat_uploads (organization_id, user_id);
create index chat_uploads_created_at_idx on chat_uploads (created_at);
call protect_tenant_table('chat_uploads');

alter table signatures add constraint signatures_organization_id_id_key unique (organization_id, id);
-- Which signature answers of a sender carry.
create table sender_signatures (
  account_id bigint primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  signature_id bigint not null,
  constraint sender_signatures_account_id_fkey foreign key (organization_id, account_id)
    references accounts (organization_id, id) on delete cascade,
  constraint sender_signatures_signature_id_fkey foreign key (organization_id, signature_id)
    references signatures (organization_id, id) on delete cascade
);
create index sender_signatures_signature_id_idx on sender_signatures (organization_id, signature_id);
call protect_tenant_table('sender_signatures');

-- Answers that are written again and again. Without a person it is the team's.
create table saved_replies (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  user_id bigint,
  name text not null,
  message text not null,
  use_count integer not null default 0,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  constraint saved_replies_user_id_fkey foreign key (organization_id, user_id)
    references users (organization_id, id) on delete cascade
);
create index saved_replies_organization_id_idx on saved_replies (organization_id, name, id);
create index saved_replies_user_id_idx on saved_replies (organization_id, user_id);
call protect_tenant_table('saved_replies');

-- Leads by the beginning of their names, for a first message. Its condition always holds and keeps it out of other look-ups: while the
-- table's figures are old, the planner would take it for the check of a foreign key and read all leads of an organization for each.
create index prospects_full_name_idx on prospects (organization_id, lower(first_name || ' ' || last_name) text_pattern_ops)
  where lower(first_name || ' ' || last_name) is not null;
