-- What one campaign's figures read, from indexes alone: how many leads have a sort of fact, and where the leads stand.
create index campaign_events_campaign_people_idx on campaign_events (campaign_id, type, occurred_at desc)
  include (campaign_lead_id, account_id, organization_id);
drop index campaign_events_campaign_idx;
create index campaign_leads_standing_idx on campaign_leads (campaign_id, status, next_node_id) include (organization_id)
  where archived_at is null;
drop index campaign_leads_status_idx;
