-- The hours of a campaign read by the clock of each lead too.
alter table campaigns add column uses_lead_zone boolean not null default false;

drop trigger campaigns_note_edit on campaigns;
create trigger campaigns_note_edit before update of name, timezone, language, sending_window, email_account_id, linkedin_account_id,
    email_max_messages, linkedin_max_messages, linkedin_max_connections, counts_working_days, skips_holidays, uses_lead_zone on campaigns
  for each row when ((old.name, old.timezone, old.language, old.sending_window, old.email_account_id, old.linkedin_account_id,
      old.email_max_messages, old.linkedin_max_messages, old.linkedin_max_connections, old.counts_working_days, old.skips_holidays,
      old.uses_lead_zone)
    is distinct from (new.name, new.timezone, new.language, new.sending_window, new.email_account_id, new.linkedin_account_id,
      new.email_max_messages, new.linkedin_max_messages, new.linkedin_max_connections, new.counts_working_days, new.skips_holidays,
      new.uses_lead_zone))
  execute function note_edit();

-- Who waits for the hours of their zone: let go when the campaign's settings change, or what is known of where they are.
create index campaign_leads_zoned_idx on campaign_leads (campaign_id) where waiting_rule = 'lead_zone';
create index campaign_leads_zoned_person_idx on campaign_leads (prospect_id) where waiting_rule = 'lead_zone';

create function wake_zoned_leads() returns trigger language plpgsql as $$
begin
  with woken as (
    update campaign_leads set next_at = app_now(), waiting_rule = null, waiting_until = null
      where prospect_id = new.id and waiting_rule = 'lead_zone' and next_at > app_now() and not is_in_flight
      returning campaign_id)
  update campaign_lanes set look_at = least(look_at, app_now()) where campaign_id in (select campaign_id from woken);
  return null;
end $$;
create trigger prospects_wake_zoned_leads
  after update of time_zone, location, phone_number, company_location, company_website_url, email on prospects
  for each row when ((old.time_zone, old.location, old.phone_number, old.company_location, old.company_website_url, old.email)
    is distinct from (new.time_zone, new.location, new.phone_number, new.company_location, new.company_website_url, new.email))
  execute function wake_zoned_leads();
