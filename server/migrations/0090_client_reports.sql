-- What an agency reports to a client of a month (docs/decisions/0209): sums by the day, by campaign and by message, nothing that anybody wrote but
-- the names of campaigns, and not those either where the client keeps its agency out. Like agency_client_figures they read past row-level security
-- and ask for nothing but the transaction's own organization.
create function agency_client_days(of_client bigint, since date, until date) returns table (
    date text, emails_sent integer, linkedin_messages_sent integer, invites_sent integer, contacted integer, replies integer, interested integer)
  language sql stable security definer set search_path = public, pg_temp as $$
  select to_char(d.day, 'YYYY-MM-DD'), sum(d.emails_sent)::int, sum(d.linkedin_messages_sent)::int, sum(d.invites_sent)::int,
    sum(d.contacted)::int, sum(d.replies)::int, sum(d.interested)::int
  from agency_clients c join account_days d on d.organization_id = c.client_id
  where c.organization_id = current_organization_id() and c.client_id = of_client and d.day >= since and d.day < until
  group by d.day
$$;

create function agency_client_campaigns(of_client bigint, since date, until date) returns table (
    campaign_id bigint, name text, emails_sent integer, linkedin_messages_sent integer, invites_sent integer, contacted integer,
    replies integer, interested integer)
  language sql stable security definer set search_path = public, pg_temp as $$
  select k.id, case when o.closed_to_agency_at is null then k.name end, s.*
  from agency_clients c join organizations o on o.organization_id = c.client_id
    join campaigns k on k.organization_id = c.client_id
    cross join lateral (select sum(d.emails_sent)::int, sum(d.linkedin_messages_sent)::int, sum(d.invites_sent)::int, sum(d.contacted)::int,
        sum(d.replies)::int, sum(d.interested)::int
      from organization_days d where d.campaign_id = k.id and d.organization_id = c.client_id and d.day >= since and d.day < until
      having sum(d.actions + d.contacted + d.replies + d.interested) > 0) s
  where c.organization_id = current_organization_id() and c.client_id = of_client
$$;

-- Mails and LinkedIn messages of a month (its first day) from so many sent on, each variant for itself where there was a test; the step counts from the campaign's
-- beginning and is null of a message that is in the campaign no more.
create function agency_client_messages(of_client bigint, of_month date, minimum integer) returns table (
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
    join campaigns k on k.organization_id = c.client_id
    cross join lateral (select m.node_id, m.variant, bool_or(bool_or(m.variant = 'b')) over (partition by m.node_id) as is_tested,
        (sum(m.amount) filter (where m.type in ('email_sent', 'linkedin_message_sent', 'inmail_sent')))::int as sent,
        coalesce(sum(m.amount) filter (where m.type = 'replied'), 0)::int as replies,
        coalesce(sum(m.amount) filter (where m.type = 'interested'), 0)::int as interested
      from campaign_step_months m where m.campaign_id = k.id and m.month = of_month and m.organization_id = c.client_id
      group by m.node_id, m.variant) s
    join campaign_nodes n on n.id = s.node_id and n.campaign_id = k.id and (n.is_live or n.gone_at is not null)
  where c.organization_id = current_organization_id() and c.client_id = of_client and s.sent >= minimum
$$;

revoke all on function agency_client_days, agency_client_campaigns, agency_client_messages from public;
grant create on schema public to overture_system;
alter function agency_client_days owner to overture_system;
alter function agency_client_campaigns owner to overture_system;
alter function agency_client_messages owner to overture_system;
revoke create on schema public from overture_system;
grant execute on function agency_client_days, agency_client_campaigns, agency_client_messages to overture_app;

-- Since when the report of each month that is over is mailed to whom; null: it is not. Nobody is mailed of a month that was over by then.
alter table agency_clients
  add column report_to_agency_since timestamptz,
  add column report_to_client_since timestamptz;

-- Which report was mailed to whom. The row is there before the mail leaves, and a mail leaves for a new row only.
create table client_report_mails (
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  client_id bigint not null,
  -- Its first day.
  month date not null,
  recipient text not null check (recipient in ('agency', 'client')),
  claimed_at timestamptz not null default app_now(),
  -- Null where it is not known whether it left.
  mailed_at timestamptz,
  primary key (client_id, month, recipient),
  constraint client_report_mails_client_id_fkey foreign key (organization_id, client_id)
    references agency_clients (organization_id, client_id) on delete cascade
);
create index client_report_mails_organization_id_idx on client_report_mails (organization_id, client_id);
call protect_tenant_table('client_report_mails');
revoke insert, update, delete on client_report_mails from overture_app;
