-- Providers replace the Message-ID of what they send: the id under which a mail really left (null where it is ours, or not known), and the
-- draft as which it was to leave, written before it is sent: what became of it is the evidence of an unknown outcome.
alter table outbound_intents add column sent_message_id text, add column draft_id text;
create index outbound_intents_sent_message_id_idx on outbound_intents (sent_message_id) where sent_message_id is not null;
-- Earlier versions told of no draft and wrote no header of our own: what they were sending by Gmail when they stopped cannot be proved
-- unsent. A draft that is not there leaves it open, so a person decides.
update outbound_intents i set draft_id = 'none' from accounts a
where a.id = i.account_id and a.account_type = 'GOOGLE' and i.channel = 'email' and i.state in ('dispatching', 'unknown');
