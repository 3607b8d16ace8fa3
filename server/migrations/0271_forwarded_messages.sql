-- A mail of a conversation that a user sent on to someone else. The lead is not part of it.
alter table chat_messages drop constraint chat_messages_kind_check;
alter table chat_messages add constraint chat_messages_kind_check
  check (kind in ('REPLY', 'AUTO_REPLY', 'BOUNCE', 'COMPLAINT', 'CAMPAIGN', 'CHAT', 'OWN_CLIENT', 'FORWARD')) not valid;
alter table chat_messages validate constraint chat_messages_kind_check;
-- The mail that is sent on, for a message that is taken back.
alter table chat_messages add column forwards_message_id bigint;
alter table chat_messages add constraint chat_messages_forwards_message_id_fkey
  foreign key (organization_id, forwards_message_id) references chat_messages (organization_id, id)
  on delete set null (forwards_message_id) not valid;
alter table chat_messages validate constraint chat_messages_forwards_message_id_fkey;
create index chat_messages_forwards_message_id_idx on chat_messages (forwards_message_id)
  where forwards_message_id is not null;
