-- The outbox: one row for one outward act, and the budgets of days.

-- Rises with every dispatch. A sequence and not a row, because all dispatches of the installation would queue for the row.
create sequence outbound_dispatch_id_seq;

grant usage, select, update on sequence outbound_dispatch_id_seq to overture_system;

-- One row for one outward action, committed before any provider is called.
--   intent       waits for the dispatcher
--   dispatching  a worker calls the provider: lease_token and leased_until say which, and until when
--   confirmed    done: the provider said so, or evidence was found
--   rejected     not done, and a retry will not help
--   unknown      may have been done; only evidence settles it
--   parked       unknown for 15 minutes: shown to people, never repeated automatically
--   cancelled    not done and not wanted now; its slice may plan it again
create table outbound_intents (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  kind text not null,
  -- What the action belongs to, by kind: a campaign lead and a node, or a chat message.
  ref_id bigint not null,
  ref_part bigint not null default 0,
  account_id bigint not null,
  prospect_id bigint,
  campaign_id bigint,
  state text not null default 'intent'
    check (state in ('intent', 'dispatching', 'confirmed', 'rejected', 'unknown', 'parked', 'cancelled')),
  -- 0 messages of people, 1 follow-ups, 2 first messages.
  priority smallint not null default 1,
  due_at timestamptz not null default app_now(),
  -- Why it waits though it is planned (domain/sending/waiting-rules); null while nothing holds it.
  rule text,
  attempts integer not null default 0,
  -- Rises with each claim; an older one cannot settle (fencing).
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
  -- While unknown: since when, and the next search for evidence.
  unknown_since timestamptz,
  look_at timestamptz,
  -- How it ended, in the words of the provider, and the source: answer, sent_folder, person, reply, bounce.
  reason text,
  code text,
  settled_by text,
  settled_at timestamptz,
  created_at timestamptz not null default app_now(),
  channel text not null default 'email' check (channel in ('email', 'linkedin')),
  -- Which LinkedIn action (domain/linkedin/linkedin-actions); 'email' for mails.
  action text not null default 'email'
    check (action in ('email', 'invite', 'message', 'inmail', 'visit', 'withdraw', 'like', 'look')),
  -- The recipient: the id that the sender knows, or the name in the profile address.
  to_linkedin text,
  -- The provider's id of the invitation or message. A message found as evidence belongs to one action only.
  provider_ref text,
  -- The provider's conversation (chat_messages.provider_chat).
  provider_chat text,
  cc_emails text[],
  -- Set when the message is claimed; the timeline reads it from here.
  revision integer,
  variant text,
  -- The attempt that the intent belongs to, and 0 for the current one. After a restart at the invite, intents of former attempts no
  -- longer count, so the next invite is another action. docs/decisions/0227.
  given_up smallint not null default 0 check (given_up >= 0),
  -- The Message-ID that the provider gave the mail (null if ours was kept), and the draft it was sent from, stored before sending: the
  -- fate of the draft is evidence for an unknown outcome.
  sent_message_id text,
  draft_id text,
  -- The queue name in the response of the mail server. Relays write it into their reports, and some use it as the Message-ID.
  queue_id text,
  unique (organization_id, id),
  constraint outbound_intents_account_id_fkey foreign key (organization_id, account_id)
    references accounts (organization_id, id) on delete cascade,
  constraint outbound_intents_campaign_id_fkey foreign key (organization_id, campaign_id)
    references campaigns (organization_id, id) on delete cascade,
  constraint outbound_intents_prospect_id_fkey foreign key (organization_id, prospect_id)
    references prospects (organization_id, id) on delete cascade,
  constraint outbound_intents_once_key unique (kind, ref_id, ref_part, given_up)
);
create index outbound_intents_open_idx on outbound_intents (account_id) where state in ('intent', 'dispatching');
create index outbound_intents_lease_idx on outbound_intents (leased_until) where state = 'dispatching';
create unique index outbound_intents_message_id_idx on outbound_intents (message_id) where message_id is not null;
create index outbound_intents_prospect_idx on outbound_intents (organization_id, prospect_id);
create index outbound_intents_campaign_idx on outbound_intents (campaign_id, settled_at);
create unique index outbound_intents_provider_ref_idx on outbound_intents (account_id, action, provider_ref)
  where provider_ref is not null;
-- Finds the action that a reply belongs to while its outcome is unknown: the recipient's id is written before the call.
create index outbound_intents_recipient_idx on outbound_intents (account_id, to_linkedin) where to_linkedin is not null;
-- The invites of a sender that LinkedIn took, the newest first.
create index outbound_intents_invites_idx on outbound_intents (account_id, settled_at) where action = 'invite' and state = 'confirmed';
-- The dispatcher walks senders with due intents and takes a share of each, so a long queue does not hide others. Intents of one sender
-- and priority are adjacent, oldest first.
create index outbound_intents_queue_idx on outbound_intents (priority, account_id, due_at) where state = 'intent';
-- Whether anything is due, checked before each walk.
create index outbound_intents_due_idx on outbound_intents (due_at) where state = 'intent';
-- The search for evidence walks senders with unknown outcomes and takes a few of each.
create index outbound_intents_unknown_idx on outbound_intents (account_id, look_at) where state = 'unknown';
create index outbound_intents_sent_message_id_idx on outbound_intents (sent_message_id) where sent_message_id is not null;
create index outbound_intents_queue_id_idx on outbound_intents (queue_id) where queue_id is not null;
call protect_tenant_table('outbound_intents');

-- Whether a lead stays with the LinkedIn account that invited it. Another account continues only if it is connected with the person.
-- docs/decisions/0218.
create function stays_with_seat(lead bigint, person bigint, seat bigint, taker bigint) returns boolean language sql stable as $$
  select (exists (select from outbound_intents i where i.kind = 'campaign_step' and i.ref_id = lead and i.action = 'invite'
        and i.dispatched_at is not null and (i.account_id = seat or i.given_up > 0))
      or exists (select from linkedin_relations r where r.prospect_id = person and r.account_id = seat))
    and (not exists (select from linkedin_relations r where r.prospect_id = person and r.account_id = taker)
      or exists (select from outbound_intents i where i.kind = 'campaign_step' and i.ref_id = lead and i.account_id = taker
        and i.dispatched_at is not null and i.given_up > 0))
$$;

-- The budget of a sender or a campaign for one local day. LinkedIn budgets have the action in the scope (account:invite,
-- campaign:message). Periods of one scope never overlap, so no clock change or new time zone gives a budget twice.
create table sending_days (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  scope text not null check (scope ~ '^((account|campaign)(:[a-z]{1,20})?|campaign/[0-9]{1,19}(:[a-z]{1,20})?|domain:[a-z0-9.-]{1,253})$'),
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

-- The last check: a day is never overdrawn. A cap that was lowered below its use stays possible.
create function refuse_overdraft() returns trigger language plpgsql as $$
begin
  if new.used > new.cap and (tg_op = 'INSERT' or new.used > old.used) then
    raise exception 'the budget of % % for % is used up', new.scope, new.scope_id, new.day using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger sending_days_overdraft before insert or update of used on sending_days
  for each row execute function refuse_overdraft();

-- An action that is cancelled, settled or deleted is no longer parked. One that waits for its retry (rule 'retry') stays parked.
create function unpark_action() returns trigger language plpgsql as $$
begin
  delete from parked_units where loop in ('outbound-dispatch', 'outbound-settle', 'outbound-leases', 'outbound-evidence-outcome')
    and organization_id = old.organization_id and key = old.id::text;
  return null;
end $$;
create trigger outbound_intents_unpark_ended after update of state on outbound_intents for each row
  when (old.state in ('intent', 'unknown', 'parked')
    and (new.state in ('confirmed', 'rejected') or new.state = 'cancelled' and new.rule is distinct from 'retry')) execute function unpark_action();
create trigger outbound_intents_unpark_deleted after delete on outbound_intents for each row
  when (old.state not in ('confirmed', 'rejected')) execute function unpark_action();

create function unpark_actions_of_lead() returns trigger language plpgsql as $$
begin
  delete from parked_units p using outbound_intents i where i.kind = 'campaign_step' and i.ref_id = new.id and i.state = 'cancelled'
    and p.loop = 'outbound-dispatch' and p.organization_id = new.organization_id and p.key = i.id::text;
  return null;
end $$;
create trigger campaign_leads_unpark_actions after update of status, archived_at on campaign_leads for each row
  when (old.waiting_rule = 'retry' and (new.archived_at is not null or new.status in ('COMPLETED', 'FAILED', 'REPLIED')))
  execute function unpark_actions_of_lead();
