-- What every slice stands on: roles, the template of tenancy, the clock, folded letters, the outbox, live messages, adding
-- jobs, and the heartbeats of workers.
--
-- The files are the schema by noun, each object once. From here on forward only: a change is a new file with the next number, and a file
-- that stands on main is not edited any more. server/schema.sql is dumped from the result (npm run db:generate).
--
-- Rules of all files: a tenant's table has organization_id and passes through protect_tenant_table; a row names another row of its
-- organization by (organization_id, other_id), because foreign keys are checked past row-level security; app_now() is the clock, and
-- where real time is meant it is statement_timestamp() with the reason beside it.

create extension if not exists citext;
create extension if not exists pg_trgm;
create extension if not exists unaccent;

-- The program acts as one of these. Neither owns a table, so row-level security binds both: overture_app sees one organization (set per
-- transaction), overture_system is for work across tenants (sign-in, scheduler, outbox).
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

-- The template of tenancy. Every table with an organization_id passes through it where it is created; a test
-- lists the catalogue and fails on one that was not.
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
  sending_held_reason text,
  -- Who pays for this installation's organizations; written by each start from BILLING. 'unlimited': no trial ends and nobody is refused for
  -- want of a plan or of credits, which are counted all the same.
  billing text not null default 'manual' check (billing in ('manual', 'unlimited'))
);
grant select on installation to overture_app;
grant select, update on installation to overture_system;
insert into installation default values;

-- The one clock of server, workers and SQL rules. Statement time, so that it is stable inside a statement and may use
-- indexes, yet moves within a long transaction.
create function app_now() returns timestamptz
  language sql stable parallel safe
  return statement_timestamp() + (select clock_offset from installation);

-- What signatures of former secret keys are verified with: links in mails that were sent stay good for ever. Sealed with the
-- secret key in use. Of the installation, not of an organization.
create table signing_keys (
  -- Id of the former secret key and the purpose.
  id text primary key,
  purpose text not null,
  sealed_key bytea not null,
  created_at timestamptz not null default app_now()
);
grant select, insert, update, delete on signing_keys to overture_system;

-- Letters made equal for comparing exactly as domain/text/text `foldCase` does it: simple lower case of each code point,
-- whatever locale the server has. PostgreSQL 17 brings the rules along; before, the system's C.UTF-8 has them.
do $$
begin
  if current_setting('server_version_num')::int >= 170000 then
    create collation folding (provider = builtin, locale = 'C.UTF-8');
  else
    create collation folding (provider = libc, locale = 'C.UTF-8');
  end if;
end $$;

create function fold_case(value text) returns text
  language sql immutable parallel safe
  return lower(value collate folding);

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
-- Messages of others on their way to their handler: nothing leaves their organization meanwhile.
create index outbox_events_messages_idx on outbox_events (organization_id) where type = 'linkedin_message_seen';
call protect_tenant_table('outbox_events');

-- Messages for browsers. sequence is given per organization by the relay after commit, in commit order.
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

-- The number last given to a live message of the organization: a browser that missed some asks from the one it has.
create table live_sequences (
  organization_id bigint primary key,
  sequence bigint not null default 0
);
call protect_tenant_table('live_sequences');

-- Counters of attempts (rate-limiter-flexible), by address or account: a tenant's role does not see them.
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
-- A job with a key takes the place of one that waits under it. Between two transactions that add the same one, a worker may take the first
-- before the second can replace it: the queue then added nothing and said nothing, and the work of the second lay until somebody else
-- woke the worker. It is added without a key then.
create function add_job(task text, payload jsonb, job_key text default null, run_at timestamptz default null, queue_name text default null)
  returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  added bigint;
begin
  select job.id into added from graphile_worker.add_job(task, payload::json, queue_name => add_job.queue_name, run_at => add_job.run_at,
    max_attempts => 25, job_key => add_job.job_key, job_key_mode => case when add_job.job_key is null then null else 'preserve_run_at' end) as job;
  if added is null then
    perform graphile_worker.add_job(task, payload::json, queue_name => add_job.queue_name, run_at => add_job.run_at, max_attempts => 25);
  end if;
end $$;
revoke all on function add_job from public;
grant execute on function add_job to overture_app, overture_system;
