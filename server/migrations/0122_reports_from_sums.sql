-- A client's report is read from the sums of whole days and months of UTC, and from the facts only between those and the client's own midnights:
-- a client with a million and a half events a year read half a million of them for one month. docs/decisions/0224.

-- The midnight of UTC that is nearest to an instant, as a day.
create function nearest_utc_day(instant timestamptz) returns date
  language sql immutable parallel safe return (instant at time zone 'UTC' + interval '12 hours')::date;

-- What stands between an instant and a day's beginning in UTC is added where the instant comes first, else taken off.
create function sign_of_edge(instant timestamptz, day date) returns integer
  language sql immutable parallel safe return case when instant < (day::timestamp at time zone 'UTC') then 1 else -1 end;

-- @param starts the first instant of each day and of the one behind the last, in order
create or replace function agency_client_days(of_client bigint, starts timestamptz[]) returns table (
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

create or replace function agency_client_campaigns(of_client bigint, since timestamptz, until timestamptz) returns table (
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

-- Mails and LinkedIn messages from so many sent on, each variant for itself where there was a test; the step counts from the campaign's
-- beginning and is null of a message that is in the campaign no more.
create or replace function agency_client_messages(of_client bigint, since timestamptz, until timestamptz, minimum integer) returns table (
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
