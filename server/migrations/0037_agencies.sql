-- Agencies and their clients, features, and what they share.

create table agency_clients (
  -- The agency.
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  client_id bigint primary key references organizations (organization_id) on delete cascade,
  -- The person who was asked to open the account.
  contact_name text not null,
  email citext not null,
  logo_file text,
  logo_type text,
  -- Paid for on top of the 750 that each client gets a month.
  extra_credits integer not null default 0 check (extra_credits >= 0),
  created_at timestamptz not null default app_now(),
  -- Since then none of its people can sign in; its data is kept until erase_at.
  cancelled_at timestamptz,
  erase_at timestamptz,
  disabled_features text[] not null default '{}',
  unique (organization_id, client_id),
  check ((cancelled_at is null) = (erase_at is null))
);
create unique index agency_clients_email_idx on agency_clients (organization_id, email) where cancelled_at is null;
create index agency_clients_erase_at_idx on agency_clients (erase_at) where erase_at is not null;
call protect_tenant_table('agency_clients');

-- What an agency sees of its clients without impersonation: figures and their people.
create function agency_client_figures(of_client bigint default null) returns table (
    client_id bigint, name text, website_url text, email_credits integer, extra_linkedin_accounts integer, extra_email_accounts integer,
    is_open_to_agency boolean, total_users integer, total_campaigns integer, total_prospects integer)
  language sql stable security definer set search_path = public, pg_temp as $$
  select c.client_id, o.name, o.website_url, o.email_credits, o.extra_linkedin_accounts, o.extra_email_accounts,
    o.closed_to_agency_at is null,
    (select count(*)::int from users u where u.organization_id = c.client_id and u.active),
    (select count(*)::int from campaigns k where k.organization_id = c.client_id),
    (select count(*)::int from prospects p where p.organization_id = c.client_id)
  from agency_clients c join organizations o on o.organization_id = c.client_id
  where c.organization_id = current_organization_id() and c.client_id = coalesce(of_client, c.client_id)
$$;

create function agency_client_users(of_client bigint) returns table (
    id bigint, name text, email text, picture_url text, role text, active boolean, last_seen_at timestamptz)
  language sql stable security definer set search_path = public, pg_temp as $$
  select u.id, u.name, u.email::text, u.picture_url, u.role, u.active,
    (select max(s.last_seen_at) from sessions s where s.user_id = u.id and s.actor_user_id is null)
  from agency_clients c join users u on u.organization_id = c.client_id
  where c.organization_id = current_organization_id() and c.client_id = of_client
  order by u.created_at, u.id limit 1000
$$;

-- A client has the plan of its agency.
create function copy_plan_to_clients() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update organizations set active_subscription = new.active_subscription, had_subscription = had_subscription or new.had_subscription,
    trial_ends_at = new.trial_ends_at, subscription_grace_until = new.subscription_grace_until
  where agency_id = new.organization_id;
  return null;
end $$;
create trigger organizations_copy_plan
  after update of active_subscription, had_subscription, trial_ends_at, subscription_grace_until on organizations
  for each row when (new.is_agency) execute function copy_plan_to_clients();

-- Settings of an agency for all of its clients.
create table agency_settings (
  organization_id bigint primary key references organizations (organization_id) on delete cascade,
  disabled_features text[] not null default '{}',
  -- Whether clients see the prices.
  shows_prices boolean not null default false,
  -- Whether clients can buy credits at these prices, from the credits of the agency.
  lets_clients_buy boolean not null default false,
  constraint agency_settings_buying_check check (shows_prices or not lets_clients_buy)
);
call protect_tenant_table('agency_settings');

create function templates_of_my_agency(of_template bigint default null) returns table (id bigint, name text, flow jsonb, created_at timestamptz)
  language sql stable security definer set search_path = public, pg_temp as $$
  select t.id, t.name, t.flow, t.created_at from organizations o join campaign_templates t on t.organization_id = o.agency_id
  where o.organization_id = current_organization_id() and t.is_for_clients and t.id = coalesce(of_template, t.id)
  order by t.id desc limit 500
$$;

-- Sums and counts of all clients of an agency, without any text.
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

-- Research tasks and snippets that an agency shares with all clients or some. Clients copy them, and copies stay after sharing ends.
create table agency_shares (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  task_id bigint,
  segment_id bigint,
  -- Null: with all clients.
  client_id bigint,
  constraint agency_shares_item_check check (num_nonnulls(task_id, segment_id) = 1),
  unique nulls not distinct (organization_id, task_id, segment_id, client_id),
  constraint agency_shares_client_id_fkey foreign key (organization_id, client_id)
    references agency_clients (organization_id, client_id) on delete cascade,
  constraint agency_shares_task_id_fkey foreign key (organization_id, task_id)
    references enrichment_prompts (organization_id, id) on delete cascade,
  constraint agency_shares_segment_id_fkey foreign key (organization_id, segment_id)
    references ai_segments (organization_id, id) on delete cascade
);
create index agency_shares_client_id_idx on agency_shares (organization_id, client_id) where client_id is not null;
create index agency_shares_segment_id_idx on agency_shares (organization_id, segment_id) where segment_id is not null;
call protect_tenant_table('agency_shares');

-- Snippets that the agency of this organization shares with it.
create function segments_of_my_agency() returns table (id bigint, name text, instructions text, amount_of_sentences smallint, enrichment_sources bigint[])
  language sql stable security definer set search_path = public, pg_temp as $$
  select s.id, s.name, s.instructions, s.amount_of_sentences, s.enrichment_sources
  from organizations o join ai_segments s on s.organization_id = o.agency_id
  where o.organization_id = current_organization_id() and exists (
    select from agency_shares a where a.organization_id = o.agency_id and a.segment_id = s.id
      and coalesce(a.client_id, o.organization_id) = o.organization_id)
  order by s.id limit 500
$$;

-- Research tasks that the agency shares, including those that shared snippets need.
create function tasks_of_my_agency() returns table (id bigint, name text, prompt text, output_type text, required_sources text[], is_shared boolean)
  language sql stable security definer set search_path = public, pg_temp as $$
  select t.id, t.name, t.prompt, t.output_type, t.required_sources, shared.is_shared
  from organizations o join enrichment_prompts t on t.organization_id = o.agency_id
    cross join lateral (select exists (select from agency_shares a where a.organization_id = o.agency_id and a.task_id = t.id
      and coalesce(a.client_id, o.organization_id) = o.organization_id) as is_shared) shared
  where o.organization_id = current_organization_id()
    and (shared.is_shared or exists (select from segments_of_my_agency() s where t.id = any (s.enrichment_sources)))
  order by t.id limit 2000
$$;

-- Who from outside an organization may have acted in it: the support of the operator, and people of its agency.
create function outside_actors(of_people bigint[]) returns table (id bigint, is_support boolean, agency_name text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select u.id, u.role = 'ADMIN', case when u.role <> 'ADMIN' then a.name end
  from organizations o join users u on u.id = any(of_people) and u.organization_id <> o.organization_id
    left join organizations a on a.organization_id = u.organization_id
  where o.organization_id = current_organization_id() and (u.role = 'ADMIN' or u.organization_id = o.agency_id)
$$;

-- These read past row-level security, as their owner, for the transaction's own organization only.
revoke all on function
  agency_client_figures, agency_client_users, templates_of_my_agency, agency_client_activity, segments_of_my_agency,
  tasks_of_my_agency, outside_actors from public;
grant create on schema public to overture_system;
alter function agency_client_figures owner to overture_system;
alter function agency_client_users owner to overture_system;
alter function copy_plan_to_clients owner to overture_system;
alter function templates_of_my_agency owner to overture_system;
alter function agency_client_activity owner to overture_system;
alter function segments_of_my_agency owner to overture_system;
alter function tasks_of_my_agency owner to overture_system;
alter function outside_actors owner to overture_system;
revoke create on schema public from overture_system;
grant execute on function
  agency_client_figures, agency_client_users, templates_of_my_agency, agency_client_activity, segments_of_my_agency,
  tasks_of_my_agency, outside_actors to overture_app;
