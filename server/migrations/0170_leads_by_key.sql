-- The key or connected app that added a lead to a campaign, and the one that set the lead's status; null for people and for the engine.
-- A revoked key keeps its row and its name.

alter table campaign_leads add column api_key_id bigint default current_api_key_id();
alter table campaign_leads add constraint campaign_leads_api_key_id_fkey
  foreign key (organization_id, api_key_id) references api_keys (organization_id, id) on delete set null (api_key_id);
create index campaign_leads_api_key_id_idx on campaign_leads (api_key_id) where api_key_id is not null;

alter table campaign_leads add column status_key_id bigint;
alter table campaign_leads add constraint campaign_leads_status_key_id_fkey
  foreign key (organization_id, status_key_id) references api_keys (organization_id, id) on delete set null (status_key_id);
create index campaign_leads_status_key_id_idx on campaign_leads (status_key_id) where status_key_id is not null;

create function set_status_key() returns trigger
language plpgsql as $$
begin
  new.status_key_id := current_api_key_id();
  return new;
end
$$;

-- Not called for the engine: it has no key, and few leads have one.
create trigger campaign_leads_status_key before update of status on campaign_leads for each row
  when (new.status is distinct from old.status
    and (old.status_key_id is not null or coalesce(current_setting('app.api_key_id', true), '') <> ''))
  execute function set_status_key();
