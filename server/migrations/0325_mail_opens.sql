-- Opens of campaign mails, by an image at the tracking domain of the sender. Off until a campaign switches it on.

alter table campaigns add column tracks_opens boolean not null default false;

-- Requests for the image of a mail. Who made one is judged after some seconds; then its network address and program are deleted.
create table mail_opens (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  campaign_id bigint not null,
  campaign_lead_id bigint not null,
  prospect_id bigint not null,
  node_id bigint not null,
  opened_at timestamptz not null default app_now(),
  -- Someone of the sender's own team: 'team'.
  class text check (class in ('person', 'proxy', 'scanner', 'team')),
  is_head boolean not null default false,
  ip text check (char_length(ip) <= 64),
  agent text check (char_length(agent) <= 300),
  check (class is null or (ip is null and agent is null)),
  unique (organization_id, id),
  constraint mail_opens_campaign_id_fkey foreign key (organization_id, campaign_id)
    references campaigns (organization_id, id) on delete cascade,
  constraint mail_opens_campaign_lead_id_fkey foreign key (organization_id, campaign_lead_id)
    references campaign_leads (organization_id, id) on delete cascade,
  constraint mail_opens_prospect_id_fkey foreign key (organization_id, prospect_id)
    references prospects (organization_id, id) on delete cascade,
  constraint mail_opens_node_id_fkey foreign key (organization_id, node_id)
    references campaign_nodes (organization_id, id) on delete cascade
);
create index mail_opens_pending_idx on mail_opens (organization_id, opened_at) where class is null;
create index mail_opens_lead_idx on mail_opens (campaign_lead_id, node_id, id);
-- The figures of a campaign are counted from this index alone.
create index mail_opens_campaign_id_idx on mail_opens (campaign_id, node_id, class, campaign_lead_id);
create index mail_opens_prospect_id_idx on mail_opens (prospect_id, id desc);
create index mail_opens_node_id_idx on mail_opens (node_id);
create index mail_opens_opened_at_idx on mail_opens (opened_at);
call protect_tenant_table('mail_opens');

-- The condition that waits for an open, for up to 60 days like the one about clicks.
alter table campaign_nodes drop constraint campaign_nodes_delay_in_hours_check;
alter table campaign_nodes add constraint campaign_nodes_delay_in_hours_check
  check (delay_in_hours between 0 and case when type in ('CLICKED', 'OPENED') then 1440 else 720 end);
