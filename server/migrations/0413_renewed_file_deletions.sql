-- A file that a row still named waits for an hour. A row that is deleted then orders again, and the file is asked for immediately. Tenants can't
-- read the orders: the function renews them. One whose file could not be deleted keeps its pause.
create function queue_file_deletions(keys jsonb, reason text) returns void
  language sql security definer set search_path = public, pg_temp as $$
    insert into file_deletions as d (key, error)
      select distinct k.key, reason from jsonb_array_elements_text(keys) as k (key) order by 1
    on conflict (key) do update set next_at = statement_timestamp() where d.attempts = 0 and not d.is_repeat
  $$;
revoke all on function queue_file_deletions(jsonb, text) from public;
grant execute on function queue_file_deletions(jsonb, text) to overture_app, overture_system;
