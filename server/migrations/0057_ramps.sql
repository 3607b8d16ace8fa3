-- Limits that grow with what a sender does, a cap for all mailboxes of a domain, working days and holidays. Senders and campaigns that
-- exist keep what they meant: off.
alter table accounts
  add column ramp text not null default 'off' check (ramp in ('off', 'new', 'young', 'used')),
  add column ramp_since timestamptz,
  -- Mails a day that the days counted so far have led to; days of `sending_days` that ended later are counted when asked.
  add column ramp_cap integer check (ramp_cap between 1 and 40),
  add column ramp_counted_at timestamptz,
  add column ramp_active_at timestamptz,
  add column ramp_stands_until timestamptz,
  -- The week of invitations is handed out evenly over the working days.
  add column spreads_weekly_invites boolean not null default false,
  -- Mails a day of all mailboxes of this one's domain together.
  add column own_domain_max_messages integer check (own_domain_max_messages between 1 and 2000),
  add column days_off date[] not null default '{}' check (cardinality(days_off) <= 366);

alter table campaigns
  add column counts_working_days boolean not null default false,
  add column skips_holidays boolean not null default false;

-- `domain:acme.com` is a budget of an organization, shared by its mailboxes of that domain.
alter table sending_days drop constraint sending_days_scope_check,
  add constraint sending_days_scope_check
    check (scope ~ '^((account|campaign)(:[a-z]{1,20})?|campaign/[0-9]{1,19}(:[a-z]{1,20})?|domain:[a-z0-9.-]{1,253})$');

drop trigger campaigns_note_edit on campaigns;
create trigger campaigns_note_edit before update of name, timezone, language, sending_window, email_account_id, linkedin_account_id,
    email_max_messages, linkedin_max_messages, linkedin_max_connections, counts_working_days, skips_holidays on campaigns
  for each row when ((old.name, old.timezone, old.language, old.sending_window, old.email_account_id, old.linkedin_account_id,
      old.email_max_messages, old.linkedin_max_messages, old.linkedin_max_connections, old.counts_working_days, old.skips_holidays)
    is distinct from (new.name, new.timezone, new.language, new.sending_window, new.email_account_id, new.linkedin_account_id,
      new.email_max_messages, new.linkedin_max_messages, new.linkedin_max_connections, new.counts_working_days, new.skips_holidays))
  execute function note_edit();
