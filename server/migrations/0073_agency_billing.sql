-- What the clients of an agency cost and pay, by the month (UTC).

-- Prices an agency asks of its clients, in cents; those of the last day it changed them hold from that day on. Without any, what the agency pays itself.
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

alter table agency_settings
  -- Clients see the prices.
  add column shows_prices boolean not null default false,
  -- Clients buy credits at them, out of the agency's own.
  add column lets_clients_buy boolean not null default false,
  add constraint agency_settings_buying_check check (shows_prices or not lets_clients_buy);

-- What a client had on top at the end of a day on which that changed.
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

insert into client_terms (organization_id, client_id, valid_from, email_accounts, linkedin_accounts, credits)
  select c.organization_id, c.client_id, (c.created_at at time zone 'UTC')::date, o.extra_email_accounts, o.extra_linkedin_accounts, c.extra_credits
  from agency_clients c join organizations o on o.organization_id = c.client_id;

-- Credits that went from an agency to a client, and what the client pays for them.
create table client_purchases (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  client_id bigint not null,
  -- Names the purchase: asked for twice, it is made once.
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

-- What an agency sees of its clients for its bills. Like agency_client_figures they read past row-level security and ask for nothing but the
-- transaction's own organization.
create function agency_client_names() returns table (client_id bigint, name text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select c.client_id, o.name from agency_clients c join organizations o on o.organization_id = c.client_id
  where c.organization_id = current_organization_id()
$$;

-- Of a client's ledger from an instant up to another: the balance at its start, what was added, taken, set aside and given back, and what was used
-- up by what for. Read backwards from the balance of now, which is the sum of the ledger: no more than what came since is read.
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

-- Senders a client had connected at any time from an instant up to another.
create function agency_client_senders(of_client bigint, since timestamptz, until timestamptz) returns table (
    email_accounts integer, linkedin_accounts integer)
  language sql stable security definer set search_path = public, pg_temp as $$
  select (count(*) filter (where a.account_type <> 'LINKEDIN'))::int, (count(*) filter (where a.account_type = 'LINKEDIN'))::int
  from agency_clients c join accounts a on a.organization_id = c.client_id
  where c.organization_id = current_organization_id() and c.client_id = of_client
    and a.created_at < until and coalesce(a.deleted_at >= since, true)
$$;

-- What a client sees of its agency: the prices, where the agency shows them, and nothing else. Without a list of its own they are the caller's to know.
create function prices_of_my_agency() returns table (
    agency_id bigint, lets_clients_buy boolean, base integer, email_account integer, linkedin_account integer, credit_pack integer)
  language sql stable security definer set search_path = public, pg_temp as $$
  select s.organization_id, s.lets_clients_buy, p.base, p.email_account, p.linkedin_account, p.credit_pack
  from organizations o join agency_clients c on c.client_id = o.organization_id and c.organization_id = o.agency_id
    join agency_settings s on s.organization_id = o.agency_id
    left join lateral (select * from agency_prices p where p.organization_id = o.agency_id order by p.valid_from desc limit 1) p on true
  where o.organization_id = current_organization_id() and s.shows_prices
$$;

revoke all on function note_client_terms, agency_client_names, agency_client_credits, agency_client_senders, prices_of_my_agency from public;
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
