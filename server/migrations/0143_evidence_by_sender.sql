-- The search for evidence walks the senders that have unknown outcomes, a few looks of each: one sender with many must not hide the others.
create index outbound_intents_unknown_idx on outbound_intents (account_id, look_at) where state = 'unknown';
drop index outbound_intents_evidence_idx;
