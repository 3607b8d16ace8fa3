-- What every slice stands on: roles, tenancy template, clock, outbox, live messages, worker heartbeats.

create extension if not exists citext;
create extension if not exists pg_trgm;
create extension if not exists unaccent;

-- The application logs in as the owner but acts as one of these. Neither owns a table, so row-level security binds both:
-- overture_app sees one organisation (set per transaction), overture_system is the named door for cross-tenant work
-- (sign-in, scheduler, outbox).
do $$
begin
  if not exists (select from pg_roles where rolname = 'overture_app') then
    create role overture_app nologin;
  end if;
  if not exists (select from pg_roles where rolname = 'overture_system') then
    create role overture_system nologin;
  end if;
exception when duplicate_object or unique_violation then null; -- another database of this cluster made them meanwhile
end $$;
-- From version 16 on whoever made a role is a member who may grant it, but neither acts as it nor sees what it sees.
do $$
declare
  acting text;
begin
  foreach acting in array array['overture_app', 'overture_system'] loop
    if current_setting('server_version_num')::integer < 160000 then
      if not pg_has_role(current_user, acting, 'member') then execute format('grant %I to current_user', acting); end if;
    elsif not (pg_has_role(current_user, acting, 'set') and pg_has_role(current_user, acting, 'usage')) then
      execute format('grant %I to current_user with inherit true, set true', acting);
    end if;
  end loop;
end $$;
grant usage on schema public to overture_app, overture_system;

create function current_organization_id() returns bigint
  language sql stable parallel safe
  return nullif(current_setting('app.organization_id', true), '')::bigint;

-- The template of tenancy. Every table with an organization_id is passed through it in the migration that creates it; a
-- test lists the catalogue and fails on one that was not.
create procedure protect_tenant_table(target regclass)
  language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy tenant_isolation on %s to overture_app
    using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())', target);
  execute format('create policy system_access on %s to overture_system using (true) with check (true)', target);
  execute format('grant select, insert, update, delete on %s to overture_app, overture_system', target);
end $$;

-- One row for the whole installation. clock_offset is zero but under TIME_TRAVEL=on.
create table installation (
  id boolean primary key default true check (id),
  installation_id uuid not null default gen_random_uuid(),
  clock_offset interval not null default interval '0',
  sending_epoch bigint not null default 1,
  last_dispatch_id bigint not null default 0,
  sending_held_since timestamptz,
  sending_held_reason text
);
insert into installation default values;
grant select on installation to overture_app;
grant select, update on installation to overture_system;

-- The one clock of server, workers and SQL rules. Statement time, so that it is stable inside a statement and may use
-- indexes, yet moves within a long transaction.
create function app_now() returns timestamptz
  language sql stable parallel safe
  return statement_timestamp() + (select clock_offset from installation);

-- Domain events, written in the transaction of the fact they tell and handled at least once after it (kernel/outbox).
create table outbox_events (
  id bigint generated always as identity primary key,
  organization_id bigint not null,
  type text not null,
  payload jsonb not null,
  attempts integer not null default 0,
  last_error text,
  retry_at timestamptz not null default statement_timestamp(),
  created_at timestamptz not null default app_now()
);
create index outbox_events_retry_at_idx on outbox_events (retry_at, id);
call protect_tenant_table('outbox_events');

-- Messages for browsers. sequence is given per organisation by the relay after commit, in commit order.
create table live_messages (
  id bigint generated always as identity primary key,
  organization_id bigint not null,
  user_id bigint,
  type text not null,
  data jsonb not null,
  sequence bigint,
  created_at timestamptz not null default statement_timestamp()
);
create index live_messages_unsequenced_idx on live_messages (id) where sequence is null;
create index live_messages_replay_idx on live_messages (organization_id, sequence);
create index live_messages_created_at_idx on live_messages (created_at);
call protect_tenant_table('live_messages');

create table live_sequences (
  organization_id bigint primary key,
  sequence bigint not null default 0
);
call protect_tenant_table('live_sequences');

-- Doors that are neither a tenant's nor public: counters of attempts (rate-limiter-flexible), one-use tickets.
create table rate_limits (
  key text primary key,
  points integer not null default 0,
  expire bigint
);
grant select, insert, update, delete on rate_limits to overture_system;

-- A worker that stops beating has its job locks released (graphile-worker alone keeps them for four hours).
create table worker_heartbeats (
  worker_id text primary key,
  beat_at timestamptz not null default statement_timestamp()
);
grant select, insert, update, delete on worker_heartbeats to overture_system;

-- Adds a job inside the caller's transaction; the queue's own tables stay out of reach of the application roles.
create function add_job(task text, payload jsonb, job_key text default null, run_at timestamptz default null, queue_name text default null)
  returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform graphile_worker.add_job(task, payload::json, queue_name => add_job.queue_name, run_at => add_job.run_at,
    max_attempts => 25, job_key => add_job.job_key, job_key_mode => case when add_job.job_key is null then null else 'preserve_run_at' end);
end $$;
revoke all on function add_job from public;
grant execute on function add_job to overture_app, overture_system;
