-- A team member writes to a lead of a running campaign: the campaign continues, pauses for a week, or ends.

-- What the writer chose; null where no campaign ran, and for messages of before.
alter table chat_messages add column campaign_choice text check (campaign_choice in ('continues', 'pauses', 'ends'));

-- Nothing leaves before; null if no message holds the lead. The release before sends as if nobody had written.
alter table campaign_leads add column message_hold_until timestamptz;
