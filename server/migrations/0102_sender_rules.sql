-- Who may write to whom in a campaign of several senders, and what it does a day over all of them. docs/decisions/0217.
alter table campaigns
  -- The column of its leads that names their sender; null where nobody is named.
  add column sender_column_id bigint,
  -- Whether a first mail goes from a mailbox at the provider of who gets it: never asked, where there is room, or else not at all.
  add column provider_matching text not null default 'prefer' check (provider_matching in ('off', 'prefer', 'strict')),
  -- Over all senders; null for no limit besides theirs.
  add column max_emails_per_day_total integer check (max_emails_per_day_total between 1 and 10000),
  add column max_new_leads_per_day integer check (max_new_leads_per_day between 1 and 10000),
  add constraint campaigns_sender_column_id_fkey foreign key (organization_id, sender_column_id)
    references lead_columns (organization_id, id) on delete set null (sender_column_id);
create index campaigns_sender_column_idx on campaigns (organization_id, sender_column_id) where sender_column_id is not null;

drop trigger campaigns_note_edit on campaigns;
create trigger campaigns_note_edit before update of name, timezone, language, sending_window, email_account_id, linkedin_account_id,
    email_max_messages, linkedin_max_messages, linkedin_max_connections, counts_working_days, skips_holidays, uses_lead_zone,
    sender_column_id, provider_matching, max_emails_per_day_total, max_new_leads_per_day on campaigns
  for each row when ((old.name, old.timezone, old.language, old.sending_window, old.email_account_id, old.linkedin_account_id,
      old.email_max_messages, old.linkedin_max_messages, old.linkedin_max_connections, old.counts_working_days, old.skips_holidays,
      old.uses_lead_zone, old.sender_column_id, old.provider_matching, old.max_emails_per_day_total, old.max_new_leads_per_day)
    is distinct from (new.name, new.timezone, new.language, new.sending_window, new.email_account_id, new.linkedin_account_id,
      new.email_max_messages, new.linkedin_max_messages, new.linkedin_max_connections, new.counts_working_days, new.skips_holidays,
      new.uses_lead_zone, new.sender_column_id, new.provider_matching, new.max_emails_per_day_total, new.max_new_leads_per_day))
  execute function note_edit();

-- Who waits for a sender of its provider, or for a day on which the campaign begins with more: let go when its settings change.
create index campaign_leads_put_off_idx on campaign_leads (campaign_id) where waiting_rule in ('provider_match', 'new_leads_limit');
