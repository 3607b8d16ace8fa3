-- Of the last restore: when, and from a backup of which time (null where that is not known). Cards by hand may have been carried out in between.
alter table installation add column restored_at timestamptz;
alter table installation add column restored_from timestamptz;
