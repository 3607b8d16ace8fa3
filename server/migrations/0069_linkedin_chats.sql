-- Conversations on LinkedIn: which conversation of the provider a message stands in. An answer goes into it, also where
-- the people are no connections (InMail); messages of our own people are recognised by it.

alter table chat_messages add column provider_chat text;
create index chat_messages_provider_chat_idx on chat_messages (account_id, provider_chat) where provider_chat is not null;

alter table outbound_intents add column provider_chat text;
