-- A campaign may ask for a stricter touch lock than its organization: a longer rest of people, and limits for each company.

-- {rest_days, holds_companies, company_people, company_gap_days, company_reply_days}; null for the organization's rules. What is looser
-- than the organization's rule has no effect.
alter table campaigns add column touch_rules jsonb check (jsonb_typeof(touch_rules) = 'object');

-- Since when a person rests: other campaigns may ask for a longer rest than `until` says. Of a company: when one of its people replied last.
-- `taken_at` of a company is the last first touch.
alter table touch_locks add column rests_from timestamptz;
update touch_locks set taken_at = '-infinity' where kind = 'company' and until = '-infinity';

-- A campaign of the organization has rules of its own, or had: contacts of the last two years and companies are recorded.
alter table touch_lock_rules add column has_campaign_rules boolean not null default false;

-- Every path that gives a campaign rules: saved, copied, imported, restored. First touches wait until earlier contacts are recorded for them.
create function note_touch_rules() returns trigger
  language plpgsql as $$
begin
  insert into touch_lock_rules as r (organization_id, recorded_to, has_campaign_rules) values (new.organization_id, null, true)
    on conflict (organization_id) do update set has_campaign_rules = true, recorded_to = case when r.is_on then 0 else r.recorded_to end
    where not r.has_campaign_rules;
  return null;
end $$;
create trigger campaigns_note_touch_rules after insert or update of touch_rules on campaigns for each row
  when (new.touch_rules is not null) execute function note_touch_rules();

drop trigger campaigns_note_edit on campaigns;
create trigger campaigns_note_edit before update of name, timezone, language, sending_window, email_account_id, linkedin_account_id,
    email_max_messages, linkedin_max_messages, linkedin_max_connections, counts_working_days, skips_holidays, uses_lead_zone,
    sender_column_id, provider_matching, max_emails_per_day_total, max_new_leads_per_day, plain_text_only, touch_rules on campaigns
  for each row when ((old.name, old.timezone, old.language, old.sending_window, old.email_account_id, old.linkedin_account_id,
      old.email_max_messages, old.linkedin_max_messages, old.linkedin_max_connections, old.counts_working_days, old.skips_holidays,
      old.uses_lead_zone, old.sender_column_id, old.provider_matching, old.max_emails_per_day_total, old.max_new_leads_per_day,
      old.plain_text_only, old.touch_rules)
    is distinct from (new.name, new.timezone, new.language, new.sending_window, new.email_account_id, new.linkedin_account_id,
      new.email_max_messages, new.linkedin_max_messages, new.linkedin_max_connections, new.counts_working_days, new.skips_holidays,
      new.uses_lead_zone, new.sender_column_id, new.provider_matching, new.max_emails_per_day_total, new.max_new_leads_per_day,
      new.plain_text_only, new.touch_rules))
  execute function note_edit();

-- A lead gives back keys of a person whom it never contacted. One who rests from an earlier contact rests as before.
create function return_touch_locks(organization bigint, leads bigint[]) returns void
  language sql as $$
  update touch_locks t set state = 'cooling', reason = 'finished', until = app_now(), campaign_lead_id = null
    where t.organization_id = organization and t.campaign_lead_id = any(leads) and t.state = 'held' and t.reason = 'in_contact'
      and t.rests_from is not null;
  delete from touch_locks t where t.organization_id = organization and t.campaign_lead_id = any(leads) and t.state = 'held'
    and t.reason = 'in_contact';
$$;

-- Days for which people rest after a campaign.
create function touch_rest_days(organization bigint, campaign bigint) returns int
  language sql stable as $$
  select greatest(coalesce((select r.finished_days from touch_lock_rules r where r.organization_id = organization), 90),
    (select (c.touch_rules->>'rest_days')::int from campaigns c where c.id = campaign and c.organization_id = organization))
$$;

create or replace function move_touch_locks() returns trigger
  language plpgsql as $$
declare
  rules touch_lock_rules%rowtype;
  own jsonb;
  holds boolean;
  is_over constant boolean := new.archived_at is not null or new.status in ('COMPLETED', 'FAILED', 'REPLIED');
begin
  if not exists (select from touch_locks t where t.organization_id = new.organization_id and t.campaign_lead_id = new.id) then
    return null;
  end if;
  if is_over and new.contacted_at is null and not new.is_in_flight and new.status <> 'REPLIED' then
    perform return_touch_locks(new.organization_id, array[new.id]);
  elsif is_over then
    select * into rules from touch_lock_rules r where r.organization_id = new.organization_id;
    -- Companies before people, as where locks are taken.
    if new.status = 'REPLIED' and (rules.holds_companies or rules.has_campaign_rules) then
      select c.touch_rules into own from campaigns c where c.id = new.campaign_id and c.organization_id = new.organization_id;
      holds := rules.holds_companies or coalesce((own->>'holds_companies')::boolean, false);
      update touch_locks c set rests_from = app_now(), reason = case when holds then 'replied' else c.reason end,
          until = case when holds then greatest(c.until, app_now()
            + make_interval(days => greatest(rules.company_reply_days, (own->>'company_reply_days')::int))) else c.until end
        where c.scope_id = new.organization_id and not c.is_shared and c.kind = 'company' and c.key_hash = any(array(
          select t.company_hash from touch_locks t where t.organization_id = new.organization_id and t.campaign_lead_id = new.id));
    end if;
    update touch_locks t set state = 'cooling', reason = case when new.status = 'REPLIED' then 'replied' else 'finished' end,
        rests_from = app_now(), until = app_now() + make_interval(days => touch_rest_days(new.organization_id, new.campaign_id))
      where t.organization_id = new.organization_id and t.campaign_lead_id = new.id
        and (t.reason = 'in_contact' or t.reason = 'finished' and new.status = 'REPLIED');
  else
    update touch_locks t set state = 'held', reason = 'in_contact', until = null
      where t.organization_id = new.organization_id and t.campaign_lead_id = new.id and t.reason in ('finished', 'replied');
  end if;
  return null;
end $$;

create or replace function keep_touch_locks() returns trigger
  language plpgsql as $$
begin
  if old.contacted_at is null and not old.is_in_flight then
    perform return_touch_locks(old.organization_id, array[old.id]);
    delete from touch_locks t where t.organization_id = old.organization_id and t.campaign_lead_id = old.id and t.state = 'held';
  else
    update touch_locks t set state = 'cooling', reason = 'finished', rests_from = app_now(),
        until = app_now() + make_interval(days => touch_rest_days(old.organization_id, old.campaign_id))
      where t.organization_id = old.organization_id and t.campaign_lead_id = old.id and t.state = 'held';
  end if;
  update touch_locks t set former_lead_id = old.id
    where t.organization_id = old.organization_id and t.campaign_lead_id = old.id;
  return old;
end $$;
