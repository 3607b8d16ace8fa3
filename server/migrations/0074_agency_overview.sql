-- What an agency sees of all its clients side by side: sums by the day and counts, nothing that anybody wrote. Like agency_client_figures it reads past
-- row-level security and asks for nothing but the transaction's own organization.
create function agency_client_activity(since date, healthy text[]) returns table (
    client_id bigint, name text, sent integer, replies integer, positive integer, senders integer, senders_in_need integer,
    email_credits integer, last_active_at timestamptz)
  language sql stable security definer set search_path = public, pg_temp as $$
  select c.client_id, o.name, d.sent, d.replies, d.positive, a.senders, a.senders_in_need, o.email_credits,
    -- What campaigns did last, by the day, and when somebody of its own was last there.
    greatest(
      (select l.day at time zone 'UTC' from account_days l where l.organization_id = c.client_id and l.actions > 0 order by l.day desc limit 1),
      (select max(s.last_seen_at) from users u join sessions s on s.user_id = u.id
        where u.organization_id = c.client_id and s.actor_user_id is null))
  from agency_clients c join organizations o on o.organization_id = c.client_id
  cross join lateral (select coalesce(sum(emails_sent + linkedin_messages_sent), 0)::int as sent, coalesce(sum(replies), 0)::int as replies,
      coalesce(sum(interested), 0)::int as positive
    from account_days where organization_id = c.client_id and day >= since) d
  cross join lateral (select count(*)::int as senders, (count(*) filter (where status <> all(healthy)))::int as senders_in_need
    from accounts where organization_id = c.client_id and deleted_at is null and status <> 'DELETED') a
  where c.organization_id = current_organization_id() and c.cancelled_at is null
$$;
revoke all on function agency_client_activity from public;
grant create on schema public to overture_system;
alter function agency_client_activity owner to overture_system;
revoke create on schema public from overture_system;
grant execute on function agency_client_activity to overture_app;
