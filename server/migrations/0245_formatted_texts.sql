-- Formatted texts of a step by variant: {a: "<p>…</p>"}. The message of the variant is the text part of its mail.
alter table campaign_nodes add column formatted_texts jsonb check (jsonb_typeof(formatted_texts) = 'object');

drop trigger campaign_nodes_note_edit on campaign_nodes;
create trigger campaign_nodes_note_edit before update of delay_in_hours, message, message_b, subject_line, subject_line_b,
    placeholder_message, placeholder_message_b, more_variants, formatted_texts, address_wait_in_days on campaign_nodes
  for each row when ((old.delay_in_hours, old.message, old.message_b, old.subject_line, old.subject_line_b,
      old.placeholder_message, old.placeholder_message_b, old.more_variants, old.formatted_texts, old.address_wait_in_days)
    is distinct from (new.delay_in_hours, new.message, new.message_b, new.subject_line, new.subject_line_b,
      new.placeholder_message, new.placeholder_message_b, new.more_variants, new.formatted_texts, new.address_wait_in_days))
  execute function note_edit();

-- Mails of the campaign have a text part only.
alter table campaigns add column plain_text_only boolean not null default false;

drop trigger campaigns_note_edit on campaigns;
create trigger campaigns_note_edit before update of name, timezone, language, sending_window, email_account_id, linkedin_account_id,
    email_max_messages, linkedin_max_messages, linkedin_max_connections, counts_working_days, skips_holidays, uses_lead_zone,
    sender_column_id, provider_matching, max_emails_per_day_total, max_new_leads_per_day, plain_text_only on campaigns
  for each row when ((old.name, old.timezone, old.language, old.sending_window, old.email_account_id, old.linkedin_account_id,
      old.email_max_messages, old.linkedin_max_messages, old.linkedin_max_connections, old.counts_working_days, old.skips_holidays,
      old.uses_lead_zone, old.sender_column_id, old.provider_matching, old.max_emails_per_day_total, old.max_new_leads_per_day,
      old.plain_text_only)
    is distinct from (new.name, new.timezone, new.language, new.sending_window, new.email_account_id, new.linkedin_account_id,
      new.email_max_messages, new.linkedin_max_messages, new.linkedin_max_connections, new.counts_working_days, new.skips_holidays,
      new.uses_lead_zone, new.sender_column_id, new.provider_matching, new.max_emails_per_day_total, new.max_new_leads_per_day,
      new.plain_text_only))
  execute function note_edit();
