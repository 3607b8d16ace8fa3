-- The relay steps from organization to organization (kernel/relay.ts), and no longer over the oldest events of all of them.
create index outbox_events_turn_idx on outbox_events (organization_id, id);
drop index outbox_events_retry_at_idx;
-- Events that failed, for the operator.
create index outbox_events_failed_idx on outbox_events (retry_at) where attempts > 0;
