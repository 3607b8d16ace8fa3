-- Credits: an append-only ledger. organizations.email_credits is what can be spent: always the sum of credit_entries.change.

-- Credits set aside for work that was begun. What is neither spent nor released is still at work.
create table credit_reservations (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  -- Names the work: asked for twice, it is reserved once.
  key text not null,
  purpose text not null,
  amount integer not null check (amount > 0),
  spent integer not null default 0 check (spent >= 0),
  released integer not null default 0 check (released >= 0),
  created_at timestamptz not null default app_now(),
  check (spent + released <= amount),
  unique (organization_id, key),
  unique (organization_id, id)
);
call protect_tenant_table('credit_reservations');

-- The ledger. `key` names the fact, so that one told twice is entered once; nobody may change or remove an entry.
create table credit_entries (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  kind text not null check (kind in ('grant', 'reserve', 'spend', 'release')),
  credits integer not null check (credits > 0),
  -- What it does to the credits that can be spent: spending reserved ones changes nothing any more.
  change integer not null check (change = case kind when 'reserve' then -credits when 'spend' then 0 else credits end),
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
