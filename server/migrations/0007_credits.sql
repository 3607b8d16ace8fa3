-- Credits: the ledger, and what is reserved for work in progress.

-- Credits reserved for work in progress. What is neither spent nor released is still reserved.
create table credit_reservations (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  -- Names the work: a second request with the same key reserves nothing.
  key text not null,
  purpose text not null,
  amount integer not null check (amount > 0),
  spent integer not null default 0 check (spent >= 0),
  released integer not null default 0 check (released >= 0),
  created_at timestamptz not null default app_now(),
  -- What it pays for, who started it (null for campaigns), and the list or campaign. Work of several campaigns names none.
  kind text not null check (kind in ('email', 'phone', 'website', 'research', 'snippets', 'replies')),
  user_id bigint,
  search_id bigint,
  campaign_id bigint,
  check (spent + released <= amount),
  unique (organization_id, key),
  unique (organization_id, id),
  constraint credit_reservations_user_id_fkey foreign key (organization_id, user_id)
    references users (organization_id, id) on delete set null (user_id)
);
create index credit_reservations_created_at_idx on credit_reservations (organization_id, created_at desc, id desc);
create index credit_reservations_user_id_idx on credit_reservations (user_id);
create index credit_reservations_search_id_idx on credit_reservations (search_id);
create index credit_reservations_campaign_id_idx on credit_reservations (campaign_id);
call protect_tenant_table('credit_reservations');

-- The ledger. `key` names the fact, so a repeated one is entered once. Entries are never changed or deleted.
create table credit_entries (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  kind text not null check (kind in ('grant', 'take', 'reserve', 'spend', 'release')),
  credits integer not null check (credits > 0),
  -- The change of the balance. Spending reserved credits changes nothing: the reservation already did.
  change integer not null check ( change = case when kind in ('take', 'reserve') then -credits when kind = 'spend' then 0 else credits end),
  purpose text not null,
  key text not null,
  reservation_id bigint,
  created_at timestamptz not null default app_now(),
  unique (organization_id, key),
  constraint credit_entries_reservation_id_fkey foreign key (organization_id, reservation_id)
    references credit_reservations (organization_id, id) on delete cascade
);
create index credit_entries_created_at_idx on credit_entries (organization_id, created_at);
create index credit_entries_reservation_id_idx on credit_entries (reservation_id);
create index credit_entries_grants_idx on credit_entries (organization_id, created_at desc, id desc)
  where kind in ('grant', 'take');
call protect_tenant_table('credit_entries');
revoke update, delete on credit_entries from overture_app, overture_system;

-- An organization begins with credits; its ledger begins with the same.
create function open_credit_ledger() returns trigger
  language plpgsql as $$
begin
  if new.email_credits > 0 then
    insert into credit_entries (organization_id, kind, credits, change, purpose, key)
    values (new.organization_id, 'grant', new.email_credits, new.email_credits, 'Opening balance', 'opening');
  end if;
  return null;
end $$;
create trigger organizations_open_credit_ledger after insert on organizations
  for each row execute function open_credit_ledger();
