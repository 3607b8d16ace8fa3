-- A user chooses how long campaigns wait after messages of the team. Messages written before change nothing about that any more.

-- When it was chosen; null if it was not.
alter table campaign_leads add column message_hold_decided_at timestamptz;

-- Until when; null if the campaign was to continue. Later messages can only hold it longer.
alter table campaign_leads add column message_hold_chosen_until timestamptz;
