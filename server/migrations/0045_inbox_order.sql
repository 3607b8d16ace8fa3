-- Reminders and assignment of conversations, and the order of the inbox that follows: a conversation whose reminder is due stands on
-- top again as if it had just been written to.
alter table chats
  add column remind_at timestamptz,
  add column remind_user_id bigint,
  -- When a reminder brought it back; null once somebody wrote or put it away.
  add column returned_at timestamptz,
  add column assigned_user_id bigint,
  add column listed_at timestamptz not null generated always as (greatest(last_message_at, returned_at)) stored,
  add constraint chats_remind_user_id_fkey foreign key (organization_id, remind_user_id)
    references users (organization_id, id) on delete set null (remind_user_id),
  add constraint chats_assigned_user_id_fkey foreign key (organization_id, assigned_user_id)
    references users (organization_id, id) on delete set null (assigned_user_id);

drop index chats_inbox_idx, chats_awaiting_idx, chats_unread_idx, chats_important_idx, chats_trash_idx, chats_marked_idx, chats_all_idx;
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
-- Where nearly everything is assigned, what is left must not be looked for among it.
create index chats_unassigned_idx on chats (organization_id, listed_at desc, prospect_id desc)
  where archived_at is null and remind_at is null and is_conversation and assigned_user_id is null;
-- The folder of reminders, soonest first, and over all organisations what is due.
create index chats_reminders_idx on chats (organization_id, remind_at, prospect_id) where remind_at is not null;
create index chats_due_reminders_idx on chats (remind_at) where remind_at is not null;
create index chats_remind_user_id_idx on chats (organization_id, remind_user_id) where remind_user_id is not null;

-- Who writes to whom just now. A row that is not renewed is nobody's.
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
