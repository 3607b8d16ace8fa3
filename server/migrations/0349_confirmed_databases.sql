-- Two servers may answer at one address after a failover. Which of them is the newer one: the one that a person confirmed last, then the one with the
-- higher timeline (decision 0544).

-- When a person last released sending on this database; the servers that were copied from it have it too.
alter table installation add column sending_confirmed_at timestamptz;
-- When the newer database was confirmed that a process knows. The next release of this one counts as later, whatever the clocks of both say.
alter table installation add column sending_confirm_after timestamptz;
