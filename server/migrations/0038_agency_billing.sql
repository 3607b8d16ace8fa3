-- What clients cost: prices, terms, purchases and paid months.

-- Prices for clients, in cents, valid from a day on. Without any, the agency's own cost is charged.
create table agency_prices (
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  valid_from date not null,
  base integer not null check (base between 0 and 1000000),
  email_account integer not null check (email_account between 0 and 1000000),
  linkedin_account integer not null check (linkedin_account between 0 and 1000000),
  -- Of 250 credits.
  credit_pack integer not null check (credit_pack between 0 and 1000000),
  primary key (organization_id, valid_from)
);
call protect_tenant_table('agency_prices');

-- The extras that a client had at the end of each day on which they changed.
create table client_terms (
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  client_id bigint not null,
  valid_from date not null,
  email_accounts integer not null,
  linkedin_accounts integer not null,
  -- A month.
  credits integer not null,
  primary key (client_id, valid_from),
  constraint client_terms_client_id_fkey foreign key (organization_id, client_id)
    references agency_clients (organization_id, client_id) on delete cascade
);
create index client_terms_organization_id_idx on client_terms (organization_id, client_id);
call protect_tenant_table('client_terms');

create function note_client_terms(of_client bigint) returns void
  language sql as $$
  insert into client_terms (organization_id, client_id, valid_from, email_accounts, linkedin_accounts, credits)
  select c.organization_id, c.client_id, (app_now() at time zone 'UTC')::date, o.extra_email_accounts, o.extra_linkedin_accounts, c.extra_credits
  from agency_clients c join organizations o on o.organization_id = c.client_id where c.client_id = of_client
  on conflict (client_id, valid_from) do update set email_accounts = excluded.email_accounts,
    linkedin_accounts = excluded.linkedin_accounts, credits = excluded.credits
$$;

create function note_terms_of_client() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform note_client_terms(new.client_id);
  return null;
end $$;
create trigger agency_clients_note_terms after insert or update of extra_credits on agency_clients
  for each row execute function note_terms_of_client();

create function note_terms_of_organization() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform note_client_terms(new.organization_id);
  return null;
end $$;
create trigger organizations_note_terms after update of extra_email_accounts, extra_linkedin_accounts on organizations
  for each row when (new.agency_id is not null) execute function note_terms_of_organization();

-- Credits that a client bought from its agency, and their price.
create table client_purchases (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  client_id bigint not null,
  -- Names the purchase: a second request with the same key buys nothing.
  key text not null,
  credits integer not null check (credits > 0),
  amount_in_cents integer not null check (amount_in_cents >= 0),
  -- Bought by the client, or given by the agency.
  is_bought boolean not null,
  made_at timestamptz not null default app_now(),
  unique (client_id, key),
  constraint client_purchases_client_id_fkey foreign key (organization_id, client_id)
    references agency_clients (organization_id, client_id) on delete cascade
);
create index client_purchases_made_at_idx on client_purchases (organization_id, client_id, made_at);
call protect_tenant_table('client_purchases');
revoke update, delete on client_purchases from overture_app;

-- Names of clients for bills.
create function agency_client_names() returns table (client_id bigint, name text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select c.client_id, o.name from agency_clients c join organizations o on o.organization_id = c.client_id
  where c.organization_id = current_organization_id()
$$;

-- The ledger of a client between two instants: opening balance, additions, reservations, and use by kind. Computed back from the
-- current balance, so only later entries are read.
create function agency_client_credits(of_client bigint, since timestamptz, until timestamptz) returns table (
    opening integer, added integer, taken integer, set_aside integer, released integer, used jsonb)
  language sql stable security definer set search_path = public, pg_temp as $$
  with entries as (
    select e.kind, e.credits, e.change, e.created_at < until as is_within, e.reservation_id
    from agency_clients c join credit_entries e on e.organization_id = c.client_id
    where c.organization_id = current_organization_id() and c.client_id = of_client and e.created_at >= since)
  select (o.email_credits - coalesce((select sum(change) from entries), 0))::int,
    (select coalesce(sum(credits), 0)::int from entries where is_within and kind = 'grant'),
    (select coalesce(sum(credits), 0)::int from entries where is_within and kind = 'take'),
    (select coalesce(sum(credits), 0)::int from entries where is_within and kind = 'reserve'),
    (select coalesce(sum(credits), 0)::int from entries where is_within and kind = 'release'),
    (select coalesce(jsonb_object_agg(kind, credits), '{}') from (
      select r.kind, sum(e.credits)::int as credits from entries e join credit_reservations r on r.id = e.reservation_id
      where e.is_within and e.kind = 'spend' group by r.kind) as uses)
  from agency_clients c join organizations o on o.organization_id = c.client_id
  where c.organization_id = current_organization_id() and c.client_id = of_client
$$;

-- Senders that a client had connected between two instants.
create function agency_client_senders(of_client bigint, since timestamptz, until timestamptz) returns table (
    email_accounts integer, linkedin_accounts integer)
  language sql stable security definer set search_path = public, pg_temp as $$
  select (count(*) filter (where a.account_type in ('GOOGLE', 'MICROSOFT', 'IMAP')))::int,
    (count(*) filter (where a.account_type = 'LINKEDIN'))::int
  from agency_clients c join accounts a on a.organization_id = c.client_id
  where c.organization_id = current_organization_id() and c.client_id = of_client
    and a.created_at < until and coalesce(a.deleted_at >= since, true)
$$;

-- The prices that a client sees, if its agency shows them. Without a list, the caller knows the default.
create function prices_of_my_agency() returns table (
    agency_id bigint, lets_clients_buy boolean, base integer, email_account integer, linkedin_account integer, credit_pack integer)
  language sql stable security definer set search_path = public, pg_temp as $$
  select s.organization_id, s.lets_clients_buy, p.base, p.email_account, p.linkedin_account, p.credit_pack
  from organizations o join agency_clients c on c.client_id = o.organization_id and c.organization_id = o.agency_id
    join agency_settings s on s.organization_id = o.agency_id
    left join lateral (select * from agency_prices p where p.organization_id = o.agency_id order by p.valid_from desc limit 1) p on true
  where o.organization_id = current_organization_id() and s.shows_prices
$$;

-- Which client got the credits of which paid month.
create table client_months (
  id bigint generated always as identity,
  organization_id bigint not null,
  -- The payment of the agency's own month in which it is.
  month_id text not null,
  -- Who gets the credits: a client, or the agency for the unused rest. No reference: the row counts after the client is erased.
  recipient_id bigint not null,
  -- The payment for it; null until an invoice exists.
  payment_id text,
  invoice_url text,
  credits integer not null,
  created_at timestamptz not null default app_now(),
  -- Null until it is paid.
  granted_at timestamptz,
  -- Credits taken back by refunds.
  refunded_credits integer not null default 0,
  constraint client_months_credits_check check (credits >= 0),
  constraint client_months_refunded_credits_check check (refunded_credits between 0 and credits),
  constraint client_months_organization_id_fkey foreign key (organization_id) references organizations (organization_id) on delete cascade,
  constraint client_months_pkey primary key (id),
  constraint client_months_month_id_recipient_id_key unique (organization_id, month_id, recipient_id)
);
create index client_months_payment_id_idx on client_months (organization_id, payment_id);
create index client_months_waiting_idx on client_months (organization_id) where payment_id is null;
call protect_tenant_table('client_months');
revoke insert, update, delete on client_months from overture_app;

-- These read past row-level security, as their owner, for the transaction's own organization only.
revoke all on function
  note_client_terms, agency_client_names, agency_client_credits, agency_client_senders, prices_of_my_agency from public;
grant create on schema public to overture_system;
alter function note_client_terms owner to overture_system;
alter function note_terms_of_client owner to overture_system;
alter function note_terms_of_organization owner to overture_system;
alter function agency_client_names owner to overture_system;
alter function agency_client_credits owner to overture_system;
alter function agency_client_senders owner to overture_system;
alter function prices_of_my_agency owner to overture_system;
revoke create on schema public from overture_system;
grant execute on function agency_client_names, agency_client_credits, agency_client_senders, prices_of_my_agency to overture_app;
