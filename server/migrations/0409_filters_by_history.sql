-- Leads at a domain and below it are a range of reversed hosts: a dot comes immediately before a slash. The filter for excluded domains asks
-- for each of the few domains. No name of a host is longer than 253 characters; imported text can be, and would not fit into an index.
create index prospects_website_host_idx on prospects (organization_id, (reverse('.' || right(host_of(company_website_url), 253)) collate "C"))
  where company_website_url is not null;
create index prospects_email_host_idx on prospects (organization_id, reverse('.' || email_domain)) where email_domain is not null;

-- Row-level security keeps the application role from using these indexes, because their operators may leak values. This function may use
-- them, and returns leads of the current organization only; the engine, which has none, names one. `isExcludedPerson` decides for one lead.
create function leads_at_excluded_domains(organization bigint) returns table (id bigint)
  language sql stable parallel restricted cost 100000 security definer set search_path = public, pg_temp as $$
  select d.id from excluded_domains e cross join lateral (values (e.domain), (e.unicode_domain)) v (name)
    cross join lateral (
      select p.id from prospects p where p.organization_id = organization and p.company_website_url is not null
        and reverse('.' || right(host_of(p.company_website_url), 253)) collate "C" >= reverse('.' || v.name)
        and reverse('.' || right(host_of(p.company_website_url), 253)) collate "C" < reverse('/' || v.name)
      union all select p.id from prospects p where p.organization_id = organization and p.email_domain is not null
        and reverse('.' || p.email_domain) >= reverse('.' || v.name) and reverse('.' || p.email_domain) < reverse('/' || v.name)
      union all select p.id from prospects p where p.organization_id = organization and p.email = v.name) d
    where e.organization_id = organization and organization = coalesce(current_organization_id(), organization)
$$;
revoke all on function leads_at_excluded_domains(bigint) from public;
grant execute on function leads_at_excluded_domains(bigint) to overture_app, overture_system;

-- The last touch of each lead, without the texts of messages.
create index outbound_intents_touches_idx on outbound_intents (organization_id, prospect_id, dispatched_at)
  where state in ('dispatching', 'confirmed', 'unknown', 'parked') and action in ('email', 'invite', 'message', 'inmail')
    and kind <> 'chat_forward' and dispatched_at is not null;
create index chat_messages_own_client_idx on chat_messages (organization_id, prospect_id, sent_at) where kind = 'OWN_CLIENT';

-- Leads that share an email, a name and company, or a last name and phone number. The indexes are in the order of the groups, which then need no
-- memory; `email` is compared by bytes already. Each group looks its leads up: the planner expects a third of all leads to be duplicates. The
-- cost says that the function runs once for a statement, not once for each of its leads.
drop index prospects_email_idx;
create index prospects_email_idx on prospects (organization_id, email) where email is not null;
drop index prospects_company_key_idx;
create index prospects_company_key_idx on prospects (organization_id, company_key, name_key) where company_key is not null;
create function duplicate_leads(organization bigint, same text[]) returns table (id bigint)
  language sql stable parallel restricted cost 100000 set enable_hashagg = off as $$
  select d.id from (select p.email from prospects p where 'email' = any(same) and p.organization_id = organization and p.email is not null
      group by p.email having count(*) > 1) g
    cross join lateral (select p.id from prospects p where p.organization_id = organization and p.email = g.email offset 0) d
  union all select d.id from (select p.company_key, p.name_key from prospects p where 'name_company' = any(same)
      and p.organization_id = organization and p.company_key is not null and btrim(p.name_key) <> ''
      group by p.company_key, p.name_key having count(*) > 1) g
    cross join lateral (select p.id from prospects p where p.organization_id = organization and p.company_key = g.company_key
      and p.name_key = g.name_key offset 0) d
  union all select d.id from (select p.phone_key, p.last_name_key from prospects p where 'name_phone' = any(same)
      and p.organization_id = organization and p.phone_key is not null and p.last_name_key is not null
      group by p.phone_key, p.last_name_key having count(*) > 1) g
    cross join lateral (select p.id from prospects p where p.organization_id = organization and p.phone_key = g.phone_key
      and p.last_name_key = g.last_name_key offset 0) d
$$;
revoke all on function duplicate_leads(bigint, text[]) from public;
grant execute on function duplicate_leads(bigint, text[]) to overture_app, overture_system;
