-- Due exports are those without a reason to stop, and those that the release before takes for stopped (an empty reason).
create index scheduled_exports_due_idx on scheduled_exports (next_at) where stopped is null or stopped = '';
drop index scheduled_exports_next_at_idx;
