-- A record of a CRM can hold further addresses (HubSpot's `hs_additional_emails`, the second emails of a person in Pipedrive): a customer is
-- a customer under each of them. In lower case.
alter table crm_people add column other_emails text[] not null default '{}'
  check (cardinality(other_emails) <= 50 and array_position(other_emails, null) is null);
create index crm_people_other_emails_idx on crm_people using gin (other_emails) with (fastupdate = off);
-- The accounts are read from their beginning once more: what is kept of them has no further addresses.
update integrations set next_read_at = '-infinity', read_page = null, read_since = null, read_began = null
where integration_type in ('HUBSPOT', 'PIPEDRIVE') and sync && array['read_back', 'unsubscribes'];
