-- LinkedIn accounts: sign-in, events of the provider, polling, and how fast an account may read.

-- The phone number or profile of the writer, cut to the bound of an index entry. It finds messages of a lead that were not processed
-- yet.
create function sender_contact(message jsonb) returns text
  language sql immutable parallel safe
  return left(coalesce(message->'withheld'->>'phone', message->>'sender_key',
    'in/' || lower(substring(left(coalesce(message->>'sender_profile_url', message->>'profile_url'), 1000) from '/in/([^/?#]+)'))), 200);

create index outbox_events_unheard_contact_idx on outbox_events (organization_id, sender_contact(payload->'message') collate "C")
  where type = 'linkedin_message_seen' and payload->'message'->>'is_own' = 'false';

-- LinkedIn sign-ins with a password that the provider accepted and that are not senders yet. If the dialog is closed, the sign-in still
-- becomes a sender when LinkedIn confirms it, or is signed out at the provider.
create table linkedin_sign_ins (
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  -- The LinkedIn account it becomes.
  provider_account_id text not null,
  user_id bigint not null,
  -- Of the person when they signed in: decides with the plan whether there is a place.
  role text not null,
  -- LinkedIn waits no longer.
  expires_at timestamptz not null,
  -- An open dialog checks sooner.
  next_look_at timestamptz not null default app_now() + interval '10 seconds',
  primary key (organization_id, provider_account_id),
  constraint linkedin_sign_ins_user_id_fkey foreign key (organization_id, user_id)
    references users (organization_id, id) on delete cascade
);
create index linkedin_sign_ins_user_id_idx on linkedin_sign_ins (user_id);
create index linkedin_sign_ins_next_look_at_idx on linkedin_sign_ins (next_look_at);
call protect_tenant_table('linkedin_sign_ins');

-- Calls of the LinkedIn provider, stored before they are answered and worked off by a job. Delivered again, they change
-- nothing: event_id is the provider's.
create table linkedin_events (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  -- Null for events that may repeat without harm (a status).
  event_id text,
  -- connected (hosted page), account_status, new_relation, message_received
  type text not null,
  provider_account_id text not null,
  payload jsonb not null,
  attempts integer not null default 0,
  error text,
  received_at timestamptz not null default app_now(),
  processed_at timestamptz,
  unique (organization_id, event_id)
);
create index linkedin_events_waiting_idx on linkedin_events (organization_id, id) where processed_at is null;
create index linkedin_events_received_at_idx on linkedin_events (received_at);
create index linkedin_events_unheard_id_idx on linkedin_events (organization_id, left(payload->'message'->>'sender_provider_id', 200) collate "C")
  where processed_at is null and type = 'message_received' and payload->'message'->>'is_own' = 'false';
create index linkedin_events_unheard_contact_idx on linkedin_events (organization_id, sender_contact(payload->'message') collate "C")
  where processed_at is null and type = 'message_received' and payload->'message'->>'is_own' = 'false';
call protect_tenant_table('linkedin_events');

-- When a LinkedIn account is polled for what webhooks missed: connections every few hours at random, messages more often.
-- messages_since is the position in its conversations.
create table linkedin_looks (
  account_id bigint primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  relations_at timestamptz not null default app_now(),
  messages_at timestamptz not null default app_now(),
  messages_since timestamptz not null default app_now(),
  constraint linkedin_looks_account_id_fkey foreign key (organization_id, account_id)
    references accounts (organization_id, id) on delete cascade
);
call protect_tenant_table('linkedin_looks');

-- How fast a LinkedIn account may read: one page at a time, a pause after each, and so many people a day.
create table linkedin_paces (
  account_id bigint primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  next_read_at timestamptz not null default '-infinity',
  read_on date not null default '-infinity',
  read_people integer not null default 0,
  constraint linkedin_paces_account_id_fkey foreign key (organization_id, account_id)
    references accounts (organization_id, id) on delete cascade
);
call protect_tenant_table('linkedin_paces');
