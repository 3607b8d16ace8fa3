-- A file with a LinkedIn column: its rows without the address come in by email or phone where somebody asked for it.
alter table imports add column imports_unlinked boolean not null default false;
-- People of whom a phone number is all that is known are found again by it.
create index prospects_only_phone_idx on prospects (organization_id, phone_number)
  where linkedin_key is null and email is null and phone_number is not null;
