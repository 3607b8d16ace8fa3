-- Opens and clicks of a campaign are counted from these indexes alone. Row-level security asks for the organization, which the
-- indexes before did not hold: every row was read for it (200,000 opens: 560 ms, now 58 ms).
drop index mail_opens_campaign_id_idx;
create index mail_opens_campaign_id_idx on mail_opens (organization_id, campaign_id, node_id, class, campaign_lead_id);
drop index link_clicks_campaign_id_idx;
create index link_clicks_campaign_id_idx on link_clicks (organization_id, campaign_id, tracked_link_id, class, campaign_lead_id);
