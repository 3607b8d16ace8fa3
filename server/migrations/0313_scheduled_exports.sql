-- Exports that are mailed as a link each day, week or month.
create table scheduled_exports (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  -- Who made it and gets the link.
  user_id bigint not null,
  kind text not null check (kind in ('list_leads', 'campaign_leads', 'campaign_messages', 'campaign_figures')),
  -- Of the list or campaign when it was last there; it names the export after it was deleted.
  name text not null default '' check (char_length(name) <= 300),
  search_id bigint,
  campaign_id bigint,
  every text not null check (every in ('day', 'week', 'month')),
  -- By the clock of the organization.
  hour smallint not null check (hour between 0 and 23),
  next_at timestamptz not null,
  -- Why it is not mailed any longer, in words.
  stopped text check (char_length(stopped) <= 300),
  created_at timestamptz not null default app_now(),
  unique (organization_id, id),
  constraint scheduled_exports_user_id_fkey foreign key (organization_id, user_id)
    references users (organization_id, id) on delete cascade,
  constraint scheduled_exports_search_id_fkey foreign key (organization_id, search_id)
    references searches (organization_id, id) on delete set null (search_id),
  constraint scheduled_exports_campaign_id_fkey foreign key (organization_id, campaign_id)
    references campaigns (organization_id, id) on delete set null (campaign_id)
);
create index scheduled_exports_user_id_idx on scheduled_exports (organization_id, user_id);
create index scheduled_exports_search_id_idx on scheduled_exports (organization_id, search_id);
create index scheduled_exports_campaign_id_idx on scheduled_exports (organization_id, campaign_id);
create index scheduled_exports_next_at_idx on scheduled_exports (next_at) where stopped is null;
call protect_tenant_table('scheduled_exports');

-- One mailed link. It shows the days before it was made, and opens for its person only.
create table scheduled_export_links (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  scheduled_export_id bigint not null,
  start_date date not null,
  end_date date not null,
  time_zone text not null check (char_length(time_zone) <= 64),
  made_at timestamptz not null default app_now(),
  expires_at timestamptz not null,
  constraint scheduled_export_links_scheduled_export_id_fkey foreign key (organization_id, scheduled_export_id)
    references scheduled_exports (organization_id, id) on delete cascade
);
create index scheduled_export_links_scheduled_export_id_idx on scheduled_export_links (organization_id, scheduled_export_id);
create index scheduled_export_links_expires_at_idx on scheduled_export_links (expires_at);
call protect_tenant_table('scheduled_export_links');
