-- The gap of a rhythm is one of its own: the usual one keeps its default.
alter table accounts
  -- Seconds between two mails of a mailbox that keeps a rhythm; without one send_gap_in_seconds holds.
  add column rhythm_gap_in_seconds integer not null default 600 check (rhythm_gap_in_seconds between 60 and 3600);
alter table sender_day_plans rename column send_gap_in_seconds to rhythm_gap_in_seconds;
