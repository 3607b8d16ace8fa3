-- Recorded calls of a range of days: figures count them by hour and by person.
create index call_attempts_recorded_idx on call_attempts (organization_id, recorded_at)
  include (user_id, outcome, campaign_lead_id) where recorded_at is not null;
