-- The guided tour.

-- The examples that the guided tour made for a person, removed together.
create table tour_runs (
  user_id bigint primary key,
  organization_id bigint not null,
  search_id bigint,
  campaign_id bigint,
  created_at timestamptz not null default app_now(),
  constraint tour_runs_user_id_fkey foreign key (organization_id, user_id)
    references users (organization_id, id) on delete cascade,
  constraint tour_runs_search_id_fkey foreign key (organization_id, search_id)
    references searches (organization_id, id) on delete set null (search_id),
  constraint tour_runs_campaign_id_fkey foreign key (organization_id, campaign_id)
    references campaigns (organization_id, id) on delete set null (campaign_id)
);
create index tour_runs_search_id_idx on tour_runs (organization_id, search_id);
create index tour_runs_campaign_id_idx on tour_runs (organization_id, campaign_id);
call protect_tenant_table('tour_runs');
