-- How a sender's day goes (rhythm), and several windows a weekday. Senders and campaigns that exist keep what they had.
alter table accounts add column natural_rhythm boolean not null default false;

-- {"1": [{start: "HH:MM", end: "HH:MM"}, ...], ...} by ISO weekday, in place of sending_window; null where that holds.
alter table campaigns add column windows jsonb;

-- The plan of a sender's local day, drawn when the day begins: what is changed afterwards counts from the next one, unless it is less.
create table sender_day_plans (
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  account_id bigint not null,
  day date not null,
  start_after_in_s integer not null check (start_after_in_s >= 0),
  end_before_in_s integer not null check (end_before_in_s >= 0),
  break_share real not null check (break_share between 0 and 1),
  break_in_s integer not null check (break_in_s >= 0),
  target_share real not null check (target_share between 0 and 1),
  email_max_messages integer not null,
  send_gap_in_seconds integer not null,
  primary key (account_id, day),
  constraint sender_day_plans_account_id_fkey foreign key (organization_id, account_id)
    references accounts (organization_id, id) on delete cascade
);
call protect_tenant_table('sender_day_plans');
