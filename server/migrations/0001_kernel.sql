-- What every slice stands on: roles, the template of tenancy, the clock, the outbox of events, live messages, jobs, and parked work.
--
-- The first 41 files are the schema of 1.0.0 by noun, each object once. From here on forward only: a change is a new file with the next
-- number, and a released file is never edited. server/schema.sql is dumped from the result (npm run db:generate).
--
-- Rules of all files: a tenant's table has organization_id and passes through protect_tenant_table; a row names another row of its
-- organization by (organization_id, other_id), because foreign keys are checked past row-level security; app_now() is the clock. Where
-- real time is meant, it is statement_timestamp() with the reason beside it.

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
  -- Set at each start from BILLING. 'unlimited': trials don't end, and nobody is refused for a missing plan or credits, which are still
  -- counted.
  billing text not null default 'manual' check (billing in ('stripe', 'manual', 'unlimited'))
);
grant select on installation to overture_app;
grant select, update on installation to overture_system;

insert into installation default values;

-- The one clock of server, workers and SQL rules. Statement time, so that it is stable inside a statement and may use
-- indexes, yet moves within a long transaction.
create function app_now() returns timestamptz
  language sql stable parallel safe
  return statement_timestamp() + (select clock_offset from installation);

-- Keys that verify signatures of former secret keys, so links in sent mails stay valid. Sealed with the current secret key.
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

-- Domain events, written in the transaction of their fact and handled at least once after it (kernel/outbox).
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
-- The relay walks from organization to organization (kernel/relay.ts).
create index outbox_events_turn_idx on outbox_events (organization_id, id);
-- Events that failed, for the operator.
create index outbox_events_failed_idx on outbox_events (retry_at) where attempts > 0;
create index outbox_events_unheard_id_idx on outbox_events (organization_id, left(payload->'message'->>'provider_id', 200) collate "C")
  where type = 'linkedin_message_seen' and payload->'message'->>'is_own' = 'false';
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

-- Adds a job in the transaction of the caller; the queue's own tables are not accessible to the application roles. A job with a key
-- replaces one that waits under it. If a worker takes the waiting job between two such transactions, the queue adds nothing and reports
-- nothing, and the work would be lost. The job is then added without a key.
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

-- The job queue's own tables stay out of reach of the application roles; these are its figures by task.
create function list_job_queue() returns table (task text, waiting int, running int, failing int, oldest_at timestamptz, last_error text)
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query select j.task_identifier::text, count(*) filter (where j.locked_at is null)::int, count(*) filter (where j.locked_at is not null)::int,
    count(*) filter (where j.attempts > 0 and j.last_error is not null)::int, min(j.run_at),
    left((array_agg(j.last_error order by j.updated_at desc) filter (where j.last_error is not null))[1], 500)
  from graphile_worker.jobs j group by j.task_identifier order by 1;
end $$;

-- Secrets of jobs. Payloads are stored in plain text, and rotating SECRET_KEY renews sealed columns only.
create table job_secrets (
  id bigint primary key generated always as identity,
  sealed bytea not null,
  created_at timestamptz not null default statement_timestamp()
);
-- The application adds secrets; only jobs read them.
grant insert (sealed), select (id) on job_secrets to overture_app;
grant select, insert, update, delete on job_secrets to overture_system;

-- How calls to the outside went lately, of all processes together: one row an adapter.
create table adapter_states (
  adapter text primary key,
  succeeded_at timestamptz,
  failed_at timestamptz,
  failures bigint not null default 0,
  last_error text
);
grant select, insert, update, delete on adapter_states to overture_system;

-- Work of a shared loop that failed (kernel/rounds). The loop leaves it out until retry_at.
create table parked_units (
  organization_id bigint not null,
  loop text not null check (length(loop) between 1 and 60),
  -- The unit within its loop, for example the id of a campaign.
  key text not null check (length(key) between 1 and 200),
  error text not null check (length(error) <= 1000),
  -- How often it failed in a row.
  attempts integer not null default 1,
  -- Real time: a retry waits for a machine, not for the installation's clock.
  parked_at timestamptz not null default statement_timestamp(),
  retry_at timestamptz not null,
  primary key (loop, organization_id, key)
);
create index parked_units_organization_id on parked_units (organization_id);
create index parked_units_retry_at on parked_units (retry_at);
call protect_tenant_table('parked_units');

revoke all on function add_job, list_job_queue from public;
grant execute on function add_job to overture_app, overture_system;
grant execute on function list_job_queue to overture_system;
