-- A mail from an address we do not know that names a Message-ID of ours: perhaps the lead, perhaps whoever it was forwarded to.
-- Kept apart from conversations until a person decides; meanwhile the lead gets nothing more.
create table possible_answers (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  prospect_id bigint not null,
  account_id bigint not null,
  from_name text,
  from_email citext not null,
  subject_line text,
  message text not null,
  quoted_text text,
  html text,
  has_remote_content boolean not null default false,
  is_unreadable boolean not null default false,
  -- Asked in words not to be written to again.
  wants_out boolean not null default false,
  files jsonb not null default '[]',
  sent_at timestamptz not null,
  rfc_message_id text,
  reference_chain text[] not null,
  digest bytea not null,
  created_at timestamptz not null default app_now(),
  decided_at timestamptz,
  is_answer boolean,
  check ((decided_at is null) = (is_answer is null)),
  foreign key (organization_id, prospect_id) references prospects (organization_id, id) on delete cascade,
  foreign key (organization_id, account_id) references accounts (organization_id, id) on delete cascade
);
create unique index possible_answers_digest_idx on possible_answers (account_id, digest);
create index possible_answers_prospect_idx on possible_answers (organization_id, prospect_id, created_at);
create index possible_answers_undecided_idx on possible_answers (organization_id, sent_at desc, id desc) where decided_at is null;
create index possible_answers_decided_idx on possible_answers (decided_at) where decided_at is not null;
call protect_tenant_table('possible_answers');

-- Who may have answered for the lead, while nobody has decided; set and cleared in the transaction that asks and decides.
alter table campaign_leads add column possible_answer_from text;
