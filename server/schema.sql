-- Written by `npm run db:generate` from the migrated database. Do not edit.

create table branded_domains (
  domain text not null,
  organization_id bigint not null,
  verified_at timestamp with time zone,
  constraint branded_domains_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint branded_domains_pkey PRIMARY KEY (domain)
);
CREATE INDEX branded_domains_organization_id_idx ON public.branded_domains USING btree (organization_id);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table installation (
  id boolean default true not null,
  installation_id uuid default gen_random_uuid() not null,
  clock_offset interval default '00:00:00'::interval not null,
  sending_epoch bigint default 1 not null,
  last_dispatch_id bigint default 0 not null,
  sending_held_since timestamp with time zone,
  sending_held_reason text,
  constraint installation_id_check CHECK (id),
  constraint installation_pkey PRIMARY KEY (id)
);

create table live_messages (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  user_id bigint,
  type text not null,
  data jsonb not null,
  sequence bigint,
  created_at timestamp with time zone default statement_timestamp() not null,
  constraint live_messages_pkey PRIMARY KEY (id)
);
CREATE INDEX live_messages_created_at_idx ON public.live_messages USING btree (created_at);
CREATE INDEX live_messages_replay_idx ON public.live_messages USING btree (organization_id, sequence);
CREATE INDEX live_messages_unsequenced_idx ON public.live_messages USING btree (id) WHERE (sequence IS NULL);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table live_sequences (
  organization_id bigint not null,
  sequence bigint default 0 not null,
  constraint live_sequences_pkey PRIMARY KEY (organization_id)
);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table live_tickets (
  ticket_hash bytea not null,
  organization_id bigint not null,
  user_id bigint not null,
  expires_at timestamp with time zone not null,
  constraint live_tickets_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint live_tickets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint live_tickets_pkey PRIMARY KEY (ticket_hash)
);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table one_time_codes (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  user_id bigint not null,
  purpose text not null,
  code_hash bytea not null,
  tries_left integer default 5 not null,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone default app_now() not null,
  constraint one_time_codes_purpose_check CHECK ((purpose = ANY (ARRAY['verify'::text, 'reset'::text]))),
  constraint one_time_codes_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint one_time_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint one_time_codes_pkey PRIMARY KEY (id)
);
CREATE INDEX one_time_codes_code_hash_idx ON public.one_time_codes USING btree (code_hash);
CREATE INDEX one_time_codes_user_id_idx ON public.one_time_codes USING btree (user_id, purpose);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table organizations (
  organization_id bigint generated always as identity not null,
  name text not null,
  website_url text,
  email_credits integer default 100 not null,
  trial_started_at timestamp with time zone default app_now() not null,
  trial_ends_at timestamp with time zone default (app_now() + '14 days'::interval) not null,
  active_subscription boolean default false not null,
  had_subscription boolean default false not null,
  is_whitelabel boolean default false not null,
  is_agency boolean default false not null,
  agency_id bigint,
  extra_linkedin_accounts integer default 0 not null,
  extra_email_accounts integer default 0 not null,
  referral_code text,
  referral_code_in_use boolean default false not null,
  product_description text,
  icp_description text,
  pain_points text,
  branding jsonb default '{}'::jsonb not null,
  disabled_features text[] default '{}'::text[] not null,
  onboarded_at timestamp with time zone,
  created_at timestamp with time zone default app_now() not null,
  constraint organizations_email_credits_check CHECK ((email_credits >= 0)),
  constraint organizations_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES organizations(organization_id),
  constraint organizations_pkey PRIMARY KEY (organization_id),
  constraint organizations_referral_code_key UNIQUE (referral_code)
);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table outbox_events (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  type text not null,
  payload jsonb not null,
  attempts integer default 0 not null,
  last_error text,
  retry_at timestamp with time zone default statement_timestamp() not null,
  created_at timestamp with time zone default app_now() not null,
  constraint outbox_events_pkey PRIMARY KEY (id)
);
CREATE INDEX outbox_events_retry_at_idx ON public.outbox_events USING btree (retry_at, id);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table rate_limits (
  key text not null,
  points integer default 0 not null,
  expire bigint,
  constraint rate_limits_pkey PRIMARY KEY (key)
);

create table sessions (
  token_hash bytea not null,
  organization_id bigint not null,
  user_id bigint not null,
  actor_user_id bigint,
  created_at timestamp with time zone default statement_timestamp() not null,
  last_seen_at timestamp with time zone default statement_timestamp() not null,
  expires_at timestamp with time zone not null,
  constraint sessions_actor_user_id_fkey FOREIGN KEY (actor_user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint sessions_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint sessions_pkey PRIMARY KEY (token_hash)
);
CREATE INDEX sessions_expires_at_idx ON public.sessions USING btree (expires_at);
CREATE INDEX sessions_user_id_idx ON public.sessions USING btree (user_id);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table signatures (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  name text not null,
  signature text not null,
  created_at timestamp with time zone default app_now() not null,
  constraint signatures_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint signatures_pkey PRIMARY KEY (id)
);
CREATE INDEX signatures_organization_id_idx ON public.signatures USING btree (organization_id, id);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table users (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  email citext not null,
  name text not null,
  role text default 'USER'::text not null,
  password_hash text,
  active boolean default true not null,
  verified_at timestamp with time zone,
  picture_url text,
  created_at timestamp with time zone default app_now() not null,
  constraint users_role_check CHECK ((role = ANY (ARRAY['ADMIN'::text, 'USER'::text, 'RESTRICTED'::text]))),
  constraint users_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_email_key UNIQUE (email)
);
CREATE INDEX users_organization_id_idx ON public.users USING btree (organization_id);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table worker_heartbeats (
  worker_id text not null,
  beat_at timestamp with time zone default statement_timestamp() not null,
  constraint worker_heartbeats_pkey PRIMARY KEY (worker_id)
);

CREATE OR REPLACE FUNCTION public.add_job(task text, payload jsonb, job_key text DEFAULT NULL::text, run_at timestamp with time zone DEFAULT NULL::timestamp with time zone, queue_name text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform graphile_worker.add_job(task, payload::json, queue_name => add_job.queue_name, run_at => add_job.run_at,
    max_attempts => 25, job_key => add_job.job_key, job_key_mode => case when add_job.job_key is null then null else 'preserve_run_at' end);
end $function$;

CREATE OR REPLACE FUNCTION public.app_now()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (statement_timestamp() + (SELECT installation.clock_offset FROM installation));

CREATE OR REPLACE FUNCTION public.current_organization_id()
 RETURNS bigint
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::bigint;

CREATE OR REPLACE PROCEDURE public.protect_tenant_table(IN target regclass)
 LANGUAGE plpgsql
AS $procedure$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy tenant_isolation on %s to overture_app
    using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())', target);
  execute format('create policy system_access on %s to overture_system using (true) with check (true)', target);
  execute format('grant select, insert, update, delete on %s to overture_app, overture_system', target);
end $procedure$;
