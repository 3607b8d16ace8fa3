-- Where leads come from. An origin is stored once; leads name the first one in their own row, which costs an import nothing (decision 0405).
create table lead_sources (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  -- A kind that the program knows (LEAD_SOURCES).
  kind text not null check (length(kind) <= 40),
  -- The file, the address of the search or the name of the provider.
  detail text not null default '' check (length(detail) <= 300),
  -- Who brought it in.
  user_id bigint,
  -- The API key or app that asked for it.
  key_name text check (length(key_name) <= 200),
  unique (organization_id, id),
  constraint lead_sources_user_id_fkey foreign key (organization_id, user_id)
    references users (organization_id, id) on delete set null (user_id)
);
create index lead_sources_detail_idx on lead_sources (organization_id, kind, detail);
create index lead_sources_user_id_idx on lead_sources (user_id);
call protect_tenant_table('lead_sources');

-- Null for leads from before. Without a foreign key, whose check for each row would slow an import; a source is only deleted with its organization.
alter table prospects add column source_id bigint, add column source_row int;

-- Where a known lead came from again.
create table prospect_sources (
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  prospect_id bigint not null,
  source_id bigint not null,
  source_row int,
  obtained_at timestamptz not null default app_now(),
  primary key (prospect_id, source_id),
  constraint prospect_sources_prospect_id_fkey foreign key (organization_id, prospect_id)
    references prospects (organization_id, id) on delete cascade,
  constraint prospect_sources_source_id_fkey foreign key (organization_id, source_id)
    references lead_sources (organization_id, id) on delete cascade
);
create index prospect_sources_source_id_idx on prospect_sources (source_id);
call protect_tenant_table('prospect_sources');

-- The API key or app that started an import, which a worker carries out later.
alter table imports add column key_name text check (length(key_name) <= 200);
