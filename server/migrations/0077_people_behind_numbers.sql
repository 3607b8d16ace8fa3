-- The people behind a number, whatever its size: pages are read off the front of an index, and leads with several facts are
-- counted from the index alone.
create index campaign_events_people_idx on campaign_events (organization_id, type, occurred_at desc)
  include (campaign_lead_id, campaign_id, account_id);
drop index campaign_events_type_idx;
create index campaign_events_node_idx on campaign_events (campaign_id, node_id, occurred_at desc);
