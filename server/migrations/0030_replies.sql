-- Replies: their types, mail from unknown addresses, and saved replies.

create table message_classes (
  message_id bigint primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  prospect_id bigint not null,
  class text not null check (class in ('interested', 'neutral', 'not_interested', 'referral', 'wrong_person', 'left_company',
    'out_of_office', 'unsubscribe', 'bounce')),
  confidence real not null check (confidence between 0 and 1),
  set_by text not null check (set_by in ('rule', 'model', 'person')),
  user_id bigint,
  -- The words of the message that decided.
  words text not null default '',
  -- The person whom the message names instead of its writer.
  referral jsonb,
  created_at timestamptz not null default app_now(),
  -- The last day of an absence, if the message names one.
  returns_on date,
  referral_prospect_id bigint,
  constraint message_classes_message_id_fkey foreign key (organization_id, message_id)
    references chat_messages (organization_id, id) on delete cascade,
  constraint message_classes_prospect_id_fkey foreign key (organization_id, prospect_id)
    references chats (organization_id, prospect_id) on delete cascade,
  constraint message_classes_user_id_fkey foreign key (organization_id, user_id)
    references users (organization_id, id) on delete set null (user_id),
  constraint message_classes_referral_prospect_id_fkey foreign key (organization_id, referral_prospect_id)
    references prospects (organization_id, id) on delete set null (referral_prospect_id)
);
create index message_classes_prospect_id_idx on message_classes (prospect_id, message_id desc);
create index message_classes_user_id_idx on message_classes (user_id) where user_id is not null;
create index message_classes_referral_prospect_id_idx on message_classes (referral_prospect_id) where referral_prospect_id is not null;
call protect_tenant_table('message_classes');

-- Unmatched replies: mail from an unknown address that names a Message-ID of ours. The writer may be the lead or a person it was
-- forwarded to. The lead is held until a person decides.
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
  -- Contains a request to get no more messages.
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

-- Texts for messages. Without a user it belongs to the team.
create table saved_replies (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  user_id bigint,
  name text not null,
  message text not null,
  use_count integer not null default 0,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  constraint saved_replies_user_id_fkey foreign key (organization_id, user_id)
    references users (organization_id, id) on delete cascade
);
create index saved_replies_organization_id_idx on saved_replies (organization_id, name, id);
create index saved_replies_user_id_idx on saved_replies (organization_id, user_id);
call protect_tenant_table('saved_replies');
