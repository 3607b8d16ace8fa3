-- What leads wrote within a range of days, and what came back instead: their reply types are counted over all campaigns.
create index chat_messages_received_idx on chat_messages (organization_id, sent_at, id) include (prospect_id)
  where sent_by_prospect or kind in ('BOUNCE', 'COMPLAINT');
