-- The step at which an archived lead was, for the day it is restored; null where none was to come.
alter table campaign_leads add column archived_node_id bigint;

create index campaign_leads_archived_idx on campaign_leads (campaign_id, archived_at desc, id desc) where archived_at is not null;
