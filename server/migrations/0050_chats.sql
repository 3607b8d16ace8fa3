-- Conversations with leads: one a person, over all senders and campaigns (slices/chats).

create table chats (
  prospect_id bigint primary key references prospects (id) on delete cascade,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  -- The newest message that is neither an automatic reply nor a delivery report; what the list shows and sorts by.
  last_message_id bigint,
  last_message_at timestamptz not null,
  last_subject text,
  last_preview text not null default '',
  last_sent_by_prospect boolean not null default false,
  message_count integer not null default 0,
  -- Somebody wrote: the lead, or one of ours by hand. False while there are campaign mails only.
  is_conversation boolean not null default false,
  replied_at timestamptz,
  interest text check (interest in ('INTERESTED', 'NOT_INTERESTED')),
  has_unread boolean not null default false,
  is_flagged boolean not null default false,
  archived_at timestamptz,
  created_at timestamptz not null default app_now()
);
-- One index a folder, each already in the order of the list.
create index chats_inbox_idx on chats (organization_id, last_message_at desc, prospect_id desc)
  where archived_at is null and is_conversation;
create index chats_awaiting_idx on chats (organization_id, last_message_at desc, prospect_id desc)
  where archived_at is null and not last_sent_by_prospect;
create index chats_unread_idx on chats (organization_id, last_message_at desc, prospect_id desc)
  where archived_at is null and has_unread;
create index chats_important_idx on chats (organization_id, last_message_at desc, prospect_id desc)
  where archived_at is null and is_flagged;
create index chats_trash_idx on chats (organization_id, last_message_at desc, prospect_id desc)
  where archived_at is not null;
create index chats_marked_idx on chats (organization_id, last_message_at desc, prospect_id desc)
  where interest is not null;
create index chats_all_idx on chats (organization_id, last_message_at desc, prospect_id desc);
call protect_tenant_table('chats');

-- Senders that took part in a conversation.
create table chat_accounts (
  account_id bigint not null references accounts (id) on delete cascade,
  prospect_id bigint not null references chats (prospect_id) on delete cascade,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  primary key (account_id, prospect_id)
);
create index chat_accounts_prospect_id_idx on chat_accounts (prospect_id);
call protect_tenant_table('chat_accounts');

create table chat_messages (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  prospect_id bigint not null references chats (prospect_id) on delete cascade,
  account_id bigint references accounts (id) on delete set null,
  -- REPLY, AUTO_REPLY, BOUNCE from outside; CAMPAIGN, CHAT by us; OWN_CLIENT by a person of ours in another program.
  kind text not null check (kind in ('REPLY', 'AUTO_REPLY', 'BOUNCE', 'CAMPAIGN', 'CHAT', 'OWN_CLIENT')),
  delivery text not null default 'SENT' check (delivery in ('SENDING', 'SENT', 'FAILED', 'UNCONFIRMED')),
  error text,
  sent_by_prospect boolean not null,
  -- Who wrote it, where it is not the lead's own address.
  from_name text,
  from_email citext,
  -- To whom an answer of ours goes: the lead, or the colleague who wrote last.
  to_name text,
  to_email citext,
  subject_line text,
  -- What was newly written, and what it quotes.
  message text not null,
  quoted_text text,
  -- Cleaned by the allowlist of chats/mail/mail-html.
  html text,
  has_remote_content boolean not null default false,
  sent_at timestamptz not null,
  read boolean not null default true,
  -- Message-ID and thread as the mail said (without angle brackets). Chosen by the other side: never unique, never trusted.
  rfc_message_id text,
  reference_chain text[],
  -- Hash of what the mail says and who says it: the same mail read twice is stored once, different mails that claim one
  -- Message-ID stay apart.
  digest bytea,
  -- The action of the one door that sent it.
  intent_id bigint references outbound_intents (id) on delete set null,
  author_user_id bigint references users (id) on delete set null,
  idempotency_key text,
  created_at timestamptz not null default app_now()
);
create index chat_messages_history_idx on chat_messages (prospect_id, sent_at desc, id desc);
create unique index chat_messages_digest_idx on chat_messages (account_id, digest) where digest is not null;
create unique index chat_messages_intent_idx on chat_messages (intent_id) where intent_id is not null;
create unique index chat_messages_idempotency_idx on chat_messages (prospect_id, idempotency_key) where idempotency_key is not null;
create index chat_messages_rfc_message_id_idx on chat_messages (account_id, rfc_message_id) where rfc_message_id is not null;
call protect_tenant_table('chat_messages');

create table chat_attachments (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  message_id bigint not null references chat_messages (id) on delete cascade,
  name text not null,
  type text not null,
  size integer not null,
  -- Key in the files port.
  file_key text not null,
  created_at timestamptz not null default app_now()
);
create index chat_attachments_message_id_idx on chat_attachments (message_id);
call protect_tenant_table('chat_attachments');

-- The words by which a conversation is found: the lead's names and company, and what was written.
create table chat_words (
  prospect_id bigint primary key references chats (prospect_id) on delete cascade,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  words tsvector not null
);
create index chat_words_words_idx on chat_words using gin (words);
call protect_tenant_table('chat_words');

-- Row-level security keeps the index on words from the application role (its operator may leak what it compares). This
-- narrow function may use it and still answers for the present organisation only.
create function search_chats(query tsquery, at_most integer) returns table (prospect_id bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
  select w.prospect_id from chat_words w where w.words @@ query and w.organization_id = current_organization_id() limit at_most
$$;
revoke all on function search_chats from public;
grant create on schema public to overture_system;
alter function search_chats owner to overture_system;
revoke create on schema public from overture_system;
grant execute on function search_chats to overture_app;

create table chat_notes (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  prospect_id bigint not null references prospects (id) on delete cascade,
  user_id bigint references users (id) on delete set null,
  content text not null,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now()
);
create index chat_notes_prospect_id_idx on chat_notes (prospect_id, created_at desc);
call protect_tenant_table('chat_notes');
