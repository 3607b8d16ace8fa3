-- A mailbox is one of the named types, not every sender that is no LinkedIn account: other kinds of sender may come.
drop index accounts_by_domain_check;
create index accounts_by_domain_check on accounts (domain_check_at)
  where deleted_at is null and account_type in ('GOOGLE', 'MICROSOFT', 'IMAP');

-- Senders a client had connected at any time from an instant up to another.
create or replace function agency_client_senders(of_client bigint, since timestamptz, until timestamptz) returns table (
    email_accounts integer, linkedin_accounts integer)
  language sql stable security definer set search_path = public, pg_temp as $$
  select (count(*) filter (where a.account_type in ('GOOGLE', 'MICROSOFT', 'IMAP')))::int,
    (count(*) filter (where a.account_type = 'LINKEDIN'))::int
  from agency_clients c join accounts a on a.organization_id = c.client_id
  where c.organization_id = current_organization_id() and c.client_id = of_client
    and a.created_at < until and coalesce(a.deleted_at >= since, true)
$$;
