-- Mails that were sent on to a person, for the person's erasure.
create index chat_messages_forwards_to_idx on chat_messages (organization_id, to_email) where kind = 'FORWARD';
