-- Numbers of rows leave the house: links of messages name leads, Message-IDs name campaign leads, webhooks and the API name everything. A standby
-- that was promoted may lack the last rows, and its sequences would give their numbers to others: an unsubscribe link in a mailbox would then belong
-- to another lead. No number of the former server is given again (decision 0549).

-- On which timeline the sequences were last moved; null where they must be moved before the next row: the database was restored.
alter table installation add column numbers_timeline bigint;
update installation set numbers_timeline = database_timeline() where sending_held_since is null;

-- The first insert on another timeline moves all sequences. Later ones wait for it, and read nothing but the row. The sequence of dispatches stays: it
-- shows that a database is older than what was sent, and a release moves it.
create function skip_lost_numbers() returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if (select numbers_timeline is not distinct from database_timeline() from installation) then
    return;
  end if;
  update installation set numbers_timeline = database_timeline() where numbers_timeline is distinct from database_timeline();
  if found then
    perform setval(oid, nextval(oid) + 10000000) from (select oid::regclass as oid from pg_class where relkind = 'S'
      and relnamespace = 'public'::regnamespace and relname not in ('migrations_id_seq', 'outbound_dispatch_id_seq') offset 0) s;
  end if;
end $$;
revoke execute on function skip_lost_numbers() from public;
grant execute on function skip_lost_numbers() to overture_system;

create function skip_lost_numbers_first() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform skip_lost_numbers();
  return null;
end $$;

-- Rows may be added in the seconds before a worker notices the failover. Triggers of a statement run before their rows draw numbers.
create trigger prospects_skip_lost_numbers before insert on prospects for each statement execute function skip_lost_numbers_first();
create trigger campaign_leads_skip_lost_numbers before insert on campaign_leads for each statement execute function skip_lost_numbers_first();
create trigger tracked_links_skip_lost_numbers before insert on tracked_links for each statement execute function skip_lost_numbers_first();
create trigger chat_messages_skip_lost_numbers before insert on chat_messages for each statement execute function skip_lost_numbers_first();

create or replace function allocate_ids(of_table text, amount integer) returns bigint[]
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  perform skip_lost_numbers();
  return (select array_agg(nextval(pg_get_serial_sequence(of_table, 'id'))) from generate_series(1, least(amount, 100000)));
end $$;
