-- The figures of a campaign's links are counted from this index alone: 1,000,000 requests took a second before.
drop index link_clicks_campaign_id_idx;
create index link_clicks_campaign_id_idx on link_clicks (campaign_id, tracked_link_id, class, campaign_lead_id);
