-- Conversations with leads (slices/chats).

-- One a person, over all senders and campaigns.
create table chats (
  prospect_id bigint primary key,
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
  created_at timestamptz not null default app_now(),
  unique (organization_id, prospect_id),
  constraint chats_prospect_id_fkey foreign key (organization_id, prospect_id)
    references prospects (organization_id, id) on delete cascade
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
  account_id bigint not null,
  prospect_id bigint not null,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  primary key (account_id, prospect_id),
  constraint chat_accounts_account_id_fkey foreign key (organization_id, account_id)
    references accounts (organization_id, id) on delete cascade,
  constraint chat_accounts_prospect_id_fkey foreign key (organization_id, prospect_id)
    references chats (organization_id, prospect_id) on delete cascade
);
create index chat_accounts_prospect_id_idx on chat_accounts (prospect_id);
call protect_tenant_table('chat_accounts');

-- Messages of a conversation, mail and LinkedIn. Automatic replies and delivery reports are messages that never move the conversation.
create table chat_messages (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  prospect_id bigint not null,
  account_id bigint,
  -- REPLY, AUTO_REPLY, BOUNCE, COMPLAINT ('This is spam' was pressed) from outside; CAMPAIGN, CHAT by us; OWN_CLIENT by a person of ours
  -- in another program.
  kind text not null
    check (kind in ('REPLY', 'AUTO_REPLY', 'BOUNCE', 'COMPLAINT', 'CAMPAIGN', 'CHAT', 'OWN_CLIENT')),
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
  -- The action that sent it.
  intent_id bigint,
  author_user_id bigint,
  idempotency_key text,
  created_at timestamptz not null default app_now(),
  -- Which conversation of the LinkedIn provider the message stands in. An answer goes into it, also where the people are no connections
  -- (InMail); messages of our own people are recognized by it.
  provider_chat text,
  -- A mail that could not be read: only its head is known.
  is_unreadable boolean not null default false,
  unique (organization_id, id),
  constraint chat_messages_account_id_fkey foreign key (organization_id, account_id)
    references accounts (organization_id, id) on delete set null (account_id),
  constraint chat_messages_author_user_id_fkey foreign key (organization_id, author_user_id)
    references users (organization_id, id) on delete set null (author_user_id),
  constraint chat_messages_intent_id_fkey foreign key (organization_id, intent_id)
    references outbound_intents (organization_id, id) on delete set null (intent_id),
  constraint chat_messages_prospect_id_fkey foreign key (organization_id, prospect_id)
    references chats (organization_id, prospect_id) on delete cascade
);
create index chat_messages_history_idx on chat_messages (prospect_id, sent_at desc, id desc);
create unique index chat_messages_digest_idx on chat_messages (account_id, digest) where digest is not null;
create unique index chat_messages_intent_idx on chat_messages (intent_id) where intent_id is not null;
create unique index chat_messages_idempotency_idx on chat_messages (prospect_id, idempotency_key) where idempotency_key is not null;
create index chat_messages_rfc_message_id_idx on chat_messages (account_id, rfc_message_id) where rfc_message_id is not null;
create index chat_messages_provider_chat_idx on chat_messages (account_id, provider_chat) where provider_chat is not null;
call protect_tenant_table('chat_messages');

-- Files of messages, received and sent.
create table chat_attachments (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  message_id bigint not null,
  name text not null,
  type text not null,
  size integer not null,
  -- Key in the files port.
  file_key text not null,
  created_at timestamptz not null default app_now(),
  constraint chat_attachments_message_id_fkey foreign key (organization_id, message_id)
    references chat_messages (organization_id, id) on delete cascade
);
create index chat_attachments_message_id_idx on chat_attachments (message_id);
call protect_tenant_table('chat_attachments');

-- The words by which a conversation is found: the lead's names and company, and what was written.
create table chat_words (
  prospect_id bigint primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  words tsvector not null,
  constraint chat_words_prospect_id_fkey foreign key (organization_id, prospect_id)
    references chats (organization_id, prospect_id) on delete cascade
);
create index chat_words_words_idx on chat_words using gin (words);
call protect_tenant_table('chat_words');

-- Row-level security keeps the index on words from the application role (its operator may leak what it compares). This
-- narrow function may use it and still answers for the present organization only.
create function search_chats(query tsquery, at_most integer) returns table (prospect_id bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
  select w.prospect_id from chat_words w where w.words @@ query and w.organization_id = current_organization_id() limit at_most
$$;
revoke all on function search_chats from public;
grant create on schema public to overture_system;
alter function search_chats owner to overture_system;
revoke create on schema public from overture_system;
grant execute on function search_chats to overture_app;

-- Notes of colleagues about a lead; nobody outside sees them.
create table chat_notes (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  prospect_id bigint not null,
  user_id bigint,
  content text not null,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  constraint chat_notes_prospect_id_fkey foreign key (organization_id, prospect_id)
    references prospects (organization_id, id) on delete cascade,
  constraint chat_notes_user_id_fkey foreign key (organization_id, user_id)
    references users (organization_id, id) on delete set null (user_id)
);
create index chat_notes_prospect_id_idx on chat_notes (prospect_id, created_at desc);
call protect_tenant_table('chat_notes');

-- A mail from an address we do not know that names a Message-ID of ours: perhaps the lead, perhaps whoever it was forwarded to.
-- Kept apart from conversations until a person decides; meanwhile the lead gets nothing more.
create table possible_answers (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  prospect_id bigint not null,
  account_id bigint not null,
  from_name text,
  from_email citext not null,
  subject_line text,
  message text not null,
  quoted_text text,
  html text,
  has_remote_content boolean not null default false,
  is_unreadable boolean not null default false,
  -- Asked in words not to be written to again.
  wants_out boolean not null default false,
  files jsonb not null default '[]',
  sent_at timestamptz not null,
  rfc_message_id text,
  reference_chain text[] not null,
  digest bytea not null,
  created_at timestamptz not null default app_now(),
  decided_at timestamptz,
  is_answer boolean,
  check ((decided_at is null) = (is_answer is null)),
  foreign key (organization_id, prospect_id) references prospects (organization_id, id) on delete cascade,
  foreign key (organization_id, account_id) references accounts (organization_id, id) on delete cascade
);
create unique index possible_answers_digest_idx on possible_answers (account_id, digest);
create index possible_answers_prospect_idx on possible_answers (organization_id, prospect_id, created_at);
create index possible_answers_undecided_idx on possible_answers (organization_id, sent_at desc, id desc) where decided_at is null;
create index possible_answers_decided_idx on possible_answers (decided_at) where decided_at is not null;
call protect_tenant_table('possible_answers');
