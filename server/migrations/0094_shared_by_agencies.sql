-- Research tasks and AI snippets that an agency shares with its clients, as it offers them templates: with all of them, or with some. Clients read them
-- and make copies of their own; what is shared no more is gone for them, and their copies stay.
create table agency_shares (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  task_id bigint,
  segment_id bigint,
  -- Null: with all clients.
  client_id bigint,
  constraint agency_shares_item_check check (num_nonnulls(task_id, segment_id) = 1),
  unique nulls not distinct (organization_id, task_id, segment_id, client_id),
  constraint agency_shares_client_id_fkey foreign key (organization_id, client_id)
    references agency_clients (organization_id, client_id) on delete cascade
);
alter table enrichment_prompts add unique (organization_id, id);
alter table ai_segments add unique (organization_id, id);
alter table agency_shares
  add constraint agency_shares_task_id_fkey foreign key (organization_id, task_id)
    references enrichment_prompts (organization_id, id) on delete cascade,
  add constraint agency_shares_segment_id_fkey foreign key (organization_id, segment_id)
    references ai_segments (organization_id, id) on delete cascade;
create index agency_shares_client_id_idx on agency_shares (organization_id, client_id) where client_id is not null;
create index agency_shares_segment_id_idx on agency_shares (organization_id, segment_id) where segment_id is not null;
call protect_tenant_table('agency_shares');

-- What the transaction's own organization is shared by its agency, and nothing else of the agency's.
create function segments_of_my_agency() returns table (id bigint, name text, instructions text, amount_of_sentences smallint, enrichment_sources bigint[])
  language sql stable security definer set search_path = public, pg_temp as $$
  select s.id, s.name, s.instructions, s.amount_of_sentences, s.enrichment_sources
  from organizations o join ai_segments s on s.organization_id = o.agency_id
  where o.organization_id = current_organization_id() and exists (
    select from agency_shares a where a.organization_id = o.agency_id and a.segment_id = s.id
      and coalesce(a.client_id, o.organization_id) = o.organization_id)
  order by s.id limit 500
$$;

-- The tasks that shared snippets draw on are told as well: a copy of the snippet needs them.
create function tasks_of_my_agency() returns table (id bigint, name text, prompt text, output_type text, required_sources text[], is_shared boolean)
  language sql stable security definer set search_path = public, pg_temp as $$
  select t.id, t.name, t.prompt, t.output_type, t.required_sources, shared.is_shared
  from organizations o join enrichment_prompts t on t.organization_id = o.agency_id
    cross join lateral (select exists (select from agency_shares a where a.organization_id = o.agency_id and a.task_id = t.id
      and coalesce(a.client_id, o.organization_id) = o.organization_id) as is_shared) shared
  where o.organization_id = current_organization_id()
    and (shared.is_shared or exists (select from segments_of_my_agency() s where t.id = any (s.enrichment_sources)))
  order by t.id limit 2000
$$;

revoke all on function segments_of_my_agency, tasks_of_my_agency from public;
grant create on schema public to overture_system;
alter function segments_of_my_agency owner to overture_system;
alter function tasks_of_my_agency owner to overture_system;
revoke create on schema public from overture_system;
grant execute on function segments_of_my_agency, tasks_of_my_agency to overture_app;
