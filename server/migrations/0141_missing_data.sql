-- A lead whose message lacks data waits for it (waiting_rule = 'missing_data'); this says in words what is lacking.
alter table campaign_leads add column missing_data text;

-- What waits for data is looked through every few seconds; usually that is nobody.
create index campaign_leads_missing_data_idx on campaign_leads (organization_id, campaign_id)
  where waiting_rule = 'missing_data' and archived_at is null;
