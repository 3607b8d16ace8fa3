-- The dispatcher walks the senders that have something planned, a share of each, instead of reading what is oldest in the whole
-- installation: one queue of many intents must not hide the others. Intents of one sender and priority lie together, the oldest first.
create index outbound_intents_queue_idx on outbound_intents (priority, account_id, due_at) where state = 'intent';
-- Whether anything is due at all, asked before each walk.
create index outbound_intents_due_idx on outbound_intents (due_at) where state = 'intent';
drop index outbound_intents_ready_idx;
