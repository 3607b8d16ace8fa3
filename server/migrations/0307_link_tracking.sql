-- Clicks on links of campaign mails, through a domain of the organization's own.

alter table campaigns add column tracks_clicks boolean not null default false;

-- A host below the domain of senders. Links are rewritten while `problem` is null.
create table tracking_domains (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  host text not null check (char_length(host) between 3 and 253),
  -- The registrable domain of the host: mails of its senders use the host, and no others.
  domain text not null check (char_length(domain) between 3 and 253),
  problem text default 'unchecked' check (problem in ('unchecked', 'record_missing', 'record_wrong', 'unreachable')),
  -- What was found instead, in words.
  detail text check (char_length(detail) <= 300),
  -- When the record was right first: certificates are issued from then on, and links that were sent keep working.
  proven_at timestamptz,
  -- Since when mails are tracked, or were before the problem.
  working_since timestamptz,
  failing_since timestamptz,
  checked_at timestamptz,
  created_by bigint,
  created_at timestamptz not null default app_now(),
  unique (organization_id, id),
  unique (organization_id, domain),
  constraint tracking_domains_created_by_fkey foreign key (organization_id, created_by)
    references users (organization_id, id) on delete set null (created_by)
);
create index tracking_domains_host_idx on tracking_domains (host) where proven_at is not null;
create index tracking_domains_checked_at_idx on tracking_domains (checked_at);
create index tracking_domains_created_by_idx on tracking_domains (created_by);
call protect_tenant_table('tracking_domains');

-- Where rewritten links lead: addresses that are written in steps, without data of leads. Kept as long as the organization, because mails
-- that were sent name them.
create table tracked_links (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  campaign_id bigint,
  url text not null check (octet_length(url) <= 2048),
  created_at timestamptz not null default app_now(),
  unique (organization_id, id),
  unique (campaign_id, url),
  constraint tracked_links_campaign_id_fkey foreign key (organization_id, campaign_id)
    references campaigns (organization_id, id) on delete set null (campaign_id)
);
create index tracked_links_organization_id_idx on tracked_links (organization_id);
call protect_tenant_table('tracked_links');

-- Requests for rewritten links. Who made one is judged after some seconds; then its network address and program are deleted.
create table link_clicks (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  campaign_id bigint not null,
  campaign_lead_id bigint not null,
  prospect_id bigint not null,
  node_id bigint not null,
  -- Null for the link that people can't see.
  tracked_link_id bigint,
  clicked_at timestamptz not null default app_now(),
  class text check (class in ('person', 'proxy', 'scanner')),
  is_head boolean not null default false,
  ip text check (char_length(ip) <= 64),
  agent text check (char_length(agent) <= 300),
  check (class is null or (ip is null and agent is null)),
  unique (organization_id, id),
  constraint link_clicks_campaign_id_fkey foreign key (organization_id, campaign_id)
    references campaigns (organization_id, id) on delete cascade,
  constraint link_clicks_campaign_lead_id_fkey foreign key (organization_id, campaign_lead_id)
    references campaign_leads (organization_id, id) on delete cascade,
  constraint link_clicks_prospect_id_fkey foreign key (organization_id, prospect_id)
    references prospects (organization_id, id) on delete cascade,
  constraint link_clicks_node_id_fkey foreign key (organization_id, node_id)
    references campaign_nodes (organization_id, id) on delete cascade,
  constraint link_clicks_tracked_link_id_fkey foreign key (organization_id, tracked_link_id)
    references tracked_links (organization_id, id) on delete cascade
);
create index link_clicks_pending_idx on link_clicks (organization_id, clicked_at) where class is null;
create index link_clicks_lead_idx on link_clicks (campaign_lead_id, node_id, id);
create index link_clicks_campaign_id_idx on link_clicks (campaign_id, tracked_link_id);
create index link_clicks_prospect_id_idx on link_clicks (prospect_id, id desc);
create index link_clicks_node_id_idx on link_clicks (node_id);
create index link_clicks_tracked_link_id_idx on link_clicks (tracked_link_id);
create index link_clicks_clicked_at_idx on link_clicks (clicked_at);
call protect_tenant_table('link_clicks');
