-- What a CRM says of people, by its own record: who comes here later, by a list or a form, is matched by the keys of the record, and another
-- record of the same person takes nothing back. Only people of whom something is said.
create table crm_people (
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  integration_id bigint not null,
  record_id text not null check (length(record_id) <= 200),
  email text check (length(email) <= 320),
  linkedin_key text check (length(linkedin_key) <= 1000),
  standing text not null check (standing in ('customer', 'open_deal', 'do_not_contact')),
  -- As people read it.
  words text not null check (length(words) <= 300),
  seen_at timestamptz not null default statement_timestamp(),
  primary key (integration_id, record_id),
  constraint crm_people_integration_id_fkey foreign key (organization_id, integration_id)
    references integrations (organization_id, id) on delete cascade
);
create index crm_people_email_idx on crm_people (organization_id, email) where email is not null;
create index crm_people_linkedin_key_idx on crm_people (organization_id, linkedin_key) where linkedin_key is not null;
call protect_tenant_table('crm_people');

-- What is known of leads is kept until the whole account has been read once more; what was not seen then goes.
insert into crm_people (organization_id, integration_id, record_id, email, linkedin_key, standing, words)
select s.organization_id, s.integration_id, left(coalesce(k.record_id, 'lead:' || s.prospect_id), 200), lower(left(p.email, 320)), left(p.linkedin_key, 1000),
  s.standing, left(coalesce(p.crm_hold, 'This person is marked as do not contact in your CRM.'), 300)
from crm_standings s join prospects p on p.id = s.prospect_id
  left join lateral (select l.record_id from crm_links l where l.integration_id = s.integration_id and l.prospect_id = s.prospect_id
    and l.record_id is not null order by l.id desc limit 1) k on true
on conflict do nothing;
update integrations set next_read_at = '-infinity', read_page = null, read_since = null, read_began = null
where sync && array['read_back', 'unsubscribes'];

drop table crm_standings;
alter table prospects drop column crm_hold;
