-- Monthly reports of clients.

-- The chosen time zone of an organization, and the one used without it, for its people and its agency.
create function zone_of_organization(of_organization bigint) returns table (chosen text, of_campaigns text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select o.time_zone,
    (select k.timezone from campaigns k where k.organization_id = o.organization_id and k.timezone <> 'UTC' order by k.id limit 1)
  from organizations o
  where o.organization_id = of_organization and (current_organization_id() is null or o.organization_id = current_organization_id()
    or exists (select from agency_clients c where c.organization_id = current_organization_id() and c.client_id = of_organization))
$$;

-- Who gets the report of a client, and since when: earlier months are not mailed. Rights are checked when it is mailed (findDueReport).
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

-- Which report was mailed to whom. The row comes before the mail, and only a new row sends one.
create table client_report_mails (
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  client_id bigint not null,
  -- Its first day.
  month date not null,
  claimed_at timestamptz not null default app_now(),
  -- Null where it is not known whether it left.
  mailed_at timestamptz,
  user_id bigint not null,
  -- begun_at: the mail server may have the mail from then on; before, another worker may take over. refused: its final refusal, in words.
  begun_at timestamptz,
  refused text check (length(refused) <= 500),
  constraint client_report_mails_client_id_fkey foreign key (organization_id, client_id)
    references agency_clients (organization_id, client_id) on delete cascade,
  primary key (client_id, month, user_id)
);
create index client_report_mails_organization_id_idx on client_report_mails (organization_id, client_id);
call protect_tenant_table('client_report_mails');
revoke insert, update, delete on client_report_mails from overture_app;

-- The UTC midnight nearest to an instant, as a day.
create function nearest_utc_day(instant timestamptz) returns date
  language sql immutable parallel safe return (instant at time zone 'UTC' + interval '12 hours')::date;

-- Events between an instant and the UTC midnight are added if the instant comes first, else subtracted.
create function sign_of_edge(instant timestamptz, day date) returns integer
  language sql immutable parallel safe return case when instant < (day::timestamp at time zone 'UTC') then 1 else -1 end;

-- @param starts the first instant of each day and of the one after the last, in order
create function agency_client_days(of_client bigint, starts timestamptz[]) returns table (
    place integer, emails_sent integer, linkedin_messages_sent integer, invites_sent integer, contacted integer, replies integer,
    interested integer)
  language sql stable security definer set search_path = public, pg_temp as $$
  with client as materialized (select c.client_id from agency_clients c
      where c.organization_id = current_organization_id() and c.client_id = of_client),
    days as materialized (select s.place::int, s.start, nearest_utc_day(s.start) as day, sign_of_edge(s.start, nearest_utc_day(s.start)) as sign,
        lead(nearest_utc_day(s.start)) over (order by s.place) as next_day
      from client, unnest(starts) with ordinality s (start, place)),
    edges as (select d.place, d.sign * f.emails_sent as emails_sent, d.sign * f.linkedin_messages_sent as linkedin_messages_sent,
        d.sign * f.invites_sent as invites_sent, d.sign * f.contacted as contacted, d.sign * f.replies as replies,
        d.sign * f.interested as interested
      from days d cross join client c cross join lateral (select count(*) filter (where e.type = 'email_sent') as emails_sent,
          count(*) filter (where e.type in ('linkedin_message_sent', 'inmail_sent')) as linkedin_messages_sent,
          count(*) filter (where e.type = 'invite_sent') as invites_sent, count(*) filter (where e.type = 'contacted') as contacted,
          count(*) filter (where e.type = 'replied') as replies, count(*) filter (where e.type = 'interested') as interested
        from campaign_events e where e.organization_id = c.client_id
          and e.type in ('email_sent', 'linkedin_message_sent', 'inmail_sent', 'invite_sent', 'contacted', 'replied', 'interested')
          and e.occurred_at >= least(d.start, d.day::timestamp at time zone 'UTC')
          and e.occurred_at < greatest(d.start, d.day::timestamp at time zone 'UTC')) f),
    sums as (select d.place, s.emails_sent, s.linkedin_messages_sent, s.invites_sent, s.contacted, s.replies, s.interested
      from client c cross join days d join account_days s on s.organization_id = c.client_id and s.day >= d.day and s.day < d.next_day
      union all select * from edges
      -- What a day has at its end the next one has at its beginning.
      union all select e.place - 1, -e.emails_sent, -e.linkedin_messages_sent, -e.invites_sent, -e.contacted, -e.replies, -e.interested
      from edges e)
  select s.place, sum(s.emails_sent)::int, sum(s.linkedin_messages_sent)::int, sum(s.invites_sent)::int, sum(s.contacted)::int,
    sum(s.replies)::int, sum(s.interested)::int
  from sums s where s.place between 1 and array_length(starts, 1) - 1 group by s.place
$$;

create function agency_client_campaigns(of_client bigint, since timestamptz, until timestamptz) returns table (
    campaign_id bigint, name text, emails_sent integer, linkedin_messages_sent integer, invites_sent integer, contacted integer,
    replies integer, interested integer)
  language sql stable security definer set search_path = public, pg_temp as $$
  with client as materialized (select c.client_id from agency_clients c
      where c.organization_id = current_organization_id() and c.client_id = of_client),
    ends as materialized (select v.instant, nearest_utc_day(v.instant) as day, v.sign * sign_of_edge(v.instant, nearest_utc_day(v.instant)) as sign
      from client, (values (since, 1), (until, -1)) v (instant, sign)),
    parts as (
      select d.campaign_id, d.emails_sent::bigint, d.linkedin_messages_sent::bigint, d.invites_sent::bigint, d.contacted::bigint,
        d.replies::bigint, d.interested::bigint
      from client c join organization_days d on d.organization_id = c.client_id
        and d.day >= nearest_utc_day(since) and d.day < nearest_utc_day(until)
      union all
      select f.campaign_id, n.sign * f.emails_sent, n.sign * f.linkedin_messages_sent, n.sign * f.invites_sent, n.sign * f.contacted,
        n.sign * f.replies, n.sign * f.interested
      from client c cross join ends n cross join lateral (select e.campaign_id, count(*) filter (where e.type = 'email_sent') as emails_sent,
          count(*) filter (where e.type in ('linkedin_message_sent', 'inmail_sent')) as linkedin_messages_sent,
          count(*) filter (where e.type = 'invite_sent') as invites_sent, count(*) filter (where e.type = 'contacted') as contacted,
          count(*) filter (where e.type = 'replied') as replies, count(*) filter (where e.type = 'interested') as interested
        from campaign_events e where e.organization_id = c.client_id
          and e.type in ('email_sent', 'linkedin_message_sent', 'inmail_sent', 'invite_sent', 'contacted', 'replied', 'interested')
          and e.occurred_at >= least(n.instant, n.day::timestamp at time zone 'UTC')
          and e.occurred_at < greatest(n.instant, n.day::timestamp at time zone 'UTC')
        group by e.campaign_id) f),
    sums as (select p.campaign_id, sum(p.emails_sent)::int as emails_sent, sum(p.linkedin_messages_sent)::int as linkedin_messages_sent,
        sum(p.invites_sent)::int as invites_sent, sum(p.contacted)::int as contacted, sum(p.replies)::int as replies,
        sum(p.interested)::int as interested
      from parts p group by p.campaign_id
      having sum(p.emails_sent + p.linkedin_messages_sent + p.invites_sent + p.contacted + p.replies + p.interested) > 0)
  select k.id, case when o.closed_to_agency_at is null then k.name end, s.emails_sent, s.linkedin_messages_sent, s.invites_sent, s.contacted,
    s.replies, s.interested
  from client c join organizations o on o.organization_id = c.client_id join campaigns k on k.organization_id = c.client_id
    join sums s on s.campaign_id = k.id
$$;

-- Emails and LinkedIn messages from a minimum number on, each variant of a test by itself. The step counts from the beginning of the
-- campaign; it is null if the message is gone.
create function agency_client_messages(of_client bigint, since timestamptz, until timestamptz, minimum integer) returns table (
    campaign_id bigint, name text, node_id bigint, step_type text, step integer, variant text, sent integer, replies integer, interested integer)
  language sql stable security definer set search_path = public, pg_temp as $$
  with client as materialized (select c.client_id from agency_clients c
      where c.organization_id = current_organization_id() and c.client_id = of_client),
    -- A month begins somewhere within a day of when it begins in UTC.
    ends as materialized (select v.instant, m.month, v.sign * sign_of_edge(v.instant, m.month) as sign
      from client, (values (since, 1), (until, -1)) v (instant, sign)
        cross join lateral (select date_trunc('month', v.instant at time zone 'UTC' + interval '2 days')::date as month) m),
    parts as (
      select m.campaign_id, m.node_id, m.variant, m.type, m.amount::bigint
      from client c join campaigns k on k.organization_id = c.client_id join campaign_step_months m on m.campaign_id = k.id
        and m.month >= (select n.month from ends n where n.instant = since) and m.month < (select n.month from ends n where n.instant = until)
      where m.type in ('email_sent', 'linkedin_message_sent', 'inmail_sent', 'replied', 'interested')
      union all
      select f.campaign_id, f.node_id, f.variant, f.type, n.sign * f.amount
      from client c cross join ends n cross join lateral (select e.campaign_id, e.node_id, coalesce(e.variant, '') as variant, e.type,
          count(*) as amount
        from campaign_events e where e.organization_id = c.client_id
          and e.type in ('email_sent', 'linkedin_message_sent', 'inmail_sent', 'replied', 'interested')
          and e.occurred_at >= least(n.instant, n.month::timestamp at time zone 'UTC')
          and e.occurred_at < greatest(n.instant, n.month::timestamp at time zone 'UTC')
        group by e.campaign_id, e.node_id, coalesce(e.variant, ''), e.type) f),
    sums as (select p.campaign_id, p.node_id, p.variant, bool_or(p.variant = 'b') over (partition by p.campaign_id, p.node_id) as is_tested,
        p.sent, p.replies, p.interested
      from (select p.campaign_id, p.node_id, p.variant,
          coalesce(sum(p.amount) filter (where p.type in ('email_sent', 'linkedin_message_sent', 'inmail_sent')), 0)::int as sent,
          coalesce(sum(p.amount) filter (where p.type = 'replied'), 0)::int as replies,
          coalesce(sum(p.amount) filter (where p.type = 'interested'), 0)::int as interested
        from parts p group by p.campaign_id, p.node_id, p.variant having sum(p.amount) > 0) p)
  select k.id, case when o.closed_to_agency_at is null then k.name end, n.id, n.type,
    case when n.is_live then (with recursive path as (
        select n.id, n.parent_id, n.kind, 1 as depth
        union all
        select p.id, p.parent_id, p.kind, path.depth + 1 from path join campaign_nodes p on p.id = path.parent_id
        where p.campaign_id = k.id and p.is_live and path.depth < 500)
      select count(*)::int from path where kind = 'step') end,
    case when s.is_tested then s.variant else '' end, s.sent, s.replies, s.interested
  from client c join organizations o on o.organization_id = c.client_id join campaigns k on k.organization_id = c.client_id
    join sums s on s.campaign_id = k.id
    join campaign_nodes n on n.id = s.node_id and n.campaign_id = k.id and (n.is_live or n.gone_at is not null)
  where s.sent >= minimum
$$;

-- These read past row-level security, as their owner, for the transaction's own organization only.
revoke all on function zone_of_organization, agency_client_days, agency_client_campaigns, agency_client_messages from public;
grant create on schema public to overture_system;
alter function zone_of_organization owner to overture_system;
alter function agency_client_days owner to overture_system;
alter function agency_client_campaigns owner to overture_system;
alter function agency_client_messages owner to overture_system;
revoke create on schema public from overture_system;
grant execute on function zone_of_organization, agency_client_days, agency_client_campaigns, agency_client_messages to overture_app;
