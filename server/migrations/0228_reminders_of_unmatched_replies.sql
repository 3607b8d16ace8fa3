-- When the team was reminded of an unmatched reply: its lead is held until someone decides.
alter table possible_answers add column reminded_at timestamptz;
create index possible_answers_unreminded_idx on possible_answers (created_at) where decided_at is null and reminded_at is null;
