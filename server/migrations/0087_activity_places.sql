-- The activity list reads places off the front of an index of what it is filtered by, and from the index alone: one sort of action of an
-- organisation, or one campaign, however many events of others lie between.
create index campaign_events_done_idx on campaign_events
  (organization_id, action, occurred_at desc, campaign_lead_id desc, node_id desc) include (campaign_id, account_id)
  where action is not null;
drop index campaign_events_action_idx;
create index campaign_events_campaign_done_idx on campaign_events
  (campaign_id, occurred_at desc, campaign_lead_id desc, node_id desc) include (organization_id, action, account_id)
  where action is not null;
-- Deep pages of the people of a node, from the index alone.
create index campaign_events_node_people_idx on campaign_events (campaign_id, node_id, occurred_at desc)
  include (campaign_lead_id, organization_id, type, action);
drop index campaign_events_node_idx;
