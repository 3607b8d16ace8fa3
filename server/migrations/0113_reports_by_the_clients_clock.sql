-- A client's monthly report goes by the client's own clock and to people who were chosen. docs/decisions/0224.

-- The zone an organization goes by; null: nobody chose one, it goes by that of its first campaign, made in the zone of somebody's browser.
alter table organizations add column time_zone text check (length(time_zone) <= 64);

-- What is known of an organization's zone: the one that was chosen, and the one it goes by without. Its own people and its agency ask.
create function zone_of_organization(of_organization bigint) returns table (chosen text, of_campaigns text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select o.time_zone,
    (select k.timezone from campaigns k where k.organization_id = o.organization_id and k.timezone <> 'UTC' order by k.id limit 1)
  from organizations o
  where o.organization_id = of_organization and (current_organization_id() is null or o.organization_id = current_organization_id()
    or exists (select from agency_clients c where c.organization_id = current_organization_id() and c.client_id = of_organization))
$$;

-- Figures of a report are counted from the facts: sums by the day (0018) are those of UTC, and no other zone's days are made of them. Like
-- agency_client_figures these read past row-level security and ask for nothing but the transaction's own organization.
drop function agency_client_days, agency_client_campaigns, agency_client_messages;

-- @param starts the first instant of each day and of the one behind the last, in order
create function agency_client_days(of_client bigint, starts timestamptz[]) returns table (
    place integer, emails_sent integer, linkedin_messages_sent integer, invites_sent integer, contacted integer, replies integer,
    interested integer)
  language sql stable security definer set search_path = public, pg_temp as $$
  select width_bucket(e.occurred_at, starts), (count(*) filter (where e.type = 'email_sent'))::int,
    (count(*) filter (where e.type in ('linkedin_message_sent', 'inmail_sent')))::int,
    (count(*) filter (where e.type = 'invite_sent'))::int, (count(*) filter (where e.type = 'contacted'))::int,
    (count(*) filter (where e.type = 'replied'))::int, (count(*) filter (where e.type = 'interested'))::int
  from agency_clients c join campaign_events e on e.organization_id = c.client_id
  where c.organization_id = current_organization_id() and c.client_id = of_client
    and e.type in ('email_sent', 'linkedin_message_sent', 'inmail_sent', 'invite_sent', 'contacted', 'replied', 'interested')
    and e.occurred_at >= starts[1] and e.occurred_at < starts[array_upper(starts, 1)]
  group by 1
$$;

create function agency_client_campaigns(of_client bigint, since timestamptz, until timestamptz) returns table (
    campaign_id bigint, name text, emails_sent integer, linkedin_messages_sent integer, invites_sent integer, contacted integer,
    replies integer, interested integer)
  language sql stable security definer set search_path = public, pg_temp as $$
  select k.id, case when o.closed_to_agency_at is null then k.name end, s.emails_sent, s.linkedin_messages_sent, s.invites_sent, s.contacted,
    s.replies, s.interested
  from agency_clients c join organizations o on o.organization_id = c.client_id
    cross join lateral (select e.campaign_id, (count(*) filter (where e.type = 'email_sent'))::int as emails_sent,
        (count(*) filter (where e.type in ('linkedin_message_sent', 'inmail_sent')))::int as linkedin_messages_sent,
        (count(*) filter (where e.type = 'invite_sent'))::int as invites_sent,
        (count(*) filter (where e.type = 'contacted'))::int as contacted, (count(*) filter (where e.type = 'replied'))::int as replies,
        (count(*) filter (where e.type = 'interested'))::int as interested
      from campaign_events e
      where e.organization_id = c.client_id and e.occurred_at >= since and e.occurred_at < until
        and e.type in ('email_sent', 'linkedin_message_sent', 'inmail_sent', 'invite_sent', 'contacted', 'replied', 'interested')
      group by e.campaign_id) s
    join campaigns k on k.organization_id = c.client_id and k.id = s.campaign_id
  where c.organization_id = current_organization_id() and c.client_id = of_client
$$;

-- Mails and LinkedIn messages from so many sent on, each variant for itself where there was a test; the step counts from the campaign's
-- beginning and is null of a message that is in the campaign no more.
create function agency_client_messages(of_client bigint, since timestamptz, until timestamptz, minimum integer) returns table (
    campaign_id bigint, name text, node_id bigint, step_type text, step integer, variant text, sent integer, replies integer, interested integer)
  language sql stable security definer set search_path = public, pg_temp as $$
  select k.id, case when o.closed_to_agency_at is null then k.name end, n.id, n.type,
    case when n.is_live then (with recursive path as (
        select n.id, n.parent_id, n.kind, 1 as depth
        union all
        select p.id, p.parent_id, p.kind, path.depth + 1 from path join campaign_nodes p on p.id = path.parent_id
        where p.campaign_id = k.id and p.is_live and path.depth < 500)
      select count(*)::int from path where kind = 'step') end,
    case when s.is_tested then s.variant else '' end, s.sent, s.replies, s.interested
  from agency_clients c join organizations o on o.organization_id = c.client_id
    cross join lateral (select e.campaign_id, e.node_id, coalesce(e.variant, '') as variant,
        bool_or(bool_or(e.variant = 'b')) over (partition by e.campaign_id, e.node_id) as is_tested,
        (count(*) filter (where e.type in ('email_sent', 'linkedin_message_sent', 'inmail_sent')))::int as sent,
        (count(*) filter (where e.type = 'replied'))::int as replies, (count(*) filter (where e.type = 'interested'))::int as interested
      from campaign_events e
      where e.organization_id = c.client_id and e.occurred_at >= since and e.occurred_at < until
        and e.type in ('email_sent', 'linkedin_message_sent', 'inmail_sent', 'replied', 'interested')
      group by e.campaign_id, e.node_id, coalesce(e.variant, '')) s
    join campaigns k on k.organization_id = c.client_id and k.id = s.campaign_id
    join campaign_nodes n on n.id = s.node_id and n.campaign_id = k.id and (n.is_live or n.gone_at is not null)
  where c.organization_id = current_organization_id() and c.client_id = of_client and s.sent >= minimum
$$;

revoke all on function zone_of_organization, agency_client_days, agency_client_campaigns, agency_client_messages from public;
grant create on schema public to overture_system;
alter function zone_of_organization owner to overture_system;
alter function agency_client_days owner to overture_system;
alter function agency_client_campaigns owner to overture_system;
alter function agency_client_messages owner to overture_system;
revoke create on schema public from overture_system;
grant execute on function zone_of_organization, agency_client_days, agency_client_campaigns, agency_client_messages to overture_app;

-- Who gets a client's report: people of the agency and of the client, and since when. Nobody is mailed of a month that was over by then.
-- Who is there no more, or answers for the agency no more, gets none (findDueReport asks when it is mailed).
create table client_report_recipients (
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  client_id bigint not null,
  user_id bigint not null references users (id) on delete cascade,
  since timestamptz not null default app_now(),
  primary key (client_id, user_id),
  constraint client_report_recipients_client_id_fkey foreign key (organization_id, client_id)
    references agency_clients (organization_id, client_id) on delete cascade
);
create index client_report_recipients_organization_id_idx on client_report_recipients (organization_id, client_id);
create index client_report_recipients_user_id_idx on client_report_recipients (user_id);
call protect_tenant_table('client_report_recipients');
revoke insert, update, delete on client_report_recipients from overture_app;

-- Who it went to so far: who manages the organization and was there first.
create temporary table first_people on commit drop as
  select distinct on (c.client_id, s.recipient) c.organization_id, c.client_id, s.recipient, s.since, u.id as user_id
  from agency_clients c
    cross join lateral (values ('agency', c.organization_id, c.report_to_agency_since), ('client', c.client_id, c.report_to_client_since))
      s (recipient, organization_id, since)
    join users u on u.organization_id = s.organization_id and u.active and u.role <> 'RESTRICTED'
  order by c.client_id, s.recipient, u.created_at, u.id;
insert into client_report_recipients (organization_id, client_id, user_id, since)
  select organization_id, client_id, user_id, since from first_people where since is not null;

alter table client_report_mails add column user_id bigint;
update client_report_mails m set user_id = p.user_id from first_people p where p.client_id = m.client_id and p.recipient = m.recipient;
delete from client_report_mails where user_id is null;
alter table client_report_mails drop constraint client_report_mails_pkey, drop column recipient,
  alter column user_id set not null, add primary key (client_id, month, user_id);

alter table agency_clients drop column report_to_agency_since, drop column report_to_client_since;
