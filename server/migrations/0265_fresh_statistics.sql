-- Autovacuum looks at tables once a minute. An import fills them within seconds, and for as long as the planner takes them for empty,
-- it reads whole tables for each lead: imports took four times as long for three times as many leads.
create function refresh_statistics(names text[]) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  grown regclass;
begin
  for grown in
    select s.relid::regclass from pg_stat_user_tables s join pg_class c on c.oid = s.relid
    where s.schemaname = 'public' and s.relname = any(names) and s.n_mod_since_analyze > 1000 + greatest(c.reltuples, 0) / 2
    order by s.relid
  loop
    -- Where autovacuum or another import is at it already, there is nothing to do.
    execute format('analyze (skip_locked) %s', grown);
  end loop;
end
$$;
revoke all on function refresh_statistics(text[]) from public;
grant execute on function refresh_statistics(text[]) to overture_system;
