-- Replies drafted by a model in the inbox (slices/chats/replies): what they cost has a name of its own in the history of credits.
alter table credit_reservations drop constraint credit_reservations_kind_check;
alter table credit_reservations add constraint credit_reservations_kind_check
  check (kind in ('email', 'phone', 'website', 'research', 'snippets', 'replies'));
-- How a person writes: their newest answers.
create index chat_messages_author_idx on chat_messages (author_user_id, id desc) where author_user_id is not null;
