-- Failures and refusals are few among many successes: the log filtered by them is read off this index: at a
-- million rows the whole table was read where none had failed.
create index security_events_trouble_idx on security_events (organization_id, outcome, occurred_at desc, id desc)
  where outcome <> 'success';
