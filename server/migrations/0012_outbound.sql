-- Actions that leave (slices/outbound): what is to be done, what was done, and the budgets it used. Mails and LinkedIn actions share rows,
-- states and leases.

-- Rises with every dispatch. A sequence and not a row, because all dispatches of the installation would queue for the row.
create sequence outbound_dispatch_id_seq;
grant usage, select, update on sequence outbound_dispatch_id_seq to overture_system;

-- One row an outward action, committed before any provider is called.
--   intent       may go as soon as the dispatcher lets it through
--   dispatching  somebody calls the provider now: lease_token and leased_until say who and until when
--   confirmed    done: the provider said so, or evidence was found
--   rejected     not done, and trying again will not help
--   unknown      may or may not have been done; only evidence moves it
--   parked       unknown for 15 minutes: shown to people, never repeated by itself
--   cancelled    not done and not wanted now; its slice may plan it again
create table outbound_intents (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  kind text not null,
  -- What the action is for, in the words of its kind: a campaign lead and a node; a chat message.
  ref_id bigint not null,
  ref_part bigint not null default 0,
  account_id bigint not null,
  prospect_id bigint,
  campaign_id bigint,
  state text not null default 'intent'
    check (state in ('intent', 'dispatching', 'confirmed', 'rejected', 'unknown', 'parked', 'cancelled')),
  -- 0 answers of people, 1 follow-ups, 2 first messages.
  priority smallint not null default 1,
  due_at timestamptz not null default app_now(),
  -- Why it waits though it is planned (domain/sending/waiting-rules); null while nothing holds it.
  rule text,
  attempts integer not null default 0,
  -- Rises with every claim; whoever names an older one cannot settle (fencing).
  lease_token bigint not null default 0,
  leased_until timestamptz,
  dispatch_id bigint,
  dispatched_at timestamptz,
  -- Rows of sending_days this dispatch was debited from: given back when it certainly was not sent.
  debited_day_ids bigint[],
  -- Ours and stable for campaign mails: the same lead and node always give the same (outbound.rules).
  message_id text,
  -- The mail as handed over; kept for the timeline and for evidence.
  to_email citext,
  to_name text,
  subject text,
  body_text text,
  body_html text,
  in_reply_to text,
  reference_chain text[],
  unsubscribe_url text,
  attachments jsonb,
  -- With unknown: since when, and when to look for evidence next.
  unknown_since timestamptz,
  look_at timestamptz,
  -- How it ended, in the provider's words, and what told us: answer, sent_folder, person, reply, bounce.
  reason text,
  code text,
  settled_by text,
  settled_at timestamptz,
  created_at timestamptz not null default app_now(),
  channel text not null default 'email' check (channel in ('email', 'linkedin')),
  -- Which LinkedIn action (domain/linkedin/linkedin-actions); 'email' for mails.
  action text not null default 'email'
    check (action in ('email', 'invite', 'message', 'inmail', 'visit', 'withdraw', 'like', 'look')),
  -- The person as handed over: the sender's own id of them, or the name in the address of the profile.
  to_linkedin text,
  -- What the provider calls it: the invitation or the message. A message found as evidence stands for one action only.
  provider_ref text,
  -- The conversation of the provider it goes into or stands in (chat_messages.provider_chat).
  provider_chat text,
  unique (kind, ref_id, ref_part),
  unique (organization_id, id),
  constraint outbound_intents_account_id_fkey foreign key (organization_id, account_id)
    references accounts (organization_id, id) on delete cascade,
  constraint outbound_intents_campaign_id_fkey foreign key (organization_id, campaign_id)
    references campaigns (organization_id, id) on delete cascade,
  constraint outbound_intents_prospect_id_fkey foreign key (organization_id, prospect_id)
    references prospects (organization_id, id) on delete cascade
);
create index outbound_intents_ready_idx on outbound_intents (priority, due_at) where state = 'intent';
create index outbound_intents_open_idx on outbound_intents (account_id) where state in ('intent', 'dispatching');
create index outbound_intents_lease_idx on outbound_intents (leased_until) where state = 'dispatching';
create index outbound_intents_evidence_idx on outbound_intents (look_at) where state = 'unknown';
create unique index outbound_intents_message_id_idx on outbound_intents (message_id) where message_id is not null;
create index outbound_intents_prospect_idx on outbound_intents (organization_id, prospect_id);
create index outbound_intents_campaign_idx on outbound_intents (campaign_id, settled_at);
create unique index outbound_intents_provider_ref_idx on outbound_intents (account_id, action, provider_ref)
  where provider_ref is not null;
-- Who stands behind an answer to an action whose own outcome is not known yet: the sender's id of the person is written before the call.
create index outbound_intents_recipient_idx on outbound_intents (account_id, to_linkedin) where to_linkedin is not null;
-- The invites of a sender that LinkedIn took, the newest first.
create index outbound_intents_invites_idx on outbound_intents (account_id, settled_at) where action = 'invite' and state = 'confirmed';
call protect_tenant_table('outbound_intents');

-- Budget of a sender or a campaign for one of its days: from one local midnight to the next. LinkedIn budgets stand beside those of mails
-- with the action in the scope (account:invite, campaign:message). Periods of one scope never
-- overlap, so neither a clock change nor another time zone gives a budget twice.
create table sending_days (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  scope text not null
    check (scope ~ '^(account|campaign)(:[a-z]{1,20})?$'),
  scope_id bigint not null,
  day date not null,
  zone text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  used integer not null default 0 check (used >= 0),
  cap integer not null check (cap >= 0),
  unique (scope, scope_id, ends_at)
);
call protect_tenant_table('sending_days');

-- The last wall: whatever the code above believes, a day is never overdrawn. A cap that was lowered under what is used
-- already stays possible.
create function refuse_overdraft() returns trigger language plpgsql as $$
begin
  if new.used > new.cap and (tg_op = 'INSERT' or new.used > old.used) then
    raise exception 'the budget of % % for % is used up', new.scope, new.scope_id, new.day using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger sending_days_overdraft before insert or update of used on sending_days
  for each row execute function refuse_overdraft();
