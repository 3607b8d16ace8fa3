-- Leads that were put off are asked anew some at a look, by their ids: up to which one, and null once all were. docs/decisions/0217.
alter table campaign_lanes add column asked_anew_up_to bigint;

-- One walk instead of two, in an order in which it can go on where it stood.
create index campaign_leads_stand_back_idx on campaign_leads (campaign_id, id)
  where waiting_rule in ('lead_zone', 'provider_match', 'new_leads_limit');
drop index campaign_leads_put_off_idx;
drop index campaign_leads_zoned_idx;
