-- Releasing a person, and what follows from a reply, an unsubscribe or an erasure, finds their locks by their keys: it read all locks of
-- the organization.
create index touch_locks_key_idx on touch_locks (organization_id, key_hash);
