-- A record of a CRM is known for this person (slices/integrations tells; crm_links says which).
alter table prospects add column added_to_crm boolean not null default false;
