-- Conversations with leads: messages, attachments, notes, search, and who is writing.

-- One a person, over all senders and campaigns.
create table chats (
  prospect_id bigint primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  -- The newest message that is neither automatic nor a delivery report; the list shows and sorts by it.
  last_message_id bigint,
  last_message_at timestamptz not null,
  last_subject text,
  last_preview text not null default '',
  last_sent_by_prospect boolean not null default false,
  message_count integer not null default 0,
  -- True if the lead or one of our people wrote. False for campaign mails only.
  is_conversation boolean not null default false,
  replied_at timestamptz,
  interest text check (interest in ('INTERESTED', 'NOT_INTERESTED')),
  has_unread boolean not null default false,
  is_flagged boolean not null default false,
  archived_at timestamptz,
  created_at timestamptz not null default app_now(),
  -- A reminder hides the conversation until then; a due one is listed as if it had just been written to.
  remind_at timestamptz,
  remind_user_id bigint,
  -- When a reminder brought it back; null after the next message or when it is put away.
  returned_at timestamptz,
  assigned_user_id bigint,
  listed_at timestamptz not null generated always as (greatest(last_message_at, returned_at)) stored,
  -- The reply type of the conversation, from its messages or set by a person. The program never changes what a person set.
  reply_class text check (reply_class in ('interested', 'neutral', 'not_interested', 'referral', 'wrong_person',
    'left_company', 'out_of_office', 'unsubscribe', 'bounce')),
  -- False below the confidence from which a reply type has effects.
  is_class_sure boolean not null default false,
  is_class_by_person boolean not null default false,
  -- How sure the reply type is, and whether the model decided. Null if a person did.
  class_confidence real check (class_confidence between 0 and 1),
  is_class_by_model boolean not null default false,
  -- A person said that nothing up to this message is an opt-out: the inbox and the model do not ask again (decision 0278).
  no_opt_out_through bigint,
  unique (organization_id, prospect_id),
  constraint chats_prospect_id_fkey foreign key (organization_id, prospect_id)
    references prospects (organization_id, id) on delete cascade,
  constraint chats_remind_user_id_fkey foreign key (organization_id, remind_user_id)
    references users (organization_id, id) on delete set null (remind_user_id),
  constraint chats_assigned_user_id_fkey foreign key (organization_id, assigned_user_id)
    references users (organization_id, id) on delete set null (assigned_user_id)
);
create index chats_inbox_idx on chats (organization_id, listed_at desc, prospect_id desc)
  where archived_at is null and remind_at is null and is_conversation;
create index chats_awaiting_idx on chats (organization_id, listed_at desc, prospect_id desc)
  where archived_at is null and not last_sent_by_prospect;
create index chats_unread_idx on chats (organization_id, listed_at desc, prospect_id desc)
  where archived_at is null and remind_at is null and has_unread;
create index chats_important_idx on chats (organization_id, listed_at desc, prospect_id desc)
  where archived_at is null and is_flagged;
create index chats_trash_idx on chats (organization_id, listed_at desc, prospect_id desc)
  where archived_at is not null;
create index chats_marked_idx on chats (organization_id, listed_at desc, prospect_id desc)
  where interest is not null;
create index chats_all_idx on chats (organization_id, listed_at desc, prospect_id desc);
create index chats_assigned_idx on chats (organization_id, assigned_user_id, listed_at desc, prospect_id desc)
  where assigned_user_id is not null;
-- Finds the few unassigned conversations among many assigned ones.
create index chats_unassigned_idx on chats (organization_id, listed_at desc, prospect_id desc)
  where archived_at is null and remind_at is null and is_conversation and assigned_user_id is null;
-- The reminders folder, soonest first, and all due reminders of the installation.
create index chats_reminders_idx on chats (organization_id, remind_at, prospect_id) where remind_at is not null;
create index chats_due_reminders_idx on chats (remind_at) where remind_at is not null;
create index chats_remind_user_id_idx on chats (organization_id, remind_user_id) where remind_user_id is not null;
create index chats_class_idx on chats (organization_id, reply_class, listed_at desc, prospect_id desc)
  where archived_at is null and reply_class is not null;
-- Conversations whose reply type has effects, for the figures of a campaign.
create index chats_sure_class_idx on chats (organization_id, prospect_id) include (reply_class)
  where reply_class is not null and is_class_sure;
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
  delivery text not null default 'SENT' check (delivery in ('SENDING', 'SENT', 'FAILED', 'UNCONFIRMED', 'SCHEDULED', 'PAUSED')),
  error text,
  sent_by_prospect boolean not null,
  -- The writer, if it is not the lead's own address.
  from_name text,
  from_email citext,
  -- The recipient of our message: the lead, or the colleague who wrote last.
  to_name text,
  to_email citext,
  subject_line text,
  -- The new text, and the quoted text.
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
  -- Hash of content and sender: a mail read twice is stored once, and different mails with one Message-ID stay apart.
  digest bytea,
  -- The action that sent it.
  intent_id bigint,
  author_user_id bigint,
  idempotency_key text,
  created_at timestamptz not null default app_now(),
  -- The LinkedIn provider's conversation. Our message goes into it, also if the people are not connected (InMail); it identifies messages
  -- of our own people.
  provider_chat text,
  -- A mail that could not be read: only its head is known.
  is_unreadable boolean not null default false,
  -- Of messages that people write: more recipients, files, a signature, the quoted message, and a time.
  cc_emails text[] not null default '{}',
  -- As it leaves; sanitized when the signature is saved.
  signature_html text,
  -- Whether a person chose the time; false if the message only waits so it can be undone.
  is_timed boolean not null default false,
  -- When a person last decided that the message leaves; null for when they wrote it. A later reply asks again.
  decided_at timestamptz,
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
-- The newest messages of an author, for drafts in their style.
create index chat_messages_author_idx on chat_messages (author_user_id, id desc) where author_user_id is not null;
create index chat_messages_scheduled_idx on chat_messages (prospect_id) where delivery in ('SCHEDULED', 'PAUSED');
-- When a lead last wrote, read before each message leaves. A conversation may hold a hundred thousand replies.
create index chat_messages_replies_idx on chat_messages (prospect_id, created_at) where kind = 'REPLY';
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

-- The words that find a conversation: names and company of the lead, and what was written.
create table chat_words (
  prospect_id bigint primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  words tsvector not null,
  constraint chat_words_prospect_id_fkey foreign key (organization_id, prospect_id)
    references chats (organization_id, prospect_id) on delete cascade
);
create index chat_words_words_idx on chat_words using gin (words);
call protect_tenant_table('chat_words');

-- Row-level security keeps the application role from using the index on words, because its operator may leak values. This function may
-- use it, and returns rows of the current organization only.
create function search_chats(query tsquery, at_most integer) returns table (prospect_id bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
  select w.prospect_id from chat_words w where w.words @@ query and w.organization_id = current_organization_id() limit at_most
$$;

-- Internal notes of colleagues about a lead.
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

-- Who is writing to whom. A row that is not renewed expires.
create table chat_presences (
  prospect_id bigint not null,
  user_id bigint not null,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  expires_at timestamptz not null,
  primary key (prospect_id, user_id),
  constraint chat_presences_prospect_id_fkey foreign key (organization_id, prospect_id)
    references prospects (organization_id, id) on delete cascade,
  constraint chat_presences_user_id_fkey foreign key (organization_id, user_id)
    references users (organization_id, id) on delete cascade
);
create index chat_presences_user_id_idx on chat_presences (organization_id, user_id);
create index chat_presences_expires_at_idx on chat_presences (expires_at);
call protect_tenant_table('chat_presences');

-- These read past row-level security, as their owner, for the transaction's own organization only.
revoke all on function search_chats from public;
grant create on schema public to overture_system;
alter function search_chats owner to overture_system;
revoke create on schema public from overture_system;
grant execute on function search_chats to overture_app;
