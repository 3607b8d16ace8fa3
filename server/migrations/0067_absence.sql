-- A lead who is away is written to again after it (slices/campaigns/absence).

alter table campaign_leads
  -- Nothing leaves before; null where the lead is not away.
  add column away_until timestamptz;

-- The last day of an absence, as far as the message names one.
alter table message_classes add column returns_on date;
