-- When a person last decided that a message leaves; null: when they wrote it. What the lead has said since is asked about before it leaves.
alter table chat_messages add column decided_at timestamptz;

-- A message that a sender keeps back waits like any other: it can be taken back, and the lead's reply pauses it.
update chat_messages m set delivery = 'SCHEDULED'
from outbound_intents i
where i.kind = 'chat_answer' and i.ref_id = m.id and i.state = 'intent' and m.kind = 'CHAT' and m.delivery = 'SENDING' and m.error is not null;

-- What the lead's reply has paused leaves no more by itself.
update outbound_intents i set state = 'cancelled', rule = null, reason = 'The lead has written since.'
from chat_messages m
where i.kind = 'chat_answer' and i.ref_id = m.id and i.state = 'intent' and m.delivery = 'PAUSED';
