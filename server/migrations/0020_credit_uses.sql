-- What credits were used for, so that everybody can see where they went.

-- What it was for, who started it (nobody for what campaigns do by themselves), and the list or campaign it belongs to.
-- Several campaigns at once name none.
alter table credit_reservations
  add column kind text not null default 'research' check (kind in ('email', 'phone', 'website', 'research', 'snippets')),
  add column user_id bigint,
  add column search_id bigint,
  add column campaign_id bigint,
  add constraint credit_reservations_user_id_fkey foreign key (organization_id, user_id)
    references users (organization_id, id) on delete set null (user_id),
  add constraint credit_reservations_search_id_fkey foreign key (organization_id, search_id)
    references searches (organization_id, id) on delete set null (search_id),
  add constraint credit_reservations_campaign_id_fkey foreign key (organization_id, campaign_id)
    references campaigns (organization_id, id) on delete set null (campaign_id);
alter table credit_reservations alter column kind drop default;
create index credit_reservations_created_at_idx on credit_reservations (organization_id, created_at desc, id desc);
create index credit_reservations_user_id_idx on credit_reservations (user_id);
create index credit_reservations_search_id_idx on credit_reservations (search_id);
create index credit_reservations_campaign_id_idx on credit_reservations (campaign_id);
create index credit_entries_grants_idx on credit_entries (organization_id, created_at desc, id desc) where kind = 'grant';
