-- Conversations whose class counts, for the figures of a campaign (slices/dashboard): of a million messages a few thousand.
create index chats_sure_class_idx on chats (organization_id, prospect_id) include (reply_class)
  where reply_class is not null and is_class_sure;
