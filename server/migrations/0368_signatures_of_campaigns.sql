-- With which signature the emails of a campaign end. Campaigns go on as their messages are written.
alter table campaigns
  add column signature_choice text not null default 'message' check (signature_choice in ('message', 'sender', 'fixed', 'none')),
  -- Of 'fixed'.
  add column signature_id bigint,
  add column signs_follow_ups boolean not null default true,
  add constraint campaigns_signature_id_fkey foreign key (organization_id, signature_id)
    references signatures (organization_id, id) on delete set null (signature_id);
create index campaigns_signature_id_idx on campaigns (organization_id, signature_id) where signature_id is not null;

-- They are edits like the other settings.
drop trigger campaigns_note_edit on campaigns;
create trigger campaigns_note_edit before update of name, timezone, language, sending_window, email_account_id, linkedin_account_id,
    email_max_messages, linkedin_max_messages, linkedin_max_connections, counts_working_days, skips_holidays, uses_lead_zone,
    sender_column_id, provider_matching, max_emails_per_day_total, max_new_leads_per_day, plain_text_only, plain_first_email,
    touch_rules, signature_choice, signature_id, signs_follow_ups on campaigns
  for each row when ((old.name, old.timezone, old.language, old.sending_window, old.email_account_id, old.linkedin_account_id,
      old.email_max_messages, old.linkedin_max_messages, old.linkedin_max_connections, old.counts_working_days, old.skips_holidays,
      old.uses_lead_zone, old.sender_column_id, old.provider_matching, old.max_emails_per_day_total, old.max_new_leads_per_day,
      old.plain_text_only, old.plain_first_email, old.touch_rules, old.signature_choice, old.signature_id, old.signs_follow_ups)
    is distinct from (new.name, new.timezone, new.language, new.sending_window, new.email_account_id, new.linkedin_account_id,
      new.email_max_messages, new.linkedin_max_messages, new.linkedin_max_connections, new.counts_working_days, new.skips_holidays,
      new.uses_lead_zone, new.sender_column_id, new.provider_matching, new.max_emails_per_day_total, new.max_new_leads_per_day,
      new.plain_text_only, new.plain_first_email, new.touch_rules, new.signature_choice, new.signature_id, new.signs_follow_ups))
  execute function note_edit();
