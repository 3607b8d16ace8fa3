-- Look-ups that were started in a campaign are seen and stopped there.
alter table enrichment_runs add column campaign_id bigint references campaigns (id) on delete set null;
alter table enrichment_cells add column campaign_id bigint;
create index enrichment_runs_campaign_id_idx on enrichment_runs (campaign_id) where campaign_id is not null;
create index enrichment_cells_campaign_id_idx on enrichment_cells (campaign_id) where campaign_id is not null;
