-- The key or connected app that wrote a message or a note; null for people. A revoked key keeps its row and its name.

-- Without a default: only what users and programs write is by key, not what a mailbox receives.
alter table chat_messages add column api_key_id bigint;
alter table chat_messages add constraint chat_messages_api_key_id_fkey
  foreign key (organization_id, api_key_id) references api_keys (organization_id, id) on delete set null (api_key_id);
create index chat_messages_api_key_id_idx on chat_messages (api_key_id) where api_key_id is not null;

alter table chat_notes add column api_key_id bigint default current_api_key_id();
alter table chat_notes add constraint chat_notes_api_key_id_fkey
  foreign key (organization_id, api_key_id) references api_keys (organization_id, id) on delete set null (api_key_id);
create index chat_notes_api_key_id_idx on chat_notes (api_key_id) where api_key_id is not null;
