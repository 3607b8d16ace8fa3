-- LinkedIn by hand: the engine plans and checks as for a connected account, and a person carries the action out.

-- No provider is connected; members of the team act on LinkedIn themselves.
alter table accounts add column is_assisted boolean not null default false;

-- An offered action is still planned: replies, pauses and suppression withdraw it as any other. `due_at` is its next check.
alter table outbound_intents add column offered_at timestamptz;
-- Who has the card reserved or recorded its outcome; `leased_until` is when that ends. Without `claimed_at` the dispatcher has it.
alter table outbound_intents add column claimed_by bigint;
alter table outbound_intents add column claimed_at timestamptz;
-- Who copied the text or opened the profile last: they may have acted. Kept when the card goes back, to warn the next person.
alter table outbound_intents add column opened_by bigint;
alter table outbound_intents add column opened_at timestamptz;
-- What the person recorded. It takes effect when the time to undo is over.
alter table outbound_intents add column person_outcome text
  constraint outbound_intents_person_outcome_check check (person_outcome in ('done', 'already_connected', 'cannot_reach', 'skipped'));
alter table outbound_intents add constraint outbound_intents_claimed_by_fkey
  foreign key (organization_id, claimed_by) references users (organization_id, id) on delete set null (claimed_by);
alter table outbound_intents add constraint outbound_intents_opened_by_fkey
  foreign key (organization_id, opened_by) references users (organization_id, id) on delete set null (opened_by);
create index outbound_intents_claimed_by_idx on outbound_intents (claimed_by) where claimed_by is not null;
create index outbound_intents_opened_by_idx on outbound_intents (opened_by) where opened_by is not null;
create index outbound_intents_offered_idx on outbound_intents (organization_id, priority, offered_at)
  where offered_at is not null and state = 'intent';
-- What people have carried out for a sender, the newest last.
create index outbound_intents_by_hand_idx on outbound_intents (account_id, claimed_at) where claimed_at is not null;
