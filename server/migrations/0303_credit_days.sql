-- Credits that reservations hold or have spent, by the day of the reservation (UTC) and person; user_id 0 is work without one. A cap of a
-- month adds up days. Each writer has its own slot (claim_sum_slot), so sums never wait for each other.
create table credit_days (
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  day date not null,
  user_id bigint not null,
  slot smallint not null,
  credits bigint not null,
  primary key (organization_id, day, user_id, slot)
);
call protect_tenant_table('credit_days');

create function sum_credit_days() returns trigger
  language plpgsql as $$
declare
  own_slot smallint := claim_sum_slot();
begin
  insert into credit_days as d (organization_id, day, user_id, slot, credits)
    select organization_id, (created_at at time zone 'UTC')::date as day, coalesce(user_id, 0) as user_id, own_slot, sum(amount - released)
    from added group by organization_id, (created_at at time zone 'UTC')::date, coalesce(user_id, 0)
    on conflict (organization_id, day, user_id, slot) do update set credits = d.credits + excluded.credits;
  return null;
end $$;

-- Most changes only raise what was spent of a reservation.
create function change_credit_days() returns trigger
  language plpgsql as $$
declare
  own_slot smallint;
begin
  if not exists (select from added a join removed r on r.id = a.id
    where (a.amount - a.released, a.user_id, a.created_at) is distinct from (r.amount - r.released, r.user_id, r.created_at))
  then return null; end if;
  own_slot := claim_sum_slot();
  insert into credit_days as d (organization_id, day, user_id, slot, credits)
    select organization_id, (created_at at time zone 'UTC')::date as day, coalesce(user_id, 0) as user_id, own_slot, sum(credits)
    from (select organization_id, created_at, user_id, amount - released as credits from added
      union all select organization_id, created_at, user_id, released - amount from removed) c
    group by organization_id, (created_at at time zone 'UTC')::date, coalesce(user_id, 0) having sum(credits) <> 0
    on conflict (organization_id, day, user_id, slot) do update set credits = d.credits + excluded.credits;
  return null;
end $$;

create function subtract_credit_days() returns trigger
  language plpgsql as $$
declare
  own_slot smallint := claim_sum_slot();
begin
  -- An organization that is going itself takes its sums along.
  insert into credit_days as d (organization_id, day, user_id, slot, credits)
    select organization_id, (created_at at time zone 'UTC')::date as day, coalesce(user_id, 0) as user_id, own_slot, sum(released - amount)
    from removed where exists (select from organizations o where o.organization_id = removed.organization_id)
    group by organization_id, (created_at at time zone 'UTC')::date, coalesce(user_id, 0)
    on conflict (organization_id, day, user_id, slot) do update set credits = d.credits + excluded.credits;
  return null;
end $$;

create trigger credit_reservations_days_insert after insert on credit_reservations
  referencing new table as added for each statement execute function sum_credit_days();
create trigger credit_reservations_days_update after update on credit_reservations
  referencing new table as added old table as removed for each statement execute function change_credit_days();
create trigger credit_reservations_days_delete after delete on credit_reservations
  referencing old table as removed for each statement execute function subtract_credit_days();

insert into credit_days (organization_id, day, user_id, slot, credits)
  select organization_id, (created_at at time zone 'UTC')::date, coalesce(user_id, 0), 0, sum(amount - released)
  from credit_reservations group by 1, 2, 3;
