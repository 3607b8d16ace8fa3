-- Saved replies have a language, and messages name those they were written with.

-- Null for any language.
alter table saved_replies add column language text check (char_length(language) <= 8);

-- Ids without a foreign key: a deleted saved reply leaves its messages as they are.
alter table chat_messages add column saved_reply_ids bigint[];
create index chat_messages_saved_replies_idx on chat_messages (organization_id, sent_at desc) where saved_reply_ids is not null;
