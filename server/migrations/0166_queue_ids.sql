-- Under which name the server that took a mail queued it, as its answer said: relays write it into their reports, and some make it the Message-ID.
alter table outbound_intents add column queue_id text;
create index outbound_intents_queue_id_idx on outbound_intents (queue_id) where queue_id is not null;
