-- Entries that are no address: numbers, profiles on LinkedIn, and people by all three. docs/decisions/0234.
alter table suppressions
  alter column email drop not null,
  add column kind text not null default 'address' check (kind in ('address', 'person', 'phone', 'linkedin')),
  -- As leads keep them (prospects.phone_key, prospects.linkedin_key).
  add column phone_key text collate "C" check (length(phone_key) <= 20),
  add column linkedin_key text collate "C" check (length(linkedin_key) <= 1000),
  -- All that is kept of somebody who was erased (erased_key).
  add column erased_key text collate "C" check (length(erased_key) = 64),
  drop constraint suppressions_reason_check,
  add constraint suppressions_reason_check check (reason in
    ('unsubscribe', 'complaint', 'hard_bounce', 'left', 'manual', 'crm', 'import', 'erased')),
  add constraint suppressions_shape_check check (case
    when erased_key is not null then reason = 'erased' and kind <> 'person' and num_nonnulls(email, phone_key, linkedin_key, detail) = 0
    when reason = 'erased' then false
    when kind = 'address' then email is not null and num_nonnulls(phone_key, linkedin_key) = 0
    when reason in ('hard_bounce', 'left') then false
    when kind = 'phone' then phone_key is not null and num_nonnulls(email, linkedin_key) = 0
    when kind = 'linkedin' then linkedin_key is not null and num_nonnulls(email, phone_key) = 0
    else num_nonnulls(email, phone_key, linkedin_key) > 0 end);

-- What the stop check asks, as the texts they are compared as: see 0118.
create index suppressions_by_phone on suppressions (organization_id, phone_key) where phone_key is not null;
create index suppressions_by_profile on suppressions (organization_id, linkedin_key) where linkedin_key is not null;
create unique index suppressions_by_erased on suppressions (organization_id, erased_key) where erased_key is not null;

-- Each once; a person with an address is the entry of that address.
create unique index suppressions_one_phone on suppressions (organization_id, phone_key) where kind = 'phone';
create unique index suppressions_one_profile on suppressions (organization_id, linkedin_key) where kind = 'linkedin';
create unique index suppressions_one_person on suppressions (organization_id, coalesce(linkedin_key, ''), coalesce(phone_key, ''))
  where kind = 'person' and email is null;

create index suppressions_of_kind on suppressions (organization_id, kind, id desc);
drop index suppressions_by_part;
create index suppressions_by_part on suppressions
  using gin ((coalesce(email::text, '') || ' ' || coalesce(phone_key, '') || ' ' || coalesce(linkedin_key, '')) gin_trgm_ops);

alter table suppression_lifts
  alter column email drop not null,
  add column kind text not null default 'address' check (kind in ('address', 'person', 'phone', 'linkedin')),
  add column phone_key text collate "C" check (length(phone_key) <= 20),
  add column linkedin_key text collate "C" check (length(linkedin_key) <= 1000);

-- The key under which an organization keeps those it erased: without it, nobody can tell from a row who that was. Made by the first one.
create table erasure_keys (
  organization_id bigint primary key references organizations (organization_id) on delete cascade,
  -- 122 random bits; it is no secret of the vault, whose key may change.
  secret uuid not null default gen_random_uuid()
);
call protect_tenant_table('erasure_keys');

-- A digest of an address, number or profile that takes the key to make: two rounds, so that nothing can be appended to what was digested.
create function erased_key(secret uuid, kind text, value text) returns text
  language sql immutable parallel safe strict
  return encode(sha256(uuid_send(secret) || sha256(uuid_send(secret) || convert_to(kind || ':' || value, 'UTF8'))), 'hex');
