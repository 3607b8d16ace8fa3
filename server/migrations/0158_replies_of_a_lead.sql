-- When a lead last wrote is asked for each message of a conversation before it leaves: a conversation may hold a hundred thousand replies.
create index chat_messages_replies_idx on chat_messages (prospect_id, created_at) where kind = 'REPLY';
