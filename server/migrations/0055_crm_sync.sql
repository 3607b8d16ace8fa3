-- What is written to a CRM as it happens, and what is read back (slices/integrations). Everything is off until somebody chooses it.
alter table integrations
  -- Names of what is on.
  add column sync text[] not null default '{}',
  -- The board and the stage it is written to, where there are such.
  add column sync_board_id text not null default '',
  add column sync_stage text,
  -- Reading back: the page to go on with, what changed since when, and when it is read next (real time, as the vendor's).
  add column read_page text,
  add column read_since timestamptz,
  add column read_began timestamptz,
  add column next_read_at timestamptz not null default '-infinity';

-- Things that happened and are to be written, each once.
create table crm_events (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  integration_id bigint not null,
  kind text not null check (kind in ('reply', 'interest', 'unsubscribe')),
  prospect_id bigint not null,
  -- Tells a thing that is told again: the message, the mark, the address.
  event_key text not null,
  title text not null default '',
  text text not null default '',
  happened_at timestamptz not null default app_now(),
  state text not null default 'waiting' check (state in ('waiting', 'done', 'failed')),
  -- It may have been written: look before it is written again.
  is_begun boolean not null default false,
  attempts smallint not null default 0,
  not_before timestamptz not null default '-infinity',
  error text,
  unique (integration_id, kind, event_key),
  unique (organization_id, id),
  constraint crm_events_integration_id_fkey foreign key (organization_id, integration_id)
    references integrations (organization_id, id) on delete cascade,
  constraint crm_events_prospect_id_fkey foreign key (organization_id, prospect_id)
    references prospects (organization_id, id) on delete cascade
);
create index crm_events_waiting_idx on crm_events (integration_id, id) where state = 'waiting';
create index crm_events_prospect_id_idx on crm_events (prospect_id);
call protect_tenant_table('crm_events');

alter table crm_exchanges add column event_id bigint,
  add constraint crm_exchanges_event_id_fkey foreign key (organization_id, event_id)
    references crm_events (organization_id, id) on delete set null (event_id);
create index crm_exchanges_event_id_idx on crm_exchanges (event_id);

-- What a CRM said of a person: who is a customer there, or has an open deal, is held in campaigns with these words.
create table crm_standings (
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  integration_id bigint not null,
  prospect_id bigint not null,
  standing text not null check (standing in ('customer', 'open_deal', 'do_not_contact')),
  seen_at timestamptz not null default app_now(),
  primary key (integration_id, prospect_id),
  constraint crm_standings_integration_id_fkey foreign key (organization_id, integration_id)
    references integrations (organization_id, id) on delete cascade,
  constraint crm_standings_prospect_id_fkey foreign key (organization_id, prospect_id)
    references prospects (organization_id, id) on delete cascade
);
create index crm_standings_prospect_id_idx on crm_standings (prospect_id);
call protect_tenant_table('crm_standings');

-- Why nothing goes out to a person, in words; null where nothing holds them.
alter table prospects add column crm_hold text;

alter table suppressions drop constraint suppressions_reason_check,
  add constraint suppressions_reason_check check (reason in ('unsubscribe', 'complaint', 'hard_bounce', 'manual', 'crm'));
