-- A change that was replaced or withdrawn can still be undone from the old mailbox: asking again must not close that way.
alter table email_changes add column undone_at timestamptz;
