-- Accounts of WhatsApp, Instagram and Messenger, by the LinkedIn provider: conversations with leads come in by them and are answered.
-- docs/decisions/0220.
alter table accounts drop constraint accounts_account_type_check;
alter table accounts add constraint accounts_account_type_check
  check (account_type in ('LINKEDIN', 'GOOGLE', 'MICROSOFT', 'IMAP', 'WHATSAPP', 'FACEBOOK', 'INSTAGRAM'));

-- A number with its country code (+31 (0)6 1234 5678 ext. 9, 0031612345678) as digits; null for any other: without the code it may be
-- somebody else's.
create function phone_key(value text) returns text
  language sql immutable parallel safe
  return (select case when plain ~ '^(\+|00)[0-9]+$' and regexp_replace(plain, '^(\+|00)', '') ~ '^[1-9][0-9]{7,14}$'
      then regexp_replace(plain, '^(\+|00)', '') end
    from regexp_replace(regexp_replace(regexp_replace(lower(substr(value, 1, 60)), '(ext|x|#).*$', ''), '\(0\)', '', 'g'),
      '[\s()./-]', '', 'g') as plain);

-- A column and not an index of an expression: see email_domain.
alter table prospects add column phone_key text collate "C" generated always as (phone_key(phone_number)) stored;
create index prospects_phone_key_idx on prospects (organization_id, phone_key) where phone_key is not null;

-- People who write to such an account and are no lead, as far as anybody knows. Nothing of what they say is kept. Whoever is linked to a
-- lead stands in linkedin_members instead.
create table messaging_people (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  account_id bigint not null,
  provider_id text collate "C" not null check (length(provider_id) <= 300),
  provider_chat text not null check (length(provider_chat) <= 300),
  name text check (length(name) <= 120),
  -- A name or a number there.
  handle text check (length(handle) <= 120),
  -- Digits with country code.
  phone text check (length(phone) <= 20),
  message_count integer not null default 0 check (message_count >= 0),
  -- Ids of the last messages: told twice, one counts once.
  counted text[] not null default '{}' check (cardinality(counted) <= 100),
  first_at timestamptz not null,
  last_at timestamptz not null,
  dismissed_at timestamptz,
  unique (account_id, provider_id),
  constraint messaging_people_account_id_fkey foreign key (organization_id, account_id)
    references accounts (organization_id, id) on delete cascade
);
create index messaging_people_waiting_idx on messaging_people (organization_id, last_at desc, id desc) where dismissed_at is null;
create index messaging_people_last_at_idx on messaging_people (account_id, last_at);
call protect_tenant_table('messaging_people');
