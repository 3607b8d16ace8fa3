-- Written by `npm run db:generate` from the migrated database. Do not edit.

create table account_days (
  organization_id bigint not null,
  day date not null,
  account_id bigint not null,
  slot smallint not null,
  actions integer default 0 not null,
  emails_sent integer default 0 not null,
  linkedin_messages_sent integer default 0 not null,
  invites_sent integer default 0 not null,
  invites_accepted integer default 0 not null,
  contacted integer default 0 not null,
  replies integer default 0 not null,
  interested integer default 0 not null,
  kind_email integer default 0 not null,
  kind_linkedin_invite integer default 0 not null,
  kind_linkedin_message integer default 0 not null,
  kind_inmail integer default 0 not null,
  kind_visit_linkedin_profile integer default 0 not null,
  kind_like_last_linkedin_post integer default 0 not null,
  kind_delete_linkedin_invite integer default 0 not null,
  kind_call_prospect integer default 0 not null,
  kind_accepted_invite integer default 0 not null,
  kind_already_connected integer default 0 not null,
  kind_has_email integer default 0 not null,
  kind_has_phone integer default 0 not null,
  kind_call_outcome integer default 0 not null,
  kind_clicked integer default 0 not null,
  kind_opened integer default 0 not null,
  kind_reply_class integer default 0 not null,
  kind_meeting_booked integer default 0 not null,
  constraint account_days_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint account_days_pkey PRIMARY KEY (organization_id, day, account_id, slot)
);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table account_deliverability (
  account_id bigint not null,
  organization_id bigint not null,
  checks jsonb,
  checked_at timestamp with time zone,
  seen_selectors text[] default '{}'::text[] not null,
  verdict text,
  dkim_selector text,
  passed_at timestamp with time zone,
  failed_since timestamp with time zone,
  blocklists jsonb,
  blocklists_at timestamp with time zone,
  constraint account_deliverability_blocklists_check CHECK ((octet_length((blocklists)::text) <= 100000)),
  constraint account_deliverability_dkim_selector_check CHECK ((length(dkim_selector) <= 250)),
  constraint account_deliverability_verdict_check CHECK ((verdict = ANY (ARRAY['passed'::text, 'failed'::text, 'unknown'::text, 'exempt'::text]))),
  constraint account_deliverability_account_id_fkey FOREIGN KEY (organization_id, account_id) REFERENCES accounts(organization_id, id) ON DELETE CASCADE,
  constraint account_deliverability_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint account_deliverability_pkey PRIMARY KEY (account_id)
);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table account_people_days (
  organization_id bigint not null,
  metric text not null,
  reach integer not null,
  day date not null,
  previous_day date not null,
  account_id bigint not null,
  previous_account_id bigint not null,
  passed_over bigint[] not null,
  slot smallint not null,
  people integer not null,
  constraint account_people_days_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint account_people_days_pkey PRIMARY KEY (organization_id, metric, reach, day, previous_day, account_id, previous_account_id, passed_over, slot)
);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table accounts (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  account_type text not null,
  status text not null,
  status_reason text,
  status_changed_at timestamp with time zone default app_now() not null,
  status_source text default 'connect'::text not null,
  name text not null,
  email citext,
  picture_url text,
  tier text,
  is_base_account boolean default false not null,
  email_max_messages integer default 40 not null,
  linkedin_max_connections integer default 25 not null,
  linkedin_max_messages integer default 50 not null,
  send_gap_in_seconds integer default 60 not null,
  sealed_connection bytea,
  sent_copy text,
  held_until timestamp with time zone,
  held_reason text,
  next_send_at timestamp with time zone,
  created_at timestamp with time zone default app_now() not null,
  deleted_at timestamp with time zone,
  provider_account_id text,
  linkedin_member_id text,
  linkedin_weekly_invites integer default 100 not null,
  action_holds jsonb default '{}'::jsonb not null,
  token_lease bigint default 0 not null,
  token_leased_until timestamp with time zone default '-infinity'::timestamp with time zone not null,
  linkedin_public_identifier text,
  linkedin_invite_usage_percent smallint,
  linkedin_invite_usage_at timestamp with time zone,
  connected_by bigint,
  ramp text default 'off'::text not null,
  ramp_since timestamp with time zone,
  ramp_cap integer,
  ramp_counted_at timestamp with time zone,
  ramp_active_at timestamp with time zone,
  ramp_stands_until timestamp with time zone,
  spreads_weekly_invites boolean default false not null,
  own_domain_max_messages integer,
  days_off date[] default '{}'::date[] not null,
  natural_rhythm boolean default false not null,
  rhythm_gap_in_seconds integer default 600 not null,
  guard_reason text,
  domain_hold_reason text,
  domain_held_from timestamp with time zone,
  domain_check_at timestamp with time zone default app_now() not null,
  phone text,
  job_title text,
  calendar_url text,
  reply_to text,
  is_assisted boolean default false not null,
  enforces_risk boolean default false not null,
  risk_invited smallint default 0 not null,
  risk_accepted smallint default 0 not null,
  risk_pending smallint default 0 not null,
  risk_counted_at timestamp with time zone default '-infinity'::timestamp with time zone not null,
  constraint accounts_account_type_check CHECK ((account_type = ANY (ARRAY['LINKEDIN'::text, 'GOOGLE'::text, 'MICROSOFT'::text, 'IMAP'::text, 'WHATSAPP'::text, 'FACEBOOK'::text, 'INSTAGRAM'::text]))),
  constraint accounts_calendar_url_check CHECK ((length(calendar_url) <= 2048)),
  constraint accounts_days_off_check CHECK ((cardinality(days_off) <= 366)),
  constraint accounts_domain_hold_reason_check CHECK ((length(domain_hold_reason) <= 1000)),
  constraint accounts_job_title_check CHECK ((length(job_title) <= 200)),
  constraint accounts_linkedin_weekly_invites_check CHECK (((linkedin_weekly_invites >= 1) AND (linkedin_weekly_invites <= 200))),
  constraint accounts_own_domain_max_messages_check CHECK (((own_domain_max_messages >= 1) AND (own_domain_max_messages <= 2000))),
  constraint accounts_phone_check CHECK ((length(phone) <= 60)),
  constraint accounts_ramp_cap_check CHECK (((ramp_cap >= 1) AND (ramp_cap <= 40))),
  constraint accounts_ramp_check CHECK ((ramp = ANY (ARRAY['off'::text, 'new'::text, 'young'::text, 'used'::text]))),
  constraint accounts_rhythm_gap_in_seconds_check CHECK (((rhythm_gap_in_seconds >= 60) AND (rhythm_gap_in_seconds <= 3600))),
  constraint accounts_send_gap_in_seconds_check CHECK (((send_gap_in_seconds >= 0) AND (send_gap_in_seconds <= 3600))),
  constraint accounts_status_source_check CHECK ((status_source = ANY (ARRAY['connect'::text, 'receiving'::text, 'sending'::text]))),
  constraint accounts_organization_id_connected_by_fkey FOREIGN KEY (organization_id, connected_by) REFERENCES users(organization_id, id) ON DELETE SET NULL (connected_by),
  constraint accounts_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint accounts_pkey PRIMARY KEY (id),
  constraint accounts_organization_id_id_key UNIQUE (organization_id, id)
);
CREATE INDEX accounts_by_domain_check ON public.accounts USING btree (domain_check_at) WHERE ((deleted_at IS NULL) AND (account_type = ANY (ARRAY['GOOGLE'::text, 'MICROSOFT'::text, 'IMAP'::text])));
CREATE INDEX accounts_by_risk_count ON public.accounts USING btree (risk_counted_at) WHERE ((deleted_at IS NULL) AND (account_type = 'LINKEDIN'::text));
CREATE INDEX accounts_connected_by_idx ON public.accounts USING btree (connected_by) WHERE (connected_by IS NOT NULL);
CREATE TRIGGER accounts_enqueue_webhooks AFTER UPDATE OF status ON public.accounts FOR EACH ROW WHEN ((new.status IS DISTINCT FROM old.status)) EXECUTE FUNCTION enqueue_account_webhooks();
CREATE UNIQUE INDEX accounts_email_idx ON public.accounts USING btree (organization_id, account_type, email) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX accounts_linkedin_member_id_idx ON public.accounts USING btree (organization_id, linkedin_member_id) WHERE ((linkedin_member_id IS NOT NULL) AND (deleted_at IS NULL));
CREATE UNIQUE INDEX accounts_provider_account_id_idx ON public.accounts USING btree (provider_account_id) WHERE ((provider_account_id IS NOT NULL) AND (deleted_at IS NULL));
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table adapter_states (
  adapter text not null,
  succeeded_at timestamp with time zone,
  failed_at timestamp with time zone,
  failures bigint default 0 not null,
  last_error text,
  constraint adapter_states_pkey PRIMARY KEY (adapter)
);

create table address_checks (
  organization_id bigint not null,
  email citext not null,
  result text,
  detail text default ''::text not null,
  verified_at timestamp with time zone,
  unknown_tries smallint default 0 not null,
  asked_at timestamp with time zone,
  due_at timestamp with time zone,
  accepted_at timestamp with time zone,
  accepted_by bigint,
  import_id bigint,
  constraint address_checks_check CHECK (((asked_at IS NULL) = (due_at IS NULL))),
  constraint address_checks_detail_check CHECK ((length(detail) <= 300)),
  constraint address_checks_result_check CHECK ((result = ANY (ARRAY['valid'::text, 'invalid'::text, 'catch_all'::text, 'risky'::text, 'unknown'::text]))),
  constraint address_checks_accepted_by_fkey FOREIGN KEY (organization_id, accepted_by) REFERENCES users(organization_id, id) ON DELETE SET NULL (accepted_by),
  constraint address_checks_import_id_fkey FOREIGN KEY (organization_id, import_id) REFERENCES import_address_checks(organization_id, import_id) ON DELETE SET NULL (import_id),
  constraint address_checks_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint address_checks_pkey PRIMARY KEY (organization_id, email)
);
CREATE INDEX address_checks_accepted_by ON public.address_checks USING btree (organization_id, accepted_by) WHERE (accepted_by IS NOT NULL);
CREATE INDEX address_checks_by_address ON public.address_checks USING btree (organization_id, ((email)::text) COLLATE "C");
CREATE INDEX address_checks_due ON public.address_checks USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX address_checks_of_import ON public.address_checks USING btree (organization_id, import_id, due_at, verified_at) WHERE (import_id IS NOT NULL);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table agency_clients (
  organization_id bigint not null,
  client_id bigint not null,
  contact_name text not null,
  email citext not null,
  logo_file text,
  logo_type text,
  extra_credits integer default 0 not null,
  created_at timestamp with time zone default app_now() not null,
  cancelled_at timestamp with time zone,
  erase_at timestamp with time zone,
  disabled_features text[] default '{}'::text[] not null,
  constraint agency_clients_check CHECK (((cancelled_at IS NULL) = (erase_at IS NULL))),
  constraint agency_clients_extra_credits_check CHECK ((extra_credits >= 0)),
  constraint agency_clients_client_id_fkey FOREIGN KEY (client_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint agency_clients_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint agency_clients_pkey PRIMARY KEY (client_id),
  constraint agency_clients_organization_id_client_id_key UNIQUE (organization_id, client_id)
);
CREATE INDEX agency_clients_erase_at_idx ON public.agency_clients USING btree (erase_at) WHERE (erase_at IS NOT NULL);
CREATE TRIGGER agency_clients_note_terms AFTER INSERT OR UPDATE OF extra_credits ON public.agency_clients FOR EACH ROW EXECUTE FUNCTION note_terms_of_client();
CREATE UNIQUE INDEX agency_clients_email_idx ON public.agency_clients USING btree (organization_id, email) WHERE (cancelled_at IS NULL);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table agency_prices (
  organization_id bigint not null,
  valid_from date not null,
  base integer not null,
  email_account integer not null,
  linkedin_account integer not null,
  credit_pack integer not null,
  constraint agency_prices_base_check CHECK (((base >= 0) AND (base <= 1000000))),
  constraint agency_prices_credit_pack_check CHECK (((credit_pack >= 0) AND (credit_pack <= 1000000))),
  constraint agency_prices_email_account_check CHECK (((email_account >= 0) AND (email_account <= 1000000))),
  constraint agency_prices_linkedin_account_check CHECK (((linkedin_account >= 0) AND (linkedin_account <= 1000000))),
  constraint agency_prices_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint agency_prices_pkey PRIMARY KEY (organization_id, valid_from)
);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table agency_settings (
  organization_id bigint not null,
  disabled_features text[] default '{}'::text[] not null,
  shows_prices boolean default false not null,
  lets_clients_buy boolean default false not null,
  constraint agency_settings_buying_check CHECK ((shows_prices OR (NOT lets_clients_buy))),
  constraint agency_settings_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint agency_settings_pkey PRIMARY KEY (organization_id)
);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table agency_shares (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  task_id bigint,
  segment_id bigint,
  client_id bigint,
  constraint agency_shares_item_check CHECK ((num_nonnulls(task_id, segment_id) = 1)),
  constraint agency_shares_client_id_fkey FOREIGN KEY (organization_id, client_id) REFERENCES agency_clients(organization_id, client_id) ON DELETE CASCADE,
  constraint agency_shares_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint agency_shares_segment_id_fkey FOREIGN KEY (organization_id, segment_id) REFERENCES ai_segments(organization_id, id) ON DELETE CASCADE,
  constraint agency_shares_task_id_fkey FOREIGN KEY (organization_id, task_id) REFERENCES enrichment_prompts(organization_id, id) ON DELETE CASCADE,
  constraint agency_shares_pkey PRIMARY KEY (id),
  constraint agency_shares_organization_id_task_id_segment_id_client_id_key UNIQUE NULLS NOT DISTINCT (organization_id, task_id, segment_id, client_id)
);
CREATE INDEX agency_shares_client_id_idx ON public.agency_shares USING btree (organization_id, client_id) WHERE (client_id IS NOT NULL);
CREATE INDEX agency_shares_segment_id_idx ON public.agency_shares USING btree (organization_id, segment_id) WHERE (segment_id IS NOT NULL);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table ai_segment_texts (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  campaign_lead_id bigint not null,
  node_id bigint not null,
  prospect_id bigint not null,
  segment_id bigint not null,
  language text not null,
  state text default 'wanted'::text not null,
  text text,
  reason text,
  sources jsonb default '[]'::jsonb not null,
  fingerprint text,
  credits integer default 0 not null,
  reservation_id bigint,
  paid_prompt_ids bigint[] default '{}'::bigint[] not null,
  not_before timestamp with time zone default app_now() not null,
  lease_token bigint default 0 not null,
  lease_until timestamp with time zone,
  attempts integer default 0 not null,
  waited_since timestamp with time zone,
  used_at timestamp with time zone,
  created_at timestamp with time zone default app_now() not null,
  ended_at timestamp with time zone,
  constraint ai_segment_texts_state_check CHECK ((state = ANY (ARRAY['wanted'::text, 'queued'::text, 'running'::text, 'written'::text, 'nothing'::text, 'failed'::text, 'no_credits'::text]))),
  constraint ai_segment_texts_campaign_lead_id_fkey FOREIGN KEY (organization_id, campaign_lead_id) REFERENCES campaign_leads(organization_id, id) ON DELETE CASCADE,
  constraint ai_segment_texts_node_id_fkey FOREIGN KEY (organization_id, node_id) REFERENCES campaign_nodes(organization_id, id) ON DELETE CASCADE,
  constraint ai_segment_texts_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint ai_segment_texts_prospect_id_fkey FOREIGN KEY (organization_id, prospect_id) REFERENCES prospects(organization_id, id) ON DELETE CASCADE,
  constraint ai_segment_texts_reservation_id_fkey FOREIGN KEY (organization_id, reservation_id) REFERENCES credit_reservations(organization_id, id) ON DELETE SET NULL (reservation_id),
  constraint ai_segment_texts_pkey PRIMARY KEY (id),
  constraint ai_segment_texts_campaign_lead_id_node_id_segment_id_key UNIQUE (campaign_lead_id, node_id, segment_id)
);
CREATE INDEX ai_segment_texts_node_id_idx ON public.ai_segment_texts USING btree (node_id);
CREATE INDEX ai_segment_texts_open_idx ON public.ai_segment_texts USING btree (organization_id, not_before, id) WHERE (state = ANY (ARRAY['wanted'::text, 'queued'::text, 'running'::text]));
CREATE INDEX ai_segment_texts_prospect_id_idx ON public.ai_segment_texts USING btree (prospect_id);
CREATE INDEX ai_segment_texts_reservation_id_idx ON public.ai_segment_texts USING btree (reservation_id);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table ai_segments (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  name text not null,
  instructions text not null,
  amount_of_sentences smallint default 1 not null,
  enrichment_sources bigint[] default '{}'::bigint[] not null,
  created_by bigint,
  created_at timestamp with time zone default app_now() not null,
  updated_at timestamp with time zone default app_now() not null,
  constraint ai_segments_amount_of_sentences_check CHECK (((amount_of_sentences >= 1) AND (amount_of_sentences <= 5))),
  constraint ai_segments_created_by_fkey FOREIGN KEY (organization_id, created_by) REFERENCES users(organization_id, id) ON DELETE SET NULL (created_by),
  constraint ai_segments_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint ai_segments_pkey PRIMARY KEY (id),
  constraint ai_segments_organization_id_id_key UNIQUE (organization_id, id)
);
CREATE INDEX ai_segments_organization_id_idx ON public.ai_segments USING btree (organization_id, id);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table answer_versions (
  organization_id bigint not null,
  prompt_id bigint not null,
  edits bigint default 0 not null,
  arrivals bigint default 0 not null,
  constraint answer_versions_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint answer_versions_pkey PRIMARY KEY (organization_id, prompt_id)
);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table api_key_days (
  organization_id bigint not null,
  api_key_id bigint not null,
  day date not null,
  calls bigint default 0 not null,
  refused bigint default 0 not null,
  limited bigint default 0 not null,
  failed bigint default 0 not null,
  constraint api_key_days_api_key_id_fkey FOREIGN KEY (organization_id, api_key_id) REFERENCES api_keys(organization_id, id) ON DELETE CASCADE,
  constraint api_key_days_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint api_key_days_pkey PRIMARY KEY (organization_id, api_key_id, day)
);
CREATE INDEX api_key_days_day_idx ON public.api_key_days USING btree (day);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table api_keys (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  name text not null,
  key_hash bytea,
  start text not null,
  scopes text[] not null,
  ip_allow cidr[] default '{}'::cidr[] not null,
  created_by bigint,
  created_at timestamp with time zone default app_now() not null,
  expires_at timestamp with time zone,
  expiry_noticed_at timestamp with time zone,
  last_used_at timestamp with time zone,
  last_used_ip text,
  rotated_from bigint,
  revoked_at timestamp with time zone,
  kind text default 'program'::text not null,
  constraint api_keys_key_hash_check CHECK (((kind = 'app'::text) = (key_hash IS NULL))),
  constraint api_keys_kind_check CHECK ((kind = ANY (ARRAY['program'::text, 'assistant'::text, 'app'::text]))),
  constraint api_keys_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 80))),
  constraint api_keys_created_by_fkey FOREIGN KEY (organization_id, created_by) REFERENCES users(organization_id, id) ON DELETE SET NULL (created_by),
  constraint api_keys_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint api_keys_rotated_from_fkey FOREIGN KEY (organization_id, rotated_from) REFERENCES api_keys(organization_id, id) ON DELETE SET NULL (rotated_from),
  constraint api_keys_pkey PRIMARY KEY (id),
  constraint api_keys_key_hash_key UNIQUE (key_hash),
  constraint api_keys_organization_id_id_key UNIQUE (organization_id, id)
);
CREATE INDEX api_keys_created_by_idx ON public.api_keys USING btree (created_by);
CREATE INDEX api_keys_expiring_idx ON public.api_keys USING btree (expires_at) WHERE ((expires_at IS NOT NULL) AND (revoked_at IS NULL));
CREATE INDEX api_keys_organization_id_idx ON public.api_keys USING btree (organization_id, id);
CREATE INDEX api_keys_rotated_from_idx ON public.api_keys USING btree (rotated_from);
CREATE TRIGGER api_keys_changed AFTER UPDATE OF scopes, ip_allow, expires_at, revoked_at ON public.api_keys FOR EACH STATEMENT EXECUTE FUNCTION notify_changed_keys();
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table approvals (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  api_key_id bigint default current_api_key_id(),
  kind text not null,
  state text default 'prepared'::text not null,
  campaign_id bigint,
  prospect_id bigint,
  parameters jsonb not null,
  preview jsonb not null,
  fingerprint bytea not null,
  nonce text not null,
  created_at timestamp with time zone default app_now() not null,
  requested_at timestamp with time zone,
  expires_at timestamp with time zone not null,
  decided_at timestamp with time zone,
  decided_by bigint,
  void_reason text,
  constraint approvals_check CHECK (((kind = 'campaign_activation'::text) = (campaign_id IS NOT NULL))),
  constraint approvals_check1 CHECK (((kind = 'message'::text) = (prospect_id IS NOT NULL))),
  constraint approvals_kind_check CHECK ((kind = ANY (ARRAY['campaign_activation'::text, 'message'::text]))),
  constraint approvals_state_check CHECK ((state = ANY (ARRAY['prepared'::text, 'waiting'::text, 'done'::text, 'refused'::text, 'expired'::text, 'void'::text]))),
  constraint approvals_api_key_id_fkey FOREIGN KEY (organization_id, api_key_id) REFERENCES api_keys(organization_id, id) ON DELETE SET NULL (api_key_id),
  constraint approvals_campaign_id_fkey FOREIGN KEY (organization_id, campaign_id) REFERENCES campaigns(organization_id, id) ON DELETE CASCADE,
  constraint approvals_decided_by_fkey FOREIGN KEY (organization_id, decided_by) REFERENCES users(organization_id, id) ON DELETE SET NULL (decided_by),
  constraint approvals_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint approvals_prospect_id_fkey FOREIGN KEY (organization_id, prospect_id) REFERENCES prospects(organization_id, id) ON DELETE CASCADE,
  constraint approvals_pkey PRIMARY KEY (id),
  constraint approvals_organization_id_id_key UNIQUE (organization_id, id)
);
CREATE INDEX approvals_api_key_id_idx ON public.approvals USING btree (api_key_id, requested_at);
CREATE INDEX approvals_campaign_id_idx ON public.approvals USING btree (campaign_id);
CREATE INDEX approvals_created_at_idx ON public.approvals USING btree (created_at);
CREATE INDEX approvals_decided_by_idx ON public.approvals USING btree (decided_by);
CREATE INDEX approvals_prospect_id_idx ON public.approvals USING btree (prospect_id);
CREATE INDEX approvals_state_idx ON public.approvals USING btree (organization_id, state, id DESC);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table archive_import_ids (
  organization_id bigint not null,
  import_id bigint not null,
  table_name text not null,
  old_id text not null,
  new_id bigint,
  new_key jsonb,
  state text not null,
  constraint archive_import_ids_state_check CHECK ((state = ANY (ARRAY['made'::text, 'found'::text, 'reserved'::text]))),
  constraint archive_import_ids_import_id_fkey FOREIGN KEY (organization_id, import_id) REFERENCES archive_imports(organization_id, id) ON DELETE CASCADE,
  constraint archive_import_ids_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint archive_import_ids_pkey PRIMARY KEY (import_id, table_name, old_id)
);
CREATE INDEX archive_import_ids_made_idx ON public.archive_import_ids USING btree (import_id, table_name, new_id) WHERE (state = 'made'::text);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table archive_imports (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  state text default 'checking'::text not null,
  file_name text not null,
  file_key text,
  size_in_bytes bigint not null,
  created_by bigint,
  created_at timestamp with time zone default app_now() not null,
  finished_at timestamp with time zone,
  expires_at timestamp with time zone not null,
  attempts integer default 0 not null,
  tries integer default 0 not null,
  phase integer default 0 not null,
  phase_rows bigint default 0 not null,
  rows_done bigint default 0 not null,
  rows_total bigint,
  report jsonb,
  counts jsonb default '{}'::jsonb not null,
  filled jsonb default '{}'::jsonb not null,
  sealed_key bytea,
  error text,
  constraint archive_imports_counts_check CHECK ((octet_length((counts)::text) <= 1000000)),
  constraint archive_imports_file_name_check CHECK ((length(file_name) <= 200)),
  constraint archive_imports_state_check CHECK ((state = ANY (ARRAY['checking'::text, 'refused'::text, 'checked'::text, 'discarded'::text, 'working'::text, 'stopped'::text, 'failed'::text, 'done'::text, 'undoing'::text, 'undone'::text]))),
  constraint archive_imports_created_by_fkey FOREIGN KEY (organization_id, created_by) REFERENCES users(organization_id, id) ON DELETE SET NULL (created_by),
  constraint archive_imports_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint archive_imports_pkey PRIMARY KEY (id),
  constraint archive_imports_organization_id_id_key UNIQUE (organization_id, id)
);
CREATE INDEX archive_imports_created_by_idx ON public.archive_imports USING btree (created_by);
CREATE INDEX archive_imports_expires_at_idx ON public.archive_imports USING btree (expires_at) WHERE (state = ANY (ARRAY['checked'::text, 'stopped'::text, 'failed'::text, 'done'::text]));
CREATE UNIQUE INDEX archive_imports_one_at_a_time ON public.archive_imports USING btree (organization_id) WHERE (state = ANY (ARRAY['checking'::text, 'checked'::text, 'working'::text, 'stopped'::text, 'failed'::text, 'undoing'::text]));
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table assistant_policies (
  organization_id bigint not null,
  sending text default 'approval'::text not null,
  sends_per_day integer default 20 not null,
  credits_per_day integer default 500 not null,
  constraint assistant_policies_credits_per_day_check CHECK (((credits_per_day >= 0) AND (credits_per_day <= 100000))),
  constraint assistant_policies_sending_check CHECK ((sending = ANY (ARRAY['never'::text, 'approval'::text, 'client'::text]))),
  constraint assistant_policies_sends_per_day_check CHECK (((sends_per_day >= 0) AND (sends_per_day <= 1000))),
  constraint assistant_policies_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint assistant_policies_pkey PRIMARY KEY (organization_id)
);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table automatic_research (
  organization_id bigint not null,
  search_id bigint not null,
  prompt_id bigint not null,
  filters jsonb default '[]'::jsonb not null,
  leads_per_day integer not null,
  user_id bigint,
  added_since timestamp with time zone default app_now() not null,
  day date,
  day_leads integer default 0 not null,
  next_at timestamp with time zone default app_now() not null,
  checked_state text default ''::text not null,
  problem text,
  constraint automatic_research_day_leads_check CHECK ((day_leads >= 0)),
  constraint automatic_research_leads_per_day_check CHECK (((leads_per_day >= 1) AND (leads_per_day <= 10000))),
  constraint automatic_research_problem_check CHECK ((char_length(problem) <= 300)),
  constraint automatic_research_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint automatic_research_search_prompt_fkey FOREIGN KEY (organization_id, search_id, prompt_id) REFERENCES search_prompts(organization_id, search_id, prompt_id) ON DELETE CASCADE,
  constraint automatic_research_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES users(organization_id, id) ON DELETE SET NULL (user_id),
  constraint automatic_research_pkey PRIMARY KEY (organization_id, search_id, prompt_id)
);
CREATE INDEX automatic_research_next_at_idx ON public.automatic_research USING btree (next_at);
CREATE INDEX automatic_research_user_id_idx ON public.automatic_research USING btree (organization_id, user_id);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table automation_days (
  organization_id bigint not null,
  day date not null,
  actions integer default 0 not null,
  skipped integer default 0 not null,
  is_limit_noticed boolean default false not null,
  constraint automation_days_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint automation_days_pkey PRIMARY KEY (organization_id, day)
);
CREATE INDEX automation_days_day_idx ON public.automation_days USING btree (day);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table automation_effects (
  run_id bigint not null,
  position smallint not null,
  organization_id bigint not null,
  state text not null,
  note text default ''::text not null,
  done_at timestamp with time zone default app_now() not null,
  constraint automation_effects_note_check CHECK ((length(note) <= 500)),
  constraint automation_effects_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'sending'::text, 'done'::text, 'unchanged'::text, 'failed'::text, 'unknown'::text]))),
  constraint automation_effects_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint automation_effects_run_id_fkey FOREIGN KEY (organization_id, run_id) REFERENCES automation_runs(organization_id, id) ON DELETE CASCADE,
  constraint automation_effects_pkey PRIMARY KEY (run_id, "position")
);
CREATE INDEX automation_effects_organization_id_idx ON public.automation_effects USING btree (organization_id, run_id);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table automation_runs (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  automation_id bigint,
  message_id bigint,
  state text default 'pending'::text not null,
  reason text,
  actions jsonb,
  tries smallint default 0 not null,
  not_before timestamp with time zone default statement_timestamp() not null,
  lease_token bigint default 0 not null,
  duration_in_ms integer,
  created_at timestamp with time zone default app_now() not null,
  finished_at timestamp with time zone,
  rule_id bigint,
  set_off_by text,
  prospect_id bigint,
  automation_chain bigint[],
  is_over_limit boolean default false not null,
  has_stops boolean default false not null,
  constraint automation_runs_cause_check CHECK (((num_nonnulls(automation_id, rule_id) = 1) AND ((message_id IS NULL) = (automation_id IS NULL)) AND ((rule_id IS NULL) OR ((set_off_by IS NOT NULL) AND (actions IS NOT NULL))))),
  constraint automation_runs_reason_check CHECK ((length(reason) <= 500)),
  constraint automation_runs_set_off_by_check CHECK ((set_off_by = ANY (ARRAY['replied'::text, 'interested'::text, 'not_interested'::text, 'entered'::text]))),
  constraint automation_runs_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'done'::text, 'failed'::text, 'unmatched'::text, 'skipped'::text]))),
  constraint automation_runs_automation_id_fkey FOREIGN KEY (organization_id, automation_id) REFERENCES automations(organization_id, id) ON DELETE CASCADE,
  constraint automation_runs_message_id_fkey FOREIGN KEY (organization_id, message_id) REFERENCES webhook_messages(organization_id, id) ON DELETE CASCADE,
  constraint automation_runs_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint automation_runs_prospect_id_fkey FOREIGN KEY (organization_id, prospect_id) REFERENCES prospects(organization_id, id) ON DELETE SET NULL (prospect_id),
  constraint automation_runs_rule_id_fkey FOREIGN KEY (organization_id, rule_id) REFERENCES kanban_rules(organization_id, id) ON DELETE CASCADE,
  constraint automation_runs_pkey PRIMARY KEY (id),
  constraint automation_runs_organization_id_id_key UNIQUE (organization_id, id)
);
CREATE INDEX automation_runs_begun_idx ON public.automation_runs USING btree (organization_id, not_before, id) WHERE ((state = 'pending'::text) AND (actions IS NOT NULL));
CREATE INDEX automation_runs_ended_idx ON public.automation_runs USING btree (automation_id, id) WHERE (state = ANY (ARRAY['done'::text, 'failed'::text]));
CREATE INDEX automation_runs_failed_idx ON public.automation_runs USING btree (automation_id, id) WHERE (state = 'failed'::text);
CREATE INDEX automation_runs_log_idx ON public.automation_runs USING btree (automation_id, id);
CREATE INDEX automation_runs_message_id_idx ON public.automation_runs USING btree (organization_id, message_id);
CREATE INDEX automation_runs_old_idx ON public.automation_runs USING btree (created_at) WHERE (rule_id IS NOT NULL);
CREATE INDEX automation_runs_prospect_id_idx ON public.automation_runs USING btree (prospect_id) WHERE (prospect_id IS NOT NULL);
CREATE INDEX automation_runs_rule_id_idx ON public.automation_runs USING btree (rule_id, id) WHERE (rule_id IS NOT NULL);
CREATE INDEX automation_runs_stops_idx ON public.automation_runs USING btree (organization_id, not_before, id) WHERE ((state = 'pending'::text) AND (actions IS NOT NULL) AND has_stops);
CREATE INDEX automation_runs_undecided_idx ON public.automation_runs USING btree (organization_id, not_before, id) WHERE ((state = 'pending'::text) AND (actions IS NULL));
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table automations (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  name text not null,
  trigger_type text not null,
  match text default 'all'::text not null,
  conditions jsonb default '[]'::jsonb not null,
  actions jsonb not null,
  is_active boolean default false not null,
  off_reason text,
  off_at timestamp with time zone,
  failures integer default 0 not null,
  created_by bigint,
  created_at timestamp with time zone default app_now() not null,
  edit_version integer default 1 not null,
  edited_at timestamp with time zone,
  edited_by bigint,
  previewed_version integer,
  counted_on date,
  counted_actions integer default 0 not null,
  limit_noticed_on date,
  constraint automations_actions_check CHECK ((((jsonb_array_length(actions) >= 1) AND (jsonb_array_length(actions) <= 10)) AND (octet_length((actions)::text) <= 200000))),
  constraint automations_conditions_check CHECK (((jsonb_array_length(conditions) <= 10) AND (octet_length((conditions)::text) <= 500000))),
  constraint automations_match_check CHECK ((match = ANY (ARRAY['all'::text, 'any'::text]))),
  constraint automations_name_check CHECK ((length(name) <= 100)),
  constraint automations_off_reason_check CHECK ((off_reason = ANY (ARRAY['person'::text, 'failures'::text]))),
  constraint automations_trigger_type_check CHECK ((length(trigger_type) <= 100)),
  constraint automations_created_by_fkey FOREIGN KEY (organization_id, created_by) REFERENCES users(organization_id, id) ON DELETE SET NULL (created_by),
  constraint automations_edited_by_fkey FOREIGN KEY (organization_id, edited_by) REFERENCES users(organization_id, id) ON DELETE SET NULL (edited_by),
  constraint automations_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint automations_pkey PRIMARY KEY (id),
  constraint automations_organization_id_id_key UNIQUE (organization_id, id)
);
CREATE INDEX automations_active_idx ON public.automations USING btree (organization_id, trigger_type) WHERE is_active;
CREATE INDEX automations_created_by_idx ON public.automations USING btree (created_by);
CREATE INDEX automations_edited_by_idx ON public.automations USING btree (edited_by);
CREATE TRIGGER automations_note_edit BEFORE UPDATE OF name, trigger_type, match, conditions, actions ON public.automations FOR EACH ROW WHEN ((((((old.name IS DISTINCT FROM new.name) OR (old.trigger_type IS DISTINCT FROM new.trigger_type)) OR (old.match IS DISTINCT FROM new.match)) OR (old.conditions IS DISTINCT FROM new.conditions)) OR (old.actions IS DISTINCT FROM new.actions))) EXECUTE FUNCTION note_edit();
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table billing_customers (
  organization_id bigint not null,
  customer_id text not null,
  subscription_id text,
  status text,
  is_partner boolean default false not null,
  extra_credits integer default 0 not null,
  period_ends_at timestamp with time zone,
  is_ending boolean default false not null,
  unpaid_invoice_url text,
  readings bigint default 0 not null,
  written_reading bigint default 0 not null,
  reading_wanted_at timestamp with time zone,
  read_at timestamp with time zone,
  clients integer default 0 not null,
  client_linkedin_accounts integer default 0 not null,
  client_email_accounts integer default 0 not null,
  client_credits integer default 0 not null,
  period_starts_at timestamp with time zone,
  constraint billing_customers_client_credits_check CHECK ((client_credits >= 0)),
  constraint billing_customers_client_email_accounts_check CHECK ((client_email_accounts >= 0)),
  constraint billing_customers_client_linkedin_accounts_check CHECK ((client_linkedin_accounts >= 0)),
  constraint billing_customers_clients_check CHECK ((clients >= 0)),
  constraint billing_customers_extra_credits_check CHECK ((extra_credits >= 0)),
  constraint billing_customers_status_check CHECK ((status = ANY (ARRAY['active'::text, 'past_due'::text, 'incomplete'::text, 'ended'::text]))),
  constraint billing_customers_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint billing_customers_pkey PRIMARY KEY (organization_id),
  constraint billing_customers_customer_id_key UNIQUE (customer_id)
);
CREATE INDEX billing_customers_read_at_idx ON public.billing_customers USING btree (read_at);
CREATE INDEX billing_customers_wanted_idx ON public.billing_customers USING btree (reading_wanted_at) WHERE (reading_wanted_at IS NOT NULL);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table booking_connections (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  provider text not null,
  name text not null,
  hook_key text not null,
  sealed_secret bytea not null,
  last_received_at timestamp with time zone,
  last_outcome text,
  last_refused_at timestamp with time zone,
  created_by bigint,
  created_at timestamp with time zone default app_now() not null,
  constraint booking_connections_last_outcome_check CHECK ((last_outcome = ANY (ARRAY['booked'::text, 'rescheduled'::text, 'cancelled'::text, 'no_show'::text, 'unchanged'::text, 'unknown_person'::text, 'suppressed'::text, 'ignored'::text, 'too_old'::text]))),
  constraint booking_connections_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 80))),
  constraint booking_connections_provider_check CHECK ((provider = ANY (ARRAY['cal_com'::text, 'calendly'::text]))),
  constraint booking_connections_created_by_fkey FOREIGN KEY (organization_id, created_by) REFERENCES users(organization_id, id) ON DELETE SET NULL (created_by),
  constraint booking_connections_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint booking_connections_pkey PRIMARY KEY (id),
  constraint booking_connections_hook_key_key UNIQUE (hook_key),
  constraint booking_connections_organization_id_id_key UNIQUE (organization_id, id)
);
CREATE INDEX booking_connections_created_by_idx ON public.booking_connections USING btree (created_by);
CREATE INDEX booking_connections_organization_id_idx ON public.booking_connections USING btree (organization_id, id);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table booking_deliveries (
  organization_id bigint not null,
  booking_connection_id bigint not null,
  digest bytea not null,
  outcome text not null,
  received_at timestamp with time zone default app_now() not null,
  constraint booking_deliveries_outcome_check CHECK ((outcome = ANY (ARRAY['booked'::text, 'rescheduled'::text, 'cancelled'::text, 'no_show'::text, 'unchanged'::text, 'unknown_person'::text, 'suppressed'::text, 'ignored'::text, 'too_old'::text]))),
  constraint booking_deliveries_connection_id_fkey FOREIGN KEY (organization_id, booking_connection_id) REFERENCES booking_connections(organization_id, id) ON DELETE CASCADE,
  constraint booking_deliveries_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint booking_deliveries_pkey PRIMARY KEY (booking_connection_id, digest)
);
CREATE INDEX booking_deliveries_newest_idx ON public.booking_deliveries USING btree (booking_connection_id, received_at DESC);
CREATE INDEX booking_deliveries_organization_id_idx ON public.booking_deliveries USING btree (organization_id);
CREATE INDEX booking_deliveries_received_at_idx ON public.booking_deliveries USING btree (received_at);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table brand_files (
  token text not null,
  organization_id bigint not null,
  file_key text not null,
  created_at timestamp with time zone default app_now() not null,
  constraint brand_files_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint brand_files_pkey PRIMARY KEY (token)
);
CREATE INDEX brand_files_organization_id_idx ON public.brand_files USING btree (organization_id);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table brand_hosts (
  organization_id bigint not null,
  host text not null,
  token text not null,
  verified_at timestamp with time zone,
  checked_at timestamp with time zone,
  missing_since timestamp with time zone,
  created_at timestamp with time zone default app_now() not null,
  reached_at timestamp with time zone,
  constraint brand_hosts_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint brand_hosts_pkey PRIMARY KEY (organization_id)
);
CREATE INDEX brand_hosts_checked_at_idx ON public.brand_hosts USING btree (checked_at) WHERE (verified_at IS NOT NULL);
CREATE TRIGGER brand_hosts_forget_reached BEFORE UPDATE OF host ON public.brand_hosts FOR EACH ROW WHEN ((new.host IS DISTINCT FROM old.host)) EXECUTE FUNCTION forget_host_reached();
CREATE UNIQUE INDEX brand_hosts_verified_host_key ON public.brand_hosts USING btree (host) WHERE (verified_at IS NOT NULL);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table brand_mail_domains (
  organization_id bigint not null,
  address text not null,
  domain text not null,
  selector text not null,
  sealed_private_key bytea,
  public_key text,
  verified_at timestamp with time zone,
  checked_at timestamp with time zone,
  missing_since timestamp with time zone,
  created_at timestamp with time zone default app_now() not null,
  constraint brand_mail_domains_key_check CHECK ((((sealed_private_key IS NULL) = (public_key IS NULL)) AND ((verified_at IS NULL) OR (public_key IS NOT NULL)))),
  constraint brand_mail_domains_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint brand_mail_domains_pkey PRIMARY KEY (organization_id)
);
CREATE INDEX brand_mail_domains_checked_at_idx ON public.brand_mail_domains USING btree (checked_at) WHERE (verified_at IS NOT NULL);
CREATE UNIQUE INDEX brand_mail_domains_verified_domain_key ON public.brand_mail_domains USING btree (domain) WHERE (verified_at IS NOT NULL);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table built_in_templates (
  id integer not null,
  name text,
  is_hidden boolean default false not null,
  constraint built_in_templates_pkey PRIMARY KEY (id)
);

create table call_attempts (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  campaign_id bigint not null,
  campaign_lead_id bigint not null,
  prospect_id bigint not null,
  node_id bigint not null,
  phone_number text,
  token bigint default 1 not null,
  user_id bigint,
  claimed_until timestamp with time zone,
  outcome text,
  call_outcome_id bigint,
  outcome_name text,
  note text,
  call_again_at timestamp with time zone,
  recorded_at timestamp with time zone,
  takes_effect_at timestamp with time zone,
  settled_at timestamp with time zone,
  created_at timestamp with time zone default app_now() not null,
  constraint call_attempts_note_check CHECK ((char_length(note) <= 5000)),
  constraint call_attempts_outcome_check CHECK ((outcome = ANY (ARRAY['interested'::text, 'later'::text, 'not_interested'::text, 'answered'::text, 'no_answer'::text, 'voicemail'::text, 'busy'::text, 'wrong_number'::text, 'do_not_call'::text]))),
  constraint call_attempts_call_outcome_id_fkey FOREIGN KEY (organization_id, call_outcome_id) REFERENCES call_outcomes(organization_id, id) ON DELETE SET NULL (call_outcome_id),
  constraint call_attempts_campaign_id_fkey FOREIGN KEY (organization_id, campaign_id) REFERENCES campaigns(organization_id, id) ON DELETE CASCADE,
  constraint call_attempts_campaign_lead_id_fkey FOREIGN KEY (organization_id, campaign_lead_id) REFERENCES campaign_leads(organization_id, id) ON DELETE CASCADE,
  constraint call_attempts_node_id_fkey FOREIGN KEY (organization_id, node_id) REFERENCES campaign_nodes(organization_id, id) ON DELETE CASCADE,
  constraint call_attempts_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint call_attempts_prospect_id_fkey FOREIGN KEY (organization_id, prospect_id) REFERENCES prospects(organization_id, id) ON DELETE CASCADE,
  constraint call_attempts_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES users(organization_id, id) ON DELETE SET NULL (user_id),
  constraint call_attempts_pkey PRIMARY KEY (id),
  constraint call_attempts_organization_id_id_key UNIQUE (organization_id, id)
);
CREATE INDEX call_attempts_call_outcome_id_idx ON public.call_attempts USING btree (call_outcome_id);
CREATE INDEX call_attempts_campaign_id_idx ON public.call_attempts USING btree (campaign_id);
CREATE INDEX call_attempts_due_idx ON public.call_attempts USING btree (takes_effect_at) WHERE ((settled_at IS NULL) AND (outcome IS NOT NULL));
CREATE INDEX call_attempts_lead_idx ON public.call_attempts USING btree (campaign_lead_id, id DESC);
CREATE INDEX call_attempts_left_idx ON public.call_attempts USING btree (claimed_until) WHERE ((settled_at IS NULL) AND (outcome IS NULL));
CREATE INDEX call_attempts_node_id_idx ON public.call_attempts USING btree (node_id);
CREATE INDEX call_attempts_prospect_id_idx ON public.call_attempts USING btree (prospect_id, id DESC);
CREATE INDEX call_attempts_recorded_idx ON public.call_attempts USING btree (organization_id, recorded_at) INCLUDE (user_id, outcome, campaign_lead_id) WHERE (recorded_at IS NOT NULL);
CREATE INDEX call_attempts_user_id_idx ON public.call_attempts USING btree (user_id, recorded_at);
CREATE UNIQUE INDEX call_attempts_open_idx ON public.call_attempts USING btree (campaign_lead_id) WHERE (settled_at IS NULL);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table call_outcomes (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  name text not null,
  means text not null,
  again_in_hours smallint,
  again_in_days smallint,
  max_tries smallint default 3 not null,
  created_by bigint,
  created_at timestamp with time zone default app_now() not null,
  constraint call_outcomes_again_in_days_check CHECK (((again_in_days >= 1) AND (again_in_days <= 60))),
  constraint call_outcomes_again_in_hours_check CHECK (((again_in_hours >= 1) AND (again_in_hours <= 720))),
  constraint call_outcomes_check CHECK (((again_in_hours IS NULL) OR (again_in_days IS NULL))),
  constraint call_outcomes_max_tries_check CHECK (((max_tries >= 1) AND (max_tries <= 10))),
  constraint call_outcomes_means_check CHECK ((means = ANY (ARRAY['interested'::text, 'later'::text, 'not_interested'::text, 'answered'::text, 'no_answer'::text, 'voicemail'::text, 'busy'::text]))),
  constraint call_outcomes_name_check CHECK ((char_length(name) <= 60)),
  constraint call_outcomes_created_by_fkey FOREIGN KEY (organization_id, created_by) REFERENCES users(organization_id, id) ON DELETE SET NULL (created_by),
  constraint call_outcomes_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint call_outcomes_pkey PRIMARY KEY (id),
  constraint call_outcomes_organization_id_id_key UNIQUE (organization_id, id)
);
CREATE INDEX call_outcomes_created_by_idx ON public.call_outcomes USING btree (created_by);
CREATE UNIQUE INDEX call_outcomes_name_idx ON public.call_outcomes USING btree (organization_id, lower(name));
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table campaign_attachments (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  campaign_id bigint not null,
  node_id bigint not null,
  name text not null,
  type text not null,
  size integer not null,
  file_key text not null,
  created_at timestamp with time zone default app_now() not null,
  is_live boolean default true not null,
  constraint campaign_attachments_campaign_id_fkey FOREIGN KEY (organization_id, campaign_id) REFERENCES campaigns(organization_id, id) ON DELETE CASCADE,
  constraint campaign_attachments_node_id_fkey FOREIGN KEY (organization_id, node_id) REFERENCES campaign_nodes(organization_id, id) ON DELETE CASCADE,
  constraint campaign_attachments_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint campaign_attachments_pkey PRIMARY KEY (id)
);
CREATE INDEX campaign_attachments_node_id_idx ON public.campaign_attachments USING btree (node_id);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table campaign_counts (
  organization_id bigint not null,
  campaign_id bigint not null,
  slot smallint not null,
  total integer default 0 not null,
  completed integer default 0 not null,
  contacted integer default 0 not null,
  replied integer default 0 not null,
  constraint campaign_counts_campaign_id_fkey FOREIGN KEY (organization_id, campaign_id) REFERENCES campaigns(organization_id, id) ON DELETE CASCADE,
  constraint campaign_counts_pkey PRIMARY KEY (campaign_id, slot)
);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table campaign_events (
  organization_id bigint not null,
  campaign_id bigint not null,
  campaign_lead_id bigint not null,
  prospect_id bigint not null,
  node_id bigint default 0 not null,
  account_id bigint default 0 not null,
  type text not null,
  action text,
  variant text,
  seconds integer,
  occurred_at timestamp with time zone not null,
  constraint campaign_events_pkey PRIMARY KEY (campaign_lead_id, node_id, type, occurred_at)
) partition by RANGE (occurred_at);
CREATE INDEX campaign_events_campaign_done_idx ON ONLY public.campaign_events USING btree (campaign_id, occurred_at DESC, campaign_lead_id DESC, node_id DESC) INCLUDE (organization_id, action, account_id) WHERE (action IS NOT NULL);
CREATE INDEX campaign_events_campaign_people_idx ON ONLY public.campaign_events USING btree (campaign_id, type, occurred_at DESC) INCLUDE (campaign_lead_id, account_id, organization_id);
CREATE INDEX campaign_events_done_idx ON ONLY public.campaign_events USING btree (organization_id, action, occurred_at DESC, campaign_lead_id DESC, node_id DESC) INCLUDE (campaign_id, account_id) WHERE (action IS NOT NULL);
CREATE INDEX campaign_events_node_people_idx ON ONLY public.campaign_events USING btree (campaign_id, node_id, occurred_at DESC) INCLUDE (campaign_lead_id, organization_id, type, action);
CREATE INDEX campaign_events_people_idx ON ONLY public.campaign_events USING btree (organization_id, type, occurred_at DESC) INCLUDE (campaign_lead_id, campaign_id, account_id);
CREATE TRIGGER campaign_events_days_delete AFTER DELETE ON public.campaign_events REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION sum_days();
CREATE TRIGGER campaign_events_days_insert AFTER INSERT ON public.campaign_events REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION sum_days();
CREATE TRIGGER campaign_events_enqueue_webhooks AFTER INSERT ON public.campaign_events REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION enqueue_campaign_webhooks();
CREATE TRIGGER campaign_events_months_delete AFTER DELETE ON public.campaign_events REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION sum_campaign_months();
CREATE TRIGGER campaign_events_months_insert AFTER INSERT ON public.campaign_events REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION sum_campaign_months();
CREATE TRIGGER campaign_events_people_delete AFTER DELETE ON public.campaign_events REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION sum_people_written();
CREATE TRIGGER campaign_events_people_insert AFTER INSERT ON public.campaign_events REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION sum_people_written();
CREATE TRIGGER campaign_events_sum_delete AFTER DELETE ON public.campaign_events REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION sum_campaign_events();
CREATE TRIGGER campaign_events_sum_insert AFTER INSERT ON public.campaign_events REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION sum_campaign_events();
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table campaign_gone_invites (
  intent_id bigint not null,
  organization_id bigint not null,
  missed_at timestamp with time zone default app_now() not null,
  gone_at timestamp with time zone,
  constraint campaign_gone_invites_intent_id_fkey FOREIGN KEY (organization_id, intent_id) REFERENCES outbound_intents(organization_id, id) ON DELETE CASCADE,
  constraint campaign_gone_invites_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint campaign_gone_invites_pkey PRIMARY KEY (intent_id)
);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table campaign_hand_overs (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  campaign_lead_id bigint not null,
  channel text not null,
  from_account_id bigint,
  to_account_id bigint,
  handed_at timestamp with time zone default app_now() not null,
  is_restart boolean default false not null,
  constraint campaign_hand_overs_channel_check CHECK ((channel = ANY (ARRAY['email'::text, 'linkedin'::text]))),
  constraint campaign_hand_overs_campaign_lead_id_fkey FOREIGN KEY (organization_id, campaign_lead_id) REFERENCES campaign_leads(organization_id, id) ON DELETE CASCADE,
  constraint campaign_hand_overs_from_account_id_fkey FOREIGN KEY (organization_id, from_account_id) REFERENCES accounts(organization_id, id) ON DELETE SET NULL (from_account_id),
  constraint campaign_hand_overs_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint campaign_hand_overs_to_account_id_fkey FOREIGN KEY (organization_id, to_account_id) REFERENCES accounts(organization_id, id) ON DELETE SET NULL (to_account_id),
  constraint campaign_hand_overs_pkey PRIMARY KEY (id)
);
CREATE INDEX campaign_hand_overs_from_idx ON public.campaign_hand_overs USING btree (from_account_id);
CREATE INDEX campaign_hand_overs_lead_idx ON public.campaign_hand_overs USING btree (campaign_lead_id, id);
CREATE INDEX campaign_hand_overs_to_idx ON public.campaign_hand_overs USING btree (to_account_id);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table campaign_labels (
  label_id bigint not null,
  campaign_id bigint not null,
  organization_id bigint not null,
  created_at timestamp with time zone default app_now() not null,
  constraint campaign_labels_campaign_id_fkey FOREIGN KEY (organization_id, campaign_id) REFERENCES campaigns(organization_id, id) ON DELETE CASCADE,
  constraint campaign_labels_label_id_fkey FOREIGN KEY (organization_id, label_id) REFERENCES labels(organization_id, id) ON DELETE CASCADE,
  constraint campaign_labels_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint campaign_labels_pkey PRIMARY KEY (campaign_id, label_id)
);
CREATE INDEX campaign_labels_label_id_idx ON public.campaign_labels USING btree (label_id);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table campaign_lanes (
  campaign_id bigint not null,
  organization_id bigint not null,
  account_id bigint,
  look_at timestamp with time zone default app_now() not null,
  version integer default 0 not null,
  opens_at timestamp with time zone default '-infinity'::timestamp with time zone not null,
  closes_at timestamp with time zone default '-infinity'::timestamp with time zone not null,
  zone text default 'UTC'::text not null,
  waiting_rule text,
  waiting_until timestamp with time zone,
  linkedin_account_id bigint,
  linkedin_holds jsonb default '{}'::jsonb not null,
  sender_holds jsonb default '{}'::jsonb not null,
  rechecked_up_to bigint,
  constraint campaign_lanes_account_id_fkey FOREIGN KEY (organization_id, account_id) REFERENCES accounts(organization_id, id) ON DELETE SET NULL (account_id),
  constraint campaign_lanes_campaign_id_fkey FOREIGN KEY (organization_id, campaign_id) REFERENCES campaigns(organization_id, id) ON DELETE CASCADE,
  constraint campaign_lanes_linkedin_account_id_fkey FOREIGN KEY (organization_id, linkedin_account_id) REFERENCES accounts(organization_id, id) ON DELETE SET NULL (linkedin_account_id),
  constraint campaign_lanes_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint campaign_lanes_pkey PRIMARY KEY (campaign_id)
);
CREATE INDEX campaign_lanes_account_id_idx ON public.campaign_lanes USING btree (account_id);
CREATE INDEX campaign_lanes_linkedin_account_id_idx ON public.campaign_lanes USING btree (linkedin_account_id) WHERE (linkedin_account_id IS NOT NULL);
CREATE INDEX campaign_lanes_look_at_idx ON public.campaign_lanes USING btree (look_at);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table campaign_lead_days (
  organization_id bigint not null,
  campaign_id bigint not null,
  campaign_lead_id bigint not null,
  metric text not null,
  days date[] not null,
  account_ids bigint[] not null,
  amounts integer[] not null,
  constraint campaign_lead_days_pkey PRIMARY KEY (campaign_lead_id, metric)
);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table campaign_lead_messages (
  organization_id bigint not null,
  campaign_lead_id bigint not null,
  node_id bigint not null,
  message text not null,
  subject_line text,
  edited_by bigint,
  edited_at timestamp with time zone default app_now() not null,
  constraint campaign_lead_messages_campaign_lead_id_fkey FOREIGN KEY (organization_id, campaign_lead_id) REFERENCES campaign_leads(organization_id, id) ON DELETE CASCADE,
  constraint campaign_lead_messages_edited_by_fkey FOREIGN KEY (organization_id, edited_by) REFERENCES users(organization_id, id) ON DELETE SET NULL (edited_by),
  constraint campaign_lead_messages_node_id_fkey FOREIGN KEY (organization_id, node_id) REFERENCES campaign_nodes(organization_id, id) ON DELETE CASCADE,
  constraint campaign_lead_messages_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint campaign_lead_messages_pkey PRIMARY KEY (campaign_lead_id, node_id)
);
CREATE INDEX campaign_lead_messages_node_id_idx ON public.campaign_lead_messages USING btree (node_id);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table campaign_leads (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  campaign_id bigint not null,
  prospect_id bigint not null,
  status text default 'NOT_STARTED'::text not null,
  next_node_id bigint,
  next_at timestamp with time zone,
  waiting_rule text,
  waiting_until timestamp with time zone,
  error text,
  started_at timestamp with time zone,
  contacted_at timestamp with time zone,
  replied_at timestamp with time zone,
  completed_at timestamp with time zone,
  archived_at timestamp with time zone,
  source_search_id bigint,
  created_at timestamp with time zone default app_now() not null,
  next_lane text,
  is_in_flight boolean default false not null,
  tries integer default 0 not null,
  missing_data text,
  possible_answer_from text,
  away_until timestamp with time zone,
  email_account_id bigint,
  linkedin_account_id bigint,
  email_touched_at timestamp with time zone,
  linkedin_touched_at timestamp with time zone,
  lane_account_id bigint generated always as (
CASE
    WHEN (next_lane = 'email'::text) THEN COALESCE(email_account_id, (0)::bigint)
    WHEN (next_lane = ANY (ARRAY['local'::text, 'person'::text])) THEN (0)::bigint
    ELSE COALESCE(linkedin_account_id, (0)::bigint)
END) stored,
  stand_ins jsonb,
  skipped_nodes bigint[],
  missing_since timestamp with time zone,
  missing_node_id bigint,
  archived_node_id bigint,
  automation_chain bigint[] default current_automation_chain(),
  api_key_id bigint default current_api_key_id(),
  status_key_id bigint,
  message_hold_until timestamp with time zone,
  message_hold_decided_at timestamp with time zone,
  message_hold_chosen_until timestamp with time zone,
  constraint campaign_leads_next_lane_check CHECK ((next_lane = ANY (ARRAY['email'::text, 'local'::text, 'person'::text, 'invite'::text, 'message'::text, 'inmail'::text, 'visit'::text, 'withdraw'::text, 'like'::text, 'look'::text]))),
  constraint campaign_leads_skipped_nodes_check CHECK ((cardinality(skipped_nodes) <= 200)),
  constraint campaign_leads_stand_ins_check CHECK (((jsonb_typeof(stand_ins) = 'object'::text) AND (octet_length((stand_ins)::text) <= 20000))),
  constraint campaign_leads_status_check CHECK ((status = ANY (ARRAY['NOT_STARTED'::text, 'SCHEDULED'::text, 'SCHEDULING'::text, 'ACTIVE'::text, 'PAUSED'::text, 'COMPLETED'::text, 'FAILED'::text, 'REPLIED'::text]))),
  constraint campaign_leads_api_key_id_fkey FOREIGN KEY (organization_id, api_key_id) REFERENCES api_keys(organization_id, id) ON DELETE SET NULL (api_key_id),
  constraint campaign_leads_campaign_id_fkey FOREIGN KEY (organization_id, campaign_id) REFERENCES campaigns(organization_id, id) ON DELETE CASCADE,
  constraint campaign_leads_email_account_id_fkey FOREIGN KEY (organization_id, email_account_id) REFERENCES accounts(organization_id, id) ON DELETE SET NULL (email_account_id),
  constraint campaign_leads_linkedin_account_id_fkey FOREIGN KEY (organization_id, linkedin_account_id) REFERENCES accounts(organization_id, id) ON DELETE SET NULL (linkedin_account_id),
  constraint campaign_leads_prospect_id_fkey FOREIGN KEY (organization_id, prospect_id) REFERENCES prospects(organization_id, id) ON DELETE CASCADE,
  constraint campaign_leads_status_key_id_fkey FOREIGN KEY (organization_id, status_key_id) REFERENCES api_keys(organization_id, id) ON DELETE SET NULL (status_key_id),
  constraint campaign_leads_pkey PRIMARY KEY (id),
  constraint campaign_leads_campaign_id_prospect_id_key UNIQUE (campaign_id, prospect_id),
  constraint campaign_leads_organization_id_id_key UNIQUE (organization_id, id)
);
CREATE INDEX campaign_leads_api_key_id_idx ON public.campaign_leads USING btree (api_key_id) WHERE (api_key_id IS NOT NULL);
CREATE INDEX campaign_leads_archived_idx ON public.campaign_leads USING btree (campaign_id, archived_at DESC, id DESC) WHERE (archived_at IS NOT NULL);
CREATE INDEX campaign_leads_calls_idx ON public.campaign_leads USING btree (organization_id, next_at, id) WHERE ((next_lane = 'person'::text) AND (archived_at IS NULL) AND (status = ANY (ARRAY['SCHEDULED'::text, 'ACTIVE'::text])));
CREATE INDEX campaign_leads_due_idx ON public.campaign_leads USING btree (campaign_id, next_lane, ((status = 'SCHEDULED'::text)), next_at) WHERE ((next_at IS NOT NULL) AND (NOT is_in_flight) AND (archived_at IS NULL) AND (status = ANY (ARRAY['SCHEDULED'::text, 'ACTIVE'::text])));
CREATE INDEX campaign_leads_email_kept_idx ON public.campaign_leads USING btree (email_account_id) WHERE ((email_account_id IS NOT NULL) AND (email_touched_at IS NULL));
CREATE INDEX campaign_leads_held_address ON public.campaign_leads USING btree (organization_id, campaign_id) WHERE ((waiting_rule = 'address_held'::text) AND (archived_at IS NULL));
CREATE INDEX campaign_leads_linkedin_kept_idx ON public.campaign_leads USING btree (linkedin_account_id) WHERE ((linkedin_account_id IS NOT NULL) AND (linkedin_touched_at IS NULL));
CREATE INDEX campaign_leads_missing_data_idx ON public.campaign_leads USING btree (organization_id, campaign_id) WHERE ((waiting_rule = 'missing_data'::text) AND (archived_at IS NULL));
CREATE INDEX campaign_leads_newest_idx ON public.campaign_leads USING btree (campaign_id, id DESC) INCLUDE (organization_id) WHERE (archived_at IS NULL);
CREATE INDEX campaign_leads_next_idx ON public.campaign_leads USING btree (campaign_id, next_node_id, id DESC) INCLUDE (organization_id, status) WHERE ((archived_at IS NULL) AND (next_node_id IS NOT NULL));
CREATE INDEX campaign_leads_prospect_id_idx ON public.campaign_leads USING btree (prospect_id);
CREATE INDEX campaign_leads_queue_idx ON public.campaign_leads USING btree (campaign_id, next_lane, lane_account_id, ((status = 'SCHEDULED'::text)), next_at) WHERE ((next_at IS NOT NULL) AND (NOT is_in_flight) AND (archived_at IS NULL) AND (status = ANY (ARRAY['SCHEDULED'::text, 'ACTIVE'::text])));
CREATE INDEX campaign_leads_stand_back_idx ON public.campaign_leads USING btree (campaign_id, id) WHERE (waiting_rule = ANY (ARRAY['lead_zone'::text, 'provider_match'::text, 'new_leads_limit'::text]));
CREATE INDEX campaign_leads_status_idx ON public.campaign_leads USING btree (campaign_id, status, id DESC) INCLUDE (organization_id) WHERE (archived_at IS NULL);
CREATE INDEX campaign_leads_status_key_id_idx ON public.campaign_leads USING btree (status_key_id) WHERE (status_key_id IS NOT NULL);
CREATE INDEX campaign_leads_touch_lock_idx ON public.campaign_leads USING btree (organization_id, prospect_id) WHERE ((waiting_rule = 'touch_lock'::text) AND (archived_at IS NULL));
CREATE INDEX campaign_leads_zoned_person_idx ON public.campaign_leads USING btree (prospect_id) WHERE (waiting_rule = 'lead_zone'::text);
CREATE TRIGGER campaign_leads_count_delete AFTER DELETE ON public.campaign_leads REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION add_campaign_counts();
CREATE TRIGGER campaign_leads_count_insert AFTER INSERT ON public.campaign_leads REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION add_campaign_counts();
CREATE TRIGGER campaign_leads_count_update AFTER UPDATE ON public.campaign_leads REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION add_campaign_counts();
CREATE TRIGGER campaign_leads_enqueue_webhooks AFTER UPDATE OF next_lane, next_node_id ON public.campaign_leads FOR EACH ROW WHEN (((new.next_lane = 'person'::text) AND (new.next_node_id IS NOT NULL) AND ((old.next_lane IS DISTINCT FROM new.next_lane) OR (old.next_node_id IS DISTINCT FROM new.next_node_id)))) EXECUTE FUNCTION enqueue_due_call_webhooks();
CREATE TRIGGER campaign_leads_forget_events AFTER DELETE ON public.campaign_leads REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION forget_lead_events();
CREATE TRIGGER campaign_leads_keep_touch_locks BEFORE DELETE ON public.campaign_leads FOR EACH ROW EXECUTE FUNCTION keep_touch_locks();
CREATE TRIGGER campaign_leads_move_touch_locks AFTER UPDATE OF status, archived_at ON public.campaign_leads FOR EACH ROW WHEN (((((new.archived_at IS NOT NULL) OR (new.status = ANY (ARRAY['COMPLETED'::text, 'FAILED'::text, 'REPLIED'::text]))) IS DISTINCT FROM ((old.archived_at IS NOT NULL) OR (old.status = ANY (ARRAY['COMPLETED'::text, 'FAILED'::text, 'REPLIED'::text])))) OR ((new.status = 'REPLIED'::text) AND (old.status <> 'REPLIED'::text)))) EXECUTE FUNCTION move_touch_locks();
CREATE TRIGGER campaign_leads_skip_lost_numbers BEFORE INSERT ON public.campaign_leads FOR EACH STATEMENT EXECUTE FUNCTION skip_lost_numbers_first();
CREATE TRIGGER campaign_leads_status_key BEFORE UPDATE OF status ON public.campaign_leads FOR EACH ROW WHEN (((new.status IS DISTINCT FROM old.status) AND ((old.status_key_id IS NOT NULL) OR (COALESCE(current_setting('app.api_key_id'::text, true), ''::text) <> ''::text)))) EXECUTE FUNCTION set_status_key();
CREATE TRIGGER campaign_leads_tell_facts AFTER UPDATE ON public.campaign_leads REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION tell_lead_facts();
CREATE TRIGGER campaign_leads_unpark_actions AFTER UPDATE OF status, archived_at ON public.campaign_leads FOR EACH ROW WHEN (((old.waiting_rule = 'retry'::text) AND ((new.archived_at IS NOT NULL) OR (new.status = ANY (ARRAY['COMPLETED'::text, 'FAILED'::text, 'REPLIED'::text]))))) EXECUTE FUNCTION unpark_actions_of_lead();
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table campaign_lookups (
  campaign_lead_id bigint not null,
  lookup text not null,
  organization_id bigint not null,
  prospect_id bigint not null,
  state text default 'wanted'::text not null,
  reason text,
  ends_by timestamp with time zone default 'infinity'::timestamp with time zone not null,
  constraint campaign_lookups_lookup_check CHECK ((lookup = ANY (ARRAY['FIND_EMAIL'::text, 'FIND_PHONE'::text, 'FIND_WEBSITE'::text]))),
  constraint campaign_lookups_state_check CHECK ((state = ANY (ARRAY['wanted'::text, 'asked'::text, 'ended'::text]))),
  constraint campaign_lookups_campaign_lead_id_fkey FOREIGN KEY (organization_id, campaign_lead_id) REFERENCES campaign_leads(organization_id, id) ON DELETE CASCADE,
  constraint campaign_lookups_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint campaign_lookups_prospect_id_fkey FOREIGN KEY (organization_id, prospect_id) REFERENCES prospects(organization_id, id) ON DELETE CASCADE,
  constraint campaign_lookups_pkey PRIMARY KEY (campaign_lead_id, lookup)
);
CREATE INDEX campaign_lookups_open_idx ON public.campaign_lookups USING btree (prospect_id) WHERE (state <> 'ended'::text);
CREATE INDEX campaign_lookups_wanted_idx ON public.campaign_lookups USING btree (organization_id) WHERE (state = 'wanted'::text);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table campaign_months (
  organization_id bigint not null,
  campaign_id bigint not null,
  month date not null,
  account_id bigint not null,
  slot smallint not null,
  contacted integer default 0 not null,
  replies integer default 0 not null,
  constraint campaign_months_campaign_id_fkey FOREIGN KEY (organization_id, campaign_id) REFERENCES campaigns(organization_id, id) ON DELETE CASCADE,
  constraint campaign_months_pkey PRIMARY KEY (campaign_id, month, account_id, slot)
);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table campaign_nodes (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  campaign_id bigint not null,
  kind text not null,
  type text not null,
  parent_id bigint,
  branch text,
  delay_in_hours integer default 24 not null,
  message text,
  message_b text,
  subject_line text,
  subject_line_b text,
  placeholder_message text,
  placeholder_message_b text,
  created_at timestamp with time zone default app_now() not null,
  edit_version integer default 1 not null,
  edited_at timestamp with time zone,
  edited_by bigint,
  is_live boolean default true not null,
  gone_at timestamp with time zone,
  follower_id bigint,
  address_wait_in_days smallint default 14,
  more_variants jsonb,
  variant_rules jsonb,
  winner_rule jsonb,
  winner_outcome jsonb,
  variant_version integer default 0 not null,
  variants_since timestamp with time zone,
  winner_check_at timestamp with time zone,
  has_snippets boolean generated always as ((((((COALESCE(message, ''::text) || COALESCE(message_b, ''::text)) || COALESCE(subject_line, ''::text)) || COALESCE(subject_line_b, ''::text)) || COALESCE(replace((more_variants)::text, '\"'::text, '"'::text), ''::text)) ~ '"snippet"|<\{"id"'::text)) stored not null,
  formatted_texts jsonb,
  link_url text,
  constraint campaign_nodes_address_wait_in_days_check CHECK (((address_wait_in_days >= 1) AND (address_wait_in_days <= 60))),
  constraint campaign_nodes_branch_check CHECK ((branch = ANY (ARRAY['yes'::text, 'no'::text]))),
  constraint campaign_nodes_delay_in_hours_check CHECK (((delay_in_hours >= 0) AND (delay_in_hours <=
CASE
    WHEN (type = ANY (ARRAY['CLICKED'::text, 'OPENED'::text])) THEN 1440
    ELSE 720
END))),
  constraint campaign_nodes_formatted_texts_check CHECK ((jsonb_typeof(formatted_texts) = 'object'::text)),
  constraint campaign_nodes_kind_check CHECK ((kind = ANY (ARRAY['step'::text, 'condition'::text]))),
  constraint campaign_nodes_link_url_check CHECK ((octet_length(link_url) <= 2048)),
  constraint campaign_nodes_more_variants_check CHECK (((jsonb_typeof(more_variants) = 'array'::text) AND ((jsonb_array_length(more_variants) >= 1) AND (jsonb_array_length(more_variants) <= 4)))),
  constraint campaign_nodes_variant_rules_check CHECK ((jsonb_typeof(variant_rules) = 'object'::text)),
  constraint campaign_nodes_winner_outcome_check CHECK ((jsonb_typeof(winner_outcome) = 'object'::text)),
  constraint campaign_nodes_winner_rule_check CHECK ((jsonb_typeof(winner_rule) = 'object'::text)),
  constraint campaign_nodes_campaign_id_fkey FOREIGN KEY (organization_id, campaign_id) REFERENCES campaigns(organization_id, id) ON DELETE CASCADE,
  constraint campaign_nodes_edited_by_fkey FOREIGN KEY (organization_id, edited_by) REFERENCES users(organization_id, id) ON DELETE SET NULL (edited_by),
  constraint campaign_nodes_follower_id_fkey FOREIGN KEY (organization_id, follower_id) REFERENCES campaign_nodes(organization_id, id) ON DELETE SET NULL (follower_id),
  constraint campaign_nodes_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint campaign_nodes_parent_id_fkey FOREIGN KEY (organization_id, parent_id) REFERENCES campaign_nodes(organization_id, id) DEFERRABLE INITIALLY DEFERRED,
  constraint campaign_nodes_pkey PRIMARY KEY (id),
  constraint campaign_nodes_organization_id_id_key UNIQUE (organization_id, id)
);
CREATE INDEX campaign_nodes_campaign_id_idx ON public.campaign_nodes USING btree (campaign_id);
CREATE INDEX campaign_nodes_follower_idx ON public.campaign_nodes USING btree (follower_id) WHERE (follower_id IS NOT NULL);
CREATE INDEX campaign_nodes_snippets_idx ON public.campaign_nodes USING btree (campaign_id) WHERE has_snippets;
CREATE INDEX campaign_nodes_winner_checks ON public.campaign_nodes USING btree (winner_check_at, id) WHERE (winner_check_at IS NOT NULL);
CREATE TRIGGER campaign_nodes_note_edit BEFORE UPDATE OF delay_in_hours, message, message_b, subject_line, subject_line_b, placeholder_message, placeholder_message_b, more_variants, formatted_texts, address_wait_in_days ON public.campaign_nodes FOR EACH ROW WHEN (((((((((((old.delay_in_hours IS DISTINCT FROM new.delay_in_hours) OR (old.message IS DISTINCT FROM new.message)) OR (old.message_b IS DISTINCT FROM new.message_b)) OR (old.subject_line IS DISTINCT FROM new.subject_line)) OR (old.subject_line_b IS DISTINCT FROM new.subject_line_b)) OR (old.placeholder_message IS DISTINCT FROM new.placeholder_message)) OR (old.placeholder_message_b IS DISTINCT FROM new.placeholder_message_b)) OR (old.more_variants IS DISTINCT FROM new.more_variants)) OR (old.formatted_texts IS DISTINCT FROM new.formatted_texts)) OR (old.address_wait_in_days IS DISTINCT FROM new.address_wait_in_days))) EXECUTE FUNCTION note_edit();
CREATE UNIQUE INDEX campaign_nodes_place_idx ON public.campaign_nodes USING btree (campaign_id, COALESCE(parent_id, (0)::bigint), COALESCE(branch, ''::text)) WHERE is_live;
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table campaign_people_days (
  organization_id bigint not null,
  campaign_id bigint not null,
  metric text not null,
  reach integer not null,
  day date not null,
  previous_day date not null,
  account_id bigint not null,
  previous_account_id bigint not null,
  passed_over bigint[] not null,
  slot smallint not null,
  people integer not null,
  constraint campaign_people_days_campaign_id_fkey FOREIGN KEY (organization_id, campaign_id) REFERENCES campaigns(organization_id, id) ON DELETE CASCADE,
  constraint campaign_people_days_pkey PRIMARY KEY (campaign_id, metric, reach, day, previous_day, account_id, previous_account_id, passed_over, slot)
);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table campaign_revisions (
  organization_id bigint not null,
  campaign_id bigint not null,
  number integer not null,
  flow jsonb not null,
  changes jsonb default '[]'::jsonb not null,
  restored_number integer,
  published_at timestamp with time zone not null,
  published_by bigint,
  is_swept boolean default false not null,
  moves_waiting boolean default true not null,
  constraint campaign_revisions_changes_check CHECK ((octet_length((changes)::text) <= 1000000)),
  constraint campaign_revisions_flow_check CHECK ((octet_length((flow)::text) <= 16000000)),
  constraint campaign_revisions_number_check CHECK ((number > 0)),
  constraint campaign_revisions_campaign_id_fkey FOREIGN KEY (organization_id, campaign_id) REFERENCES campaigns(organization_id, id) ON DELETE CASCADE,
  constraint campaign_revisions_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint campaign_revisions_published_by_fkey FOREIGN KEY (organization_id, published_by) REFERENCES users(organization_id, id) ON DELETE SET NULL (published_by),
  constraint campaign_revisions_pkey PRIMARY KEY (campaign_id, number)
);
CREATE INDEX campaign_revisions_person_idx ON public.campaign_revisions USING btree (organization_id, published_by) WHERE (published_by IS NOT NULL);
CREATE INDEX campaign_revisions_unswept_idx ON public.campaign_revisions USING btree (published_at) WHERE (NOT is_swept);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table campaign_senders (
  organization_id bigint not null,
  campaign_id bigint not null,
  channel text not null,
  account_id bigint not null,
  position integer default 0 not null,
  is_leaving boolean default false not null,
  constraint campaign_senders_channel_check CHECK ((channel = ANY (ARRAY['email'::text, 'linkedin'::text]))),
  constraint campaign_senders_position_check CHECK (("position" >= 0)),
  constraint campaign_senders_account_id_fkey FOREIGN KEY (organization_id, account_id) REFERENCES accounts(organization_id, id) ON DELETE CASCADE,
  constraint campaign_senders_campaign_id_fkey FOREIGN KEY (organization_id, campaign_id) REFERENCES campaigns(organization_id, id) ON DELETE CASCADE,
  constraint campaign_senders_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint campaign_senders_pkey PRIMARY KEY (campaign_id, channel, account_id)
);
CREATE INDEX campaign_senders_account_id_idx ON public.campaign_senders USING btree (account_id, channel, campaign_id);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table campaign_standings (
  organization_id bigint not null,
  campaign_id bigint not null,
  status text not null,
  next_node_id bigint not null,
  slot smallint not null,
  leads integer not null,
  constraint campaign_standings_campaign_id_fkey FOREIGN KEY (organization_id, campaign_id) REFERENCES campaigns(organization_id, id) ON DELETE CASCADE,
  constraint campaign_standings_pkey PRIMARY KEY (campaign_id, status, next_node_id, slot)
);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table campaign_step_days (
  organization_id bigint not null,
  campaign_id bigint not null,
  day date not null,
  node_id bigint not null,
  account_id bigint not null,
  type text not null,
  variant text not null,
  slot smallint not null,
  amount integer not null,
  seconds bigint default 0 not null,
  constraint campaign_step_days_campaign_id_fkey FOREIGN KEY (organization_id, campaign_id) REFERENCES campaigns(organization_id, id) ON DELETE CASCADE,
  constraint campaign_step_days_pkey PRIMARY KEY (campaign_id, day, node_id, account_id, type, variant, slot)
);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table campaign_step_months (
  organization_id bigint not null,
  campaign_id bigint not null,
  month date not null,
  node_id bigint not null,
  type text not null,
  variant text not null,
  slot smallint not null,
  amount integer not null,
  seconds bigint default 0 not null,
  constraint campaign_step_months_campaign_id_fkey FOREIGN KEY (organization_id, campaign_id) REFERENCES campaigns(organization_id, id) ON DELETE CASCADE,
  constraint campaign_step_months_pkey PRIMARY KEY (campaign_id, month, node_id, type, variant, slot)
);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table campaign_step_runs (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  campaign_id bigint not null,
  campaign_lead_id bigint not null,
  prospect_id bigint not null,
  node_id bigint not null,
  outcome text not null,
  branch text,
  variant text,
  intent_id bigint,
  error text,
  scheduled_for timestamp with time zone,
  finished_at timestamp with time zone default app_now() not null,
  bounced_at timestamp with time zone,
  bounce_reason text,
  is_hard_bounce boolean default false not null,
  revision integer,
  given_up smallint default 0 not null,
  constraint campaign_step_runs_branch_check CHECK ((branch = ANY (ARRAY['yes'::text, 'no'::text]))),
  constraint campaign_step_runs_given_up_check CHECK ((given_up >= 0)),
  constraint campaign_step_runs_outcome_check CHECK ((outcome = ANY (ARRAY['done'::text, 'answered'::text, 'failed'::text]))),
  constraint campaign_step_runs_campaign_id_fkey FOREIGN KEY (organization_id, campaign_id) REFERENCES campaigns(organization_id, id) ON DELETE CASCADE,
  constraint campaign_step_runs_campaign_lead_id_fkey FOREIGN KEY (organization_id, campaign_lead_id) REFERENCES campaign_leads(organization_id, id) ON DELETE CASCADE,
  constraint campaign_step_runs_intent_id_fkey FOREIGN KEY (organization_id, intent_id) REFERENCES outbound_intents(organization_id, id) ON DELETE SET NULL (intent_id),
  constraint campaign_step_runs_node_id_fkey FOREIGN KEY (organization_id, node_id) REFERENCES campaign_nodes(organization_id, id) ON DELETE CASCADE,
  constraint campaign_step_runs_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint campaign_step_runs_pkey PRIMARY KEY (id),
  constraint campaign_step_runs_once_key UNIQUE (campaign_lead_id, node_id, given_up)
);
CREATE INDEX campaign_step_runs_campaign_idx ON public.campaign_step_runs USING btree (campaign_id, node_id);
CREATE INDEX campaign_step_runs_intent_idx ON public.campaign_step_runs USING btree (intent_id) WHERE (intent_id IS NOT NULL);
CREATE INDEX campaign_step_runs_node_idx ON public.campaign_step_runs USING btree (node_id);
CREATE INDEX campaign_step_runs_prospect_idx ON public.campaign_step_runs USING btree (organization_id, prospect_id, finished_at);
CREATE TRIGGER campaign_step_runs_tell_bounces AFTER UPDATE ON public.campaign_step_runs REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION tell_bounces();
CREATE TRIGGER campaign_step_runs_tell_insert AFTER INSERT ON public.campaign_step_runs REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION tell_step_runs();
CREATE TRIGGER campaign_step_runs_tell_update AFTER UPDATE ON public.campaign_step_runs REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION tell_step_runs();
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table campaign_templates (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  name text not null,
  flow jsonb not null,
  created_by bigint,
  created_at timestamp with time zone default app_now() not null,
  is_for_clients boolean default false not null,
  constraint campaign_templates_created_by_fkey FOREIGN KEY (organization_id, created_by) REFERENCES users(organization_id, id) ON DELETE SET NULL (created_by),
  constraint campaign_templates_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint campaign_templates_pkey PRIMARY KEY (id)
);
CREATE INDEX campaign_templates_for_clients_idx ON public.campaign_templates USING btree (organization_id, id DESC) WHERE is_for_clients;
CREATE INDEX campaign_templates_organization_id_idx ON public.campaign_templates USING btree (organization_id, id DESC);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table campaign_working_copies (
  campaign_id bigint not null,
  organization_id bigint not null,
  flow jsonb,
  edit_version integer default 0 not null,
  edited_at timestamp with time zone,
  edited_by bigint,
  publish_at timestamp with time zone,
  publish_choice jsonb,
  publish_version integer,
  publish_by bigint,
  publish_refusal text,
  publish_missed_at timestamp with time zone,
  publish_next_at timestamp with time zone,
  publish_tries smallint default 0 not null,
  constraint campaign_working_copies_flow_check CHECK ((octet_length((flow)::text) <= 16000000)),
  constraint campaign_working_copies_publish_check CHECK (((publish_at IS NULL) OR ((flow IS NOT NULL) AND (publish_choice IS NOT NULL) AND (publish_version IS NOT NULL)))),
  constraint campaign_working_copies_publish_choice_check CHECK ((octet_length((publish_choice)::text) <= 1000000)),
  constraint campaign_working_copies_publish_next_check CHECK (((publish_at IS NULL) = (publish_next_at IS NULL))),
  constraint campaign_working_copies_publish_refusal_check CHECK ((length(publish_refusal) <= 2000)),
  constraint campaign_working_copies_publish_tries_check CHECK ((publish_tries >= 0)),
  constraint campaign_working_copies_campaign_id_fkey FOREIGN KEY (organization_id, campaign_id) REFERENCES campaigns(organization_id, id) ON DELETE CASCADE,
  constraint campaign_working_copies_edited_by_fkey FOREIGN KEY (organization_id, edited_by) REFERENCES users(organization_id, id) ON DELETE SET NULL (edited_by),
  constraint campaign_working_copies_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint campaign_working_copies_publish_by_fkey FOREIGN KEY (organization_id, publish_by) REFERENCES users(organization_id, id) ON DELETE SET NULL (publish_by),
  constraint campaign_working_copies_pkey PRIMARY KEY (campaign_id)
);
CREATE INDEX campaign_working_copies_person_idx ON public.campaign_working_copies USING btree (organization_id, edited_by) WHERE (edited_by IS NOT NULL);
CREATE INDEX campaign_working_copies_publish_next_at_idx ON public.campaign_working_copies USING btree (publish_next_at) WHERE (publish_next_at IS NOT NULL);
CREATE INDEX campaign_working_copies_publisher_idx ON public.campaign_working_copies USING btree (organization_id, publish_by) WHERE (publish_by IS NOT NULL);
CREATE TRIGGER campaign_working_copies_note_edit BEFORE UPDATE OF flow ON public.campaign_working_copies FOR EACH ROW WHEN ((old.flow IS DISTINCT FROM new.flow)) EXECUTE FUNCTION note_edit();
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table campaigns (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  name text not null,
  status text default 'DRAFT'::text not null,
  timezone text default 'UTC'::text not null,
  language text default 'en'::text not null,
  email_account_id bigint,
  linkedin_account_id bigint,
  email_max_messages integer default 40 not null,
  linkedin_max_messages integer default 50 not null,
  linkedin_max_connections integer default 25 not null,
  sending_window jsonb default '{"end": "18:00", "days": [1, 2, 3, 4, 5], "start": "08:00"}'::jsonb not null,
  version integer default 1 not null,
  created_by bigint,
  activated_at timestamp with time zone,
  completed_at timestamp with time zone,
  created_at timestamp with time zone default app_now() not null,
  archived_at timestamp with time zone,
  archived_from text,
  is_demo boolean default false not null,
  edit_version integer default 1 not null,
  edited_at timestamp with time zone,
  edited_by bigint,
  counts_working_days boolean default false not null,
  skips_holidays boolean default false not null,
  windows jsonb,
  senders_changed integer default 0 not null,
  revision integer default 1 not null,
  uses_lead_zone boolean default false not null,
  sender_column_id bigint,
  provider_matching text default 'prefer'::text not null,
  max_emails_per_day_total integer,
  max_new_leads_per_day integer,
  holiday_calendar text,
  lookup_credits integer default 0,
  drafts_replies boolean,
  plain_text_only boolean default false not null,
  tracks_clicks boolean default false not null,
  touch_rules jsonb,
  tracks_opens boolean default false not null,
  plain_first_email boolean default false not null,
  signature_choice text default 'message'::text not null,
  signature_id bigint,
  signs_follow_ups boolean default true not null,
  constraint campaigns_archived_from_check CHECK ((archived_from = ANY (ARRAY['DRAFT'::text, 'ACTIVE'::text, 'PAUSED'::text, 'COMPLETED'::text]))),
  constraint campaigns_email_max_messages_check CHECK (((email_max_messages >= 1) AND (email_max_messages <= 40))),
  constraint campaigns_holiday_calendar_check CHECK ((holiday_calendar ~ '^[A-Z]{2}(-[A-Za-z0-9]{1,20})?$'::text)),
  constraint campaigns_linkedin_max_connections_check CHECK (((linkedin_max_connections >= 1) AND (linkedin_max_connections <= 50))),
  constraint campaigns_linkedin_max_messages_check CHECK (((linkedin_max_messages >= 1) AND (linkedin_max_messages <= 100))),
  constraint campaigns_lookup_credits_check CHECK ((lookup_credits >= 0)),
  constraint campaigns_max_emails_per_day_total_check CHECK (((max_emails_per_day_total >= 1) AND (max_emails_per_day_total <= 10000))),
  constraint campaigns_max_new_leads_per_day_check CHECK (((max_new_leads_per_day >= 1) AND (max_new_leads_per_day <= 10000))),
  constraint campaigns_provider_matching_check CHECK ((provider_matching = ANY (ARRAY['off'::text, 'prefer'::text, 'strict'::text]))),
  constraint campaigns_revision_check CHECK ((revision > 0)),
  constraint campaigns_signature_choice_check CHECK ((signature_choice = ANY (ARRAY['message'::text, 'sender'::text, 'fixed'::text, 'none'::text]))),
  constraint campaigns_status_check CHECK ((status = ANY (ARRAY['DRAFT'::text, 'ACTIVE'::text, 'PAUSED'::text, 'COMPLETED'::text, 'ARCHIVED'::text]))),
  constraint campaigns_touch_rules_check CHECK ((jsonb_typeof(touch_rules) = 'object'::text)),
  constraint campaigns_created_by_fkey FOREIGN KEY (organization_id, created_by) REFERENCES users(organization_id, id) ON DELETE SET NULL (created_by),
  constraint campaigns_edited_by_fkey FOREIGN KEY (organization_id, edited_by) REFERENCES users(organization_id, id) ON DELETE SET NULL (edited_by),
  constraint campaigns_email_account_id_fkey FOREIGN KEY (organization_id, email_account_id) REFERENCES accounts(organization_id, id),
  constraint campaigns_linkedin_account_id_fkey FOREIGN KEY (organization_id, linkedin_account_id) REFERENCES accounts(organization_id, id),
  constraint campaigns_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint campaigns_sender_column_id_fkey FOREIGN KEY (organization_id, sender_column_id) REFERENCES lead_columns(organization_id, id) ON DELETE SET NULL (sender_column_id),
  constraint campaigns_signature_id_fkey FOREIGN KEY (organization_id, signature_id) REFERENCES signatures(organization_id, id) ON DELETE SET NULL (signature_id),
  constraint campaigns_pkey PRIMARY KEY (id),
  constraint campaigns_organization_id_id_key UNIQUE (organization_id, id)
);
CREATE INDEX campaigns_email_account_id_idx ON public.campaigns USING btree (email_account_id);
CREATE INDEX campaigns_linkedin_account_id_idx ON public.campaigns USING btree (linkedin_account_id);
CREATE INDEX campaigns_organization_id_idx ON public.campaigns USING btree (organization_id, status, created_at DESC);
CREATE INDEX campaigns_sender_column_idx ON public.campaigns USING btree (organization_id, sender_column_id) WHERE (sender_column_id IS NOT NULL);
CREATE INDEX campaigns_signature_id_idx ON public.campaigns USING btree (organization_id, signature_id) WHERE (signature_id IS NOT NULL);
CREATE TRIGGER campaigns_enqueue_webhooks AFTER UPDATE OF status ON public.campaigns FOR EACH ROW WHEN ((new.status IS DISTINCT FROM old.status)) EXECUTE FUNCTION enqueue_campaign_status_webhooks();
CREATE TRIGGER campaigns_keep_first_sender AFTER INSERT OR UPDATE OF email_account_id, linkedin_account_id ON public.campaigns FOR EACH ROW EXECUTE FUNCTION keep_first_sender();
CREATE TRIGGER campaigns_note_edit BEFORE UPDATE OF name, timezone, language, sending_window, email_account_id, linkedin_account_id, email_max_messages, linkedin_max_messages, linkedin_max_connections, counts_working_days, skips_holidays, uses_lead_zone, sender_column_id, provider_matching, max_emails_per_day_total, max_new_leads_per_day, plain_text_only, plain_first_email, touch_rules, signature_choice, signature_id, signs_follow_ups ON public.campaigns FOR EACH ROW WHEN (((((((((((((((((((((((old.name IS DISTINCT FROM new.name) OR (old.timezone IS DISTINCT FROM new.timezone)) OR (old.language IS DISTINCT FROM new.language)) OR (old.sending_window IS DISTINCT FROM new.sending_window)) OR (old.email_account_id IS DISTINCT FROM new.email_account_id)) OR (old.linkedin_account_id IS DISTINCT FROM new.linkedin_account_id)) OR (old.email_max_messages IS DISTINCT FROM new.email_max_messages)) OR (old.linkedin_max_messages IS DISTINCT FROM new.linkedin_max_messages)) OR (old.linkedin_max_connections IS DISTINCT FROM new.linkedin_max_connections)) OR (old.counts_working_days IS DISTINCT FROM new.counts_working_days)) OR (old.skips_holidays IS DISTINCT FROM new.skips_holidays)) OR (old.uses_lead_zone IS DISTINCT FROM new.uses_lead_zone)) OR (old.sender_column_id IS DISTINCT FROM new.sender_column_id)) OR (old.provider_matching IS DISTINCT FROM new.provider_matching)) OR (old.max_emails_per_day_total IS DISTINCT FROM new.max_emails_per_day_total)) OR (old.max_new_leads_per_day IS DISTINCT FROM new.max_new_leads_per_day)) OR (old.plain_text_only IS DISTINCT FROM new.plain_text_only)) OR (old.plain_first_email IS DISTINCT FROM new.plain_first_email)) OR (old.touch_rules IS DISTINCT FROM new.touch_rules)) OR (old.signature_choice IS DISTINCT FROM new.signature_choice)) OR (old.signature_id IS DISTINCT FROM new.signature_id)) OR (old.signs_follow_ups IS DISTINCT FROM new.signs_follow_ups))) EXECUTE FUNCTION note_edit();
CREATE TRIGGER campaigns_note_senders_edit BEFORE UPDATE OF senders_changed ON public.campaigns FOR EACH ROW WHEN ((old.senders_changed IS DISTINCT FROM new.senders_changed)) EXECUTE FUNCTION note_edit();
CREATE TRIGGER campaigns_note_touch_rules AFTER INSERT OR UPDATE OF touch_rules ON public.campaigns FOR EACH ROW WHEN ((new.touch_rules IS NOT NULL)) EXECUTE FUNCTION note_touch_rules();
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table chat_accounts (
  account_id bigint not null,
  prospect_id bigint not null,
  organization_id bigint not null,
  constraint chat_accounts_account_id_fkey FOREIGN KEY (organization_id, account_id) REFERENCES accounts(organization_id, id) ON DELETE CASCADE,
  constraint chat_accounts_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint chat_accounts_prospect_id_fkey FOREIGN KEY (organization_id, prospect_id) REFERENCES chats(organization_id, prospect_id) ON DELETE CASCADE,
  constraint chat_accounts_pkey PRIMARY KEY (account_id, prospect_id)
);
CREATE INDEX chat_accounts_prospect_id_idx ON public.chat_accounts USING btree (prospect_id);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table chat_attachments (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  message_id bigint not null,
  name text not null,
  type text not null,
  size integer not null,
  file_key text not null,
  created_at timestamp with time zone default app_now() not null,
  scan text,
  scan_finding text,
  constraint chat_attachments_scan_check CHECK ((scan = ANY (ARRAY['waiting'::text, 'clean'::text, 'infected'::text]))) NOT VALID,
  constraint chat_attachments_scan_finding_check CHECK ((length(scan_finding) <= 200)) NOT VALID,
  constraint chat_attachments_message_id_fkey FOREIGN KEY (organization_id, message_id) REFERENCES chat_messages(organization_id, id) ON DELETE CASCADE,
  constraint chat_attachments_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint chat_attachments_pkey PRIMARY KEY (id)
);
CREATE INDEX chat_attachments_file_key_idx ON public.chat_attachments USING btree (file_key);
CREATE INDEX chat_attachments_message_id_idx ON public.chat_attachments USING btree (message_id);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table chat_labels (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  name citext not null,
  color text not null,
  created_at timestamp with time zone default app_now() not null,
  constraint chat_labels_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint chat_labels_pkey PRIMARY KEY (id),
  constraint chat_labels_organization_id_id_key UNIQUE (organization_id, id),
  constraint chat_labels_organization_id_name_key UNIQUE (organization_id, name)
);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table chat_messages (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  prospect_id bigint not null,
  account_id bigint,
  kind text not null,
  delivery text default 'SENT'::text not null,
  error text,
  sent_by_prospect boolean not null,
  from_name text,
  from_email citext,
  to_name text,
  to_email citext,
  subject_line text,
  message text not null,
  quoted_text text,
  html text,
  has_remote_content boolean default false not null,
  sent_at timestamp with time zone not null,
  read boolean default true not null,
  rfc_message_id text,
  reference_chain text[],
  digest bytea,
  intent_id bigint,
  author_user_id bigint,
  idempotency_key text,
  created_at timestamp with time zone default app_now() not null,
  provider_chat text,
  is_unreadable boolean default false not null,
  cc_emails text[] default '{}'::text[] not null,
  signature_html text,
  is_timed boolean default false not null,
  decided_at timestamp with time zone,
  api_key_id bigint,
  other_to_emails text[] default '{}'::text[] not null,
  bcc_emails text[] default '{}'::text[] not null,
  forwards_message_id bigint,
  formatted_text text,
  campaign_choice text,
  saved_reply_ids bigint[],
  constraint chat_messages_campaign_choice_check CHECK ((campaign_choice = ANY (ARRAY['continues'::text, 'pauses'::text, 'ends'::text]))),
  constraint chat_messages_delivery_check CHECK ((delivery = ANY (ARRAY['SENDING'::text, 'SENT'::text, 'FAILED'::text, 'UNCONFIRMED'::text, 'SCHEDULED'::text, 'PAUSED'::text]))),
  constraint chat_messages_kind_check CHECK ((kind = ANY (ARRAY['REPLY'::text, 'AUTO_REPLY'::text, 'BOUNCE'::text, 'COMPLAINT'::text, 'CAMPAIGN'::text, 'CHAT'::text, 'OWN_CLIENT'::text, 'FORWARD'::text]))),
  constraint chat_messages_account_id_fkey FOREIGN KEY (organization_id, account_id) REFERENCES accounts(organization_id, id) ON DELETE SET NULL (account_id),
  constraint chat_messages_api_key_id_fkey FOREIGN KEY (organization_id, api_key_id) REFERENCES api_keys(organization_id, id) ON DELETE SET NULL (api_key_id),
  constraint chat_messages_author_user_id_fkey FOREIGN KEY (organization_id, author_user_id) REFERENCES users(organization_id, id) ON DELETE SET NULL (author_user_id),
  constraint chat_messages_forwards_message_id_fkey FOREIGN KEY (organization_id, forwards_message_id) REFERENCES chat_messages(organization_id, id) ON DELETE SET NULL (forwards_message_id),
  constraint chat_messages_intent_id_fkey FOREIGN KEY (organization_id, intent_id) REFERENCES outbound_intents(organization_id, id) ON DELETE SET NULL (intent_id),
  constraint chat_messages_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint chat_messages_prospect_id_fkey FOREIGN KEY (organization_id, prospect_id) REFERENCES chats(organization_id, prospect_id) ON DELETE CASCADE,
  constraint chat_messages_pkey PRIMARY KEY (id),
  constraint chat_messages_organization_id_id_key UNIQUE (organization_id, id)
);
CREATE INDEX chat_messages_api_key_id_idx ON public.chat_messages USING btree (api_key_id) WHERE (api_key_id IS NOT NULL);
CREATE INDEX chat_messages_author_idx ON public.chat_messages USING btree (author_user_id, id DESC) WHERE (author_user_id IS NOT NULL);
CREATE INDEX chat_messages_forwards_message_id_idx ON public.chat_messages USING btree (forwards_message_id) WHERE (forwards_message_id IS NOT NULL);
CREATE INDEX chat_messages_forwards_to_idx ON public.chat_messages USING btree (organization_id, to_email) WHERE (kind = 'FORWARD'::text);
CREATE INDEX chat_messages_from_email_idx ON public.chat_messages USING btree (organization_id, id) INCLUDE (from_email) WHERE (from_email IS NOT NULL);
CREATE INDEX chat_messages_history_idx ON public.chat_messages USING btree (prospect_id, sent_at DESC, id DESC);
CREATE INDEX chat_messages_own_client_idx ON public.chat_messages USING btree (organization_id, prospect_id, sent_at) WHERE (kind = 'OWN_CLIENT'::text);
CREATE INDEX chat_messages_provider_chat_idx ON public.chat_messages USING btree (account_id, provider_chat) WHERE (provider_chat IS NOT NULL);
CREATE INDEX chat_messages_received_idx ON public.chat_messages USING btree (organization_id, sent_at, id) INCLUDE (prospect_id) WHERE (sent_by_prospect OR (kind = ANY (ARRAY['BOUNCE'::text, 'COMPLAINT'::text])));
CREATE INDEX chat_messages_recipients_idx ON public.chat_messages USING btree (organization_id, id) WHERE ((other_to_emails <> '{}'::text[]) OR (cc_emails <> '{}'::text[]) OR (bcc_emails <> '{}'::text[]));
CREATE INDEX chat_messages_replies_idx ON public.chat_messages USING btree (prospect_id, created_at) WHERE (kind = 'REPLY'::text);
CREATE INDEX chat_messages_rfc_message_id_idx ON public.chat_messages USING btree (account_id, rfc_message_id) WHERE (rfc_message_id IS NOT NULL);
CREATE INDEX chat_messages_saved_replies_idx ON public.chat_messages USING btree (organization_id, sent_at DESC) WHERE (saved_reply_ids IS NOT NULL);
CREATE INDEX chat_messages_scheduled_idx ON public.chat_messages USING btree (prospect_id) WHERE (delivery = ANY (ARRAY['SCHEDULED'::text, 'PAUSED'::text]));
CREATE TRIGGER chat_messages_enqueue_webhooks AFTER INSERT ON public.chat_messages REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION enqueue_reply_webhooks();
CREATE TRIGGER chat_messages_pass_time AFTER UPDATE OF sent_at ON public.chat_messages FOR EACH ROW WHEN ((new.sent_by_prospect AND (new.sent_at IS DISTINCT FROM old.sent_at))) EXECUTE FUNCTION pass_message_time();
CREATE TRIGGER chat_messages_skip_lost_numbers BEFORE INSERT ON public.chat_messages FOR EACH STATEMENT EXECUTE FUNCTION skip_lost_numbers_first();
CREATE UNIQUE INDEX chat_messages_digest_idx ON public.chat_messages USING btree (account_id, digest) WHERE (digest IS NOT NULL);
CREATE UNIQUE INDEX chat_messages_idempotency_idx ON public.chat_messages USING btree (prospect_id, idempotency_key) WHERE (idempotency_key IS NOT NULL);
CREATE UNIQUE INDEX chat_messages_intent_idx ON public.chat_messages USING btree (intent_id) WHERE (intent_id IS NOT NULL);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table chat_notes (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  prospect_id bigint not null,
  user_id bigint,
  content text not null,
  created_at timestamp with time zone default app_now() not null,
  updated_at timestamp with time zone default app_now() not null,
  api_key_id bigint default current_api_key_id(),
  constraint chat_notes_api_key_id_fkey FOREIGN KEY (organization_id, api_key_id) REFERENCES api_keys(organization_id, id) ON DELETE SET NULL (api_key_id),
  constraint chat_notes_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint chat_notes_prospect_id_fkey FOREIGN KEY (organization_id, prospect_id) REFERENCES prospects(organization_id, id) ON DELETE CASCADE,
  constraint chat_notes_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES users(organization_id, id) ON DELETE SET NULL (user_id),
  constraint chat_notes_pkey PRIMARY KEY (id)
);
CREATE INDEX chat_notes_api_key_id_idx ON public.chat_notes USING btree (api_key_id) WHERE (api_key_id IS NOT NULL);
CREATE INDEX chat_notes_prospect_id_idx ON public.chat_notes USING btree (prospect_id, created_at DESC);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table chat_presences (
  prospect_id bigint not null,
  user_id bigint not null,
  organization_id bigint not null,
  expires_at timestamp with time zone not null,
  constraint chat_presences_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint chat_presences_prospect_id_fkey FOREIGN KEY (organization_id, prospect_id) REFERENCES prospects(organization_id, id) ON DELETE CASCADE,
  constraint chat_presences_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES users(organization_id, id) ON DELETE CASCADE,
  constraint chat_presences_pkey PRIMARY KEY (prospect_id, user_id)
);
CREATE INDEX chat_presences_expires_at_idx ON public.chat_presences USING btree (expires_at);
CREATE INDEX chat_presences_user_id_idx ON public.chat_presences USING btree (organization_id, user_id);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table chat_uploads (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  prospect_id bigint not null,
  user_id bigint,
  name text not null,
  type text not null,
  size integer not null,
  file_key text not null,
  created_at timestamp with time zone default app_now() not null,
  constraint chat_uploads_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint chat_uploads_prospect_id_fkey FOREIGN KEY (organization_id, prospect_id) REFERENCES prospects(organization_id, id) ON DELETE CASCADE,
  constraint chat_uploads_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES users(organization_id, id) ON DELETE SET NULL (user_id),
  constraint chat_uploads_pkey PRIMARY KEY (id)
);
CREATE INDEX chat_uploads_created_at_idx ON public.chat_uploads USING btree (created_at);
CREATE INDEX chat_uploads_left_idx ON public.chat_uploads USING btree (id) WHERE (user_id IS NULL);
CREATE INDEX chat_uploads_prospect_id_idx ON public.chat_uploads USING btree (organization_id, prospect_id);
CREATE INDEX chat_uploads_user_id_idx ON public.chat_uploads USING btree (organization_id, user_id);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table chat_words (
  prospect_id bigint not null,
  organization_id bigint not null,
  words tsvector not null,
  constraint chat_words_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint chat_words_prospect_id_fkey FOREIGN KEY (organization_id, prospect_id) REFERENCES chats(organization_id, prospect_id) ON DELETE CASCADE,
  constraint chat_words_pkey PRIMARY KEY (prospect_id)
);
CREATE INDEX chat_words_words_idx ON public.chat_words USING gin (words);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table chats (
  prospect_id bigint not null,
  organization_id bigint not null,
  last_message_id bigint,
  last_message_at timestamp with time zone not null,
  last_subject text,
  last_preview text default ''::text not null,
  last_sent_by_prospect boolean default false not null,
  message_count integer default 0 not null,
  is_conversation boolean default false not null,
  replied_at timestamp with time zone,
  interest text,
  has_unread boolean default false not null,
  is_flagged boolean default false not null,
  archived_at timestamp with time zone,
  created_at timestamp with time zone default app_now() not null,
  remind_at timestamp with time zone,
  remind_user_id bigint,
  returned_at timestamp with time zone,
  assigned_user_id bigint,
  listed_at timestamp with time zone generated always as (GREATEST(last_message_at, returned_at)) stored not null,
  reply_class text,
  is_class_sure boolean default false not null,
  is_class_by_person boolean default false not null,
  class_confidence real,
  is_class_by_model boolean default false not null,
  no_opt_out_through bigint,
  has_draft boolean default false not null,
  constraint chats_class_confidence_check CHECK (((class_confidence >= (0)::double precision) AND (class_confidence <= (1)::double precision))),
  constraint chats_interest_check CHECK ((interest = ANY (ARRAY['INTERESTED'::text, 'NOT_INTERESTED'::text]))),
  constraint chats_reply_class_check CHECK ((reply_class = ANY (ARRAY['interested'::text, 'neutral'::text, 'not_interested'::text, 'referral'::text, 'wrong_person'::text, 'left_company'::text, 'out_of_office'::text, 'unsubscribe'::text, 'bounce'::text]))),
  constraint chats_assigned_user_id_fkey FOREIGN KEY (organization_id, assigned_user_id) REFERENCES users(organization_id, id) ON DELETE SET NULL (assigned_user_id),
  constraint chats_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint chats_prospect_id_fkey FOREIGN KEY (organization_id, prospect_id) REFERENCES prospects(organization_id, id) ON DELETE CASCADE,
  constraint chats_remind_user_id_fkey FOREIGN KEY (organization_id, remind_user_id) REFERENCES users(organization_id, id) ON DELETE SET NULL (remind_user_id),
  constraint chats_pkey PRIMARY KEY (prospect_id),
  constraint chats_organization_id_prospect_id_key UNIQUE (organization_id, prospect_id)
);
CREATE INDEX chats_all_idx ON public.chats USING btree (organization_id, listed_at DESC, prospect_id DESC);
CREATE INDEX chats_assigned_idx ON public.chats USING btree (organization_id, assigned_user_id, listed_at DESC, prospect_id DESC) WHERE (assigned_user_id IS NOT NULL);
CREATE INDEX chats_awaiting_idx ON public.chats USING btree (organization_id, listed_at DESC, prospect_id DESC) WHERE ((archived_at IS NULL) AND (NOT last_sent_by_prospect));
CREATE INDEX chats_class_idx ON public.chats USING btree (organization_id, reply_class, listed_at DESC, prospect_id DESC) WHERE ((archived_at IS NULL) AND (reply_class IS NOT NULL));
CREATE INDEX chats_drafts_idx ON public.chats USING btree (organization_id, listed_at DESC, prospect_id DESC) WHERE ((archived_at IS NULL) AND has_draft);
CREATE INDEX chats_due_reminders_idx ON public.chats USING btree (remind_at) WHERE (remind_at IS NOT NULL);
CREATE INDEX chats_important_idx ON public.chats USING btree (organization_id, listed_at DESC, prospect_id DESC) WHERE ((archived_at IS NULL) AND is_flagged);
CREATE INDEX chats_inbox_idx ON public.chats USING btree (organization_id, listed_at DESC, prospect_id DESC) WHERE ((archived_at IS NULL) AND (remind_at IS NULL) AND is_conversation);
CREATE INDEX chats_marked_idx ON public.chats USING btree (organization_id, listed_at DESC, prospect_id DESC) WHERE (interest IS NOT NULL);
CREATE INDEX chats_remind_user_id_idx ON public.chats USING btree (organization_id, remind_user_id) WHERE (remind_user_id IS NOT NULL);
CREATE INDEX chats_reminders_idx ON public.chats USING btree (organization_id, remind_at, prospect_id) WHERE (remind_at IS NOT NULL);
CREATE INDEX chats_returned_idx ON public.chats USING btree (organization_id, returned_at, prospect_id) WHERE (returned_at IS NOT NULL);
CREATE INDEX chats_review_idx ON public.chats USING btree (organization_id, last_message_at, prospect_id) WHERE ((archived_at IS NULL) AND last_sent_by_prospect AND (reply_class <> ALL (ARRAY['unsubscribe'::text, 'neutral'::text])) AND (NOT is_class_sure));
CREATE INDEX chats_sure_class_idx ON public.chats USING btree (organization_id, prospect_id) INCLUDE (reply_class) WHERE ((reply_class IS NOT NULL) AND is_class_sure);
CREATE INDEX chats_trash_idx ON public.chats USING btree (organization_id, listed_at DESC, prospect_id DESC) WHERE (archived_at IS NOT NULL);
CREATE INDEX chats_unassigned_idx ON public.chats USING btree (organization_id, listed_at DESC, prospect_id DESC) WHERE ((archived_at IS NULL) AND (remind_at IS NULL) AND is_conversation AND (assigned_user_id IS NULL));
CREATE INDEX chats_unread_idx ON public.chats USING btree (organization_id, listed_at DESC, prospect_id DESC) WHERE ((archived_at IS NULL) AND (remind_at IS NULL) AND has_unread);
CREATE TRIGGER chats_enqueue_reminder_webhooks AFTER UPDATE OF returned_at ON public.chats FOR EACH ROW WHEN (((new.returned_at IS NOT NULL) AND (old.remind_at IS NOT NULL) AND (new.remind_at IS NULL))) EXECUTE FUNCTION enqueue_due_reminder_webhooks();
CREATE TRIGGER chats_enqueue_webhooks AFTER UPDATE OF interest, reply_class ON public.chats FOR EACH ROW WHEN (((new.interest IS DISTINCT FROM old.interest) OR (new.reply_class IS DISTINCT FROM old.reply_class))) EXECUTE FUNCTION enqueue_status_webhooks();
CREATE TRIGGER chats_tell_interest AFTER UPDATE OF interest ON public.chats FOR EACH ROW WHEN ((new.interest IS DISTINCT FROM old.interest)) EXECUTE FUNCTION tell_interest();
CREATE TRIGGER chats_tell_interest_event AFTER UPDATE OF interest ON public.chats FOR EACH ROW WHEN ((new.interest IS DISTINCT FROM old.interest)) EXECUTE FUNCTION tell_interest_event();
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table client_months (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  month_id text not null,
  recipient_id bigint not null,
  payment_id text,
  invoice_url text,
  credits integer not null,
  created_at timestamp with time zone default app_now() not null,
  granted_at timestamp with time zone,
  refunded_credits integer default 0 not null,
  constraint client_months_credits_check CHECK ((credits >= 0)),
  constraint client_months_refunded_credits_check CHECK (((refunded_credits >= 0) AND (refunded_credits <= credits))),
  constraint client_months_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint client_months_pkey PRIMARY KEY (id),
  constraint client_months_month_id_recipient_id_key UNIQUE (organization_id, month_id, recipient_id)
);
CREATE INDEX client_months_payment_id_idx ON public.client_months USING btree (organization_id, payment_id);
CREATE INDEX client_months_waiting_idx ON public.client_months USING btree (organization_id) WHERE (payment_id IS NULL);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table client_purchases (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  client_id bigint not null,
  key text not null,
  credits integer not null,
  amount_in_cents integer not null,
  is_bought boolean not null,
  made_at timestamp with time zone default app_now() not null,
  constraint client_purchases_amount_in_cents_check CHECK ((amount_in_cents >= 0)),
  constraint client_purchases_credits_check CHECK ((credits > 0)),
  constraint client_purchases_client_id_fkey FOREIGN KEY (organization_id, client_id) REFERENCES agency_clients(organization_id, client_id) ON DELETE CASCADE,
  constraint client_purchases_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint client_purchases_pkey PRIMARY KEY (id),
  constraint client_purchases_client_id_key_key UNIQUE (client_id, key)
);
CREATE INDEX client_purchases_made_at_idx ON public.client_purchases USING btree (organization_id, client_id, made_at);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table client_report_mails (
  organization_id bigint not null,
  client_id bigint not null,
  month date not null,
  claimed_at timestamp with time zone default app_now() not null,
  mailed_at timestamp with time zone,
  user_id bigint not null,
  begun_at timestamp with time zone,
  refused text,
  constraint client_report_mails_refused_check CHECK ((length(refused) <= 500)),
  constraint client_report_mails_client_id_fkey FOREIGN KEY (organization_id, client_id) REFERENCES agency_clients(organization_id, client_id) ON DELETE CASCADE,
  constraint client_report_mails_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint client_report_mails_pkey PRIMARY KEY (client_id, month, user_id)
);
CREATE INDEX client_report_mails_organization_id_idx ON public.client_report_mails USING btree (organization_id, client_id);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table client_report_recipients (
  organization_id bigint not null,
  client_id bigint not null,
  user_id bigint not null,
  since timestamp with time zone default app_now() not null,
  constraint client_report_recipients_client_id_fkey FOREIGN KEY (organization_id, client_id) REFERENCES agency_clients(organization_id, client_id) ON DELETE CASCADE,
  constraint client_report_recipients_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint client_report_recipients_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint client_report_recipients_pkey PRIMARY KEY (client_id, user_id)
);
CREATE INDEX client_report_recipients_organization_id_idx ON public.client_report_recipients USING btree (organization_id, client_id);
CREATE INDEX client_report_recipients_user_id_idx ON public.client_report_recipients USING btree (user_id);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table client_terms (
  organization_id bigint not null,
  client_id bigint not null,
  valid_from date not null,
  email_accounts integer not null,
  linkedin_accounts integer not null,
  credits integer not null,
  constraint client_terms_client_id_fkey FOREIGN KEY (organization_id, client_id) REFERENCES agency_clients(organization_id, client_id) ON DELETE CASCADE,
  constraint client_terms_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint client_terms_pkey PRIMARY KEY (client_id, valid_from)
);
CREATE INDEX client_terms_organization_id_idx ON public.client_terms USING btree (organization_id, client_id);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table connected_apps (
  organization_id bigint not null,
  api_key_id bigint not null,
  client_id text not null,
  returns_to text not null,
  resource text not null,
  constraint connected_apps_api_key_id_fkey FOREIGN KEY (organization_id, api_key_id) REFERENCES api_keys(organization_id, id) ON DELETE CASCADE,
  constraint connected_apps_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint connected_apps_pkey PRIMARY KEY (api_key_id)
);
CREATE INDEX connected_apps_organization_id_idx ON public.connected_apps USING btree (organization_id, api_key_id);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table contact_domains (
  organization_id bigint not null,
  domain text not null,
  takes_mail boolean not null,
  exchangers text[] not null,
  accepts_all boolean,
  checked_at timestamp with time zone default app_now() not null,
  constraint contact_domains_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint contact_domains_pkey PRIMARY KEY (organization_id, domain)
);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table contact_lookups (
  organization_id bigint not null,
  prospect_id bigint not null,
  lookup text not null,
  step text not null,
  question text not null,
  outcome text not null,
  value text,
  confidence smallint,
  evidence text not null,
  asked_at timestamp with time zone default app_now() not null,
  constraint contact_lookups_confidence_check CHECK (((confidence >= 0) AND (confidence <= 100))),
  constraint contact_lookups_lookup_check CHECK ((lookup = ANY (ARRAY['FIND_EMAIL'::text, 'FIND_PHONE'::text, 'FIND_WEBSITE'::text]))),
  constraint contact_lookups_outcome_check CHECK ((outcome = ANY (ARRAY['found'::text, 'not_found'::text]))),
  constraint contact_lookups_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint contact_lookups_prospect_id_fkey FOREIGN KEY (organization_id, prospect_id) REFERENCES prospects(organization_id, id) ON DELETE CASCADE,
  constraint contact_lookups_pkey PRIMARY KEY (prospect_id, lookup, step)
);
CREATE INDEX contact_lookups_organization_id_idx ON public.contact_lookups USING btree (organization_id, asked_at);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table credit_alerts (
  organization_id bigint not null,
  checked_at timestamp with time zone default app_now() not null,
  low_share_at timestamp with time zone,
  low_days_at timestamp with time zone,
  ledger_checked_at timestamp with time zone,
  ledger_difference bigint default 0 not null,
  constraint credit_alerts_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint credit_alerts_pkey PRIMARY KEY (organization_id)
);
CREATE INDEX credit_alerts_ledger_difference_idx ON public.credit_alerts USING btree (organization_id) WHERE (ledger_difference <> 0);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table credit_caps (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  user_id bigint,
  credits integer not null,
  set_at timestamp with time zone default app_now() not null,
  constraint credit_caps_credits_check CHECK (((credits >= 0) AND (credits <= 10000000))),
  constraint credit_caps_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint credit_caps_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES users(organization_id, id) ON DELETE CASCADE,
  constraint credit_caps_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX credit_caps_of_client_idx ON public.credit_caps USING btree (organization_id) WHERE (user_id IS NULL);
CREATE UNIQUE INDEX credit_caps_user_id_idx ON public.credit_caps USING btree (organization_id, user_id);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table credit_days (
  organization_id bigint not null,
  day date not null,
  user_id bigint not null,
  slot smallint not null,
  credits bigint not null,
  constraint credit_days_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint credit_days_pkey PRIMARY KEY (organization_id, day, user_id, slot)
);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table credit_entries (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  kind text not null,
  credits integer not null,
  change integer not null,
  purpose text not null,
  key text not null,
  reservation_id bigint,
  created_at timestamp with time zone default app_now() not null,
  prospect_id bigint,
  provider text,
  constraint credit_entries_check CHECK ((change =
CASE
    WHEN (kind = ANY (ARRAY['take'::text, 'reserve'::text])) THEN (- credits)
    WHEN (kind = 'spend'::text) THEN 0
    ELSE credits
END)),
  constraint credit_entries_credits_check CHECK ((credits > 0)),
  constraint credit_entries_kind_check CHECK ((kind = ANY (ARRAY['grant'::text, 'take'::text, 'reserve'::text, 'spend'::text, 'release'::text]))),
  constraint credit_entries_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint credit_entries_reservation_id_fkey FOREIGN KEY (organization_id, reservation_id) REFERENCES credit_reservations(organization_id, id) ON DELETE CASCADE,
  constraint credit_entries_pkey PRIMARY KEY (id),
  constraint credit_entries_organization_id_key_key UNIQUE (organization_id, key)
);
CREATE INDEX credit_entries_created_at_idx ON public.credit_entries USING btree (organization_id, created_at);
CREATE INDEX credit_entries_grants_idx ON public.credit_entries USING btree (organization_id, created_at DESC, id DESC) WHERE (kind = ANY (ARRAY['grant'::text, 'take'::text]));
CREATE INDEX credit_entries_prospect_id_idx ON public.credit_entries USING btree (organization_id, prospect_id, created_at DESC, id DESC) WHERE (prospect_id IS NOT NULL);
CREATE INDEX credit_entries_provider_idx ON public.credit_entries USING btree (organization_id, provider, created_at DESC, id DESC) WHERE (provider IS NOT NULL);
CREATE INDEX credit_entries_reservation_id_idx ON public.credit_entries USING btree (reservation_id);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table credit_reservations (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  key text not null,
  purpose text not null,
  amount integer not null,
  spent integer default 0 not null,
  released integer default 0 not null,
  created_at timestamp with time zone default app_now() not null,
  kind text not null,
  user_id bigint,
  search_id bigint,
  campaign_id bigint,
  api_key_id bigint default current_api_key_id(),
  constraint credit_reservations_amount_check CHECK ((amount > 0)),
  constraint credit_reservations_check CHECK (((spent + released) <= amount)),
  constraint credit_reservations_kind_check CHECK ((kind = ANY (ARRAY['email'::text, 'phone'::text, 'website'::text, 'research'::text, 'snippets'::text, 'replies'::text, 'sequences'::text]))),
  constraint credit_reservations_released_check CHECK ((released >= 0)),
  constraint credit_reservations_spent_check CHECK ((spent >= 0)),
  constraint credit_reservations_api_key_id_fkey FOREIGN KEY (organization_id, api_key_id) REFERENCES api_keys(organization_id, id) ON DELETE SET NULL (api_key_id),
  constraint credit_reservations_campaign_id_fkey FOREIGN KEY (organization_id, campaign_id) REFERENCES campaigns(organization_id, id) ON DELETE SET NULL (campaign_id),
  constraint credit_reservations_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint credit_reservations_search_id_fkey FOREIGN KEY (organization_id, search_id) REFERENCES searches(organization_id, id) ON DELETE SET NULL (search_id),
  constraint credit_reservations_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES users(organization_id, id) ON DELETE SET NULL (user_id),
  constraint credit_reservations_pkey PRIMARY KEY (id),
  constraint credit_reservations_organization_id_id_key UNIQUE (organization_id, id),
  constraint credit_reservations_organization_id_key_key UNIQUE (organization_id, key)
);
CREATE INDEX credit_reservations_api_key_id_idx ON public.credit_reservations USING btree (api_key_id) WHERE (api_key_id IS NOT NULL);
CREATE INDEX credit_reservations_campaign_id_idx ON public.credit_reservations USING btree (campaign_id);
CREATE INDEX credit_reservations_created_at_idx ON public.credit_reservations USING btree (organization_id, created_at DESC, id DESC);
CREATE INDEX credit_reservations_search_id_idx ON public.credit_reservations USING btree (search_id);
CREATE INDEX credit_reservations_user_id_idx ON public.credit_reservations USING btree (user_id);
CREATE TRIGGER credit_reservations_days_delete AFTER DELETE ON public.credit_reservations REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION subtract_credit_days();
CREATE TRIGGER credit_reservations_days_insert AFTER INSERT ON public.credit_reservations REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION sum_credit_days();
CREATE TRIGGER credit_reservations_days_update AFTER UPDATE ON public.credit_reservations REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION change_credit_days();
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table crm_erasures (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  integration_id bigint not null,
  job_id bigint not null,
  account_id text not null,
  record_id text,
  state text default 'waiting'::text not null,
  attempts smallint default 0 not null,
  not_before timestamp with time zone default '-infinity'::timestamp with time zone not null,
  error text,
  constraint crm_erasures_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'deleted'::text, 'failed'::text]))),
  constraint crm_erasures_integration_id_fkey FOREIGN KEY (organization_id, integration_id) REFERENCES integrations(organization_id, id) ON DELETE CASCADE,
  constraint crm_erasures_job_id_fkey FOREIGN KEY (organization_id, job_id) REFERENCES erasure_jobs(organization_id, id) ON DELETE CASCADE,
  constraint crm_erasures_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint crm_erasures_pkey PRIMARY KEY (id)
);
CREATE INDEX crm_erasures_job_idx ON public.crm_erasures USING btree (job_id);
CREATE INDEX crm_erasures_waiting_idx ON public.crm_erasures USING btree (integration_id, not_before) WHERE (state = 'waiting'::text);
CREATE UNIQUE INDEX crm_erasures_record_idx ON public.crm_erasures USING btree (integration_id, account_id, record_id) WHERE (record_id IS NOT NULL);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table crm_events (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  integration_id bigint not null,
  kind text not null,
  prospect_id bigint not null,
  event_key text not null,
  title text default ''::text not null,
  text text default ''::text not null,
  happened_at timestamp with time zone default app_now() not null,
  state text default 'waiting'::text not null,
  is_begun boolean default false not null,
  attempts smallint default 0 not null,
  not_before timestamp with time zone default '-infinity'::timestamp with time zone not null,
  error text,
  stage text,
  constraint crm_events_kind_check CHECK ((kind = ANY (ARRAY['reply'::text, 'interest'::text, 'unsubscribe'::text, 'stage'::text, 'meeting'::text, 'call'::text]))),
  constraint crm_events_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'done'::text, 'failed'::text]))),
  constraint crm_events_integration_id_fkey FOREIGN KEY (organization_id, integration_id) REFERENCES integrations(organization_id, id) ON DELETE CASCADE,
  constraint crm_events_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint crm_events_prospect_id_fkey FOREIGN KEY (organization_id, prospect_id) REFERENCES prospects(organization_id, id) ON DELETE CASCADE,
  constraint crm_events_pkey PRIMARY KEY (id),
  constraint crm_events_integration_id_kind_event_key_key UNIQUE (integration_id, kind, event_key),
  constraint crm_events_organization_id_id_key UNIQUE (organization_id, id)
);
CREATE INDEX crm_events_prospect_id_idx ON public.crm_events USING btree (prospect_id);
CREATE INDEX crm_events_waiting_idx ON public.crm_events USING btree (integration_id, id) WHERE (state = 'waiting'::text);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table crm_exchanges (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  integration_id bigint not null,
  at timestamp with time zone default app_now() not null,
  method text not null,
  path text not null,
  status integer,
  sent text not null,
  answered text not null,
  is_failure boolean not null,
  push_id bigint,
  event_id bigint,
  constraint crm_exchanges_event_id_fkey FOREIGN KEY (organization_id, event_id) REFERENCES crm_events(organization_id, id) ON DELETE SET NULL (event_id),
  constraint crm_exchanges_integration_id_fkey FOREIGN KEY (organization_id, integration_id) REFERENCES integrations(organization_id, id) ON DELETE CASCADE,
  constraint crm_exchanges_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint crm_exchanges_push_id_fkey FOREIGN KEY (organization_id, push_id) REFERENCES crm_pushes(organization_id, id) ON DELETE SET NULL (push_id),
  constraint crm_exchanges_pkey PRIMARY KEY (id)
);
CREATE INDEX crm_exchanges_event_id_idx ON public.crm_exchanges USING btree (event_id);
CREATE INDEX crm_exchanges_integration_id_idx ON public.crm_exchanges USING btree (integration_id, id);
CREATE INDEX crm_exchanges_push_id_idx ON public.crm_exchanges USING btree (push_id);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table crm_field_mappings (
  organization_id bigint not null,
  integration_type text not null,
  board_id text default ''::text not null,
  crm_field text not null,
  prospect_field text not null,
  overwrites boolean default false not null,
  position smallint not null,
  constraint crm_field_mappings_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint crm_field_mappings_pkey PRIMARY KEY (organization_id, integration_type, board_id, crm_field)
);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table crm_lead_owners (
  organization_id bigint not null,
  integration_id bigint not null,
  prospect_id bigint not null,
  owner_id text not null,
  seen_at timestamp with time zone default app_now() not null,
  constraint crm_lead_owners_owner_id_check CHECK ((length(owner_id) <= 100)),
  constraint crm_lead_owners_integration_id_fkey FOREIGN KEY (organization_id, integration_id) REFERENCES integrations(organization_id, id) ON DELETE CASCADE,
  constraint crm_lead_owners_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint crm_lead_owners_prospect_id_fkey FOREIGN KEY (organization_id, prospect_id) REFERENCES prospects(organization_id, id) ON DELETE CASCADE,
  constraint crm_lead_owners_pkey PRIMARY KEY (integration_id, prospect_id)
);
CREATE INDEX crm_lead_owners_prospect_id_idx ON public.crm_lead_owners USING btree (prospect_id);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table crm_links (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  integration_id bigint not null,
  account_id text not null,
  board_id text default ''::text not null,
  prospect_id bigint not null,
  record_id text,
  record_url text,
  writing_since timestamp with time zone,
  pushed_values jsonb default '{}'::jsonb not null,
  written_at timestamp with time zone,
  constraint crm_links_integration_id_fkey FOREIGN KEY (organization_id, integration_id) REFERENCES integrations(organization_id, id) ON DELETE CASCADE,
  constraint crm_links_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint crm_links_prospect_id_fkey FOREIGN KEY (organization_id, prospect_id) REFERENCES prospects(organization_id, id) ON DELETE CASCADE,
  constraint crm_links_pkey PRIMARY KEY (id),
  constraint crm_links_integration_id_prospect_id_board_id_account_id_key UNIQUE (integration_id, prospect_id, board_id, account_id)
);
CREATE INDEX crm_links_prospect_id_idx ON public.crm_links USING btree (prospect_id) WHERE (record_id IS NOT NULL);
CREATE INDEX crm_links_record_id_idx ON public.crm_links USING btree (integration_id, record_id) WHERE (record_id IS NOT NULL);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table crm_people (
  organization_id bigint not null,
  integration_id bigint not null,
  record_id text not null,
  email text,
  linkedin_key text,
  standing text not null,
  words text not null,
  seen_at timestamp with time zone default statement_timestamp() not null,
  other_emails text[] default '{}'::text[] not null,
  constraint crm_people_email_check CHECK ((length(email) <= 320)),
  constraint crm_people_linkedin_key_check CHECK ((length(linkedin_key) <= 1000)),
  constraint crm_people_other_emails_check CHECK (((cardinality(other_emails) <= 50) AND (array_position(other_emails, NULL::text) IS NULL))),
  constraint crm_people_record_id_check CHECK ((length(record_id) <= 200)),
  constraint crm_people_standing_check CHECK ((standing = ANY (ARRAY['customer'::text, 'open_deal'::text, 'do_not_contact'::text]))),
  constraint crm_people_words_check CHECK ((length(words) <= 300)),
  constraint crm_people_integration_id_fkey FOREIGN KEY (organization_id, integration_id) REFERENCES integrations(organization_id, id) ON DELETE CASCADE,
  constraint crm_people_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint crm_people_pkey PRIMARY KEY (integration_id, record_id)
);
CREATE INDEX crm_people_email_idx ON public.crm_people USING btree (organization_id, email) WHERE (email IS NOT NULL);
CREATE INDEX crm_people_linkedin_key_idx ON public.crm_people USING btree (organization_id, linkedin_key) WHERE (linkedin_key IS NOT NULL);
CREATE INDEX crm_people_other_emails_idx ON public.crm_people USING gin (other_emails) WITH (fastupdate=off);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table crm_push_leads (
  push_id bigint not null,
  organization_id bigint not null,
  prospect_id bigint not null,
  position integer not null,
  state text default 'waiting'::text not null,
  words text,
  attempts smallint default 0 not null,
  not_before timestamp with time zone default '-infinity'::timestamp with time zone not null,
  constraint crm_push_leads_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'pushed'::text, 'failed'::text]))),
  constraint crm_push_leads_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint crm_push_leads_prospect_id_fkey FOREIGN KEY (organization_id, prospect_id) REFERENCES prospects(organization_id, id) ON DELETE CASCADE,
  constraint crm_push_leads_push_id_fkey FOREIGN KEY (organization_id, push_id) REFERENCES crm_pushes(organization_id, id) ON DELETE CASCADE,
  constraint crm_push_leads_pkey PRIMARY KEY (push_id, prospect_id)
);
CREATE INDEX crm_push_leads_failed_idx ON public.crm_push_leads USING btree (push_id, "position") WHERE (state = 'failed'::text);
CREATE INDEX crm_push_leads_prospect_id_idx ON public.crm_push_leads USING btree (prospect_id);
CREATE INDEX crm_push_leads_waiting_idx ON public.crm_push_leads USING btree (push_id, "position") WHERE (state = 'waiting'::text);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table crm_pushes (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  integration_id bigint not null,
  board_id text default ''::text not null,
  state text default 'running'::text not null,
  total integer not null,
  pushed integer default 0 not null,
  failed integer default 0 not null,
  created integer default 0 not null,
  error text,
  created_by bigint,
  created_at timestamp with time zone default app_now() not null,
  finished_at timestamp with time zone,
  constraint crm_pushes_state_check CHECK ((state = ANY (ARRAY['running'::text, 'done'::text, 'stopped'::text, 'failed'::text]))),
  constraint crm_pushes_created_by_fkey FOREIGN KEY (organization_id, created_by) REFERENCES users(organization_id, id) ON DELETE SET NULL (created_by),
  constraint crm_pushes_integration_id_fkey FOREIGN KEY (organization_id, integration_id) REFERENCES integrations(organization_id, id) ON DELETE CASCADE,
  constraint crm_pushes_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint crm_pushes_pkey PRIMARY KEY (id),
  constraint crm_pushes_organization_id_id_key UNIQUE (organization_id, id)
);
CREATE INDEX crm_pushes_created_by_idx ON public.crm_pushes USING btree (created_by);
CREATE INDEX crm_pushes_integration_id_idx ON public.crm_pushes USING btree (integration_id, id) WHERE (state = 'running'::text);
CREATE INDEX crm_pushes_organization_id_idx ON public.crm_pushes USING btree (organization_id, id);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table data_digests (
  organization_id bigint not null,
  user_id bigint not null,
  day date not null,
  claimed_at timestamp with time zone default app_now() not null,
  closed_at timestamp with time zone,
  reported_until timestamp with time zone,
  constraint data_digests_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint data_digests_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES users(organization_id, id) ON DELETE CASCADE,
  constraint data_digests_pkey PRIMARY KEY (user_id)
);
CREATE INDEX data_digests_organization_id_idx ON public.data_digests USING btree (organization_id, user_id);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table default_templates (
  id bigint default nextval('campaign_templates_id_seq'::regclass) not null,
  name text not null,
  flow jsonb not null,
  source_template_id bigint,
  created_at timestamp with time zone default app_now() not null,
  constraint default_templates_source_template_id_fkey FOREIGN KEY (source_template_id) REFERENCES campaign_templates(id) ON DELETE SET NULL,
  constraint default_templates_pkey PRIMARY KEY (id),
  constraint default_templates_source_template_id_key UNIQUE (source_template_id)
);

create table draft_days (
  organization_id bigint not null,
  day date not null,
  started integer default 0 not null,
  written integer default 0 not null,
  credits integer default 0 not null,
  sent_unchanged integer default 0 not null,
  sent_changed integer default 0 not null,
  discarded integer default 0 not null,
  constraint draft_days_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint draft_days_pkey PRIMARY KEY (organization_id, day)
);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table draft_examples (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  user_id bigint not null,
  prospect_id bigint not null,
  written text not null,
  sent text not null,
  created_at timestamp with time zone default app_now() not null,
  constraint draft_examples_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint draft_examples_prospect_id_fkey FOREIGN KEY (organization_id, prospect_id) REFERENCES prospects(organization_id, id) ON DELETE CASCADE,
  constraint draft_examples_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES users(organization_id, id) ON DELETE CASCADE,
  constraint draft_examples_pkey PRIMARY KEY (id)
);
CREATE INDEX draft_examples_prospect_id_idx ON public.draft_examples USING btree (prospect_id);
CREATE INDEX draft_examples_user_id_idx ON public.draft_examples USING btree (organization_id, user_id, id DESC);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table email_changes (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  user_id bigint not null,
  old_email citext not null,
  new_email citext not null,
  confirm_hash bytea not null,
  undo_hash bytea not null,
  confirm_expires_at timestamp with time zone not null,
  undo_expires_at timestamp with time zone not null,
  confirmed_at timestamp with time zone,
  ended_at timestamp with time zone,
  created_at timestamp with time zone default app_now() not null,
  undone_at timestamp with time zone,
  constraint email_changes_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint email_changes_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES users(organization_id, id) ON DELETE CASCADE,
  constraint email_changes_pkey PRIMARY KEY (id),
  constraint email_changes_confirm_hash_key UNIQUE (confirm_hash),
  constraint email_changes_undo_hash_key UNIQUE (undo_hash)
);
CREATE INDEX email_changes_old_email_idx ON public.email_changes USING btree (old_email);
CREATE INDEX email_changes_organization_id_idx ON public.email_changes USING btree (organization_id);
CREATE INDEX email_changes_user_id_idx ON public.email_changes USING btree (user_id);
CREATE UNIQUE INDEX email_changes_pending_idx ON public.email_changes USING btree (user_id) WHERE ((confirmed_at IS NULL) AND (ended_at IS NULL));
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table enrichment_answers (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  prompt_id bigint not null,
  prospect_id bigint not null,
  state text not null,
  answer jsonb,
  error text,
  credits integer default 0 not null,
  folded_text text,
  number_value double precision,
  boolean_value boolean,
  score_value smallint,
  updated_at timestamp with time zone default app_now() not null,
  tried_steps jsonb,
  version integer,
  empty_input text,
  waits_for bigint,
  waits_run_id bigint,
  waits_since timestamp with time zone,
  ready_at timestamp with time zone,
  constraint enrichment_answers_state_check CHECK ((state = ANY (ARRAY['loading'::text, 'cancelled'::text, 'done'::text, 'failed'::text]))),
  constraint enrichment_answers_prospect_id_fkey FOREIGN KEY (organization_id, prospect_id) REFERENCES prospects(organization_id, id) ON DELETE CASCADE,
  constraint enrichment_answers_waits_run_id_fkey FOREIGN KEY (organization_id, waits_run_id) REFERENCES enrichment_runs(organization_id, id) ON DELETE SET NULL (waits_run_id),
  constraint enrichment_answers_pkey PRIMARY KEY (id),
  constraint enrichment_answers_organization_id_prompt_id_prospect_id_key UNIQUE (organization_id, prompt_id, prospect_id)
);
CREATE INDEX enrichment_answers_boolean_idx ON public.enrichment_answers USING btree (organization_id, prompt_id, boolean_value, prospect_id) WHERE (boolean_value IS NOT NULL);
CREATE INDEX enrichment_answers_long_text_idx ON public.enrichment_answers USING btree (organization_id, prompt_id, prospect_id) WHERE (length(folded_text) > 200);
CREATE INDEX enrichment_answers_number_idx ON public.enrichment_answers USING btree (organization_id, prompt_id, number_value, prospect_id) WHERE (number_value IS NOT NULL);
CREATE INDEX enrichment_answers_prospect_id_idx ON public.enrichment_answers USING btree (prospect_id);
CREATE INDEX enrichment_answers_ready_at_idx ON public.enrichment_answers USING btree (ready_at) WHERE ((ready_at IS NOT NULL) AND (waits_run_id IS NOT NULL));
CREATE INDEX enrichment_answers_score_idx ON public.enrichment_answers USING btree (organization_id, prompt_id, score_value, prospect_id) WHERE (score_value IS NOT NULL);
CREATE INDEX enrichment_answers_text_idx ON public.enrichment_answers USING btree (organization_id, prompt_id, folded_text, prospect_id) WHERE (length(folded_text) <= 200);
CREATE INDEX enrichment_answers_waits_for_idx ON public.enrichment_answers USING btree (organization_id, waits_for, prospect_id) WHERE (waits_for IS NOT NULL);
CREATE INDEX enrichment_answers_waits_run_id_idx ON public.enrichment_answers USING btree (waits_run_id) WHERE (waits_run_id IS NOT NULL);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table enrichment_cells (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  run_id bigint not null,
  search_id bigint,
  prompt_id bigint not null,
  prospect_id bigint not null,
  credits integer not null,
  state text default 'queued'::text not null,
  not_before timestamp with time zone default app_now() not null,
  lease_token bigint default 0 not null,
  lease_until timestamp with time zone,
  attempts integer default 0 not null,
  campaign_id bigint,
  constraint enrichment_cells_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'running'::text]))),
  constraint enrichment_cells_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint enrichment_cells_run_id_fkey FOREIGN KEY (organization_id, run_id) REFERENCES enrichment_runs(organization_id, id) ON DELETE CASCADE,
  constraint enrichment_cells_pkey PRIMARY KEY (id),
  constraint enrichment_cells_prompt_id_prospect_id_key UNIQUE (prompt_id, prospect_id)
);
CREATE INDEX enrichment_cells_campaign_id_idx ON public.enrichment_cells USING btree (campaign_id) WHERE (campaign_id IS NOT NULL);
CREATE INDEX enrichment_cells_queued_idx ON public.enrichment_cells USING btree (organization_id, not_before, id) WHERE (state = 'queued'::text);
CREATE INDEX enrichment_cells_run_id_idx ON public.enrichment_cells USING btree (run_id);
CREATE INDEX enrichment_cells_running_idx ON public.enrichment_cells USING btree (lease_until) WHERE (state = 'running'::text);
CREATE INDEX enrichment_cells_search_id_idx ON public.enrichment_cells USING btree (search_id, prompt_id);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table enrichment_prompt_versions (
  organization_id bigint not null,
  prompt_id bigint not null,
  version integer not null,
  name text not null,
  prompt text not null,
  output_type text not null,
  required_sources text[] not null,
  runs_with_empty boolean not null,
  edited_by bigint,
  edited_at timestamp with time zone not null,
  constraint enrichment_prompt_versions_edited_by_fkey FOREIGN KEY (organization_id, edited_by) REFERENCES users(organization_id, id) ON DELETE SET NULL (edited_by),
  constraint enrichment_prompt_versions_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint enrichment_prompt_versions_prompt_id_fkey FOREIGN KEY (organization_id, prompt_id) REFERENCES enrichment_prompts(organization_id, id) ON DELETE CASCADE,
  constraint enrichment_prompt_versions_pkey PRIMARY KEY (organization_id, prompt_id, version)
);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table enrichment_prompts (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  name text not null,
  prompt text default ''::text not null,
  output_type text not null,
  required_sources text[] default '{}'::text[] not null,
  created_by bigint,
  created_at timestamp with time zone default app_now() not null,
  updated_at timestamp with time zone default app_now() not null,
  key text default ('task_'::text || replace((gen_random_uuid())::text, '-'::text, ''::text)) not null,
  runs_with_empty boolean default false not null,
  edit_version integer default 1 not null,
  edited_at timestamp with time zone,
  edited_by bigint,
  question_version integer default 1 not null,
  constraint enrichment_prompts_key_check CHECK (((length(key) >= 1) AND (length(key) <= 60))),
  constraint enrichment_prompts_output_type_check CHECK ((output_type = ANY (ARRAY['SHORT_TEXT'::text, 'LONG_TEXT'::text, 'NUMBER'::text, 'BOOLEAN'::text, 'SCORE'::text]))),
  constraint enrichment_prompts_created_by_fkey FOREIGN KEY (organization_id, created_by) REFERENCES users(organization_id, id) ON DELETE SET NULL (created_by),
  constraint enrichment_prompts_edited_by_fkey FOREIGN KEY (organization_id, edited_by) REFERENCES users(organization_id, id) ON DELETE SET NULL (edited_by),
  constraint enrichment_prompts_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint enrichment_prompts_pkey PRIMARY KEY (id),
  constraint enrichment_prompts_organization_id_id_key UNIQUE (organization_id, id),
  constraint enrichment_prompts_organization_id_key_key UNIQUE (organization_id, key)
);
CREATE TRIGGER enrichment_prompts_keep_question AFTER UPDATE OF name, prompt, output_type, required_sources, runs_with_empty ON public.enrichment_prompts FOR EACH ROW WHEN ((old.edit_version IS DISTINCT FROM new.edit_version)) EXECUTE FUNCTION keep_question();
CREATE TRIGGER enrichment_prompts_note_edit BEFORE UPDATE OF name, prompt, output_type, required_sources, runs_with_empty ON public.enrichment_prompts FOR EACH ROW WHEN ((((((old.name IS DISTINCT FROM new.name) OR (old.prompt IS DISTINCT FROM new.prompt)) OR (old.output_type IS DISTINCT FROM new.output_type)) OR (old.required_sources IS DISTINCT FROM new.required_sources)) OR (old.runs_with_empty IS DISTINCT FROM new.runs_with_empty))) EXECUTE FUNCTION note_edit();
CREATE TRIGGER enrichment_prompts_note_question BEFORE UPDATE OF prompt, output_type, required_sources, runs_with_empty ON public.enrichment_prompts FOR EACH ROW WHEN (((((old.prompt IS DISTINCT FROM new.prompt) OR (old.output_type IS DISTINCT FROM new.output_type)) OR (old.required_sources IS DISTINCT FROM new.required_sources)) OR (old.runs_with_empty IS DISTINCT FROM new.runs_with_empty))) EXECUTE FUNCTION note_question();
CREATE UNIQUE INDEX enrichment_prompts_name_idx ON public.enrichment_prompts USING btree (organization_id, fold_case(name));
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table enrichment_runs (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  search_id bigint,
  prompt_id bigint not null,
  reservation_id bigint,
  created_by bigint,
  cells integer not null,
  found integer default 0 not null,
  not_found integer default 0 not null,
  failed integer default 0 not null,
  cancelled integer default 0 not null,
  created_at timestamp with time zone default app_now() not null,
  campaign_id bigint,
  for_user_id bigint,
  constraint enrichment_runs_check CHECK (((((found + not_found) + failed) + cancelled) <= cells)),
  constraint enrichment_runs_campaign_id_fkey FOREIGN KEY (organization_id, campaign_id) REFERENCES campaigns(organization_id, id) ON DELETE SET NULL (campaign_id),
  constraint enrichment_runs_created_by_fkey FOREIGN KEY (organization_id, created_by) REFERENCES users(organization_id, id) ON DELETE SET NULL (created_by),
  constraint enrichment_runs_for_user_id_fkey FOREIGN KEY (organization_id, for_user_id) REFERENCES users(organization_id, id) ON DELETE SET NULL (for_user_id),
  constraint enrichment_runs_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint enrichment_runs_reservation_id_fkey FOREIGN KEY (organization_id, reservation_id) REFERENCES credit_reservations(organization_id, id) ON DELETE SET NULL (reservation_id),
  constraint enrichment_runs_search_id_fkey FOREIGN KEY (organization_id, search_id) REFERENCES searches(organization_id, id) ON DELETE CASCADE,
  constraint enrichment_runs_pkey PRIMARY KEY (id),
  constraint enrichment_runs_organization_id_id_key UNIQUE (organization_id, id)
);
CREATE INDEX enrichment_runs_campaign_id_idx ON public.enrichment_runs USING btree (campaign_id) WHERE (campaign_id IS NOT NULL);
CREATE INDEX enrichment_runs_organization_id_idx ON public.enrichment_runs USING btree (organization_id, created_at);
CREATE INDEX enrichment_runs_search_id_idx ON public.enrichment_runs USING btree (search_id);
CREATE TRIGGER enrichment_runs_enqueue_webhooks AFTER UPDATE OF found, not_found, failed, cancelled ON public.enrichment_runs FOR EACH ROW WHEN ((((((new.found + new.not_found) + new.failed) + new.cancelled) = new.cells) AND ((((old.found + old.not_found) + old.failed) + old.cancelled) < old.cells))) EXECUTE FUNCTION enqueue_research_webhooks();
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table erasure_jobs (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  origin text not null,
  created_by bigint,
  created_at timestamp with time zone default app_now() not null,
  with_crm boolean default false not null,
  total integer not null,
  erased integer default 0 not null,
  handed_over integer default 0 not null,
  finished_at timestamp with time zone,
  constraint erasure_jobs_origin_check CHECK ((origin = ANY (ARRAY['lead'::text, 'list'::text, 'request'::text, 'suppression'::text, 'retention'::text, 'restore'::text]))),
  constraint erasure_jobs_created_by_fkey FOREIGN KEY (organization_id, created_by) REFERENCES users(organization_id, id) ON DELETE SET NULL (created_by),
  constraint erasure_jobs_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint erasure_jobs_pkey PRIMARY KEY (id),
  constraint erasure_jobs_organization_id_id_key UNIQUE (organization_id, id)
);
CREATE INDEX erasure_jobs_newest_idx ON public.erasure_jobs USING btree (organization_id, id DESC);
CREATE INDEX erasure_jobs_person_idx ON public.erasure_jobs USING btree (organization_id, created_by) WHERE (created_by IS NOT NULL);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table erasure_keys (
  organization_id bigint not null,
  secret uuid default gen_random_uuid() not null,
  constraint erasure_keys_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint erasure_keys_pkey PRIMARY KEY (organization_id)
);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table erasure_skips (
  organization_id bigint not null,
  way text not null,
  skipped bigint not null,
  last_at timestamp with time zone default app_now() not null,
  constraint erasure_skips_way_check CHECK ((way = ANY (ARRAY['import'::text, 'linkedin'::text, 'finder'::text, 'move_in'::text, 'archive'::text, 'crm'::text, 'reply'::text]))),
  constraint erasure_skips_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint erasure_skips_pkey PRIMARY KEY (organization_id, way)
);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table erasures (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  job_id bigint not null,
  prospect_id bigint,
  journal_id uuid default gen_random_uuid() not null,
  digests text[] default '{}'::text[] not null,
  file_keys text[] default '{}'::text[] not null,
  erased_at timestamp with time zone,
  journaled_at timestamp with time zone,
  constraint erasures_check CHECK (((prospect_id IS NULL) OR (erased_at IS NULL))),
  constraint erasures_job_id_fkey FOREIGN KEY (organization_id, job_id) REFERENCES erasure_jobs(organization_id, id) ON DELETE CASCADE,
  constraint erasures_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint erasures_pkey PRIMARY KEY (id)
);
CREATE INDEX erasures_job_idx ON public.erasures USING btree (job_id);
CREATE INDEX erasures_journal_idx ON public.erasures USING btree (journal_id);
CREATE INDEX erasures_unwritten_idx ON public.erasures USING btree (id) WHERE ((journaled_at IS NULL) AND (erased_at IS NOT NULL));
CREATE UNIQUE INDEX erasures_waiting_idx ON public.erasures USING btree (organization_id, prospect_id) WHERE (prospect_id IS NOT NULL);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table excluded_domains (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  domain text not null,
  unicode_domain text not null,
  created_by bigint,
  created_at timestamp with time zone default app_now() not null,
  constraint excluded_domains_created_by_fkey FOREIGN KEY (organization_id, created_by) REFERENCES users(organization_id, id) ON DELETE SET NULL (created_by),
  constraint excluded_domains_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint excluded_domains_pkey PRIMARY KEY (id),
  constraint excluded_domains_organization_id_domain_key UNIQUE (organization_id, domain)
);
CREATE INDEX excluded_domains_created_at_idx ON public.excluded_domains USING btree (organization_id, created_at DESC, id DESC);
CREATE INDEX excluded_domains_unicode_domain_idx ON public.excluded_domains USING btree (organization_id, unicode_domain);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table export_links (
  token_hash bytea not null,
  organization_id bigint not null,
  search_id bigint not null,
  user_id bigint,
  file_name text not null,
  selection jsonb not null,
  expires_at timestamp with time zone not null,
  constraint export_links_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint export_links_search_id_fkey FOREIGN KEY (organization_id, search_id) REFERENCES searches(organization_id, id) ON DELETE CASCADE,
  constraint export_links_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES users(organization_id, id) ON DELETE CASCADE,
  constraint export_links_pkey PRIMARY KEY (token_hash)
);
CREATE INDEX export_links_expires_at_idx ON public.export_links USING btree (expires_at);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table factor_undos (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  user_id bigint not null,
  undo_hash bytea not null,
  added_at timestamp with time zone default app_now() not null,
  expires_at timestamp with time zone not null,
  constraint factor_undos_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint factor_undos_organization_id_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES users(organization_id, id) ON DELETE CASCADE,
  constraint factor_undos_pkey PRIMARY KEY (id),
  constraint factor_undos_undo_hash_key UNIQUE (undo_hash)
);
CREATE INDEX factor_undos_expires_at_idx ON public.factor_undos USING btree (expires_at);
CREATE INDEX factor_undos_user_id_idx ON public.factor_undos USING btree (organization_id, user_id);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table file_deletions (
  key text not null,
  attempts integer default 0 not null,
  error text,
  created_at timestamp with time zone default statement_timestamp() not null,
  next_at timestamp with time zone default statement_timestamp() not null,
  is_repeat boolean default false not null,
  constraint file_deletions_error_check CHECK ((length(error) <= 500)),
  constraint file_deletions_key_check CHECK ((length(key) <= 100)),
  constraint file_deletions_pkey PRIMARY KEY (key)
);
CREATE INDEX file_deletions_next_at_idx ON public.file_deletions USING btree (next_at);

create table file_moves (
  id boolean default true not null,
  target text not null,
  lease_token uuid,
  leased_until timestamp with time zone,
  moved bigint default 0 not null,
  moved_bytes bigint default 0 not null,
  started_at timestamp with time zone default statement_timestamp() not null,
  finished_at timestamp with time zone,
  constraint file_moves_id_check CHECK (id),
  constraint file_moves_target_check CHECK ((target = ANY (ARRAY['folder'::text, 's3'::text]))),
  constraint file_moves_pkey PRIMARY KEY (id)
);

create table finder_search_readers (
  organization_id bigint not null,
  finder_search_id bigint not null,
  user_id bigint not null,
  stop_key text not null,
  since timestamp with time zone default app_now() not null,
  mailed_week date,
  constraint finder_search_readers_finder_search_id_fkey FOREIGN KEY (organization_id, finder_search_id) REFERENCES finder_searches(organization_id, id) ON DELETE CASCADE,
  constraint finder_search_readers_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint finder_search_readers_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES users(organization_id, id) ON DELETE CASCADE,
  constraint finder_search_readers_pkey PRIMARY KEY (finder_search_id, user_id),
  constraint finder_search_readers_stop_key_key UNIQUE (stop_key)
);
CREATE INDEX finder_search_readers_finder_search_id_idx ON public.finder_search_readers USING btree (organization_id, finder_search_id);
CREATE INDEX finder_search_readers_user_id_idx ON public.finder_search_readers USING btree (organization_id, user_id);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table finder_searches (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  user_id bigint,
  search_id bigint,
  name text not null,
  filters jsonb not null,
  prospects_per_company smallint,
  leaves_out text[] default '{}'::text[] not null,
  new_after bigint not null,
  new_since timestamp with time zone default app_now() not null,
  counted_to bigint not null,
  counted_at timestamp with time zone default app_now() not null,
  new_count bigint,
  counted_week date,
  problem text,
  created_by bigint,
  created_at timestamp with time zone default app_now() not null,
  edit_version integer default 1 not null,
  edited_at timestamp with time zone,
  edited_by bigint,
  constraint finder_searches_name_check CHECK ((char_length(name) <= 300)),
  constraint finder_searches_problem_check CHECK ((char_length(problem) <= 500)),
  constraint finder_searches_prospects_per_company_check CHECK (((prospects_per_company >= 1) AND (prospects_per_company <= 20))),
  constraint finder_searches_created_by_fkey FOREIGN KEY (organization_id, created_by) REFERENCES users(organization_id, id) ON DELETE SET NULL (created_by),
  constraint finder_searches_edited_by_fkey FOREIGN KEY (organization_id, edited_by) REFERENCES users(organization_id, id) ON DELETE SET NULL (edited_by),
  constraint finder_searches_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint finder_searches_search_id_fkey FOREIGN KEY (organization_id, search_id) REFERENCES searches(organization_id, id) ON DELETE SET NULL (search_id),
  constraint finder_searches_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES users(organization_id, id) ON DELETE CASCADE,
  constraint finder_searches_pkey PRIMARY KEY (id),
  constraint finder_searches_organization_id_id_key UNIQUE (organization_id, id)
);
CREATE INDEX finder_searches_organization_id_idx ON public.finder_searches USING btree (organization_id, name, id);
CREATE INDEX finder_searches_search_id_idx ON public.finder_searches USING btree (organization_id, search_id);
CREATE INDEX finder_searches_user_id_idx ON public.finder_searches USING btree (organization_id, user_id);
CREATE TRIGGER finder_searches_note_edit BEFORE UPDATE OF name, user_id, search_id, filters, prospects_per_company, leaves_out ON public.finder_searches FOR EACH ROW WHEN (((((((old.name IS DISTINCT FROM new.name) OR (old.user_id IS DISTINCT FROM new.user_id)) OR (old.search_id IS DISTINCT FROM new.search_id)) OR (old.filters IS DISTINCT FROM new.filters)) OR (old.prospects_per_company IS DISTINCT FROM new.prospects_per_company)) OR (old.leaves_out IS DISTINCT FROM new.leaves_out))) EXECUTE FUNCTION note_edit();
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table finder_usage (
  organization_id bigint not null,
  month date not null,
  added_leads integer not null,
  constraint finder_usage_added_leads_check CHECK ((added_leads >= 0)),
  constraint finder_usage_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint finder_usage_pkey PRIMARY KEY (organization_id, month)
);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table goals (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  kind text not null,
  name text default ''::text not null,
  campaign_id bigint,
  user_ids bigint[] default '{}'::bigint[] not null,
  metric text not null,
  period text not null,
  target integer not null,
  created_by bigint,
  created_at timestamp with time zone default app_now() not null,
  edit_version integer default 1 not null,
  edited_at timestamp with time zone,
  edited_by bigint,
  constraint goals_kind_check CHECK ((kind = ANY (ARRAY['organization'::text, 'people'::text, 'campaign'::text]))),
  constraint goals_metric_check CHECK ((metric = ANY (ARRAY['emails_sent'::text, 'linkedin_messages_sent'::text, 'invites_sent'::text, 'contacted'::text, 'replies'::text, 'interested'::text, 'meetings'::text]))),
  constraint goals_name_check CHECK ((char_length(name) <= 200)),
  constraint goals_period_check CHECK ((period = ANY (ARRAY['week'::text, 'month'::text]))),
  constraint goals_target_check CHECK (((target >= 1) AND (target <= 1000000))),
  constraint goals_user_ids_check CHECK ((cardinality(user_ids) <= 100)),
  constraint goals_campaign_id_fkey FOREIGN KEY (organization_id, campaign_id) REFERENCES campaigns(organization_id, id) ON DELETE SET NULL (campaign_id),
  constraint goals_created_by_fkey FOREIGN KEY (organization_id, created_by) REFERENCES users(organization_id, id) ON DELETE SET NULL (created_by),
  constraint goals_edited_by_fkey FOREIGN KEY (organization_id, edited_by) REFERENCES users(organization_id, id) ON DELETE SET NULL (edited_by),
  constraint goals_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint goals_pkey PRIMARY KEY (id),
  constraint goals_organization_id_id_key UNIQUE (organization_id, id)
);
CREATE INDEX goals_campaign_id_idx ON public.goals USING btree (organization_id, campaign_id);
CREATE INDEX goals_created_by_idx ON public.goals USING btree (created_by);
CREATE INDEX goals_edited_by_idx ON public.goals USING btree (edited_by);
CREATE INDEX goals_organization_id_idx ON public.goals USING btree (organization_id, id);
CREATE TRIGGER goals_note_edit BEFORE UPDATE OF name, kind, campaign_id, user_ids, metric, period, target ON public.goals FOR EACH ROW WHEN ((((((((old.name IS DISTINCT FROM new.name) OR (old.kind IS DISTINCT FROM new.kind)) OR (old.campaign_id IS DISTINCT FROM new.campaign_id)) OR (old.user_ids IS DISTINCT FROM new.user_ids)) OR (old.metric IS DISTINCT FROM new.metric)) OR (old.period IS DISTINCT FROM new.period)) OR (old.target IS DISTINCT FROM new.target))) EXECUTE FUNCTION note_edit();
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table guard_events (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  kind text not null,
  account_id bigint not null,
  campaign_id bigint,
  domain text default ''::text not null,
  intent_id bigint not null,
  occurred_at timestamp with time zone not null,
  constraint guard_events_kind_check CHECK ((kind = ANY (ARRAY['bounce'::text, 'complaint'::text]))),
  constraint guard_events_account_id_fkey FOREIGN KEY (organization_id, account_id) REFERENCES accounts(organization_id, id) ON DELETE CASCADE,
  constraint guard_events_campaign_id_fkey FOREIGN KEY (organization_id, campaign_id) REFERENCES campaigns(organization_id, id) ON DELETE SET NULL (campaign_id),
  constraint guard_events_intent_id_fkey FOREIGN KEY (organization_id, intent_id) REFERENCES outbound_intents(organization_id, id) ON DELETE CASCADE,
  constraint guard_events_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint guard_events_pkey PRIMARY KEY (id),
  constraint guard_events_intent_id_kind_key UNIQUE (intent_id, kind)
);
CREATE INDEX guard_events_by_age ON public.guard_events USING btree (occurred_at);
CREATE INDEX guard_events_by_campaign ON public.guard_events USING btree (organization_id, campaign_id, occurred_at) WHERE (campaign_id IS NOT NULL);
CREATE INDEX guard_events_by_domain ON public.guard_events USING btree (organization_id, domain, occurred_at) WHERE (domain <> ''::text);
CREATE INDEX guard_events_by_sender ON public.guard_events USING btree (organization_id, account_id, occurred_at);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table guard_states (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  scope text not null,
  scope_id bigint default 0 not null,
  domain text default ''::text not null,
  reason text not null,
  warned_at timestamp with time zone not null,
  paused_at timestamp with time zone,
  counts_from timestamp with time zone default '-infinity'::timestamp with time zone not null,
  released_at timestamp with time zone,
  released_by bigint,
  release_cause text,
  release_note text,
  constraint guard_states_check CHECK (((scope = 'domain'::text) = (domain <> ''::text))),
  constraint guard_states_release_cause_check CHECK ((release_cause = ANY (ARRAY['list'::text, 'domain'::text, 'text'::text, 'other'::text]))),
  constraint guard_states_release_note_check CHECK ((length(release_note) <= 500)),
  constraint guard_states_scope_check CHECK ((scope = ANY (ARRAY['sender'::text, 'domain'::text, 'campaign'::text]))),
  constraint guard_states_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint guard_states_released_by_fkey FOREIGN KEY (organization_id, released_by) REFERENCES users(organization_id, id) ON DELETE SET NULL (released_by),
  constraint guard_states_pkey PRIMARY KEY (id),
  constraint guard_states_organization_id_scope_scope_id_domain_key UNIQUE (organization_id, scope, scope_id, domain)
);
CREATE INDEX guard_states_paused ON public.guard_states USING btree (scope_id) WHERE ((scope = 'campaign'::text) AND (paused_at IS NOT NULL));
CREATE INDEX guard_states_released_by ON public.guard_states USING btree (organization_id, released_by) WHERE (released_by IS NOT NULL);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table idempotency_keys (
  organization_id bigint not null,
  key text not null,
  request_hash bytea not null,
  status smallint not null,
  body jsonb not null,
  created_at timestamp with time zone default app_now() not null,
  constraint idempotency_keys_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint idempotency_keys_pkey PRIMARY KEY (organization_id, key)
);
CREATE INDEX idempotency_keys_created_at_idx ON public.idempotency_keys USING btree (created_at);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table import_address_checks (
  organization_id bigint not null,
  import_id bigint not null,
  search_id bigint not null,
  file_name text not null,
  listed_at timestamp with time zone not null,
  collected_to bigint default 0 not null,
  is_collected boolean default false not null,
  state text default 'checking'::text not null,
  is_open boolean default true not null,
  reason text default ''::text not null,
  total integer default 0 not null,
  checked integer default 0 not null,
  invalid integer default 0 not null,
  risky integer default 0 not null,
  fed_at timestamp with time zone default app_now() not null,
  created_at timestamp with time zone default app_now() not null,
  ended_at timestamp with time zone,
  constraint import_address_checks_file_name_check CHECK ((length(file_name) <= 300)),
  constraint import_address_checks_reason_check CHECK ((length(reason) <= 300)),
  constraint import_address_checks_state_check CHECK ((state = ANY (ARRAY['checking'::text, 'paused'::text, 'stopped'::text, 'finished'::text]))),
  constraint import_address_checks_organization_id_import_id_fkey FOREIGN KEY (organization_id, import_id) REFERENCES imports(organization_id, id) ON DELETE CASCADE,
  constraint import_address_checks_pkey PRIMARY KEY (organization_id, import_id)
);
CREATE INDEX import_address_checks_of_list ON public.import_address_checks USING btree (organization_id, search_id);
CREATE INDEX import_address_checks_open ON public.import_address_checks USING btree (fed_at) WHERE is_open;
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table import_bad_rows (
  organization_id bigint not null,
  import_id bigint not null,
  row_number integer not null,
  reason text not null,
  line text not null,
  constraint import_bad_rows_import_id_fkey FOREIGN KEY (organization_id, import_id) REFERENCES imports(organization_id, id) ON DELETE CASCADE,
  constraint import_bad_rows_pkey PRIMARY KEY (import_id, row_number)
);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table import_changes (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  import_id bigint not null,
  prospect_id bigint not null,
  changes jsonb not null,
  constraint import_changes_changes_check CHECK ((jsonb_typeof(changes) = 'object'::text)),
  constraint import_changes_import_id_fkey FOREIGN KEY (organization_id, import_id) REFERENCES imports(organization_id, id) ON DELETE CASCADE,
  constraint import_changes_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint import_changes_prospect_id_fkey FOREIGN KEY (organization_id, prospect_id) REFERENCES prospects(organization_id, id) ON DELETE CASCADE,
  constraint import_changes_pkey PRIMARY KEY (id)
);
CREATE INDEX import_changes_import_id_idx ON public.import_changes USING btree (organization_id, import_id, id);
CREATE INDEX import_changes_prospect_id_idx ON public.import_changes USING btree (organization_id, prospect_id);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table imports (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  search_id bigint not null,
  created_by bigint,
  file_name text not null,
  file_key text,
  encoding text not null,
  delimiter text not null,
  header text[] not null,
  column_mapping jsonb not null,
  status text not null,
  added_prospects integer default 0 not null,
  duplicate_rows integer default 0 not null,
  skipped_rows integer default 0 not null,
  bad_rows integer default 0 not null,
  total_rows integer default 0 not null,
  bytes_read bigint default 0 not null,
  bytes_total bigint not null,
  lease_token bigint default 0 not null,
  lease_until timestamp with time zone default app_now() not null,
  attempts integer default 0 not null,
  error text,
  created_at timestamp with time zone default app_now() not null,
  finished_at timestamp with time zone,
  kind text default 'csv'::text not null,
  source_url text,
  account_id bigint,
  amount integer,
  cursor text,
  wake_at timestamp with time zone default app_now() not null,
  waiting_for text,
  custom_mapping jsonb default '[]'::jsonb not null,
  unfit_values integer default 0 not null,
  header_row integer default 1 not null,
  imports_unlinked boolean default false not null,
  odd_values integer default 0 not null,
  incomplete_rows integer default 0 not null,
  key_name text,
  stop_columns text[] default '{}'::text[] not null,
  keeps_changes boolean default false not null,
  known_values text default 'fill'::text not null,
  updated_prospects integer default 0 not null,
  conflict_rows integer default 0 not null,
  undo_state text,
  undo_position text,
  undone_prospects integer default 0 not null,
  kept_prospects integer default 0 not null,
  constraint imports_check CHECK ((total_rows = (((added_prospects + duplicate_rows) + skipped_rows) + bad_rows))),
  constraint imports_header_row_check CHECK ((header_row > 0)),
  constraint imports_key_name_check CHECK ((length(key_name) <= 200)),
  constraint imports_kind_check CHECK ((kind = ANY (ARRAY['csv'::text, 'linkedin-post'::text, 'linkedin-group'::text, 'linkedin-search'::text, 'sales-navigator'::text, 'recruiter'::text]))),
  constraint imports_known_values_check CHECK ((known_values = ANY (ARRAY['fill'::text, 'overwrite'::text, 'keep'::text]))),
  constraint imports_source_check CHECK (((kind = 'csv'::text) OR ((source_url IS NOT NULL) AND (amount IS NOT NULL) AND (amount > 0)))),
  constraint imports_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'running'::text, 'finished'::text, 'failed'::text, 'cancelled'::text]))),
  constraint imports_undo_position_check CHECK ((length(undo_position) <= 500)),
  constraint imports_undo_state_check CHECK ((undo_state = ANY (ARRAY['running'::text, 'done'::text, 'failed'::text]))),
  constraint imports_account_id_fkey FOREIGN KEY (organization_id, account_id) REFERENCES accounts(organization_id, id) ON DELETE SET NULL (account_id),
  constraint imports_created_by_fkey FOREIGN KEY (organization_id, created_by) REFERENCES users(organization_id, id) ON DELETE SET NULL (created_by),
  constraint imports_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint imports_search_id_fkey FOREIGN KEY (organization_id, search_id) REFERENCES searches(organization_id, id) ON DELETE CASCADE,
  constraint imports_pkey PRIMARY KEY (id),
  constraint imports_organization_id_id_key UNIQUE (organization_id, id)
);
CREATE INDEX imports_account_id_idx ON public.imports USING btree (account_id) WHERE (account_id IS NOT NULL);
CREATE INDEX imports_file_key_idx ON public.imports USING btree (id) WHERE (file_key IS NOT NULL);
CREATE INDEX imports_list_idx ON public.imports USING btree (organization_id, search_id, created_at DESC);
CREATE INDEX imports_organization_id_idx ON public.imports USING btree (organization_id, created_at DESC);
CREATE INDEX imports_search_id_idx ON public.imports USING btree (search_id);
CREATE INDEX imports_undo_idx ON public.imports USING btree (lease_until) WHERE (undo_state = 'running'::text);
CREATE INDEX imports_unfinished_idx ON public.imports USING btree (lease_until) WHERE (status = ANY (ARRAY['queued'::text, 'running'::text]));
CREATE INDEX imports_wake_at_idx ON public.imports USING btree (wake_at) WHERE ((status = ANY (ARRAY['queued'::text, 'running'::text])) AND (kind <> 'csv'::text));
CREATE TRIGGER imports_enqueue_webhooks AFTER UPDATE OF status ON public.imports FOR EACH ROW WHEN (((new.status IS DISTINCT FROM old.status) AND (new.status = ANY (ARRAY['finished'::text, 'failed'::text, 'cancelled'::text])))) EXECUTE FUNCTION enqueue_import_webhooks();
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
  billing text default 'manual'::text not null,
  touch_secret uuid default gen_random_uuid() not null,
  restored_at timestamp with time zone,
  restored_from timestamp with time zone,
  security_log_from date,
  sending_timeline bigint,
  sending_is_synchronous boolean default false not null,
  push_public_key text,
  sealed_push_key bytea,
  sending_confirmed_at timestamp with time zone,
  sending_confirm_after timestamp with time zone,
  numbers_timeline bigint,
  constraint installation_billing_check CHECK ((billing = ANY (ARRAY['stripe'::text, 'manual'::text, 'unlimited'::text]))),
  constraint installation_id_check CHECK (id),
  constraint installation_pkey PRIMARY KEY (id)
);

create table integration_consents (
  state_hash bytea not null,
  organization_id bigint not null,
  user_id bigint not null,
  integration_type text not null,
  sealed_verifier bytea not null,
  expires_at timestamp with time zone not null,
  return_host text,
  constraint integration_consents_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint integration_consents_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES users(organization_id, id) ON DELETE CASCADE,
  constraint integration_consents_pkey PRIMARY KEY (state_hash)
);
CREATE INDEX integration_consents_organization_id_idx ON public.integration_consents USING btree (organization_id, user_id);
CREATE INDEX integration_consents_user_id_idx ON public.integration_consents USING btree (user_id);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table integrations (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  integration_type text not null,
  sealed_tokens bytea,
  is_expired boolean default false not null,
  api_url text,
  account_id text not null,
  account_name text not null,
  account_url text,
  connected_by bigint,
  connected_at timestamp with time zone default app_now() not null,
  token_lease bigint default 0 not null,
  token_leased_until timestamp with time zone default '-infinity'::timestamp with time zone not null,
  work_lease bigint default 0 not null,
  work_leased_until timestamp with time zone default '-infinity'::timestamp with time zone not null,
  paused_until timestamp with time zone default '-infinity'::timestamp with time zone not null,
  pause_reason text,
  failures integer default 0 not null,
  calls_on date,
  calls integer default 0 not null,
  sync text[] default '{}'::text[] not null,
  sync_board_id text default ''::text not null,
  sync_stage text,
  read_page text,
  read_since timestamp with time zone,
  read_began timestamp with time zone,
  next_read_at timestamp with time zone default '-infinity'::timestamp with time zone not null,
  owner_kind text default 'none'::text not null,
  owner_id text,
  crm_users jsonb default '[]'::jsonb not null,
  owner_column_id bigint,
  missing_grant text,
  constraint integrations_crm_users_check CHECK (((jsonb_typeof(crm_users) = 'array'::text) AND (pg_column_size(crm_users) <= 1000000))),
  constraint integrations_integration_type_check CHECK ((integration_type ~ '^[A-Z][A-Z0-9_]{1,31}$'::text)),
  constraint integrations_missing_grant_check CHECK ((missing_grant = ANY (ARRAY['reference'::text, 'scopes'::text]))),
  constraint integrations_owner_kind_check CHECK ((owner_kind = ANY (ARRAY['none'::text, 'sender'::text, 'user'::text]))),
  constraint integrations_connected_by_fkey FOREIGN KEY (organization_id, connected_by) REFERENCES users(organization_id, id) ON DELETE SET NULL (connected_by),
  constraint integrations_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint integrations_owner_column_id_fkey FOREIGN KEY (organization_id, owner_column_id) REFERENCES lead_columns(organization_id, id) ON DELETE SET NULL (owner_column_id),
  constraint integrations_pkey PRIMARY KEY (id),
  constraint integrations_organization_id_id_key UNIQUE (organization_id, id),
  constraint integrations_organization_id_integration_type_key UNIQUE (organization_id, integration_type)
);
CREATE INDEX integrations_account_id_idx ON public.integrations USING btree (integration_type, account_id);
CREATE INDEX integrations_connected_by_idx ON public.integrations USING btree (connected_by);
CREATE INDEX integrations_owner_column_id_idx ON public.integrations USING btree (owner_column_id) WHERE (owner_column_id IS NOT NULL);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table invitations (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  email citext not null,
  role text not null,
  token_hash bytea not null,
  invited_by bigint,
  created_at timestamp with time zone default app_now() not null,
  expires_at timestamp with time zone not null,
  is_handed boolean default false not null,
  constraint invitations_role_check CHECK ((role = ANY (ARRAY['ADMIN'::text, 'USER'::text, 'RESTRICTED'::text]))),
  constraint invitations_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint invitations_organization_id_invited_by_fkey FOREIGN KEY (organization_id, invited_by) REFERENCES users(organization_id, id) ON DELETE SET NULL (invited_by),
  constraint invitations_pkey PRIMARY KEY (id),
  constraint invitations_organization_id_email_key UNIQUE (organization_id, email),
  constraint invitations_token_hash_key UNIQUE (token_hash)
);
CREATE INDEX invitations_email_idx ON public.invitations USING btree (email);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table job_secrets (
  id bigint generated always as identity not null,
  sealed bytea not null,
  created_at timestamp with time zone default statement_timestamp() not null,
  constraint job_secrets_pkey PRIMARY KEY (id)
);

create table kanban_boards (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  name text not null,
  description text default ''::text not null,
  created_by bigint,
  created_at timestamp with time zone default app_now() not null,
  edit_version integer default 1 not null,
  edited_at timestamp with time zone,
  edited_by bigint,
  constraint kanban_boards_created_by_fkey FOREIGN KEY (organization_id, created_by) REFERENCES users(organization_id, id) ON DELETE SET NULL (created_by),
  constraint kanban_boards_edited_by_fkey FOREIGN KEY (organization_id, edited_by) REFERENCES users(organization_id, id) ON DELETE SET NULL (edited_by),
  constraint kanban_boards_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint kanban_boards_pkey PRIMARY KEY (id),
  constraint kanban_boards_organization_id_id_key UNIQUE (organization_id, id)
);
CREATE TRIGGER kanban_boards_note_edit BEFORE UPDATE OF name, description ON public.kanban_boards FOR EACH ROW WHEN (((old.name IS DISTINCT FROM new.name) OR (old.description IS DISTINCT FROM new.description))) EXECUTE FUNCTION note_edit();
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table kanban_cards (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  board_id bigint not null,
  column_id bigint not null,
  prospect_id bigint not null,
  rank text not null,
  version integer default 1 not null,
  entered_at timestamp with time zone default app_now() not null,
  created_at timestamp with time zone default app_now() not null,
  constraint kanban_cards_board_id_fkey FOREIGN KEY (organization_id, board_id) REFERENCES kanban_boards(organization_id, id) ON DELETE CASCADE,
  constraint kanban_cards_column_id_fkey FOREIGN KEY (organization_id, board_id, column_id) REFERENCES kanban_columns(organization_id, board_id, id),
  constraint kanban_cards_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint kanban_cards_prospect_id_fkey FOREIGN KEY (organization_id, prospect_id) REFERENCES prospects(organization_id, id) ON DELETE CASCADE,
  constraint kanban_cards_pkey PRIMARY KEY (id),
  constraint kanban_cards_board_id_prospect_id_key UNIQUE (board_id, prospect_id),
  constraint kanban_cards_column_id_rank_key UNIQUE (column_id, rank) DEFERRABLE,
  constraint kanban_cards_organization_id_id_key UNIQUE (organization_id, id)
);
CREATE INDEX kanban_cards_column_id_idx ON public.kanban_cards USING btree (board_id, column_id);
CREATE INDEX kanban_cards_prospect_id_idx ON public.kanban_cards USING btree (prospect_id, entered_at DESC);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table kanban_columns (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  board_id bigint not null,
  name text not null,
  color text default '#ffffff'::text not null,
  position integer not null,
  created_at timestamp with time zone default app_now() not null,
  edit_version integer default 1 not null,
  edited_at timestamp with time zone,
  edited_by bigint,
  constraint kanban_columns_board_id_fkey FOREIGN KEY (organization_id, board_id) REFERENCES kanban_boards(organization_id, id) ON DELETE CASCADE,
  constraint kanban_columns_edited_by_fkey FOREIGN KEY (organization_id, edited_by) REFERENCES users(organization_id, id) ON DELETE SET NULL (edited_by),
  constraint kanban_columns_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint kanban_columns_pkey PRIMARY KEY (id),
  constraint kanban_columns_organization_id_board_id_id_key UNIQUE (organization_id, board_id, id),
  constraint kanban_columns_organization_id_id_key UNIQUE (organization_id, id)
);
CREATE INDEX kanban_columns_board_id_idx ON public.kanban_columns USING btree (board_id, "position", id);
CREATE TRIGGER kanban_columns_note_edit BEFORE UPDATE OF name, color ON public.kanban_columns FOR EACH ROW WHEN (((old.name IS DISTINCT FROM new.name) OR (old.color IS DISTINCT FROM new.color))) EXECUTE FUNCTION note_edit();
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table kanban_history (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  board_id bigint not null,
  prospect_id bigint not null,
  kind text not null,
  user_id bigint,
  rule_id bigint,
  detail text default ''::text not null,
  from_detail text,
  created_at timestamp with time zone default app_now() not null,
  api_key_id bigint default current_api_key_id(),
  automation_id bigint default current_automation_id(),
  constraint kanban_history_kind_check CHECK ((kind = ANY (ARRAY['added'::text, 'moved'::text, 'removed'::text, 'label_added'::text, 'campaigns_stopped'::text, 'crm_push_asked'::text, 'action_failed'::text]))),
  constraint kanban_history_api_key_id_fkey FOREIGN KEY (organization_id, api_key_id) REFERENCES api_keys(organization_id, id) ON DELETE SET NULL (api_key_id),
  constraint kanban_history_automation_id_fkey FOREIGN KEY (organization_id, automation_id) REFERENCES automations(organization_id, id) ON DELETE SET NULL (automation_id),
  constraint kanban_history_board_id_fkey FOREIGN KEY (organization_id, board_id) REFERENCES kanban_boards(organization_id, id) ON DELETE CASCADE,
  constraint kanban_history_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint kanban_history_prospect_id_fkey FOREIGN KEY (organization_id, prospect_id) REFERENCES prospects(organization_id, id) ON DELETE CASCADE,
  constraint kanban_history_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES users(organization_id, id) ON DELETE SET NULL (user_id),
  constraint kanban_history_pkey PRIMARY KEY (id)
);
CREATE INDEX kanban_history_api_key_id_idx ON public.kanban_history USING btree (api_key_id) WHERE (api_key_id IS NOT NULL);
CREATE INDEX kanban_history_automation_id_idx ON public.kanban_history USING btree (automation_id) WHERE (automation_id IS NOT NULL);
CREATE INDEX kanban_history_board_id_idx ON public.kanban_history USING btree (board_id, prospect_id, id DESC);
CREATE INDEX kanban_history_prospect_id_idx ON public.kanban_history USING btree (prospect_id);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table kanban_rule_runs (
  rule_id bigint not null,
  prospect_id bigint not null,
  organization_id bigint not null,
  created_at timestamp with time zone default app_now() not null,
  constraint kanban_rule_runs_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint kanban_rule_runs_prospect_id_fkey FOREIGN KEY (organization_id, prospect_id) REFERENCES prospects(organization_id, id) ON DELETE CASCADE,
  constraint kanban_rule_runs_rule_id_fkey FOREIGN KEY (organization_id, rule_id) REFERENCES kanban_rules(organization_id, id) ON DELETE CASCADE,
  constraint kanban_rule_runs_pkey PRIMARY KEY (rule_id, prospect_id)
);
CREATE INDEX kanban_rule_runs_prospect_id_idx ON public.kanban_rule_runs USING btree (prospect_id);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table kanban_rules (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  board_id bigint not null,
  column_id bigint not null,
  set_off_by text not null,
  campaign_ids bigint[] default '{}'::bigint[] not null,
  label_id bigint,
  push_to text,
  stops_campaigns boolean default false not null,
  is_active boolean default true not null,
  created_at timestamp with time zone default app_now() not null,
  push_stage text,
  push_stage_name text,
  notes_meeting boolean default false not null,
  constraint kanban_rules_set_off_by_check CHECK ((set_off_by = ANY (ARRAY['replied'::text, 'interested'::text, 'not_interested'::text, 'entered'::text]))),
  constraint kanban_rules_board_id_fkey FOREIGN KEY (organization_id, board_id) REFERENCES kanban_boards(organization_id, id) ON DELETE CASCADE,
  constraint kanban_rules_column_id_fkey FOREIGN KEY (organization_id, board_id, column_id) REFERENCES kanban_columns(organization_id, board_id, id) ON DELETE CASCADE,
  constraint kanban_rules_label_id_fkey FOREIGN KEY (organization_id, label_id) REFERENCES chat_labels(organization_id, id) ON DELETE SET NULL (label_id),
  constraint kanban_rules_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint kanban_rules_pkey PRIMARY KEY (id),
  constraint kanban_rules_organization_id_id_key UNIQUE (organization_id, id)
);
CREATE INDEX kanban_rules_board_id_idx ON public.kanban_rules USING btree (board_id, id);
CREATE INDEX kanban_rules_column_id_idx ON public.kanban_rules USING btree (column_id);
CREATE INDEX kanban_rules_label_id_idx ON public.kanban_rules USING btree (label_id);
CREATE INDEX kanban_rules_set_off_by_idx ON public.kanban_rules USING btree (organization_id, set_off_by) WHERE is_active;
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table labels (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  name citext not null,
  color text not null,
  created_at timestamp with time zone default app_now() not null,
  constraint labels_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint labels_pkey PRIMARY KEY (id),
  constraint labels_organization_id_id_key UNIQUE (organization_id, id),
  constraint labels_organization_id_name_key UNIQUE (organization_id, name)
);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table lead_columns (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  name text not null,
  key text not null,
  type text not null,
  position integer default 0 not null,
  is_archived boolean default false not null,
  created_at timestamp with time zone default app_now() not null,
  edit_version integer default 1 not null,
  edited_at timestamp with time zone,
  edited_by bigint,
  constraint lead_columns_type_check CHECK ((type = ANY (ARRAY['text'::text, 'number'::text, 'date'::text, 'link'::text, 'yes_no'::text]))),
  constraint lead_columns_edited_by_fkey FOREIGN KEY (organization_id, edited_by) REFERENCES users(organization_id, id) ON DELETE SET NULL (edited_by),
  constraint lead_columns_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint lead_columns_pkey PRIMARY KEY (id),
  constraint lead_columns_organization_id_id_key UNIQUE (organization_id, id),
  constraint lead_columns_organization_id_key_key UNIQUE (organization_id, key)
);
CREATE TRIGGER lead_columns_note_edit BEFORE UPDATE OF name, type, is_archived ON public.lead_columns FOR EACH ROW WHEN ((((old.name IS DISTINCT FROM new.name) OR (old.type IS DISTINCT FROM new.type)) OR (old.is_archived IS DISTINCT FROM new.is_archived))) EXECUTE FUNCTION note_edit();
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table lead_sources (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  kind text not null,
  detail text default ''::text not null,
  user_id bigint,
  key_name text,
  constraint lead_sources_detail_check CHECK ((length(detail) <= 300)),
  constraint lead_sources_key_name_check CHECK ((length(key_name) <= 200)),
  constraint lead_sources_kind_check CHECK ((length(kind) <= 40)),
  constraint lead_sources_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint lead_sources_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES users(organization_id, id) ON DELETE SET NULL (user_id),
  constraint lead_sources_pkey PRIMARY KEY (id),
  constraint lead_sources_organization_id_id_key UNIQUE (organization_id, id)
);
CREATE INDEX lead_sources_detail_idx ON public.lead_sources USING btree (organization_id, kind, detail);
CREATE INDEX lead_sources_user_id_idx ON public.lead_sources USING btree (user_id);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table lead_views (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  user_id bigint,
  search_id bigint,
  name text not null,
  filters jsonb default '[]'::jsonb not null,
  sort_field text,
  sort_direction text,
  columns jsonb default '[]'::jsonb not null,
  created_by bigint,
  created_at timestamp with time zone default app_now() not null,
  edit_version integer default 1 not null,
  edited_at timestamp with time zone,
  edited_by bigint,
  then_sorts jsonb default '[]'::jsonb not null,
  row_height text,
  constraint lead_views_row_height_check CHECK ((row_height = ANY (ARRAY['compact'::text, 'normal'::text, 'tall'::text]))),
  constraint lead_views_sort_direction_check CHECK ((sort_direction = ANY (ARRAY['asc'::text, 'desc'::text]))),
  constraint lead_views_created_by_fkey FOREIGN KEY (organization_id, created_by) REFERENCES users(organization_id, id) ON DELETE SET NULL (created_by),
  constraint lead_views_edited_by_fkey FOREIGN KEY (organization_id, edited_by) REFERENCES users(organization_id, id) ON DELETE SET NULL (edited_by),
  constraint lead_views_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint lead_views_search_id_fkey FOREIGN KEY (organization_id, search_id) REFERENCES searches(organization_id, id) ON DELETE CASCADE,
  constraint lead_views_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES users(organization_id, id) ON DELETE CASCADE,
  constraint lead_views_pkey PRIMARY KEY (id),
  constraint lead_views_organization_id_id_key UNIQUE (organization_id, id)
);
CREATE INDEX lead_views_organization_id_idx ON public.lead_views USING btree (organization_id, name, id);
CREATE INDEX lead_views_search_id_idx ON public.lead_views USING btree (organization_id, search_id);
CREATE INDEX lead_views_user_id_idx ON public.lead_views USING btree (organization_id, user_id);
CREATE TRIGGER lead_views_note_edit BEFORE UPDATE OF name, user_id, search_id, filters, sort_field, sort_direction, then_sorts, columns, row_height ON public.lead_views FOR EACH ROW WHEN ((((((((((old.name IS DISTINCT FROM new.name) OR (old.user_id IS DISTINCT FROM new.user_id)) OR (old.search_id IS DISTINCT FROM new.search_id)) OR (old.filters IS DISTINCT FROM new.filters)) OR (old.sort_field IS DISTINCT FROM new.sort_field)) OR (old.sort_direction IS DISTINCT FROM new.sort_direction)) OR (old.then_sorts IS DISTINCT FROM new.then_sorts)) OR (old.columns IS DISTINCT FROM new.columns)) OR (old.row_height IS DISTINCT FROM new.row_height))) EXECUTE FUNCTION note_edit();
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table legal_bases (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  search_id bigint,
  prospect_id bigint,
  basis text not null,
  note text default ''::text not null,
  given_on date,
  set_by bigint,
  set_at timestamp with time zone default app_now() not null,
  constraint legal_bases_basis_check CHECK ((basis = ANY (ARRAY['legitimate_interest'::text, 'consent'::text, 'contract'::text]))),
  constraint legal_bases_check CHECK (((search_id IS NULL) OR (prospect_id IS NULL))),
  constraint legal_bases_check1 CHECK (((basis <> 'consent'::text) OR ((search_id IS NULL) AND (prospect_id IS NULL)) OR ((note <> ''::text) AND (given_on IS NOT NULL)))),
  constraint legal_bases_note_check CHECK ((length(note) <= 4000)),
  constraint legal_bases_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint legal_bases_prospect_id_fkey FOREIGN KEY (organization_id, prospect_id) REFERENCES prospects(organization_id, id) ON DELETE CASCADE,
  constraint legal_bases_search_id_fkey FOREIGN KEY (organization_id, search_id) REFERENCES searches(organization_id, id) ON DELETE CASCADE,
  constraint legal_bases_set_by_fkey FOREIGN KEY (organization_id, set_by) REFERENCES users(organization_id, id) ON DELETE SET NULL (set_by),
  constraint legal_bases_pkey PRIMARY KEY (id)
);
CREATE INDEX legal_bases_set_by_idx ON public.legal_bases USING btree (set_by);
CREATE UNIQUE INDEX legal_bases_organization_idx ON public.legal_bases USING btree (organization_id) WHERE ((search_id IS NULL) AND (prospect_id IS NULL));
CREATE UNIQUE INDEX legal_bases_prospect_id_idx ON public.legal_bases USING btree (prospect_id) WHERE (prospect_id IS NOT NULL);
CREATE UNIQUE INDEX legal_bases_search_id_idx ON public.legal_bases USING btree (search_id) WHERE (search_id IS NOT NULL);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table link_clicks (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  campaign_id bigint not null,
  campaign_lead_id bigint not null,
  prospect_id bigint not null,
  node_id bigint not null,
  tracked_link_id bigint,
  clicked_at timestamp with time zone default app_now() not null,
  class text,
  is_head boolean default false not null,
  ip text,
  agent text,
  constraint link_clicks_agent_check CHECK ((char_length(agent) <= 300)),
  constraint link_clicks_check CHECK (((class IS NULL) OR ((ip IS NULL) AND (agent IS NULL)))),
  constraint link_clicks_class_check CHECK ((class = ANY (ARRAY['person'::text, 'proxy'::text, 'scanner'::text]))),
  constraint link_clicks_ip_check CHECK ((char_length(ip) <= 64)),
  constraint link_clicks_campaign_id_fkey FOREIGN KEY (organization_id, campaign_id) REFERENCES campaigns(organization_id, id) ON DELETE CASCADE,
  constraint link_clicks_campaign_lead_id_fkey FOREIGN KEY (organization_id, campaign_lead_id) REFERENCES campaign_leads(organization_id, id) ON DELETE CASCADE,
  constraint link_clicks_node_id_fkey FOREIGN KEY (organization_id, node_id) REFERENCES campaign_nodes(organization_id, id) ON DELETE CASCADE,
  constraint link_clicks_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint link_clicks_prospect_id_fkey FOREIGN KEY (organization_id, prospect_id) REFERENCES prospects(organization_id, id) ON DELETE CASCADE,
  constraint link_clicks_tracked_link_id_fkey FOREIGN KEY (organization_id, tracked_link_id) REFERENCES tracked_links(organization_id, id) ON DELETE CASCADE,
  constraint link_clicks_pkey PRIMARY KEY (id),
  constraint link_clicks_organization_id_id_key UNIQUE (organization_id, id)
);
CREATE INDEX link_clicks_campaign_id_idx ON public.link_clicks USING btree (organization_id, campaign_id, tracked_link_id, class, campaign_lead_id);
CREATE INDEX link_clicks_clicked_at_idx ON public.link_clicks USING btree (clicked_at);
CREATE INDEX link_clicks_lead_idx ON public.link_clicks USING btree (campaign_lead_id, node_id, id);
CREATE INDEX link_clicks_node_id_idx ON public.link_clicks USING btree (node_id);
CREATE INDEX link_clicks_pending_idx ON public.link_clicks USING btree (organization_id, clicked_at) WHERE (class IS NULL);
CREATE INDEX link_clicks_people_idx ON public.link_clicks USING btree (organization_id, clicked_at DESC, prospect_id) WHERE (class = 'person'::text);
CREATE INDEX link_clicks_prospect_id_idx ON public.link_clicks USING btree (prospect_id, id DESC);
CREATE INDEX link_clicks_tracked_link_id_idx ON public.link_clicks USING btree (tracked_link_id);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table linkedin_events (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  event_id text,
  type text not null,
  provider_account_id text not null,
  payload jsonb not null,
  attempts integer default 0 not null,
  error text,
  received_at timestamp with time zone default app_now() not null,
  processed_at timestamp with time zone,
  constraint linkedin_events_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint linkedin_events_pkey PRIMARY KEY (id),
  constraint linkedin_events_organization_id_event_id_key UNIQUE (organization_id, event_id)
);
CREATE INDEX linkedin_events_received_at_idx ON public.linkedin_events USING btree (received_at);
CREATE INDEX linkedin_events_unheard_contact_idx ON public.linkedin_events USING btree (organization_id, sender_contact((payload -> 'message'::text)) COLLATE "C") WHERE ((processed_at IS NULL) AND (type = 'message_received'::text) AND (((payload -> 'message'::text) ->> 'is_own'::text) = 'false'::text));
CREATE INDEX linkedin_events_unheard_id_idx ON public.linkedin_events USING btree (organization_id, "left"(((payload -> 'message'::text) ->> 'sender_provider_id'::text), 200) COLLATE "C") WHERE ((processed_at IS NULL) AND (type = 'message_received'::text) AND (((payload -> 'message'::text) ->> 'is_own'::text) = 'false'::text));
CREATE INDEX linkedin_events_waiting_idx ON public.linkedin_events USING btree (organization_id, id) WHERE (processed_at IS NULL);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table linkedin_looks (
  account_id bigint not null,
  organization_id bigint not null,
  relations_at timestamp with time zone default app_now() not null,
  messages_at timestamp with time zone default app_now() not null,
  messages_since timestamp with time zone default app_now() not null,
  constraint linkedin_looks_account_id_fkey FOREIGN KEY (organization_id, account_id) REFERENCES accounts(organization_id, id) ON DELETE CASCADE,
  constraint linkedin_looks_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint linkedin_looks_pkey PRIMARY KEY (account_id)
);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table linkedin_members (
  account_id bigint not null,
  provider_id text not null,
  organization_id bigint not null,
  prospect_id bigint not null,
  constraint linkedin_members_account_id_fkey FOREIGN KEY (organization_id, account_id) REFERENCES accounts(organization_id, id) ON DELETE CASCADE,
  constraint linkedin_members_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint linkedin_members_prospect_id_fkey FOREIGN KEY (organization_id, prospect_id) REFERENCES prospects(organization_id, id) ON DELETE CASCADE,
  constraint linkedin_members_pkey PRIMARY KEY (account_id, provider_id)
);
CREATE INDEX linkedin_members_prospect_id_idx ON public.linkedin_members USING btree (prospect_id, account_id);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table linkedin_paces (
  account_id bigint not null,
  organization_id bigint not null,
  next_read_at timestamp with time zone default '-infinity'::timestamp with time zone not null,
  read_on date default '-infinity'::date not null,
  read_people integer default 0 not null,
  constraint linkedin_paces_account_id_fkey FOREIGN KEY (organization_id, account_id) REFERENCES accounts(organization_id, id) ON DELETE CASCADE,
  constraint linkedin_paces_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint linkedin_paces_pkey PRIMARY KEY (account_id)
);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table linkedin_relations (
  account_id bigint not null,
  prospect_id bigint not null,
  organization_id bigint not null,
  connected_at timestamp with time zone default app_now() not null,
  constraint linkedin_relations_account_id_fkey FOREIGN KEY (organization_id, account_id) REFERENCES accounts(organization_id, id) ON DELETE CASCADE,
  constraint linkedin_relations_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint linkedin_relations_prospect_id_fkey FOREIGN KEY (organization_id, prospect_id) REFERENCES prospects(organization_id, id) ON DELETE CASCADE,
  constraint linkedin_relations_pkey PRIMARY KEY (account_id, prospect_id)
);
CREATE INDEX linkedin_relations_prospect_id_idx ON public.linkedin_relations USING btree (prospect_id);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table linkedin_sign_ins (
  organization_id bigint not null,
  provider_account_id text not null,
  user_id bigint not null,
  role text not null,
  expires_at timestamp with time zone not null,
  next_look_at timestamp with time zone default (app_now() + '00:00:10'::interval) not null,
  constraint linkedin_sign_ins_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint linkedin_sign_ins_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES users(organization_id, id) ON DELETE CASCADE,
  constraint linkedin_sign_ins_pkey PRIMARY KEY (organization_id, provider_account_id)
);
CREATE INDEX linkedin_sign_ins_next_look_at_idx ON public.linkedin_sign_ins USING btree (next_look_at);
CREATE INDEX linkedin_sign_ins_user_id_idx ON public.linkedin_sign_ins USING btree (user_id);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

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
  session_id bigint not null,
  constraint live_tickets_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint live_tickets_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES users(organization_id, id) ON DELETE CASCADE,
  constraint live_tickets_pkey PRIMARY KEY (ticket_hash)
);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table mail_opens (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  campaign_id bigint not null,
  campaign_lead_id bigint not null,
  prospect_id bigint not null,
  node_id bigint not null,
  opened_at timestamp with time zone default app_now() not null,
  class text,
  is_head boolean default false not null,
  ip text,
  agent text,
  constraint mail_opens_agent_check CHECK ((char_length(agent) <= 300)),
  constraint mail_opens_check CHECK (((class IS NULL) OR ((ip IS NULL) AND (agent IS NULL)))),
  constraint mail_opens_class_check CHECK ((class = ANY (ARRAY['person'::text, 'proxy'::text, 'scanner'::text, 'team'::text]))),
  constraint mail_opens_ip_check CHECK ((char_length(ip) <= 64)),
  constraint mail_opens_campaign_id_fkey FOREIGN KEY (organization_id, campaign_id) REFERENCES campaigns(organization_id, id) ON DELETE CASCADE,
  constraint mail_opens_campaign_lead_id_fkey FOREIGN KEY (organization_id, campaign_lead_id) REFERENCES campaign_leads(organization_id, id) ON DELETE CASCADE,
  constraint mail_opens_node_id_fkey FOREIGN KEY (organization_id, node_id) REFERENCES campaign_nodes(organization_id, id) ON DELETE CASCADE,
  constraint mail_opens_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint mail_opens_prospect_id_fkey FOREIGN KEY (organization_id, prospect_id) REFERENCES prospects(organization_id, id) ON DELETE CASCADE,
  constraint mail_opens_pkey PRIMARY KEY (id),
  constraint mail_opens_organization_id_id_key UNIQUE (organization_id, id)
);
CREATE INDEX mail_opens_campaign_id_idx ON public.mail_opens USING btree (organization_id, campaign_id, node_id, class, campaign_lead_id);
CREATE INDEX mail_opens_lead_idx ON public.mail_opens USING btree (campaign_lead_id, node_id, id);
CREATE INDEX mail_opens_node_id_idx ON public.mail_opens USING btree (node_id);
CREATE INDEX mail_opens_opened_at_idx ON public.mail_opens USING btree (opened_at);
CREATE INDEX mail_opens_pending_idx ON public.mail_opens USING btree (organization_id, opened_at) WHERE (class IS NULL);
CREATE INDEX mail_opens_prospect_id_idx ON public.mail_opens USING btree (prospect_id, id DESC);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table mail_providers (
  domain text not null,
  provider_group text,
  ask_at timestamp with time zone not null,
  constraint mail_providers_domain_check CHECK (((length(domain) >= 1) AND (length(domain) <= 253))),
  constraint mail_providers_provider_group_check CHECK ((provider_group = ANY (ARRAY['google'::text, 'microsoft'::text, 'other'::text]))),
  constraint mail_providers_pkey PRIMARY KEY (domain)
);
CREATE INDEX mail_providers_ask_at_idx ON public.mail_providers USING btree (ask_at);

create table mail_tries (
  organization_id bigint not null,
  account_id bigint not null,
  place text not null,
  tries smallint not null,
  tried_at timestamp with time zone default app_now() not null,
  constraint mail_tries_account_id_fkey FOREIGN KEY (organization_id, account_id) REFERENCES accounts(organization_id, id) ON DELETE CASCADE,
  constraint mail_tries_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint mail_tries_pkey PRIMARY KEY (account_id, place)
);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table mailbox_consents (
  state_hash bytea not null,
  organization_id bigint not null,
  user_id bigint not null,
  account_type text not null,
  account_id bigint,
  sealed_verifier bytea not null,
  expires_at timestamp with time zone not null,
  return_host text,
  constraint mailbox_consents_account_type_check CHECK ((account_type = ANY (ARRAY['GOOGLE'::text, 'MICROSOFT'::text]))),
  constraint mailbox_consents_account_id_fkey FOREIGN KEY (organization_id, account_id) REFERENCES accounts(organization_id, id) ON DELETE CASCADE,
  constraint mailbox_consents_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint mailbox_consents_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES users(organization_id, id) ON DELETE CASCADE,
  constraint mailbox_consents_pkey PRIMARY KEY (state_hash)
);
CREATE INDEX mailbox_consents_account_id_idx ON public.mailbox_consents USING btree (account_id);
CREATE INDEX mailbox_consents_organization_id_idx ON public.mailbox_consents USING btree (organization_id);
CREATE INDEX mailbox_consents_user_id_idx ON public.mailbox_consents USING btree (user_id);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table mailbox_syncs (
  account_id bigint not null,
  organization_id bigint not null,
  cursor jsonb default '{}'::jsonb not null,
  lease_token bigint default 0 not null,
  leased_until timestamp with time zone default '-infinity'::timestamp with time zone not null,
  constraint mailbox_syncs_account_id_fkey FOREIGN KEY (organization_id, account_id) REFERENCES accounts(organization_id, id) ON DELETE CASCADE,
  constraint mailbox_syncs_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint mailbox_syncs_pkey PRIMARY KEY (account_id)
);
CREATE INDEX mailbox_syncs_leased_until_idx ON public.mailbox_syncs USING btree (leased_until);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table mcp_calls (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  api_key_id bigint default current_api_key_id(),
  tool text not null,
  arguments_hash bytea not null,
  outcome text default 'running'::text not null,
  duration_in_ms integer,
  created_at timestamp with time zone default app_now() not null,
  constraint mcp_calls_outcome_check CHECK ((length(outcome) <= 64)),
  constraint mcp_calls_tool_check CHECK ((length(tool) <= 64)),
  constraint mcp_calls_api_key_id_fkey FOREIGN KEY (organization_id, api_key_id) REFERENCES api_keys(organization_id, id) ON DELETE SET NULL (api_key_id),
  constraint mcp_calls_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint mcp_calls_pkey PRIMARY KEY (id),
  constraint mcp_calls_organization_id_id_key UNIQUE (organization_id, id)
);
CREATE INDEX mcp_calls_api_key_id_idx ON public.mcp_calls USING btree (api_key_id);
CREATE INDEX mcp_calls_created_at_idx ON public.mcp_calls USING btree (created_at);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table mcp_spending (
  organization_id bigint not null,
  api_key_id bigint not null,
  day date not null,
  credits integer not null,
  constraint mcp_spending_credits_check CHECK ((credits >= 0)),
  constraint mcp_spending_api_key_id_fkey FOREIGN KEY (organization_id, api_key_id) REFERENCES api_keys(organization_id, id) ON DELETE CASCADE,
  constraint mcp_spending_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint mcp_spending_pkey PRIMARY KEY (organization_id, api_key_id, day)
);
CREATE INDEX mcp_spending_day_idx ON public.mcp_spending USING btree (day);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table meetings (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  booking_connection_id bigint,
  provider text not null,
  booking_uid text not null,
  prospect_id bigint not null,
  status text not null,
  title text default ''::text not null,
  starts_at timestamp with time zone,
  ends_at timestamp with time zone,
  changed_at timestamp with time zone not null,
  created_at timestamp with time zone default app_now() not null,
  moves integer default 0 not null,
  constraint meetings_moves_check CHECK ((moves >= 0)),
  constraint meetings_provider_check CHECK ((provider = ANY (ARRAY['cal_com'::text, 'calendly'::text]))),
  constraint meetings_status_check CHECK ((status = ANY (ARRAY['booked'::text, 'cancelled'::text, 'no_show'::text]))),
  constraint meetings_title_check CHECK ((char_length(title) <= 200)),
  constraint meetings_booking_connection_id_fkey FOREIGN KEY (organization_id, booking_connection_id) REFERENCES booking_connections(organization_id, id) ON DELETE SET NULL (booking_connection_id),
  constraint meetings_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint meetings_prospect_id_fkey FOREIGN KEY (organization_id, prospect_id) REFERENCES prospects(organization_id, id) ON DELETE CASCADE,
  constraint meetings_pkey PRIMARY KEY (id),
  constraint meetings_organization_id_id_key UNIQUE (organization_id, id)
);
CREATE INDEX meetings_created_at_idx ON public.meetings USING btree (organization_id, created_at);
CREATE INDEX meetings_organization_id_idx ON public.meetings USING btree (organization_id);
CREATE INDEX meetings_prospect_id_idx ON public.meetings USING btree (prospect_id, starts_at DESC);
CREATE UNIQUE INDEX meetings_booking_idx ON public.meetings USING btree (booking_connection_id, booking_uid, prospect_id);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table message_classes (
  message_id bigint not null,
  organization_id bigint not null,
  prospect_id bigint not null,
  class text not null,
  confidence real not null,
  set_by text not null,
  user_id bigint,
  words text default ''::text not null,
  referral jsonb,
  created_at timestamp with time zone default app_now() not null,
  returns_on date,
  referral_prospect_id bigint,
  referred_at timestamp with time zone,
  sent_at timestamp with time zone not null,
  constraint message_classes_class_check CHECK ((class = ANY (ARRAY['interested'::text, 'neutral'::text, 'not_interested'::text, 'referral'::text, 'wrong_person'::text, 'left_company'::text, 'out_of_office'::text, 'unsubscribe'::text, 'bounce'::text]))),
  constraint message_classes_confidence_check CHECK (((confidence >= (0)::double precision) AND (confidence <= (1)::double precision))),
  constraint message_classes_set_by_check CHECK ((set_by = ANY (ARRAY['rule'::text, 'model'::text, 'person'::text]))),
  constraint message_classes_message_id_fkey FOREIGN KEY (organization_id, message_id) REFERENCES chat_messages(organization_id, id) ON DELETE CASCADE,
  constraint message_classes_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint message_classes_prospect_id_fkey FOREIGN KEY (organization_id, prospect_id) REFERENCES chats(organization_id, prospect_id) ON DELETE CASCADE,
  constraint message_classes_referral_prospect_id_fkey FOREIGN KEY (organization_id, referral_prospect_id) REFERENCES prospects(organization_id, id) ON DELETE SET NULL (referral_prospect_id),
  constraint message_classes_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES users(organization_id, id) ON DELETE SET NULL (user_id),
  constraint message_classes_pkey PRIMARY KEY (message_id)
);
CREATE INDEX message_classes_opt_out_question_idx ON public.message_classes USING btree (organization_id, sent_at, message_id) INCLUDE (prospect_id) WHERE ((class = 'unsubscribe'::text) AND (set_by <> 'person'::text) AND (confidence < (0.8)::double precision));
CREATE INDEX message_classes_prospect_id_idx ON public.message_classes USING btree (prospect_id, message_id DESC);
CREATE INDEX message_classes_referral_prospect_id_idx ON public.message_classes USING btree (referral_prospect_id) WHERE (referral_prospect_id IS NOT NULL);
CREATE INDEX message_classes_sent_at_idx ON public.message_classes USING btree (organization_id, sent_at, message_id) INCLUDE (prospect_id, class, confidence);
CREATE INDEX message_classes_user_id_idx ON public.message_classes USING btree (user_id) WHERE (user_id IS NOT NULL);
CREATE TRIGGER message_classes_take_time BEFORE INSERT ON public.message_classes FOR EACH ROW EXECUTE FUNCTION take_message_time();
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table messaging_people (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  account_id bigint not null,
  provider_id text not null,
  provider_chat text not null,
  name text,
  handle text,
  phone text,
  message_count integer default 0 not null,
  digests bytea[] default '{}'::bytea[] not null,
  first_at timestamp with time zone not null,
  last_at timestamp with time zone not null,
  dismissed_at timestamp with time zone,
  not_prospect_id bigint,
  constraint messaging_people_digests_check CHECK ((cardinality(digests) <= 100)),
  constraint messaging_people_handle_check CHECK ((length(handle) <= 120)),
  constraint messaging_people_message_count_check CHECK ((message_count >= 0)),
  constraint messaging_people_name_check CHECK ((length(name) <= 120)),
  constraint messaging_people_phone_check CHECK ((length(phone) <= 20)),
  constraint messaging_people_provider_chat_check CHECK ((length(provider_chat) <= 300)),
  constraint messaging_people_provider_id_check CHECK ((length(provider_id) <= 300)),
  constraint messaging_people_account_id_fkey FOREIGN KEY (organization_id, account_id) REFERENCES accounts(organization_id, id) ON DELETE CASCADE,
  constraint messaging_people_not_prospect_id_fkey FOREIGN KEY (organization_id, not_prospect_id) REFERENCES prospects(organization_id, id) ON DELETE SET NULL (not_prospect_id),
  constraint messaging_people_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint messaging_people_pkey PRIMARY KEY (id),
  constraint messaging_people_account_id_provider_id_key UNIQUE (account_id, provider_id)
);
CREATE INDEX messaging_people_last_at_idx ON public.messaging_people USING btree (account_id, last_at);
CREATE INDEX messaging_people_not_prospect_id_idx ON public.messaging_people USING btree (not_prospect_id) WHERE (not_prospect_id IS NOT NULL);
CREATE INDEX messaging_people_waiting_idx ON public.messaging_people USING btree (organization_id, last_at DESC, id DESC) WHERE (dismissed_at IS NULL);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table notice_mails (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  user_id bigint not null,
  subject text not null,
  paragraphs text[] not null,
  path text not null,
  made_at timestamp with time zone default app_now() not null,
  next_at timestamp with time zone default app_now() not null,
  tries smallint default 0 not null,
  begun_at timestamp with time zone,
  mailed_at timestamp with time zone,
  refused text,
  not_after timestamp with time zone,
  stop_path text,
  constraint notice_mails_paragraphs_check CHECK ((pg_column_size(paragraphs) <= 20000)),
  constraint notice_mails_path_check CHECK ((length(path) <= 200)),
  constraint notice_mails_refused_check CHECK ((length(refused) <= 500)),
  constraint notice_mails_stop_path_check CHECK ((length(stop_path) <= 200)),
  constraint notice_mails_subject_check CHECK ((length(subject) <= 300)),
  constraint notice_mails_tries_check CHECK ((tries >= 0)),
  constraint notice_mails_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint notice_mails_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES users(organization_id, id) ON DELETE CASCADE,
  constraint notice_mails_pkey PRIMARY KEY (id)
);
CREATE INDEX notice_mails_made_at_idx ON public.notice_mails USING btree (made_at);
CREATE INDEX notice_mails_next_at_idx ON public.notice_mails USING btree (next_at) WHERE ((begun_at IS NULL) AND (refused IS NULL));
CREATE INDEX notice_mails_user_id_idx ON public.notice_mails USING btree (organization_id, user_id);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table oauth_clients (
  client_id text not null,
  source text not null,
  name text not null,
  redirect_uris text[] not null,
  fresh_until timestamp with time zone,
  created_at timestamp with time zone default app_now() not null,
  approved_at timestamp with time zone,
  constraint oauth_clients_client_id_check CHECK ((length(client_id) <= 500)),
  constraint oauth_clients_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 80))),
  constraint oauth_clients_source_check CHECK ((source = ANY (ARRAY['document'::text, 'registration'::text]))),
  constraint oauth_clients_pkey PRIMARY KEY (client_id)
);
CREATE INDEX oauth_clients_created_at_idx ON public.oauth_clients USING btree (created_at);

create table oauth_codes (
  code_hash bytea not null,
  organization_id bigint not null,
  user_id bigint not null,
  client_id text not null,
  name text not null,
  redirect_uri text not null,
  challenge text not null,
  scopes text[] not null,
  resource text not null,
  expires_at timestamp with time zone not null,
  api_key_id bigint,
  constraint oauth_codes_api_key_id_fkey FOREIGN KEY (organization_id, api_key_id) REFERENCES api_keys(organization_id, id) ON DELETE CASCADE,
  constraint oauth_codes_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint oauth_codes_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES users(organization_id, id) ON DELETE CASCADE,
  constraint oauth_codes_pkey PRIMARY KEY (code_hash)
);
CREATE INDEX oauth_codes_api_key_id_idx ON public.oauth_codes USING btree (api_key_id);
CREATE INDEX oauth_codes_expires_at_idx ON public.oauth_codes USING btree (expires_at);
CREATE INDEX oauth_codes_user_id_idx ON public.oauth_codes USING btree (user_id);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table oauth_tokens (
  token_hash bytea not null,
  organization_id bigint not null,
  api_key_id bigint not null,
  use text not null,
  scopes text[] not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint oauth_tokens_use_check CHECK ((use = ANY (ARRAY['access'::text, 'refresh'::text]))),
  constraint oauth_tokens_api_key_id_fkey FOREIGN KEY (organization_id, api_key_id) REFERENCES api_keys(organization_id, id) ON DELETE CASCADE,
  constraint oauth_tokens_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint oauth_tokens_pkey PRIMARY KEY (token_hash)
);
CREATE INDEX oauth_tokens_api_key_id_idx ON public.oauth_tokens USING btree (api_key_id);
CREATE INDEX oauth_tokens_expires_at_idx ON public.oauth_tokens USING btree (expires_at);
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
  is_handed boolean default false not null,
  constraint one_time_codes_purpose_check CHECK ((purpose = ANY (ARRAY['verify'::text, 'reset'::text]))),
  constraint one_time_codes_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint one_time_codes_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES users(organization_id, id) ON DELETE CASCADE,
  constraint one_time_codes_pkey PRIMARY KEY (id)
);
CREATE INDEX one_time_codes_code_hash_idx ON public.one_time_codes USING btree (code_hash);
CREATE INDEX one_time_codes_expires_at_idx ON public.one_time_codes USING btree (expires_at);
CREATE INDEX one_time_codes_user_id_idx ON public.one_time_codes USING btree (user_id, purpose);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table organization_archives (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  state text default 'waiting'::text not null,
  created_by bigint,
  created_at timestamp with time zone default app_now() not null,
  finished_at timestamp with time zone,
  expires_at timestamp with time zone,
  attempts integer default 0 not null,
  rows_done bigint default 0 not null,
  rows_total bigint,
  file_key text,
  size_in_bytes bigint,
  sealed_key bytea,
  salt text,
  error text,
  constraint organization_archives_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'working'::text, 'ready'::text, 'failed'::text, 'stopped'::text, 'expired'::text]))),
  constraint organization_archives_created_by_fkey FOREIGN KEY (organization_id, created_by) REFERENCES users(organization_id, id) ON DELETE SET NULL (created_by),
  constraint organization_archives_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint organization_archives_pkey PRIMARY KEY (id),
  constraint organization_archives_organization_id_id_key UNIQUE (organization_id, id)
);
CREATE INDEX organization_archives_created_by_idx ON public.organization_archives USING btree (created_by);
CREATE INDEX organization_archives_expires_at_idx ON public.organization_archives USING btree (expires_at) WHERE (file_key IS NOT NULL);
CREATE UNIQUE INDEX organization_archives_one_at_a_time ON public.organization_archives USING btree (organization_id) WHERE (state = ANY (ARRAY['waiting'::text, 'working'::text]));
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table organization_days (
  organization_id bigint not null,
  day date not null,
  campaign_id bigint not null,
  account_id bigint not null,
  slot smallint not null,
  actions integer default 0 not null,
  emails_sent integer default 0 not null,
  linkedin_messages_sent integer default 0 not null,
  invites_sent integer default 0 not null,
  invites_accepted integer default 0 not null,
  contacted integer default 0 not null,
  replies integer default 0 not null,
  interested integer default 0 not null,
  kind_email integer default 0 not null,
  kind_linkedin_invite integer default 0 not null,
  kind_linkedin_message integer default 0 not null,
  kind_inmail integer default 0 not null,
  kind_visit_linkedin_profile integer default 0 not null,
  kind_like_last_linkedin_post integer default 0 not null,
  kind_delete_linkedin_invite integer default 0 not null,
  kind_call_prospect integer default 0 not null,
  kind_accepted_invite integer default 0 not null,
  kind_already_connected integer default 0 not null,
  kind_has_email integer default 0 not null,
  kind_has_phone integer default 0 not null,
  kind_call_outcome integer default 0 not null,
  kind_clicked integer default 0 not null,
  kind_opened integer default 0 not null,
  kind_reply_class integer default 0 not null,
  kind_meeting_booked integer default 0 not null,
  constraint organization_days_campaign_id_fkey FOREIGN KEY (organization_id, campaign_id) REFERENCES campaigns(organization_id, id) ON DELETE CASCADE,
  constraint organization_days_pkey PRIMARY KEY (organization_id, day, campaign_id, account_id, slot)
);
CREATE INDEX organization_days_campaign_idx ON public.organization_days USING btree (campaign_id, day);
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
  has_website boolean default true not null,
  usp_description text,
  case_studies text,
  annual_revenue numeric(20,2),
  employee_count integer,
  competitors text,
  objections text,
  second_factor_required_at timestamp with time zone,
  subscription_grace_until timestamp with time zone,
  suspended_at timestamp with time zone,
  suspended_reason text,
  monthly_credits integer default 0 not null,
  edit_version integer default 1 not null,
  edited_at timestamp with time zone,
  edited_by bigint,
  cancelled_at timestamp with time zone,
  closed_to_agency_at timestamp with time zone,
  agency_disabled_features text[] default '{}'::text[] not null,
  time_zone text,
  answers_read_by_model boolean default true not null,
  requires_unsubscribe_link boolean default false not null,
  sends_risky boolean default true not null,
  checks_imports boolean default false not null,
  adds_privacy_link boolean default false not null,
  drafts_replies boolean default false not null,
  drafts_per_day integer default 200 not null,
  constraint organizations_annual_revenue_check CHECK ((annual_revenue >= (0)::numeric)),
  constraint organizations_drafts_per_day_check CHECK (((drafts_per_day >= 1) AND (drafts_per_day <= 2000))),
  constraint organizations_email_credits_check CHECK ((email_credits >= 0)),
  constraint organizations_employee_count_check CHECK ((employee_count >= 0)),
  constraint organizations_monthly_credits_check CHECK ((monthly_credits >= 0)),
  constraint organizations_time_zone_check CHECK ((length(time_zone) <= 64)),
  constraint organizations_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES organizations(organization_id),
  constraint organizations_edited_by_fkey FOREIGN KEY (organization_id, edited_by) REFERENCES users(organization_id, id) ON DELETE SET NULL (edited_by),
  constraint organizations_pkey PRIMARY KEY (organization_id)
);
CREATE INDEX organizations_agency_id_idx ON public.organizations USING btree (agency_id) WHERE (agency_id IS NOT NULL);
CREATE INDEX organizations_monthly_credits_idx ON public.organizations USING btree (organization_id) WHERE (monthly_credits > 0);
CREATE TRIGGER organizations_copy_plan AFTER UPDATE OF active_subscription, had_subscription, trial_ends_at, subscription_grace_until ON public.organizations FOR EACH ROW WHEN (new.is_agency) EXECUTE FUNCTION copy_plan_to_clients();
CREATE TRIGGER organizations_enqueue_webhooks AFTER UPDATE OF email_credits ON public.organizations FOR EACH ROW WHEN (((old.email_credits > low_credits(old.monthly_credits)) AND (new.email_credits <= low_credits(new.monthly_credits)))) EXECUTE FUNCTION enqueue_credit_webhooks();
CREATE TRIGGER organizations_note_edit BEFORE UPDATE OF name, website_url, has_website, product_description, icp_description, usp_description, case_studies, annual_revenue, employee_count, competitors, objections, pain_points ON public.organizations FOR EACH ROW WHEN (((((((((((((old.name IS DISTINCT FROM new.name) OR (old.website_url IS DISTINCT FROM new.website_url)) OR (old.has_website IS DISTINCT FROM new.has_website)) OR (old.product_description IS DISTINCT FROM new.product_description)) OR (old.icp_description IS DISTINCT FROM new.icp_description)) OR (old.usp_description IS DISTINCT FROM new.usp_description)) OR (old.case_studies IS DISTINCT FROM new.case_studies)) OR (old.annual_revenue IS DISTINCT FROM new.annual_revenue)) OR (old.employee_count IS DISTINCT FROM new.employee_count)) OR (old.competitors IS DISTINCT FROM new.competitors)) OR (old.objections IS DISTINCT FROM new.objections)) OR (old.pain_points IS DISTINCT FROM new.pain_points))) EXECUTE FUNCTION note_edit();
CREATE TRIGGER organizations_note_terms AFTER UPDATE OF extra_email_accounts, extra_linkedin_accounts ON public.organizations FOR EACH ROW WHEN ((new.agency_id IS NOT NULL)) EXECUTE FUNCTION note_terms_of_organization();
CREATE TRIGGER organizations_open_credit_ledger AFTER INSERT ON public.organizations FOR EACH ROW EXECUTE FUNCTION open_credit_ledger();
CREATE UNIQUE INDEX organizations_referral_code_key ON public.organizations USING btree (lower(referral_code));
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table outbound_intents (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  kind text not null,
  ref_id bigint not null,
  ref_part bigint default 0 not null,
  account_id bigint not null,
  prospect_id bigint,
  campaign_id bigint,
  state text default 'intent'::text not null,
  priority smallint default 1 not null,
  due_at timestamp with time zone default app_now() not null,
  rule text,
  attempts integer default 0 not null,
  lease_token bigint default 0 not null,
  leased_until timestamp with time zone,
  dispatch_id bigint,
  dispatched_at timestamp with time zone,
  debited_day_ids bigint[],
  message_id text,
  to_email citext,
  to_name text,
  subject text,
  body_text text,
  body_html text,
  in_reply_to text,
  reference_chain text[],
  unsubscribe_url text,
  attachments jsonb,
  unknown_since timestamp with time zone,
  look_at timestamp with time zone,
  reason text,
  code text,
  settled_by text,
  settled_at timestamp with time zone,
  created_at timestamp with time zone default app_now() not null,
  channel text default 'email'::text not null,
  action text default 'email'::text not null,
  to_linkedin text,
  provider_ref text,
  provider_chat text,
  cc_emails text[],
  revision integer,
  variant text,
  given_up smallint default 0 not null,
  sent_message_id text,
  draft_id text,
  queue_id text,
  offered_at timestamp with time zone,
  claimed_by bigint,
  claimed_at timestamp with time zone,
  opened_by bigint,
  opened_at timestamp with time zone,
  person_outcome text,
  bcc_emails text[],
  seen_file_ids text[],
  constraint outbound_intents_action_check CHECK ((action = ANY (ARRAY['email'::text, 'invite'::text, 'message'::text, 'inmail'::text, 'visit'::text, 'withdraw'::text, 'like'::text, 'look'::text]))),
  constraint outbound_intents_channel_check CHECK ((channel = ANY (ARRAY['email'::text, 'linkedin'::text]))),
  constraint outbound_intents_given_up_check CHECK ((given_up >= 0)),
  constraint outbound_intents_person_outcome_check CHECK ((person_outcome = ANY (ARRAY['done'::text, 'already_connected'::text, 'cannot_reach'::text, 'skipped'::text]))),
  constraint outbound_intents_state_check CHECK ((state = ANY (ARRAY['intent'::text, 'dispatching'::text, 'confirmed'::text, 'rejected'::text, 'unknown'::text, 'parked'::text, 'cancelled'::text]))),
  constraint outbound_intents_account_id_fkey FOREIGN KEY (organization_id, account_id) REFERENCES accounts(organization_id, id) ON DELETE CASCADE,
  constraint outbound_intents_campaign_id_fkey FOREIGN KEY (organization_id, campaign_id) REFERENCES campaigns(organization_id, id) ON DELETE CASCADE,
  constraint outbound_intents_claimed_by_fkey FOREIGN KEY (organization_id, claimed_by) REFERENCES users(organization_id, id) ON DELETE SET NULL (claimed_by),
  constraint outbound_intents_opened_by_fkey FOREIGN KEY (organization_id, opened_by) REFERENCES users(organization_id, id) ON DELETE SET NULL (opened_by),
  constraint outbound_intents_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint outbound_intents_prospect_id_fkey FOREIGN KEY (organization_id, prospect_id) REFERENCES prospects(organization_id, id) ON DELETE CASCADE,
  constraint outbound_intents_pkey PRIMARY KEY (id),
  constraint outbound_intents_once_key UNIQUE (kind, ref_id, ref_part, given_up),
  constraint outbound_intents_organization_id_id_key UNIQUE (organization_id, id)
);
CREATE INDEX outbound_intents_by_hand_idx ON public.outbound_intents USING btree (account_id, claimed_at) WHERE (claimed_at IS NOT NULL);
CREATE INDEX outbound_intents_campaign_idx ON public.outbound_intents USING btree (campaign_id, settled_at);
CREATE INDEX outbound_intents_claimed_by_idx ON public.outbound_intents USING btree (claimed_by) WHERE (claimed_by IS NOT NULL);
CREATE INDEX outbound_intents_due_idx ON public.outbound_intents USING btree (due_at) WHERE (state = 'intent'::text);
CREATE INDEX outbound_intents_invites_idx ON public.outbound_intents USING btree (account_id, settled_at) WHERE ((action = 'invite'::text) AND (state = 'confirmed'::text));
CREATE INDEX outbound_intents_lease_idx ON public.outbound_intents USING btree (leased_until) WHERE (state = 'dispatching'::text);
CREATE INDEX outbound_intents_offered_idx ON public.outbound_intents USING btree (organization_id, priority, offered_at) WHERE ((offered_at IS NOT NULL) AND (state = 'intent'::text));
CREATE INDEX outbound_intents_open_idx ON public.outbound_intents USING btree (account_id) WHERE (state = ANY (ARRAY['intent'::text, 'dispatching'::text]));
CREATE INDEX outbound_intents_opened_by_idx ON public.outbound_intents USING btree (opened_by) WHERE (opened_by IS NOT NULL);
CREATE INDEX outbound_intents_prospect_idx ON public.outbound_intents USING btree (organization_id, prospect_id);
CREATE INDEX outbound_intents_queue_id_idx ON public.outbound_intents USING btree (queue_id) WHERE (queue_id IS NOT NULL);
CREATE INDEX outbound_intents_queue_idx ON public.outbound_intents USING btree (priority, account_id, due_at) WHERE (state = 'intent'::text);
CREATE INDEX outbound_intents_recipient_idx ON public.outbound_intents USING btree (account_id, to_linkedin) WHERE (to_linkedin IS NOT NULL);
CREATE INDEX outbound_intents_sent_message_id_idx ON public.outbound_intents USING btree (sent_message_id) WHERE (sent_message_id IS NOT NULL);
CREATE INDEX outbound_intents_touches_idx ON public.outbound_intents USING btree (organization_id, prospect_id, dispatched_at) WHERE ((state = ANY (ARRAY['dispatching'::text, 'confirmed'::text, 'unknown'::text, 'parked'::text])) AND (action = ANY (ARRAY['email'::text, 'invite'::text, 'message'::text, 'inmail'::text])) AND (kind <> 'chat_forward'::text) AND (dispatched_at IS NOT NULL));
CREATE INDEX outbound_intents_unconfirmed_idx ON public.outbound_intents USING btree (organization_id, unknown_since, id) WHERE (state = 'parked'::text);
CREATE INDEX outbound_intents_unknown_idx ON public.outbound_intents USING btree (account_id, look_at) WHERE (state = 'unknown'::text);
CREATE TRIGGER outbound_intents_unpark_deleted AFTER DELETE ON public.outbound_intents FOR EACH ROW WHEN ((old.state <> ALL (ARRAY['confirmed'::text, 'rejected'::text]))) EXECUTE FUNCTION unpark_action();
CREATE TRIGGER outbound_intents_unpark_ended AFTER UPDATE OF state ON public.outbound_intents FOR EACH ROW WHEN (((old.state = ANY (ARRAY['intent'::text, 'unknown'::text, 'parked'::text])) AND ((new.state = ANY (ARRAY['confirmed'::text, 'rejected'::text])) OR ((new.state = 'cancelled'::text) AND (new.rule IS DISTINCT FROM 'retry'::text))))) EXECUTE FUNCTION unpark_action();
CREATE UNIQUE INDEX outbound_intents_message_id_idx ON public.outbound_intents USING btree (message_id) WHERE (message_id IS NOT NULL);
CREATE UNIQUE INDEX outbound_intents_provider_ref_idx ON public.outbound_intents USING btree (account_id, action, provider_ref) WHERE (provider_ref IS NOT NULL);
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
  automation_chain bigint[] default current_automation_chain(),
  constraint outbox_events_pkey PRIMARY KEY (id)
);
CREATE INDEX outbox_events_failed_idx ON public.outbox_events USING btree (retry_at) WHERE (attempts > 0);
CREATE INDEX outbox_events_turn_idx ON public.outbox_events USING btree (organization_id, id);
CREATE INDEX outbox_events_unheard_contact_idx ON public.outbox_events USING btree (organization_id, sender_contact((payload -> 'message'::text)) COLLATE "C") WHERE ((type = 'linkedin_message_seen'::text) AND (((payload -> 'message'::text) ->> 'is_own'::text) = 'false'::text));
CREATE INDEX outbox_events_unheard_id_idx ON public.outbox_events USING btree (organization_id, "left"(((payload -> 'message'::text) ->> 'provider_id'::text), 200) COLLATE "C") WHERE ((type = 'linkedin_message_seen'::text) AND (((payload -> 'message'::text) ->> 'is_own'::text) = 'false'::text));
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table parked_units (
  organization_id bigint not null,
  loop text not null,
  key text not null,
  error text not null,
  attempts integer default 1 not null,
  parked_at timestamp with time zone default statement_timestamp() not null,
  retry_at timestamp with time zone not null,
  constraint parked_units_error_check CHECK ((length(error) <= 1000)),
  constraint parked_units_key_check CHECK (((length(key) >= 1) AND (length(key) <= 200))),
  constraint parked_units_loop_check CHECK (((length(loop) >= 1) AND (length(loop) <= 60))),
  constraint parked_units_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint parked_units_pkey PRIMARY KEY (loop, organization_id, key)
);
CREATE INDEX parked_units_organization_id ON public.parked_units USING btree (organization_id);
CREATE INDEX parked_units_retry_at ON public.parked_units USING btree (retry_at);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table passkey_challenges (
  challenge_hash bytea not null,
  purpose text not null,
  user_id bigint,
  expires_at timestamp with time zone not null,
  constraint passkey_challenges_purpose_check CHECK ((purpose = ANY (ARRAY['register'::text, 'sign-in'::text, 'second-factor'::text, 'confirm'::text]))),
  constraint passkey_challenges_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint passkey_challenges_pkey PRIMARY KEY (challenge_hash)
);
CREATE INDEX passkey_challenges_expires_at_idx ON public.passkey_challenges USING btree (expires_at);

create table past_contacts (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  prospect_id bigint not null,
  tool text not null,
  campaign_name text default ''::text not null,
  last_contacted_at timestamp with time zone,
  steps_done smallint,
  steps_total smallint,
  outcome text not null,
  campaign_id bigint,
  import_id bigint,
  created_at timestamp with time zone default app_now() not null,
  constraint past_contacts_campaign_name_check CHECK ((length(campaign_name) <= 200)),
  constraint past_contacts_outcome_check CHECK ((outcome = ANY (ARRAY['contacted'::text, 'finished'::text, 'replied'::text, 'bounced'::text, 'unsubscribed'::text]))),
  constraint past_contacts_tool_check CHECK ((length(tool) <= 80)),
  constraint past_contacts_campaign_id_fkey FOREIGN KEY (organization_id, campaign_id) REFERENCES campaigns(organization_id, id) ON DELETE SET NULL (campaign_id),
  constraint past_contacts_import_id_fkey FOREIGN KEY (organization_id, import_id) REFERENCES tool_imports(organization_id, id) ON DELETE SET NULL (import_id),
  constraint past_contacts_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint past_contacts_prospect_id_fkey FOREIGN KEY (organization_id, prospect_id) REFERENCES prospects(organization_id, id) ON DELETE CASCADE,
  constraint past_contacts_pkey PRIMARY KEY (id),
  constraint past_contacts_organization_id_id_key UNIQUE (organization_id, id)
);
CREATE INDEX past_contacts_campaign_id_idx ON public.past_contacts USING btree (campaign_id) WHERE (campaign_id IS NOT NULL);
CREATE INDEX past_contacts_import_id_idx ON public.past_contacts USING btree (import_id) WHERE (import_id IS NOT NULL);
CREATE INDEX past_contacts_prospect_id_idx ON public.past_contacts USING btree (prospect_id);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table past_mails (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  prospect_id bigint not null,
  account_id bigint,
  is_received boolean not null,
  subject_line text not null,
  message text not null,
  sent_at timestamp with time zone not null,
  digest bytea not null,
  created_at timestamp with time zone default app_now() not null,
  is_proven boolean default false not null,
  constraint past_mails_account_id_fkey FOREIGN KEY (organization_id, account_id) REFERENCES accounts(organization_id, id) ON DELETE SET NULL (account_id),
  constraint past_mails_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint past_mails_prospect_id_fkey FOREIGN KEY (organization_id, prospect_id) REFERENCES prospects(organization_id, id) ON DELETE CASCADE,
  constraint past_mails_pkey PRIMARY KEY (id),
  constraint past_mails_prospect_id_digest_key UNIQUE (prospect_id, digest)
);
CREATE INDEX past_mails_account_id_idx ON public.past_mails USING btree (account_id) WHERE (account_id IS NOT NULL);
CREATE INDEX past_mails_leads_idx ON public.past_mails USING btree (organization_id, prospect_id);
CREATE INDEX past_mails_organization_id_idx ON public.past_mails USING btree (organization_id, sent_at);
CREATE INDEX past_mails_prospect_id_idx ON public.past_mails USING btree (prospect_id, sent_at DESC, id DESC);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table payment_events (
  event_id text not null,
  organization_id bigint not null,
  type text not null,
  received_at timestamp with time zone default app_now() not null,
  constraint payment_events_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint payment_events_pkey PRIMARY KEY (event_id)
);
CREATE INDEX payment_events_organization_id_idx ON public.payment_events USING btree (organization_id);
CREATE INDEX payment_events_received_at_idx ON public.payment_events USING btree (received_at);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table payments (
  organization_id bigint not null,
  payment_id text not null,
  kind text not null,
  credits integer not null,
  amount_in_cents integer not null,
  refunded_in_cents integer default 0 not null,
  paid_at timestamp with time zone not null,
  period_starts_at timestamp with time zone,
  client_months integer default 0 not null,
  client_packs integer default 0 not null,
  clients_served_at timestamp with time zone,
  constraint payments_amount_in_cents_check CHECK ((amount_in_cents >= 0)),
  constraint payments_client_months_check CHECK ((client_months >= 0)),
  constraint payments_client_packs_check CHECK ((client_packs >= 0)),
  constraint payments_credits_check CHECK ((credits >= 0)),
  constraint payments_kind_check CHECK ((kind = ANY (ARRAY['cycle'::text, 'credits'::text, 'clients'::text, 'other'::text]))),
  constraint payments_refunded_in_cents_check CHECK ((refunded_in_cents >= 0)),
  constraint payments_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint payments_pkey PRIMARY KEY (organization_id, payment_id)
);
CREATE INDEX payments_paid_at_idx ON public.payments USING btree (organization_id, paid_at DESC);
CREATE INDEX payments_unserved_idx ON public.payments USING btree (organization_id) WHERE ((clients_served_at IS NULL) AND ((client_months + client_packs) > 0));
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table placement_copies (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  seed_id bigint,
  provider_group text not null,
  account_id bigint not null,
  campaign_id bigint not null,
  node_id bigint not null,
  variant text not null,
  campaign_lead_id bigint,
  source_intent_id bigint not null,
  source_sent_at timestamp with time zone not null,
  state text default 'planned'::text not null,
  placement text,
  reason text,
  sent_at timestamp with time zone,
  looks smallint default 0 not null,
  look_at timestamp with time zone,
  created_at timestamp with time zone default app_now() not null,
  settled_at timestamp with time zone,
  constraint placement_copies_check CHECK (((state = 'placed'::text) = (placement IS NOT NULL))),
  constraint placement_copies_placement_check CHECK ((placement = ANY (ARRAY['inbox'::text, 'tab'::text, 'spam'::text, 'missing'::text, 'elsewhere'::text]))),
  constraint placement_copies_provider_group_check CHECK ((provider_group = ANY (ARRAY['google'::text, 'microsoft'::text, 'other'::text]))),
  constraint placement_copies_reason_check CHECK ((char_length(reason) <= 500)),
  constraint placement_copies_state_check CHECK ((state = ANY (ARRAY['planned'::text, 'not_sent'::text, 'sent'::text, 'placed'::text, 'unread'::text]))),
  constraint placement_copies_variant_check CHECK ((char_length(variant) = 1)),
  constraint placement_copies_account_id_fkey FOREIGN KEY (organization_id, account_id) REFERENCES accounts(organization_id, id) ON DELETE CASCADE,
  constraint placement_copies_campaign_id_fkey FOREIGN KEY (organization_id, campaign_id) REFERENCES campaigns(organization_id, id) ON DELETE CASCADE,
  constraint placement_copies_lead_id_fkey FOREIGN KEY (organization_id, campaign_lead_id) REFERENCES campaign_leads(organization_id, id) ON DELETE SET NULL (campaign_lead_id),
  constraint placement_copies_node_id_fkey FOREIGN KEY (organization_id, node_id) REFERENCES campaign_nodes(organization_id, id) ON DELETE CASCADE,
  constraint placement_copies_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint placement_copies_seed_id_fkey FOREIGN KEY (organization_id, seed_id) REFERENCES seed_mailboxes(organization_id, id) ON DELETE SET NULL (seed_id),
  constraint placement_copies_pkey PRIMARY KEY (id),
  constraint placement_copies_organization_id_id_key UNIQUE (organization_id, id),
  constraint placement_copies_source_intent_id_key UNIQUE (source_intent_id)
);
CREATE INDEX placement_copies_account_idx ON public.placement_copies USING btree (account_id, created_at);
CREATE INDEX placement_copies_age_idx ON public.placement_copies USING btree (created_at);
CREATE INDEX placement_copies_campaign_idx ON public.placement_copies USING btree (campaign_id);
CREATE INDEX placement_copies_lead_idx ON public.placement_copies USING btree (campaign_lead_id);
CREATE INDEX placement_copies_node_idx ON public.placement_copies USING btree (node_id);
CREATE INDEX placement_copies_of_seed_idx ON public.placement_copies USING btree (organization_id, seed_id);
CREATE INDEX placement_copies_organization_idx ON public.placement_copies USING btree (organization_id, created_at);
CREATE INDEX placement_copies_seed_idx ON public.placement_copies USING btree (seed_id, look_at) WHERE (state = ANY (ARRAY['planned'::text, 'sent'::text]));
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table placement_falls (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  cause text not null,
  account_id bigint,
  campaign_id bigint,
  node_id bigint,
  variant text,
  provider_group text,
  words text not null,
  before_inbox integer not null,
  before_counted integer not null,
  inbox integer not null,
  counted integer not null,
  began_at timestamp with time zone default app_now() not null,
  ended_at timestamp with time zone,
  constraint placement_falls_cause_check CHECK ((cause = ANY (ARRAY['sender'::text, 'text'::text, 'provider'::text, 'all'::text]))),
  constraint placement_falls_provider_group_check CHECK ((provider_group = ANY (ARRAY['google'::text, 'microsoft'::text, 'other'::text]))),
  constraint placement_falls_variant_check CHECK ((char_length(variant) = 1)),
  constraint placement_falls_words_check CHECK (((char_length(words) >= 1) AND (char_length(words) <= 1000))),
  constraint placement_falls_account_id_fkey FOREIGN KEY (organization_id, account_id) REFERENCES accounts(organization_id, id) ON DELETE CASCADE,
  constraint placement_falls_campaign_id_fkey FOREIGN KEY (organization_id, campaign_id) REFERENCES campaigns(organization_id, id) ON DELETE CASCADE,
  constraint placement_falls_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint placement_falls_pkey PRIMARY KEY (id),
  constraint placement_falls_organization_id_id_key UNIQUE (organization_id, id)
);
CREATE INDEX placement_falls_account_idx ON public.placement_falls USING btree (account_id);
CREATE INDEX placement_falls_campaign_idx ON public.placement_falls USING btree (campaign_id);
CREATE INDEX placement_falls_newest_idx ON public.placement_falls USING btree (organization_id, began_at DESC);
CREATE UNIQUE INDEX placement_falls_open_idx ON public.placement_falls USING btree (organization_id) WHERE (ended_at IS NULL);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table placement_rules (
  organization_id bigint not null,
  is_on boolean not null,
  every_nth smallint not null,
  most_a_day smallint not null,
  on_since timestamp with time zone default app_now() not null,
  sample_at timestamp with time zone default app_now() not null,
  judge_at timestamp with time zone default app_now() not null,
  constraint placement_rules_every_nth_check CHECK (((every_nth >= 1) AND (every_nth <= 1000))),
  constraint placement_rules_most_a_day_check CHECK (((most_a_day >= 1) AND (most_a_day <= 20))),
  constraint placement_rules_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint placement_rules_pkey PRIMARY KEY (organization_id)
);
CREATE INDEX placement_rules_judge_idx ON public.placement_rules USING btree (judge_at) WHERE is_on;
CREATE INDEX placement_rules_sample_idx ON public.placement_rules USING btree (sample_at) WHERE is_on;
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table possible_answers (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  prospect_id bigint not null,
  account_id bigint not null,
  from_name text,
  from_email citext not null,
  subject_line text,
  message text not null,
  quoted_text text,
  html text,
  has_remote_content boolean default false not null,
  is_unreadable boolean default false not null,
  wants_out boolean default false not null,
  files jsonb default '[]'::jsonb not null,
  sent_at timestamp with time zone not null,
  rfc_message_id text,
  reference_chain text[] not null,
  digest bytea not null,
  created_at timestamp with time zone default app_now() not null,
  decided_at timestamp with time zone,
  is_answer boolean,
  reminded_at timestamp with time zone,
  constraint possible_answers_check CHECK (((decided_at IS NULL) = (is_answer IS NULL))),
  constraint possible_answers_organization_id_account_id_fkey FOREIGN KEY (organization_id, account_id) REFERENCES accounts(organization_id, id) ON DELETE CASCADE,
  constraint possible_answers_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint possible_answers_organization_id_prospect_id_fkey FOREIGN KEY (organization_id, prospect_id) REFERENCES prospects(organization_id, id) ON DELETE CASCADE,
  constraint possible_answers_pkey PRIMARY KEY (id)
);
CREATE INDEX possible_answers_decided_idx ON public.possible_answers USING btree (decided_at) WHERE (decided_at IS NOT NULL);
CREATE INDEX possible_answers_prospect_idx ON public.possible_answers USING btree (organization_id, prospect_id, created_at);
CREATE INDEX possible_answers_undecided_idx ON public.possible_answers USING btree (organization_id, sent_at DESC, id DESC) WHERE (decided_at IS NULL);
CREATE INDEX possible_answers_unreminded_idx ON public.possible_answers USING btree (created_at) WHERE ((decided_at IS NULL) AND (reminded_at IS NULL));
CREATE UNIQUE INDEX possible_answers_digest_idx ON public.possible_answers USING btree (account_id, digest);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table privacy_notices (
  prospect_id bigint not null,
  organization_id bigint not null,
  given_by text not null,
  given_at timestamp with time zone default app_now() not null,
  constraint privacy_notices_given_by_check CHECK ((given_by = ANY (ARRAY['message'::text, 'person'::text]))),
  constraint privacy_notices_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint privacy_notices_prospect_id_fkey FOREIGN KEY (organization_id, prospect_id) REFERENCES prospects(organization_id, id) ON DELETE CASCADE,
  constraint privacy_notices_pkey PRIMARY KEY (prospect_id)
);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table privacy_profiles (
  organization_id bigint not null,
  controller text default ''::text not null,
  contact text default ''::text not null,
  purpose text default ''::text not null,
  recipients text default ''::text not null,
  kept_until text default ''::text not null,
  authority text default ''::text not null,
  overdue_noticed_at timestamp with time zone,
  overdue_checked_at timestamp with time zone default '-infinity'::timestamp with time zone not null,
  constraint privacy_profiles_authority_check CHECK ((length(authority) <= 1000)),
  constraint privacy_profiles_contact_check CHECK ((length(contact) <= 1000)),
  constraint privacy_profiles_controller_check CHECK ((length(controller) <= 1000)),
  constraint privacy_profiles_kept_until_check CHECK ((length(kept_until) <= 1000)),
  constraint privacy_profiles_purpose_check CHECK ((length(purpose) <= 2000)),
  constraint privacy_profiles_recipients_check CHECK ((length(recipients) <= 2000)),
  constraint privacy_profiles_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint privacy_profiles_pkey PRIMARY KEY (organization_id)
);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table privacy_requests (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  prospect_id bigint,
  kind text not null,
  state text default 'open'::text not null,
  note text default ''::text not null,
  is_verified boolean default false not null,
  code_hash text,
  code_until timestamp with time zone,
  code_tries smallint default 0 not null,
  created_at timestamp with time zone default app_now() not null,
  due_at timestamp with time zone not null,
  closed_at timestamp with time zone,
  closed_by bigint,
  closing_note text default ''::text not null,
  erasure_job_id bigint,
  asked_from text,
  constraint privacy_requests_asked_from_check CHECK ((length(asked_from) <= 320)),
  constraint privacy_requests_closing_note_check CHECK ((length(closing_note) <= 1000)),
  constraint privacy_requests_code_hash_check CHECK ((length(code_hash) <= 100)),
  constraint privacy_requests_kind_check CHECK ((kind = ANY (ARRAY['object'::text, 'access'::text, 'correct'::text, 'erase'::text]))),
  constraint privacy_requests_note_check CHECK ((length(note) <= 2000)),
  constraint privacy_requests_state_check CHECK ((state = ANY (ARRAY['unconfirmed'::text, 'open'::text, 'done'::text, 'declined'::text]))),
  constraint privacy_requests_closed_by_fkey FOREIGN KEY (organization_id, closed_by) REFERENCES users(organization_id, id) ON DELETE SET NULL (closed_by),
  constraint privacy_requests_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint privacy_requests_prospect_id_fkey FOREIGN KEY (organization_id, prospect_id) REFERENCES prospects(organization_id, id) ON DELETE SET NULL (prospect_id),
  constraint privacy_requests_pkey PRIMARY KEY (id),
  constraint privacy_requests_organization_id_id_key UNIQUE (organization_id, id)
);
CREATE INDEX privacy_requests_closed_by_idx ON public.privacy_requests USING btree (closed_by);
CREATE INDEX privacy_requests_erasure_job_id_idx ON public.privacy_requests USING btree (erasure_job_id) WHERE (erasure_job_id IS NOT NULL);
CREATE INDEX privacy_requests_prospect_id_idx ON public.privacy_requests USING btree (prospect_id);
CREATE INDEX privacy_requests_state_idx ON public.privacy_requests USING btree (organization_id, state, id DESC);
CREATE TRIGGER privacy_requests_forget BEFORE UPDATE OF prospect_id ON public.privacy_requests FOR EACH ROW WHEN (((new.prospect_id IS NULL) AND (old.prospect_id IS NOT NULL))) EXECUTE FUNCTION forget_privacy_request();
CREATE UNIQUE INDEX privacy_requests_open_idx ON public.privacy_requests USING btree (prospect_id, kind) WHERE (state = ANY (ARRAY['unconfirmed'::text, 'open'::text]));
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table prospect_labels (
  label_id bigint not null,
  prospect_id bigint not null,
  organization_id bigint not null,
  created_at timestamp with time zone default app_now() not null,
  constraint prospect_labels_label_id_fkey FOREIGN KEY (organization_id, label_id) REFERENCES chat_labels(organization_id, id) ON DELETE CASCADE,
  constraint prospect_labels_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint prospect_labels_prospect_id_fkey FOREIGN KEY (organization_id, prospect_id) REFERENCES prospects(organization_id, id) ON DELETE CASCADE,
  constraint prospect_labels_pkey PRIMARY KEY (label_id, prospect_id)
);
CREATE INDEX prospect_labels_prospect_id_idx ON public.prospect_labels USING btree (prospect_id);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table prospect_sources (
  organization_id bigint not null,
  prospect_id bigint not null,
  source_id bigint not null,
  source_row integer,
  obtained_at timestamp with time zone default app_now() not null,
  constraint prospect_sources_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint prospect_sources_prospect_id_fkey FOREIGN KEY (organization_id, prospect_id) REFERENCES prospects(organization_id, id) ON DELETE CASCADE,
  constraint prospect_sources_source_id_fkey FOREIGN KEY (organization_id, source_id) REFERENCES lead_sources(organization_id, id) ON DELETE CASCADE,
  constraint prospect_sources_pkey PRIMARY KEY (prospect_id, source_id)
);
CREATE INDEX prospect_sources_source_id_idx ON public.prospect_sources USING btree (source_id);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table prospect_versions (
  organization_id bigint not null,
  version bigint default 0 not null,
  constraint prospect_versions_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint prospect_versions_pkey PRIMARY KEY (organization_id)
);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table prospects (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  first_name text default ''::text not null,
  last_name text default ''::text not null,
  headline text,
  job_title text,
  industry text,
  location text,
  linkedin_profile_url text,
  linkedin_key text,
  email text,
  phone_number text,
  profile_picture_url text,
  company_name text,
  company_logo_url text,
  company_linkedin_url text,
  company_website_url text,
  company_location text,
  company_amount_of_employees text,
  company_revenue text,
  created_at timestamp with time zone default app_now() not null,
  updated_at timestamp with time zone default app_now() not null,
  email_domain text generated always as (split_part(email, '@'::text, 2)) stored,
  added_to_crm boolean default false not null,
  time_zone text,
  custom jsonb default '{}'::jsonb not null,
  phone_key text generated always as (phone_key(phone_number)) stored,
  name_key text generated always as (lower(((first_name || ' '::text) || last_name))) stored,
  last_name_key text generated always as (NULLIF(lower(last_name), ''::text)) stored,
  company_key text generated always as (NULLIF(lower(company_name), ''::text)) stored,
  source_id bigint,
  source_row integer,
  other_emails text[] default '{}'::text[] not null,
  other_email_sources text[] default '{}'::text[] not null,
  edited_at timestamp with time zone,
  constraint prospects_custom_check CHECK ((jsonb_typeof(custom) = 'object'::text)),
  constraint prospects_other_emails_check CHECK (((cardinality(other_emails) <= 10) AND (cardinality(other_emails) = cardinality(other_email_sources)))),
  constraint prospects_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint prospects_pkey PRIMARY KEY (id),
  constraint prospects_organization_id_id_key UNIQUE (organization_id, id)
);
CREATE INDEX prospects_company_key_idx ON public.prospects USING btree (organization_id, company_key, name_key) WHERE (company_key IS NOT NULL);
CREATE INDEX prospects_email_domain_idx ON public.prospects USING btree (organization_id, email_domain) WHERE (email_domain IS NOT NULL);
CREATE INDEX prospects_email_host_idx ON public.prospects USING btree (organization_id, reverse(('.'::text || email_domain))) WHERE (email_domain IS NOT NULL);
CREATE INDEX prospects_email_idx ON public.prospects USING btree (organization_id, email) WHERE (email IS NOT NULL);
CREATE INDEX prospects_last_name_key_idx ON public.prospects USING btree (organization_id, last_name_key) WHERE (last_name_key IS NOT NULL);
CREATE INDEX prospects_name_key_idx ON public.prospects USING btree (organization_id, name_key) WHERE (name_key IS NOT NULL);
CREATE INDEX prospects_only_email_idx ON public.prospects USING btree (organization_id, email) WHERE ((linkedin_key IS NULL) AND (email IS NOT NULL));
CREATE INDEX prospects_only_phone_idx ON public.prospects USING btree (organization_id, phone_number) WHERE ((linkedin_key IS NULL) AND (email IS NULL) AND (phone_number IS NOT NULL));
CREATE INDEX prospects_other_emails_idx ON public.prospects USING gin (other_emails) WHERE (other_emails <> '{}'::text[]);
CREATE INDEX prospects_phone_key_idx ON public.prospects USING btree (organization_id, phone_key) WHERE (phone_key IS NOT NULL);
CREATE INDEX prospects_website_host_idx ON public.prospects USING btree (organization_id, reverse(('.'::text || "right"(host_of(company_website_url), 253))) COLLATE "C") WHERE (company_website_url IS NOT NULL);
CREATE INDEX prospects_with_other_emails_idx ON public.prospects USING btree (organization_id) WHERE (other_emails <> '{}'::text[]);
CREATE TRIGGER prospects_refuse_erased AFTER INSERT ON public.prospects REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION refuse_erased_people();
CREATE TRIGGER prospects_refuse_erased_address AFTER UPDATE OF email, phone_number, linkedin_key, other_emails ON public.prospects FOR EACH ROW WHEN (((new.email IS DISTINCT FROM old.email) OR (new.phone_key IS DISTINCT FROM old.phone_key) OR (new.linkedin_key IS DISTINCT FROM old.linkedin_key) OR (new.other_emails IS DISTINCT FROM old.other_emails))) EXECUTE FUNCTION refuse_erased_address();
CREATE TRIGGER prospects_skip_lost_numbers BEFORE INSERT ON public.prospects FOR EACH STATEMENT EXECUTE FUNCTION skip_lost_numbers_first();
CREATE TRIGGER prospects_wake_zoned_leads AFTER UPDATE OF time_zone, location, phone_number, company_location, company_website_url, email ON public.prospects FOR EACH ROW WHEN (((((((old.time_zone IS DISTINCT FROM new.time_zone) OR (old.location IS DISTINCT FROM new.location)) OR (old.phone_number IS DISTINCT FROM new.phone_number)) OR (old.company_location IS DISTINCT FROM new.company_location)) OR (old.company_website_url IS DISTINCT FROM new.company_website_url)) OR (old.email IS DISTINCT FROM new.email))) EXECUTE FUNCTION wake_zoned_leads();
CREATE UNIQUE INDEX prospects_linkedin_key_idx ON public.prospects USING btree (organization_id, linkedin_key) WHERE (linkedin_key IS NOT NULL);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table push_devices (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  user_id bigint not null,
  signed_in_as bigint not null,
  endpoint text not null,
  public_key bytea not null,
  auth text not null,
  name text not null,
  created_at timestamp with time zone default app_now() not null,
  pushed_at timestamp with time zone,
  seen_through bigint default 0 not null,
  due_at timestamp with time zone,
  leased_until timestamp with time zone,
  tries smallint default 0 not null,
  constraint push_devices_auth_check CHECK ((char_length(auth) <= 100)),
  constraint push_devices_endpoint_check CHECK ((char_length(endpoint) <= 1000)),
  constraint push_devices_name_check CHECK ((char_length(name) <= 200)),
  constraint push_devices_public_key_check CHECK ((octet_length(public_key) = 65)),
  constraint push_devices_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint push_devices_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES users(organization_id, id) ON DELETE CASCADE,
  constraint push_devices_pkey PRIMARY KEY (id),
  constraint push_devices_endpoint_key UNIQUE (endpoint)
);
CREATE INDEX push_devices_due_at_idx ON public.push_devices USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX push_devices_signed_in_as_idx ON public.push_devices USING btree (signed_in_as);
CREATE INDEX push_devices_user_id_idx ON public.push_devices USING btree (organization_id, user_id);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table rate_limits (
  key text not null,
  points integer default 0 not null,
  expire bigint,
  constraint rate_limits_pkey PRIMARY KEY (key)
);

create table referral_uses (
  referred_organization_id bigint not null,
  organization_id bigint not null,
  created_at timestamp with time zone default app_now() not null,
  rewarded_at timestamp with time zone,
  constraint referral_uses_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint referral_uses_referred_organization_id_fkey FOREIGN KEY (referred_organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint referral_uses_pkey PRIMARY KEY (referred_organization_id)
);
CREATE INDEX referral_uses_organization_id_idx ON public.referral_uses USING btree (organization_id, created_at DESC);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table registrations (
  id bigint generated always as identity not null,
  email citext not null,
  name text not null,
  password_hash text not null,
  ticket_hash bytea not null,
  code_hash text not null,
  code_expires_at timestamp with time zone not null,
  code_sets_password boolean not null,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone default app_now() not null,
  referral_code text,
  invitation_id bigint,
  constraint registrations_invitation_id_fkey FOREIGN KEY (invitation_id) REFERENCES invitations(id) ON DELETE CASCADE,
  constraint registrations_pkey PRIMARY KEY (id),
  constraint registrations_ticket_hash_key UNIQUE (ticket_hash)
);
CREATE INDEX registrations_email_idx ON public.registrations USING btree (email);
CREATE INDEX registrations_expires_at_idx ON public.registrations USING btree (expires_at);
CREATE INDEX registrations_invitation_id_idx ON public.registrations USING btree (invitation_id) WHERE (invitation_id IS NOT NULL);

create table research_sources (
  organization_id bigint not null,
  company text not null,
  kind text not null,
  question text default ''::text not null,
  documents jsonb not null,
  reason text,
  fetched_at timestamp with time zone default app_now() not null,
  expires_at timestamp with time zone not null,
  constraint research_sources_company_check CHECK ((length(company) <= 300)),
  constraint research_sources_kind_check CHECK ((kind = ANY (ARRAY['GOOGLE_SEARCH'::text, 'COMPANY_WEBSITE'::text, 'LINKEDIN_JOBS'::text, 'GOOGLE_NEWS'::text, 'BUILT_WITH'::text]))),
  constraint research_sources_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint research_sources_pkey PRIMARY KEY (organization_id, company, kind, question)
);
CREATE INDEX research_sources_expires_at_idx ON public.research_sources USING btree (expires_at);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table retention_rules (
  organization_id bigint not null,
  never_contacted_months smallint,
  no_reply_months smallint,
  messages_months smallint,
  changed_at timestamp with time zone default app_now() not null,
  ran_at timestamp with time zone,
  constraint retention_rules_messages_months_check CHECK (((messages_months >= 1) AND (messages_months <= 120))),
  constraint retention_rules_never_contacted_months_check CHECK (((never_contacted_months >= 1) AND (never_contacted_months <= 120))),
  constraint retention_rules_no_reply_months_check CHECK (((no_reply_months >= 1) AND (no_reply_months <= 120))),
  constraint retention_rules_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint retention_rules_pkey PRIMARY KEY (organization_id)
);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table saml_assertions_seen (
  organization_id bigint not null,
  assertion_id text not null,
  expires_at timestamp with time zone not null,
  constraint saml_assertions_seen_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint saml_assertions_seen_pkey PRIMARY KEY (organization_id, assertion_id)
);
CREATE INDEX saml_assertions_seen_expires_at_idx ON public.saml_assertions_seen USING btree (expires_at);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table saml_requests (
  id text not null,
  organization_id bigint not null,
  is_test boolean default false not null,
  expires_at timestamp with time zone not null,
  constraint saml_requests_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint saml_requests_pkey PRIMARY KEY (id)
);
CREATE INDEX saml_requests_expires_at_idx ON public.saml_requests USING btree (expires_at);
CREATE INDEX saml_requests_organization_id_idx ON public.saml_requests USING btree (organization_id);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table saved_replies (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  user_id bigint,
  name text not null,
  message text not null,
  use_count integer default 0 not null,
  created_at timestamp with time zone default app_now() not null,
  updated_at timestamp with time zone default app_now() not null,
  language text,
  constraint saved_replies_language_check CHECK ((char_length(language) <= 8)),
  constraint saved_replies_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint saved_replies_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES users(organization_id, id) ON DELETE CASCADE,
  constraint saved_replies_pkey PRIMARY KEY (id),
  constraint saved_replies_organization_id_id_key UNIQUE (organization_id, id)
);
CREATE INDEX saved_replies_organization_id_idx ON public.saved_replies USING btree (organization_id, name, id);
CREATE INDEX saved_replies_user_id_idx ON public.saved_replies USING btree (organization_id, user_id);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table saved_reply_files (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  saved_reply_id bigint,
  name text not null,
  type text not null,
  size integer not null,
  file_key text not null,
  created_at timestamp with time zone default app_now() not null,
  constraint saved_reply_files_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint saved_reply_files_saved_reply_id_fkey FOREIGN KEY (organization_id, saved_reply_id) REFERENCES saved_replies(organization_id, id) ON DELETE SET NULL (saved_reply_id),
  constraint saved_reply_files_pkey PRIMARY KEY (id)
);
CREATE INDEX saved_reply_files_left_idx ON public.saved_reply_files USING btree (id) WHERE (saved_reply_id IS NULL);
CREATE INDEX saved_reply_files_saved_reply_id_idx ON public.saved_reply_files USING btree (organization_id, saved_reply_id);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table scheduled_export_links (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  scheduled_export_id bigint not null,
  start_date date not null,
  end_date date not null,
  time_zone text not null,
  made_at timestamp with time zone default app_now() not null,
  expires_at timestamp with time zone not null,
  constraint scheduled_export_links_time_zone_check CHECK ((char_length(time_zone) <= 64)),
  constraint scheduled_export_links_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint scheduled_export_links_scheduled_export_id_fkey FOREIGN KEY (organization_id, scheduled_export_id) REFERENCES scheduled_exports(organization_id, id) ON DELETE CASCADE,
  constraint scheduled_export_links_pkey PRIMARY KEY (id)
);
CREATE INDEX scheduled_export_links_expires_at_idx ON public.scheduled_export_links USING btree (expires_at);
CREATE INDEX scheduled_export_links_scheduled_export_id_idx ON public.scheduled_export_links USING btree (organization_id, scheduled_export_id);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table scheduled_exports (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  user_id bigint not null,
  kind text not null,
  name text default ''::text not null,
  search_id bigint,
  campaign_id bigint,
  every text not null,
  hour smallint not null,
  next_at timestamp with time zone not null,
  stopped text,
  created_at timestamp with time zone default app_now() not null,
  delivery text default 'email'::text not null,
  constraint scheduled_exports_delivery_check CHECK ((delivery = ANY (ARRAY['email'::text, 'webhook'::text]))),
  constraint scheduled_exports_every_check CHECK ((every = ANY (ARRAY['day'::text, 'week'::text, 'month'::text]))),
  constraint scheduled_exports_hour_check CHECK (((hour >= 0) AND (hour <= 23))),
  constraint scheduled_exports_kind_check CHECK ((kind = ANY (ARRAY['list_leads'::text, 'campaign_leads'::text, 'campaign_messages'::text, 'campaign_figures'::text, 'activities'::text, 'credits'::text, 'suppressions'::text]))),
  constraint scheduled_exports_name_check CHECK ((char_length(name) <= 300)),
  constraint scheduled_exports_stopped_check CHECK ((char_length(stopped) <= 300)),
  constraint scheduled_exports_campaign_id_fkey FOREIGN KEY (organization_id, campaign_id) REFERENCES campaigns(organization_id, id) ON DELETE SET NULL (campaign_id),
  constraint scheduled_exports_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint scheduled_exports_search_id_fkey FOREIGN KEY (organization_id, search_id) REFERENCES searches(organization_id, id) ON DELETE SET NULL (search_id),
  constraint scheduled_exports_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES users(organization_id, id) ON DELETE CASCADE,
  constraint scheduled_exports_pkey PRIMARY KEY (id),
  constraint scheduled_exports_organization_id_id_key UNIQUE (organization_id, id)
);
CREATE INDEX scheduled_exports_campaign_id_idx ON public.scheduled_exports USING btree (organization_id, campaign_id);
CREATE INDEX scheduled_exports_due_idx ON public.scheduled_exports USING btree (next_at) WHERE ((stopped IS NULL) OR (stopped = ''::text));
CREATE INDEX scheduled_exports_search_id_idx ON public.scheduled_exports USING btree (organization_id, search_id);
CREATE INDEX scheduled_exports_user_id_idx ON public.scheduled_exports USING btree (organization_id, user_id);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table search_prompts (
  organization_id bigint not null,
  search_id bigint not null,
  prompt_id bigint not null,
  created_at timestamp with time zone default app_now() not null,
  constraint search_prompts_search_id_fkey FOREIGN KEY (organization_id, search_id) REFERENCES searches(organization_id, id) ON DELETE CASCADE,
  constraint search_prompts_pkey PRIMARY KEY (search_id, prompt_id),
  constraint search_prompts_organization_id_search_id_prompt_id_key UNIQUE (organization_id, search_id, prompt_id)
);
CREATE INDEX search_prompts_prompt_id_idx ON public.search_prompts USING btree (organization_id, prompt_id);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table search_prospects (
  organization_id bigint not null,
  search_id bigint not null,
  prospect_id bigint not null,
  status text default 'IN_REVIEW'::text not null,
  created_at timestamp with time zone default app_now() not null,
  import_id bigint,
  constraint search_prospects_status_check CHECK ((status = ANY (ARRAY['IN_REVIEW'::text, 'ARCHIVED'::text]))),
  constraint search_prospects_prospect_id_fkey FOREIGN KEY (organization_id, prospect_id) REFERENCES prospects(organization_id, id) ON DELETE CASCADE,
  constraint search_prospects_pkey PRIMARY KEY (search_id, prospect_id)
);
CREATE INDEX search_prospects_order_idx ON public.search_prospects USING btree (search_id, created_at DESC, prospect_id) WHERE (status = 'IN_REVIEW'::text);
CREATE INDEX search_prospects_prospect_id_idx ON public.search_prospects USING btree (prospect_id);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table searches (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  name text not null,
  status text default 'active'::text not null,
  total_prospects integer default 0 not null,
  version bigint default 0 not null,
  filters jsonb default '{}'::jsonb not null,
  created_by bigint,
  created_at timestamp with time zone default app_now() not null,
  edit_version integer default 1 not null,
  edited_at timestamp with time zone,
  edited_by bigint,
  is_example boolean default false not null,
  folder text,
  constraint searches_folder_check CHECK (((length(folder) >= 1) AND (length(folder) <= 100))),
  constraint searches_status_check CHECK ((status = ANY (ARRAY['active'::text, 'archived'::text]))),
  constraint searches_total_prospects_check CHECK ((total_prospects >= 0)),
  constraint searches_created_by_fkey FOREIGN KEY (organization_id, created_by) REFERENCES users(organization_id, id) ON DELETE SET NULL (created_by),
  constraint searches_edited_by_fkey FOREIGN KEY (organization_id, edited_by) REFERENCES users(organization_id, id) ON DELETE SET NULL (edited_by),
  constraint searches_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint searches_pkey PRIMARY KEY (id),
  constraint searches_organization_id_id_key UNIQUE (organization_id, id)
);
CREATE INDEX searches_organization_id_idx ON public.searches USING btree (organization_id, status, created_at DESC);
CREATE TRIGGER searches_note_edit BEFORE UPDATE OF name ON public.searches FOR EACH ROW WHEN ((old.name IS DISTINCT FROM new.name)) EXECUTE FUNCTION note_edit();
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table security_days (
  organization_id bigint not null,
  day date not null,
  events integer not null,
  content_digest text not null,
  chain_digest text not null,
  made_at timestamp with time zone default app_now() not null,
  constraint security_days_chain_digest_check CHECK ((length(chain_digest) = 64)),
  constraint security_days_content_digest_check CHECK ((length(content_digest) = 64)),
  constraint security_days_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint security_days_pkey PRIMARY KEY (organization_id, day)
);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table security_events (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  event text not null,
  outcome text not null,
  user_id bigint,
  actor_id bigint,
  ip text,
  country text,
  device text,
  subject_kind text,
  subject_id bigint,
  subject_label text,
  reason text,
  repeats integer default 1 not null,
  repeat_key text,
  occurred_at timestamp with time zone default app_now() not null,
  last_at timestamp with time zone default app_now() not null,
  api_key_id bigint default current_api_key_id(),
  constraint security_events_outcome_check CHECK ((outcome = ANY (ARRAY['success'::text, 'failure'::text, 'refused'::text]))),
  constraint security_events_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint security_events_pkey PRIMARY KEY (id)
);
CREATE INDEX security_events_age_idx ON public.security_events USING brin (occurred_at);
CREATE INDEX security_events_event_idx ON public.security_events USING btree (organization_id, event, occurred_at DESC, id DESC);
CREATE INDEX security_events_newest_idx ON public.security_events USING btree (organization_id, occurred_at DESC, id DESC);
CREATE INDEX security_events_trouble_idx ON public.security_events USING btree (organization_id, outcome, occurred_at DESC, id DESC) WHERE (outcome <> 'success'::text);
CREATE INDEX security_events_user_idx ON public.security_events USING btree (organization_id, user_id, occurred_at DESC, id DESC);
CREATE TRIGGER security_events_keep BEFORE DELETE OR UPDATE ON public.security_events FOR EACH ROW EXECUTE FUNCTION keep_security_events();
CREATE UNIQUE INDEX security_events_repeat_idx ON public.security_events USING btree (organization_id, repeat_key) WHERE (repeat_key IS NOT NULL);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table seed_mailboxes (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  email citext not null,
  provider_group text not null,
  sealed_login bytea not null,
  status text default 'new'::text not null,
  reason text,
  proven_at timestamp with time zone,
  tried_at timestamp with time zone default app_now() not null,
  read_at timestamp with time zone,
  look_at timestamp with time zone default app_now() not null,
  created_by bigint,
  created_at timestamp with time zone default app_now() not null,
  constraint seed_mailboxes_provider_group_check CHECK ((provider_group = ANY (ARRAY['google'::text, 'microsoft'::text, 'other'::text]))),
  constraint seed_mailboxes_reason_check CHECK ((char_length(reason) <= 500)),
  constraint seed_mailboxes_status_check CHECK ((status = ANY (ARRAY['new'::text, 'ok'::text, 'unproven'::text, 'full'::text, 'refused'::text, 'failing'::text]))),
  constraint seed_mailboxes_created_by_fkey FOREIGN KEY (organization_id, created_by) REFERENCES users(organization_id, id) ON DELETE SET NULL (created_by),
  constraint seed_mailboxes_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint seed_mailboxes_pkey PRIMARY KEY (id),
  constraint seed_mailboxes_organization_id_email_key UNIQUE (organization_id, email),
  constraint seed_mailboxes_organization_id_id_key UNIQUE (organization_id, id)
);
CREATE INDEX seed_mailboxes_created_by_idx ON public.seed_mailboxes USING btree (created_by);
CREATE INDEX seed_mailboxes_look_idx ON public.seed_mailboxes USING btree (look_at);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table sender_day_plans (
  organization_id bigint not null,
  account_id bigint not null,
  day date not null,
  start_after_in_s integer not null,
  end_before_in_s integer not null,
  break_share real not null,
  break_in_s integer not null,
  target_share real not null,
  email_max_messages integer not null,
  rhythm_gap_in_seconds integer not null,
  constraint sender_day_plans_break_in_s_check CHECK ((break_in_s >= 0)),
  constraint sender_day_plans_break_share_check CHECK (((break_share >= (0)::double precision) AND (break_share <= (1)::double precision))),
  constraint sender_day_plans_end_before_in_s_check CHECK ((end_before_in_s >= 0)),
  constraint sender_day_plans_start_after_in_s_check CHECK ((start_after_in_s >= 0)),
  constraint sender_day_plans_target_share_check CHECK (((target_share >= (0)::double precision) AND (target_share <= (1)::double precision))),
  constraint sender_day_plans_account_id_fkey FOREIGN KEY (organization_id, account_id) REFERENCES accounts(organization_id, id) ON DELETE CASCADE,
  constraint sender_day_plans_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint sender_day_plans_pkey PRIMARY KEY (account_id, day)
);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table sender_signatures (
  account_id bigint not null,
  organization_id bigint not null,
  signature_id bigint not null,
  constraint sender_signatures_account_id_fkey FOREIGN KEY (organization_id, account_id) REFERENCES accounts(organization_id, id) ON DELETE CASCADE,
  constraint sender_signatures_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint sender_signatures_signature_id_fkey FOREIGN KEY (organization_id, signature_id) REFERENCES signatures(organization_id, id) ON DELETE CASCADE,
  constraint sender_signatures_pkey PRIMARY KEY (account_id)
);
CREATE INDEX sender_signatures_signature_id_idx ON public.sender_signatures USING btree (organization_id, signature_id);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table sending_days (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  scope text not null,
  scope_id bigint not null,
  day date not null,
  zone text not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  used integer default 0 not null,
  cap integer not null,
  constraint sending_days_cap_check CHECK ((cap >= 0)),
  constraint sending_days_scope_check CHECK ((scope ~ '^((account|campaign)(:[a-z]{1,20})?|campaign/[0-9]{1,19}(:[a-z]{1,20})?|domain:[a-z0-9.-]{1,253})$'::text)),
  constraint sending_days_used_check CHECK ((used >= 0)),
  constraint sending_days_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint sending_days_pkey PRIMARY KEY (id),
  constraint sending_days_scope_scope_id_ends_at_key UNIQUE (scope, scope_id, ends_at)
);
CREATE TRIGGER sending_days_enqueue_webhooks AFTER UPDATE OF used ON public.sending_days FOR EACH ROW WHEN (((new.used >= new.cap) AND (new.used > old.used) AND (new.scope = ANY (ARRAY['account'::text, 'account:message'::text, 'account:inmail'::text, 'account:withdraw'::text, 'account:like'::text, 'account:visit'::text, 'account:invite'::text])))) EXECUTE FUNCTION enqueue_limit_webhooks();
CREATE TRIGGER sending_days_overdraft BEFORE INSERT OR UPDATE OF used ON public.sending_days FOR EACH ROW EXECUTE FUNCTION refuse_overdraft();
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table sessions (
  token_hash bytea not null,
  organization_id bigint not null,
  user_id bigint not null,
  actor_user_id bigint,
  created_at timestamp with time zone default app_now() not null,
  last_seen_at timestamp with time zone default app_now() not null,
  expires_at timestamp with time zone not null,
  id bigint generated always as identity not null,
  ip text default ''::text not null,
  user_agent text default ''::text not null,
  method text default 'password'::text not null,
  mfa_at timestamp with time zone,
  confirmed_at timestamp with time zone,
  parent_session_id bigint,
  host text,
  constraint sessions_method_check CHECK ((method = ANY (ARRAY['password'::text, 'code'::text, 'link'::text, 'passkey'::text, 'google'::text, 'sso'::text]))),
  constraint sessions_actor_user_id_fkey FOREIGN KEY (actor_user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint sessions_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint sessions_parent_session_id_fkey FOREIGN KEY (parent_session_id) REFERENCES sessions(id) ON DELETE CASCADE,
  constraint sessions_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES users(organization_id, id) ON DELETE CASCADE,
  constraint sessions_pkey PRIMARY KEY (token_hash)
);
CREATE INDEX sessions_expires_at_idx ON public.sessions USING btree (expires_at);
CREATE INDEX sessions_last_seen_at_idx ON public.sessions USING btree (last_seen_at);
CREATE INDEX sessions_parent_session_id_idx ON public.sessions USING btree (parent_session_id) WHERE (parent_session_id IS NOT NULL);
CREATE INDEX sessions_user_id_idx ON public.sessions USING btree (user_id);
CREATE TRIGGER sessions_end_push AFTER DELETE ON public.sessions REFERENCING OLD TABLE AS ended FOR EACH STATEMENT EXECUTE FUNCTION delete_push_devices_of_ended_sessions();
CREATE TRIGGER sessions_ended AFTER DELETE ON public.sessions REFERENCING OLD TABLE AS ended FOR EACH STATEMENT EXECUTE FUNCTION notify_ended_sessions();
CREATE TRIGGER sessions_note_host AFTER INSERT ON public.sessions FOR EACH ROW WHEN ((new.host IS NOT NULL)) EXECUTE FUNCTION note_host_reached();
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table sign_in_tickets (
  ticket_hash bytea not null,
  organization_id bigint not null,
  user_id bigint not null,
  method text not null,
  tries_left integer default 5 not null,
  expires_at timestamp with time zone not null,
  constraint sign_in_tickets_method_check CHECK ((method = ANY (ARRAY['password'::text, 'code'::text, 'link'::text, 'google'::text, 'sso'::text]))),
  constraint sign_in_tickets_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint sign_in_tickets_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES users(organization_id, id) ON DELETE CASCADE,
  constraint sign_in_tickets_pkey PRIMARY KEY (ticket_hash)
);
CREATE INDEX sign_in_tickets_expires_at_idx ON public.sign_in_tickets USING btree (expires_at);
CREATE INDEX sign_in_tickets_user_id_idx ON public.sign_in_tickets USING btree (user_id);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table signatures (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  name text not null,
  signature text not null,
  created_at timestamp with time zone default app_now() not null,
  created_by bigint,
  constraint signatures_created_by_fkey FOREIGN KEY (organization_id, created_by) REFERENCES users(organization_id, id) ON DELETE SET NULL (created_by),
  constraint signatures_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint signatures_pkey PRIMARY KEY (id),
  constraint signatures_organization_id_id_key UNIQUE (organization_id, id)
);
CREATE INDEX signatures_organization_id_idx ON public.signatures USING btree (organization_id, id);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table signing_keys (
  id text not null,
  purpose text not null,
  sealed_key bytea not null,
  created_at timestamp with time zone default app_now() not null,
  constraint signing_keys_pkey PRIMARY KEY (id)
);

create table slack_connections (
  organization_id bigint not null,
  sealed_url bytea not null,
  name text default ''::text not null,
  last_error text,
  succeeded_at timestamp with time zone,
  created_by bigint,
  created_at timestamp with time zone default app_now() not null,
  constraint slack_connections_last_error_check CHECK ((length(last_error) <= 500)),
  constraint slack_connections_name_check CHECK ((length(name) <= 100)),
  constraint slack_connections_created_by_fkey FOREIGN KEY (organization_id, created_by) REFERENCES users(organization_id, id) ON DELETE SET NULL (created_by),
  constraint slack_connections_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint slack_connections_pkey PRIMARY KEY (organization_id)
);
CREATE INDEX slack_connections_created_by_idx ON public.slack_connections USING btree (created_by);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table sso_connections (
  organization_id bigint not null,
  kind text not null,
  issuer text not null,
  client_id text,
  sealed_client_secret bytea,
  entry_point text,
  certificates text[] default '{}'::text[] not null,
  lets_people_join boolean default true not null,
  tested_at timestamp with time zone,
  enforced_at timestamp with time zone,
  break_glass_user_id bigint,
  created_at timestamp with time zone default app_now() not null,
  updated_at timestamp with time zone default app_now() not null,
  constraint sso_connections_kind_check CHECK ((kind = ANY (ARRAY['oidc'::text, 'saml'::text]))),
  constraint sso_connections_kind_parts CHECK (
CASE kind
    WHEN 'oidc'::text THEN (client_id IS NOT NULL)
    ELSE ((entry_point IS NOT NULL) AND (cardinality(certificates) > 0))
END),
  constraint sso_connections_way_back CHECK (((enforced_at IS NULL) OR (break_glass_user_id IS NOT NULL))),
  constraint sso_connections_break_glass_user_id_fkey FOREIGN KEY (organization_id, break_glass_user_id) REFERENCES users(organization_id, id),
  constraint sso_connections_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint sso_connections_pkey PRIMARY KEY (organization_id)
);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table sso_domains (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  domain text not null,
  token text not null,
  token_expires_at timestamp with time zone not null,
  verified_at timestamp with time zone,
  checked_at timestamp with time zone,
  missing_since timestamp with time zone,
  warned_at timestamp with time zone,
  created_at timestamp with time zone default app_now() not null,
  constraint sso_domains_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint sso_domains_pkey PRIMARY KEY (id),
  constraint sso_domains_organization_id_domain_key UNIQUE (organization_id, domain)
);
CREATE INDEX sso_domains_checked_at_idx ON public.sso_domains USING btree (checked_at) WHERE (verified_at IS NOT NULL);
CREATE UNIQUE INDEX sso_domains_verified_domain_key ON public.sso_domains USING btree (domain) WHERE (verified_at IS NOT NULL);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table status_days (
  day date not null,
  part text not null,
  first_minute timestamp with time zone not null,
  last_minute timestamp with time zone not null,
  last_state smallint not null,
  good integer default 0 not null,
  degraded integer default 0 not null,
  down integer default 0 not null,
  constraint status_days_last_state_check CHECK (((last_state >= 0) AND (last_state <= 2))),
  constraint status_days_part_check CHECK ((part = ANY (ARRAY['sending'::text, 'inbox'::text, 'api'::text, 'imports'::text]))),
  constraint status_days_pkey PRIMARY KEY (day, part)
);

create table suppression_lifts (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  email citext,
  reason text not null,
  detail text,
  suppressed_at timestamp with time zone not null,
  why text not null,
  persons_words text,
  lifted_by bigint,
  lifted_at timestamp with time zone default app_now() not null,
  kind text default 'address'::text not null,
  phone_key text,
  linkedin_key text,
  constraint suppression_lifts_kind_check CHECK ((kind = ANY (ARRAY['address'::text, 'person'::text, 'phone'::text, 'linkedin'::text]))),
  constraint suppression_lifts_linkedin_key_check CHECK ((length(linkedin_key) <= 1000)),
  constraint suppression_lifts_persons_words_check CHECK ((length(persons_words) <= 2000)),
  constraint suppression_lifts_phone_key_check CHECK ((length(phone_key) <= 20)),
  constraint suppression_lifts_why_check CHECK (((length(why) >= 1) AND (length(why) <= 500))),
  constraint suppression_lifts_lifted_by_fkey FOREIGN KEY (organization_id, lifted_by) REFERENCES users(organization_id, id) ON DELETE SET NULL (lifted_by),
  constraint suppression_lifts_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint suppression_lifts_pkey PRIMARY KEY (id)
);
CREATE INDEX suppression_lifts_newest ON public.suppression_lifts USING btree (organization_id, id DESC);
CREATE INDEX suppression_lifts_of_person ON public.suppression_lifts USING btree (organization_id, lifted_by) WHERE (lifted_by IS NOT NULL);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table suppressions (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  email citext,
  reason text not null,
  detail text,
  created_at timestamp with time zone default app_now() not null,
  created_by bigint,
  kind text default 'address'::text not null,
  phone_key text,
  linkedin_key text,
  erased_key text,
  prospect_id bigint,
  constraint suppressions_erased_key_check CHECK ((length(erased_key) = 64)),
  constraint suppressions_kind_check CHECK ((kind = ANY (ARRAY['address'::text, 'person'::text, 'phone'::text, 'linkedin'::text]))),
  constraint suppressions_linkedin_key_check CHECK ((length(linkedin_key) <= 1000)),
  constraint suppressions_phone_key_check CHECK ((length(phone_key) <= 20)),
  constraint suppressions_reason_check CHECK ((reason = ANY (ARRAY['unsubscribe'::text, 'complaint'::text, 'hard_bounce'::text, 'left'::text, 'manual'::text, 'crm'::text, 'import'::text, 'erased'::text]))),
  constraint suppressions_shape_check CHECK (
CASE
    WHEN (erased_key IS NOT NULL) THEN ((reason = 'erased'::text) AND (kind <> 'person'::text) AND (num_nonnulls(email, phone_key, linkedin_key, detail) = 0))
    WHEN (reason = 'erased'::text) THEN false
    WHEN (kind = 'address'::text) THEN ((email IS NOT NULL) AND (num_nonnulls(phone_key, linkedin_key) = 0))
    WHEN (reason = ANY (ARRAY['hard_bounce'::text, 'left'::text])) THEN false
    WHEN (kind = 'phone'::text) THEN ((phone_key IS NOT NULL) AND (num_nonnulls(email, linkedin_key) = 0))
    WHEN (kind = 'linkedin'::text) THEN ((linkedin_key IS NOT NULL) AND (num_nonnulls(email, phone_key) = 0))
    ELSE (num_nonnulls(email, phone_key, linkedin_key) > 0)
END),
  constraint suppressions_created_by_fkey FOREIGN KEY (organization_id, created_by) REFERENCES users(organization_id, id) ON DELETE SET NULL (created_by),
  constraint suppressions_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint suppressions_pkey PRIMARY KEY (id),
  constraint suppressions_organization_id_email_key UNIQUE (organization_id, email)
);
CREATE INDEX suppressions_by_address ON public.suppressions USING btree (organization_id, ((email)::text) COLLATE "C");
CREATE INDEX suppressions_by_part ON public.suppressions USING gin ((((((COALESCE((email)::text, ''::text) || ' '::text) || COALESCE(phone_key, ''::text)) || ' '::text) || COALESCE(linkedin_key, ''::text))) gin_trgm_ops);
CREATE INDEX suppressions_by_phone ON public.suppressions USING btree (organization_id, phone_key) WHERE (phone_key IS NOT NULL);
CREATE INDEX suppressions_by_profile ON public.suppressions USING btree (organization_id, linkedin_key) WHERE (linkedin_key IS NOT NULL);
CREATE INDEX suppressions_newest ON public.suppressions USING btree (organization_id, id DESC);
CREATE INDEX suppressions_of_kind ON public.suppressions USING btree (organization_id, kind, id DESC);
CREATE INDEX suppressions_of_person ON public.suppressions USING btree (organization_id, created_by) WHERE (created_by IS NOT NULL);
CREATE INDEX suppressions_of_reason ON public.suppressions USING btree (organization_id, reason, id DESC);
CREATE TRIGGER suppressions_suppress_other_emails AFTER INSERT ON public.suppressions REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION suppress_other_emails();
CREATE TRIGGER suppressions_suppress_other_emails_of_changed AFTER UPDATE ON public.suppressions REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION suppress_other_emails();
CREATE UNIQUE INDEX suppressions_by_erased ON public.suppressions USING btree (organization_id, erased_key) WHERE (erased_key IS NOT NULL);
CREATE UNIQUE INDEX suppressions_one_person ON public.suppressions USING btree (organization_id, COALESCE(linkedin_key, ''::text), COALESCE(phone_key, ''::text)) WHERE ((kind = 'person'::text) AND (email IS NULL));
CREATE UNIQUE INDEX suppressions_one_phone ON public.suppressions USING btree (organization_id, phone_key) WHERE (kind = 'phone'::text);
CREATE UNIQUE INDEX suppressions_one_profile ON public.suppressions USING btree (organization_id, linkedin_key) WHERE (kind = 'linkedin'::text);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table test_mails (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  campaign_id bigint not null,
  prospect_id bigint not null,
  created_by bigint,
  recipients citext[] not null,
  letter jsonb not null,
  zone text not null,
  created_at timestamp with time zone default app_now() not null,
  constraint test_mails_letter_check CHECK ((octet_length((letter)::text) <= 2000000)),
  constraint test_mails_recipients_check CHECK ((cardinality(recipients) <= 5)),
  constraint test_mails_campaign_id_fkey FOREIGN KEY (organization_id, campaign_id) REFERENCES campaigns(organization_id, id) ON DELETE CASCADE,
  constraint test_mails_created_by_fkey FOREIGN KEY (organization_id, created_by) REFERENCES users(organization_id, id) ON DELETE SET NULL (created_by),
  constraint test_mails_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint test_mails_prospect_id_fkey FOREIGN KEY (organization_id, prospect_id) REFERENCES prospects(organization_id, id) ON DELETE CASCADE,
  constraint test_mails_pkey PRIMARY KEY (id)
);
CREATE INDEX test_mails_by_age ON public.test_mails USING btree (created_at);
CREATE INDEX test_mails_of_campaign ON public.test_mails USING btree (organization_id, campaign_id);
CREATE INDEX test_mails_of_lead ON public.test_mails USING btree (organization_id, prospect_id);
CREATE INDEX test_mails_of_person ON public.test_mails USING btree (organization_id, created_by) WHERE (created_by IS NOT NULL);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table tool_import_rows (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  import_id bigint not null,
  kind text not null,
  external_id text not null,
  parent_id text,
  email text,
  data jsonb not null,
  state text default 'read'::text not null,
  reason text,
  object_id bigint,
  is_new boolean,
  changes jsonb,
  constraint tool_import_rows_changes_check CHECK ((jsonb_typeof(changes) = 'object'::text)),
  constraint tool_import_rows_email_check CHECK ((length(email) <= 320)),
  constraint tool_import_rows_external_id_check CHECK ((length(external_id) <= 300)),
  constraint tool_import_rows_kind_check CHECK ((kind = ANY (ARRAY['suppression'::text, 'sender'::text, 'list'::text, 'campaign'::text, 'loss'::text, 'lead'::text, 'touch'::text]))),
  constraint tool_import_rows_parent_id_check CHECK ((length(parent_id) <= 300)),
  constraint tool_import_rows_reason_check CHECK ((length(reason) <= 1000)),
  constraint tool_import_rows_state_check CHECK ((state = ANY (ARRAY['read'::text, 'done'::text, 'left_out'::text]))),
  constraint tool_import_rows_import_id_fkey FOREIGN KEY (organization_id, import_id) REFERENCES tool_imports(organization_id, id) ON DELETE CASCADE,
  constraint tool_import_rows_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint tool_import_rows_pkey PRIMARY KEY (id),
  constraint tool_import_rows_import_id_kind_external_id_key UNIQUE (import_id, kind, external_id),
  constraint tool_import_rows_organization_id_id_key UNIQUE (organization_id, id)
);
CREATE INDEX tool_import_rows_import_idx ON public.tool_import_rows USING btree (organization_id, import_id, id);
CREATE INDEX tool_import_rows_object_idx ON public.tool_import_rows USING btree (import_id, object_id) WHERE (object_id IS NOT NULL);
CREATE INDEX tool_import_rows_parent_idx ON public.tool_import_rows USING btree (import_id, parent_id, id) WHERE (kind = 'lead'::text);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table tool_imports (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  tool text not null,
  tool_label text not null,
  file_name text,
  state text default 'reading'::text not null,
  sealed_key bytea,
  position text,
  rows_done integer default 0 not null,
  rows_total integer,
  columns jsonb default '{}'::jsonb not null,
  summary jsonb default '{}'::jsonb not null,
  note text,
  tries smallint default 0 not null,
  wake_at timestamp with time zone default app_now() not null,
  lease_token bigint default 0 not null,
  lease_until timestamp with time zone default app_now() not null,
  created_by bigint,
  created_at timestamp with time zone default app_now() not null,
  finished_at timestamp with time zone,
  files jsonb default '[]'::jsonb not null,
  constraint tool_imports_columns_check CHECK ((jsonb_typeof(columns) = 'object'::text)),
  constraint tool_imports_file_name_check CHECK ((length(file_name) <= 200)),
  constraint tool_imports_files_check CHECK ((jsonb_typeof(files) = 'array'::text)),
  constraint tool_imports_note_check CHECK ((length(note) <= 1000)),
  constraint tool_imports_position_check CHECK ((length("position") <= 2000)),
  constraint tool_imports_state_check CHECK ((state = ANY (ARRAY['reading'::text, 'paused'::text, 'review'::text, 'importing'::text, 'finished'::text, 'stopped'::text, 'failed'::text, 'undoing'::text, 'undone'::text]))),
  constraint tool_imports_summary_check CHECK ((jsonb_typeof(summary) = 'object'::text)),
  constraint tool_imports_tool_check CHECK ((length(tool) <= 40)),
  constraint tool_imports_tool_label_check CHECK ((length(tool_label) <= 80)),
  constraint tool_imports_created_by_fkey FOREIGN KEY (organization_id, created_by) REFERENCES users(organization_id, id) ON DELETE SET NULL (created_by),
  constraint tool_imports_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint tool_imports_pkey PRIMARY KEY (id),
  constraint tool_imports_organization_id_id_key UNIQUE (organization_id, id)
);
CREATE INDEX tool_imports_created_by_idx ON public.tool_imports USING btree (created_by);
CREATE INDEX tool_imports_due_idx ON public.tool_imports USING btree (wake_at) WHERE (state = ANY (ARRAY['reading'::text, 'importing'::text, 'undoing'::text]));
CREATE UNIQUE INDEX tool_imports_open_idx ON public.tool_imports USING btree (organization_id) WHERE (state = ANY (ARRAY['reading'::text, 'paused'::text, 'review'::text, 'importing'::text, 'undoing'::text]));
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table touch_lock_rules (
  organization_id bigint not null,
  is_on boolean default false not null,
  is_shared boolean default false not null,
  finished_days smallint default 90 not null,
  not_interested_days smallint default 180 not null,
  holds_companies boolean default false not null,
  company_people smallint default 3 not null,
  company_gap_days smallint default 2 not null,
  company_reply_days smallint default 14 not null,
  recorded_to bigint default 0,
  recorded_group bigint,
  has_campaign_rules boolean default false not null,
  recorded_mails_to bigint default 0 not null,
  constraint touch_lock_rules_company_gap_days_check CHECK (((company_gap_days >= 0) AND (company_gap_days <= 90))),
  constraint touch_lock_rules_company_people_check CHECK (((company_people >= 1) AND (company_people <= 100))),
  constraint touch_lock_rules_company_reply_days_check CHECK (((company_reply_days >= 0) AND (company_reply_days <= 365))),
  constraint touch_lock_rules_finished_days_check CHECK (((finished_days >= 1) AND (finished_days <= 730))),
  constraint touch_lock_rules_not_interested_days_check CHECK (((not_interested_days >= 1) AND (not_interested_days <= 730))),
  constraint touch_lock_rules_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint touch_lock_rules_pkey PRIMARY KEY (organization_id)
);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table touch_locks (
  organization_id bigint not null,
  scope_id bigint not null,
  is_shared boolean default false not null,
  kind text not null,
  key_hash bytea not null,
  campaign_lead_id bigint,
  company_hash bytea,
  state text default 'held'::text not null,
  reason text default 'in_contact'::text not null,
  until timestamp with time zone,
  taken_at timestamp with time zone default app_now() not null,
  former_lead_id bigint,
  rests_from timestamp with time zone,
  constraint touch_locks_check CHECK (((state = 'cooling'::text) = (until IS NOT NULL))),
  constraint touch_locks_kind_check CHECK ((kind = ANY (ARRAY['person'::text, 'company'::text]))),
  constraint touch_locks_reason_check CHECK ((reason = ANY (ARRAY['in_contact'::text, 'finished'::text, 'replied'::text, 'interested'::text, 'not_interested'::text, 'unsubscribed'::text, 'erased'::text]))),
  constraint touch_locks_state_check CHECK ((state = ANY (ARRAY['held'::text, 'cooling'::text]))),
  constraint touch_locks_campaign_lead_id_fkey FOREIGN KEY (organization_id, campaign_lead_id) REFERENCES campaign_leads(organization_id, id) ON DELETE SET NULL (campaign_lead_id),
  constraint touch_locks_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint touch_locks_pkey PRIMARY KEY (scope_id, is_shared, kind, key_hash)
);
CREATE INDEX touch_locks_campaign_lead_id_idx ON public.touch_locks USING btree (organization_id, campaign_lead_id DESC);
CREATE INDEX touch_locks_company_idx ON public.touch_locks USING btree (scope_id, company_hash) WHERE (company_hash IS NOT NULL);
CREATE INDEX touch_locks_former_lead_idx ON public.touch_locks USING btree (organization_id, former_lead_id) WHERE (former_lead_id IS NOT NULL);
CREATE INDEX touch_locks_key_idx ON public.touch_locks USING btree (organization_id, key_hash);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table tour_runs (
  user_id bigint not null,
  organization_id bigint not null,
  search_id bigint,
  campaign_id bigint,
  created_at timestamp with time zone default app_now() not null,
  constraint tour_runs_campaign_id_fkey FOREIGN KEY (organization_id, campaign_id) REFERENCES campaigns(organization_id, id) ON DELETE SET NULL (campaign_id),
  constraint tour_runs_search_id_fkey FOREIGN KEY (organization_id, search_id) REFERENCES searches(organization_id, id) ON DELETE SET NULL (search_id),
  constraint tour_runs_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES users(organization_id, id) ON DELETE CASCADE,
  constraint tour_runs_pkey PRIMARY KEY (user_id)
);
CREATE INDEX tour_runs_campaign_id_idx ON public.tour_runs USING btree (organization_id, campaign_id);
CREATE INDEX tour_runs_search_id_idx ON public.tour_runs USING btree (organization_id, search_id);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table tracked_links (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  campaign_id bigint,
  url text not null,
  created_at timestamp with time zone default app_now() not null,
  constraint tracked_links_url_check CHECK ((octet_length(url) <= 2048)),
  constraint tracked_links_campaign_id_fkey FOREIGN KEY (organization_id, campaign_id) REFERENCES campaigns(organization_id, id) ON DELETE SET NULL (campaign_id),
  constraint tracked_links_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint tracked_links_pkey PRIMARY KEY (id),
  constraint tracked_links_campaign_id_url_key UNIQUE (campaign_id, url),
  constraint tracked_links_organization_id_id_key UNIQUE (organization_id, id)
);
CREATE INDEX tracked_links_organization_id_idx ON public.tracked_links USING btree (organization_id);
CREATE TRIGGER tracked_links_skip_lost_numbers BEFORE INSERT ON public.tracked_links FOR EACH STATEMENT EXECUTE FUNCTION skip_lost_numbers_first();
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table tracking_domains (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  host text not null,
  domain text not null,
  problem text default 'unchecked'::text,
  detail text,
  proven_at timestamp with time zone,
  working_since timestamp with time zone,
  failing_since timestamp with time zone,
  checked_at timestamp with time zone,
  created_by bigint,
  created_at timestamp with time zone default app_now() not null,
  removed_at timestamp with time zone,
  constraint tracking_domains_detail_check CHECK ((char_length(detail) <= 300)),
  constraint tracking_domains_domain_check CHECK (((char_length(domain) >= 3) AND (char_length(domain) <= 253))),
  constraint tracking_domains_host_check CHECK (((char_length(host) >= 3) AND (char_length(host) <= 253))),
  constraint tracking_domains_problem_check CHECK ((problem = ANY (ARRAY['unchecked'::text, 'record_missing'::text, 'record_wrong'::text, 'unreachable'::text, 'taken'::text]))),
  constraint tracking_domains_created_by_fkey FOREIGN KEY (organization_id, created_by) REFERENCES users(organization_id, id) ON DELETE SET NULL (created_by),
  constraint tracking_domains_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint tracking_domains_pkey PRIMARY KEY (id),
  constraint tracking_domains_organization_id_id_key UNIQUE (organization_id, id)
);
CREATE INDEX tracking_domains_checked_at_idx ON public.tracking_domains USING btree (checked_at);
CREATE INDEX tracking_domains_created_by_idx ON public.tracking_domains USING btree (created_by);
CREATE INDEX tracking_domains_host_idx ON public.tracking_domains USING btree (host) WHERE (proven_at IS NOT NULL);
CREATE UNIQUE INDEX tracking_domains_domain_idx ON public.tracking_domains USING btree (organization_id, domain) WHERE (removed_at IS NULL);
CREATE UNIQUE INDEX tracking_domains_owner_idx ON public.tracking_domains USING btree (host) WHERE ((proven_at IS NOT NULL) AND (removed_at IS NULL));
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table user_drafts (
  user_id bigint not null,
  prospect_id bigint not null,
  organization_id bigint not null,
  message text not null,
  extras jsonb default '{}'::jsonb not null,
  version integer default 1 not null,
  saved_at timestamp with time zone default app_now() not null,
  bcc_emails text[] default '{}'::text[] not null,
  constraint user_drafts_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint user_drafts_prospect_id_fkey FOREIGN KEY (organization_id, prospect_id) REFERENCES prospects(organization_id, id) ON DELETE CASCADE,
  constraint user_drafts_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES users(organization_id, id) ON DELETE CASCADE,
  constraint user_drafts_pkey PRIMARY KEY (user_id, prospect_id)
);
CREATE INDEX user_drafts_organization_id_idx ON public.user_drafts USING btree (organization_id);
CREATE INDEX user_drafts_prospect_id_idx ON public.user_drafts USING btree (prospect_id);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table user_identities (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  user_id bigint not null,
  issuer text not null,
  subject text not null,
  email citext not null,
  created_at timestamp with time zone default app_now() not null,
  last_used_at timestamp with time zone default app_now() not null,
  constraint user_identities_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint user_identities_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES users(organization_id, id) ON DELETE CASCADE,
  constraint user_identities_pkey PRIMARY KEY (id),
  constraint user_identities_issuer_subject_key UNIQUE (issuer, subject)
);
CREATE INDEX user_identities_user_id_idx ON public.user_identities USING btree (user_id);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table user_passkeys (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  user_id bigint not null,
  name text not null,
  rp_id text not null,
  credential_id text not null,
  public_key bytea not null,
  counter bigint default 0 not null,
  transports text[] default '{}'::text[] not null,
  backed_up boolean default false not null,
  created_at timestamp with time zone default app_now() not null,
  last_used_at timestamp with time zone,
  constraint user_passkeys_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint user_passkeys_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES users(organization_id, id) ON DELETE CASCADE,
  constraint user_passkeys_pkey PRIMARY KEY (id),
  constraint user_passkeys_credential_id_key UNIQUE (credential_id)
);
CREATE INDEX user_passkeys_user_id_idx ON public.user_passkeys USING btree (user_id);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table user_recovery_codes (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  user_id bigint not null,
  code_hmac text not null,
  used_at timestamp with time zone,
  created_at timestamp with time zone default app_now() not null,
  constraint user_recovery_codes_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint user_recovery_codes_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES users(organization_id, id) ON DELETE CASCADE,
  constraint user_recovery_codes_pkey PRIMARY KEY (id)
);
CREATE INDEX user_recovery_codes_user_id_idx ON public.user_recovery_codes USING btree (user_id);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table user_totp (
  user_id bigint not null,
  organization_id bigint not null,
  sealed_secret bytea not null,
  confirmed_at timestamp with time zone,
  last_step bigint default 0 not null,
  created_at timestamp with time zone default app_now() not null,
  constraint user_totp_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint user_totp_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES users(organization_id, id) ON DELETE CASCADE,
  constraint user_totp_pkey PRIMARY KEY (user_id)
);
CREATE INDEX user_totp_organization_id_idx ON public.user_totp USING btree (organization_id);
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
  is_workspace_user boolean default false not null,
  apps_ended_at timestamp with time zone,
  last_turn bigint default 0 not null,
  language text,
  constraint users_language_check CHECK ((char_length(language) <= 20)),
  constraint users_role_check CHECK ((role = ANY (ARRAY['ADMIN'::text, 'USER'::text, 'RESTRICTED'::text]))),
  constraint users_workspace_user_check CHECK (((NOT is_workspace_user) OR ((NOT active) AND (role = 'USER'::text) AND (password_hash IS NULL) AND (verified_at IS NULL)))),
  constraint users_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_email_key UNIQUE (email),
  constraint users_organization_id_id_key UNIQUE (organization_id, id)
);
CREATE INDEX users_organization_id_idx ON public.users USING btree (organization_id);
CREATE TRIGGER users_end_sessions AFTER UPDATE OF active, role ON public.users FOR EACH ROW WHEN (((old.role IS DISTINCT FROM new.role) OR (old.active AND (NOT new.active)))) EXECUTE FUNCTION end_sessions_of_changed_user();
CREATE TRIGGER users_end_sign_ins AFTER UPDATE OF active, role, password_hash ON public.users FOR EACH ROW WHEN (((old.role IS DISTINCT FROM new.role) OR (old.active IS DISTINCT FROM new.active) OR (old.password_hash IS DISTINCT FROM new.password_hash))) EXECUTE FUNCTION end_sign_ins_of_changed_user();
CREATE UNIQUE INDEX users_workspace_user_key ON public.users USING btree (organization_id) WHERE is_workspace_user;
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table waiting_drafts (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  prospect_id bigint not null,
  message_id bigint not null,
  state text default 'queued'::text not null,
  message text,
  sources text[] default '{}'::text[] not null,
  left_out text[] default '{}'::text[] not null,
  pitches_after_refusal boolean default false not null,
  reason text,
  credits integer default 0 not null,
  not_before timestamp with time zone default app_now() not null,
  lease_token bigint default 0 not null,
  lease_until timestamp with time zone,
  attempts integer default 0 not null,
  created_at timestamp with time zone default app_now() not null,
  ended_at timestamp with time zone,
  constraint waiting_drafts_reason_check CHECK ((reason = ANY (ARRAY['daily_limit'::text, 'no_credits'::text, 'no_plan'::text, 'no_source'::text, 'no_model'::text, 'failed'::text]))),
  constraint waiting_drafts_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'running'::text, 'waiting'::text, 'not_written'::text]))),
  constraint waiting_drafts_message_id_fkey FOREIGN KEY (organization_id, message_id) REFERENCES chat_messages(organization_id, id) ON DELETE CASCADE,
  constraint waiting_drafts_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint waiting_drafts_prospect_id_fkey FOREIGN KEY (organization_id, prospect_id) REFERENCES chats(organization_id, prospect_id) ON DELETE CASCADE,
  constraint waiting_drafts_pkey PRIMARY KEY (id),
  constraint waiting_drafts_prospect_id_key UNIQUE (prospect_id)
);
CREATE INDEX waiting_drafts_message_id_idx ON public.waiting_drafts USING btree (message_id);
CREATE INDEX waiting_drafts_open_idx ON public.waiting_drafts USING btree (not_before, id) WHERE (state = ANY (ARRAY['queued'::text, 'running'::text]));
CREATE INDEX waiting_drafts_organization_id_idx ON public.waiting_drafts USING btree (organization_id, state);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table webhook_days (
  organization_id bigint not null,
  day date not null,
  tries integer default 0 not null,
  delivered integer default 0 not null,
  constraint webhook_days_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint webhook_days_pkey PRIMARY KEY (organization_id, day)
);
CREATE INDEX webhook_days_day_idx ON public.webhook_days USING btree (day);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table webhook_deliveries (
  organization_id bigint not null,
  endpoint_id bigint not null,
  message_id bigint not null,
  state text default 'pending'::text not null,
  attempts smallint default 0 not null,
  next_attempt_at timestamp with time zone default statement_timestamp() not null,
  tried_at timestamp with time zone,
  code smallint,
  ms integer,
  answer text,
  error text,
  constraint webhook_deliveries_answer_check CHECK ((octet_length(answer) <= 1024)),
  constraint webhook_deliveries_error_check CHECK ((length(error) <= 300)),
  constraint webhook_deliveries_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text]))),
  constraint webhook_deliveries_endpoint_id_fkey FOREIGN KEY (organization_id, endpoint_id) REFERENCES webhook_endpoints(organization_id, id) ON DELETE CASCADE,
  constraint webhook_deliveries_message_id_fkey FOREIGN KEY (organization_id, message_id) REFERENCES webhook_messages(organization_id, id) ON DELETE CASCADE,
  constraint webhook_deliveries_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint webhook_deliveries_pkey PRIMARY KEY (endpoint_id, message_id)
);
CREATE INDEX webhook_deliveries_failed_idx ON public.webhook_deliveries USING btree (endpoint_id, message_id) WHERE (state = 'failed'::text);
CREATE INDEX webhook_deliveries_message_id_idx ON public.webhook_deliveries USING btree (organization_id, message_id);
CREATE INDEX webhook_deliveries_pending_idx ON public.webhook_deliveries USING btree (endpoint_id, next_attempt_at) WHERE (state = 'pending'::text);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table webhook_endpoints (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  url text not null,
  description text default ''::text not null,
  event_types text[] not null,
  mode text default 'full'::text not null,
  sealed_secret bytea not null,
  sealed_former_secret bytea,
  former_secret_until timestamp with time zone,
  state text default 'active'::text not null,
  off_reason text,
  off_at timestamp with time zone,
  last_success_at timestamp with time zone,
  failing_since timestamp with time zone,
  failures integer default 0 not null,
  is_slow boolean default false not null,
  not_before timestamp with time zone default '-infinity'::timestamp with time zone not null,
  lease_token bigint default 0 not null,
  leased_until timestamp with time zone default '-infinity'::timestamp with time zone not null,
  created_by bigint,
  created_at timestamp with time zone default app_now() not null,
  constraint webhook_endpoints_check CHECK (((state = 'active'::text) OR (off_reason IS NOT NULL))),
  constraint webhook_endpoints_description_check CHECK ((length(description) <= 200)),
  constraint webhook_endpoints_event_types_check CHECK (((cardinality(event_types) <= 100) AND (array_position(event_types, NULL::text) IS NULL))),
  constraint webhook_endpoints_mode_check CHECK ((mode = ANY (ARRAY['full'::text, 'thin'::text]))),
  constraint webhook_endpoints_off_reason_check CHECK ((off_reason = ANY (ARRAY['person'::text, 'gone'::text, 'failures'::text]))),
  constraint webhook_endpoints_state_check CHECK ((state = ANY (ARRAY['active'::text, 'off'::text]))),
  constraint webhook_endpoints_url_check CHECK ((length(url) <= 2048)),
  constraint webhook_endpoints_created_by_fkey FOREIGN KEY (organization_id, created_by) REFERENCES users(organization_id, id) ON DELETE SET NULL (created_by),
  constraint webhook_endpoints_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint webhook_endpoints_pkey PRIMARY KEY (id),
  constraint webhook_endpoints_organization_id_id_key UNIQUE (organization_id, id)
);
CREATE INDEX webhook_endpoints_created_by_idx ON public.webhook_endpoints USING btree (created_by);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table webhook_messages (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  message_id text default ('msg_'::text || replace((gen_random_uuid())::text, '-'::text, ''::text)) not null,
  type text not null,
  event_key text,
  data jsonb not null,
  prospect_id bigint,
  occurred_at timestamp with time zone default app_now() not null,
  created_at timestamp with time zone default statement_timestamp() not null,
  automation_chain bigint[] default current_automation_chain(),
  constraint webhook_messages_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint webhook_messages_pkey PRIMARY KEY (id),
  constraint webhook_messages_organization_id_id_key UNIQUE (organization_id, id)
);
CREATE INDEX webhook_messages_created_at_idx ON public.webhook_messages USING btree (created_at);
CREATE INDEX webhook_messages_prospect_id_idx ON public.webhook_messages USING btree (organization_id, prospect_id) WHERE (prospect_id IS NOT NULL);
CREATE INDEX webhook_messages_type_idx ON public.webhook_messages USING btree (organization_id, type, id);
CREATE UNIQUE INDEX webhook_messages_event_key_idx ON public.webhook_messages USING btree (organization_id, type, event_key) WHERE (event_key IS NOT NULL);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table weekly_mails (
  organization_id bigint not null,
  user_id bigint not null,
  stop_key text not null,
  since timestamp with time zone default app_now() not null,
  mailed_week date,
  constraint weekly_mails_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE,
  constraint weekly_mails_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES users(organization_id, id) ON DELETE CASCADE,
  constraint weekly_mails_pkey PRIMARY KEY (user_id),
  constraint weekly_mails_stop_key_key UNIQUE (stop_key)
);
CREATE INDEX weekly_mails_organization_id_idx ON public.weekly_mails USING btree (organization_id, user_id);
-- policy system_access to overture_system using true with check true
-- policy tenant_isolation to overture_app using (organization_id = current_organization_id()) with check (organization_id = current_organization_id())
-- row security: forced

create table worker_heartbeats (
  worker_id text not null,
  beat_at timestamp with time zone default statement_timestamp() not null,
  host text,
  clock_ahead_in_ms double precision,
  constraint worker_heartbeats_pkey PRIMARY KEY (worker_id)
);

CREATE OR REPLACE FUNCTION public.add_campaign_counts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  own_slot smallint := claim_sum_slot();
begin
  -- Statements are planned when first reached, so each branch names only the transition tables its operation has.
  if tg_op = 'INSERT' then
    insert into campaign_counts as c (organization_id, campaign_id, slot, total, completed, contacted, replied)
      select organization_id, campaign_id, own_slot, count(*),
        count(*) filter (where status in ('COMPLETED', 'FAILED', 'REPLIED')),
        count(*) filter (where contacted_at is not null), count(*) filter (where replied_at is not null)
      from new_rows where archived_at is null
      group by organization_id, campaign_id
      on conflict (campaign_id, slot) do update set total = c.total + excluded.total,
        completed = c.completed + excluded.completed, contacted = c.contacted + excluded.contacted,
        replied = c.replied + excluded.replied;
    insert into campaign_standings as s (organization_id, campaign_id, status, next_node_id, slot, leads)
      select organization_id, campaign_id, status, coalesce(next_node_id, 0), own_slot, count(*)
      from new_rows where archived_at is null
      group by organization_id, campaign_id, status, coalesce(next_node_id, 0)
      on conflict (campaign_id, status, next_node_id, slot) do update set leads = s.leads + excluded.leads;
  elsif tg_op = 'DELETE' then
    -- A campaign that is going itself takes its counts along.
    insert into campaign_counts as c (organization_id, campaign_id, slot, total, completed, contacted, replied)
      select organization_id, campaign_id, own_slot, -count(*),
        -count(*) filter (where status in ('COMPLETED', 'FAILED', 'REPLIED')),
        -count(*) filter (where contacted_at is not null), -count(*) filter (where replied_at is not null)
      from old_rows where archived_at is null and exists (select from campaigns where campaigns.id = old_rows.campaign_id)
      group by organization_id, campaign_id
      on conflict (campaign_id, slot) do update set total = c.total + excluded.total,
        completed = c.completed + excluded.completed, contacted = c.contacted + excluded.contacted,
        replied = c.replied + excluded.replied;
    insert into campaign_standings as s (organization_id, campaign_id, status, next_node_id, slot, leads)
      select organization_id, campaign_id, status, coalesce(next_node_id, 0), own_slot, -count(*)
      from old_rows where archived_at is null and exists (select from campaigns where campaigns.id = old_rows.campaign_id)
      group by organization_id, campaign_id, status, coalesce(next_node_id, 0)
      on conflict (campaign_id, status, next_node_id, slot) do update set leads = s.leads + excluded.leads;
  else
    -- Most updates move leads along: only the standings change.
    insert into campaign_standings as s (organization_id, campaign_id, status, next_node_id, slot, leads)
      select organization_id, campaign_id, status, coalesce(next_node_id, 0), own_slot, sum(sign)
      from (select 1 as sign, * from new_rows union all select -1 as sign, * from old_rows) as changed
      where archived_at is null group by organization_id, campaign_id, status, coalesce(next_node_id, 0) having sum(sign) <> 0
      on conflict (campaign_id, status, next_node_id, slot) do update set leads = s.leads + excluded.leads;
    insert into campaign_counts as c (organization_id, campaign_id, slot, total, completed, contacted, replied)
      select organization_id, campaign_id, own_slot, total, completed, contacted, replied from (
        select organization_id, campaign_id, sum(sign),
          coalesce(sum(sign) filter (where status in ('COMPLETED', 'FAILED', 'REPLIED')), 0),
          coalesce(sum(sign) filter (where contacted_at is not null), 0),
          coalesce(sum(sign) filter (where replied_at is not null), 0)
        from (select 1 as sign, * from new_rows union all select -1 as sign, * from old_rows) as changed
        where archived_at is null group by organization_id, campaign_id
      ) as sums (organization_id, campaign_id, total, completed, contacted, replied)
      where (total, completed, contacted, replied) <> (0, 0, 0, 0)
      on conflict (campaign_id, slot) do update set total = c.total + excluded.total,
        completed = c.completed + excluded.completed, contacted = c.contacted + excluded.contacted,
        replied = c.replied + excluded.replied;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.add_job(task text, payload jsonb, job_key text DEFAULT NULL::text, run_at timestamp with time zone DEFAULT NULL::timestamp with time zone, queue_name text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  added bigint;
begin
  select job.id into added from graphile_worker.add_job(task, payload::json, queue_name => add_job.queue_name, run_at => add_job.run_at,
    max_attempts => 25, job_key => add_job.job_key, job_key_mode => case when add_job.job_key is null then null else 'preserve_run_at' end) as job;
  if added is null then
    perform graphile_worker.add_job(task, payload::json, queue_name => add_job.queue_name, run_at => add_job.run_at, max_attempts => 25);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.add_lead_day(INOUT days date[], INOUT account_ids bigint[], INOUT amounts integer[], told_day date, told_account_id bigint, told_amount integer)
 RETURNS record
 LANGUAGE sql
 IMMUTABLE
RETURN (SELECT ROW(COALESCE(array_agg(merged.day ORDER BY merged.day, merged.account_id), '{}'::date[]), COALESCE(array_agg(merged.account_id ORDER BY merged.day, merged.account_id), '{}'::bigint[]), COALESCE(array_agg(merged.amount ORDER BY merged.day, merged.account_id), '{}'::integer[])) AS "row" FROM (SELECT f.day, f.account_id, (sum(f.amount))::integer AS amount FROM (SELECT unnest.unnest, unnest.unnest_1 AS unnest, unnest.unnest_2 AS unnest FROM UNNEST(add_lead_day.days, add_lead_day.account_ids, add_lead_day.amounts) unnest(unnest, unnest_1, unnest_2) UNION ALL SELECT add_lead_day.told_day AS told_day, add_lead_day.told_account_id AS told_account_id, add_lead_day.told_amount AS told_amount) f(day, account_id, amount) GROUP BY f.day, f.account_id HAVING (sum(f.amount) <> 0)) merged);

CREATE OR REPLACE FUNCTION public.agency_client_activity(since date, healthy text[])
 RETURNS TABLE(client_id bigint, name text, sent integer, replies integer, positive integer, senders integer, senders_in_need integer, email_credits integer, last_active_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.agency_client_campaigns(of_client bigint, since timestamp with time zone, until timestamp with time zone)
 RETURNS TABLE(campaign_id bigint, name text, emails_sent integer, linkedin_messages_sent integer, invites_sent integer, contacted integer, replies integer, interested integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with client as materialized (select c.client_id from agency_clients c
      where c.organization_id = current_organization_id() and c.client_id = of_client),
    ends as materialized (select v.instant, nearest_utc_day(v.instant) as day, v.sign * sign_of_edge(v.instant, nearest_utc_day(v.instant)) as sign
      from client, (values (since, 1), (until, -1)) v (instant, sign)),
    parts as (
      select d.campaign_id, d.emails_sent::bigint, d.linkedin_messages_sent::bigint, d.invites_sent::bigint, d.contacted::bigint,
        d.replies::bigint, d.interested::bigint
      from client c join organization_days d on d.organization_id = c.client_id
        and d.day >= nearest_utc_day(since) and d.day < nearest_utc_day(until)
      union all
      select f.campaign_id, n.sign * f.emails_sent, n.sign * f.linkedin_messages_sent, n.sign * f.invites_sent, n.sign * f.contacted,
        n.sign * f.replies, n.sign * f.interested
      from client c cross join ends n cross join lateral (select e.campaign_id, count(*) filter (where e.type = 'email_sent') as emails_sent,
          count(*) filter (where e.type in ('linkedin_message_sent', 'inmail_sent')) as linkedin_messages_sent,
          count(*) filter (where e.type = 'invite_sent') as invites_sent, count(*) filter (where e.type = 'contacted') as contacted,
          count(*) filter (where e.type = 'replied') as replies, count(*) filter (where e.type = 'interested') as interested
        from campaign_events e where e.organization_id = c.client_id
          and e.type in ('email_sent', 'linkedin_message_sent', 'inmail_sent', 'invite_sent', 'contacted', 'replied', 'interested')
          and e.occurred_at >= least(n.instant, n.day::timestamp at time zone 'UTC')
          and e.occurred_at < greatest(n.instant, n.day::timestamp at time zone 'UTC')
        group by e.campaign_id) f),
    sums as (select p.campaign_id, sum(p.emails_sent)::int as emails_sent, sum(p.linkedin_messages_sent)::int as linkedin_messages_sent,
        sum(p.invites_sent)::int as invites_sent, sum(p.contacted)::int as contacted, sum(p.replies)::int as replies,
        sum(p.interested)::int as interested
      from parts p group by p.campaign_id
      having sum(p.emails_sent + p.linkedin_messages_sent + p.invites_sent + p.contacted + p.replies + p.interested) > 0)
  select k.id, case when o.closed_to_agency_at is null then k.name end, s.emails_sent, s.linkedin_messages_sent, s.invites_sent, s.contacted,
    s.replies, s.interested
  from client c join organizations o on o.organization_id = c.client_id join campaigns k on k.organization_id = c.client_id
    join sums s on s.campaign_id = k.id
$function$;

CREATE OR REPLACE FUNCTION public.agency_client_credits(of_client bigint, since timestamp with time zone, until timestamp with time zone)
 RETURNS TABLE(opening integer, added integer, taken integer, set_aside integer, released integer, used jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with entries as (
    select e.kind, e.credits, e.change, e.created_at < until as is_within, e.reservation_id
    from agency_clients c join credit_entries e on e.organization_id = c.client_id
    where c.organization_id = current_organization_id() and c.client_id = of_client and e.created_at >= since)
  select (o.email_credits - coalesce((select sum(change) from entries), 0))::int,
    (select coalesce(sum(credits), 0)::int from entries where is_within and kind = 'grant'),
    (select coalesce(sum(credits), 0)::int from entries where is_within and kind = 'take'),
    (select coalesce(sum(credits), 0)::int from entries where is_within and kind = 'reserve'),
    (select coalesce(sum(credits), 0)::int from entries where is_within and kind = 'release'),
    (select coalesce(jsonb_object_agg(kind, credits), '{}') from (
      select r.kind, sum(e.credits)::int as credits from entries e join credit_reservations r on r.id = e.reservation_id
      where e.is_within and e.kind = 'spend' group by r.kind) as uses)
  from agency_clients c join organizations o on o.organization_id = c.client_id
  where c.organization_id = current_organization_id() and c.client_id = of_client
$function$;

CREATE OR REPLACE FUNCTION public.agency_client_days(of_client bigint, starts timestamp with time zone[])
 RETURNS TABLE(place integer, emails_sent integer, linkedin_messages_sent integer, invites_sent integer, contacted integer, replies integer, interested integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with client as materialized (select c.client_id from agency_clients c
      where c.organization_id = current_organization_id() and c.client_id = of_client),
    days as materialized (select s.place::int, s.start, nearest_utc_day(s.start) as day, sign_of_edge(s.start, nearest_utc_day(s.start)) as sign,
        lead(nearest_utc_day(s.start)) over (order by s.place) as next_day
      from client, unnest(starts) with ordinality s (start, place)),
    edges as (select d.place, d.sign * f.emails_sent as emails_sent, d.sign * f.linkedin_messages_sent as linkedin_messages_sent,
        d.sign * f.invites_sent as invites_sent, d.sign * f.contacted as contacted, d.sign * f.replies as replies,
        d.sign * f.interested as interested
      from days d cross join client c cross join lateral (select count(*) filter (where e.type = 'email_sent') as emails_sent,
          count(*) filter (where e.type in ('linkedin_message_sent', 'inmail_sent')) as linkedin_messages_sent,
          count(*) filter (where e.type = 'invite_sent') as invites_sent, count(*) filter (where e.type = 'contacted') as contacted,
          count(*) filter (where e.type = 'replied') as replies, count(*) filter (where e.type = 'interested') as interested
        from campaign_events e where e.organization_id = c.client_id
          and e.type in ('email_sent', 'linkedin_message_sent', 'inmail_sent', 'invite_sent', 'contacted', 'replied', 'interested')
          and e.occurred_at >= least(d.start, d.day::timestamp at time zone 'UTC')
          and e.occurred_at < greatest(d.start, d.day::timestamp at time zone 'UTC')) f),
    sums as (select d.place, s.emails_sent, s.linkedin_messages_sent, s.invites_sent, s.contacted, s.replies, s.interested
      from client c cross join days d join account_days s on s.organization_id = c.client_id and s.day >= d.day and s.day < d.next_day
      union all select * from edges
      -- What a day has at its end the next one has at its beginning.
      union all select e.place - 1, -e.emails_sent, -e.linkedin_messages_sent, -e.invites_sent, -e.contacted, -e.replies, -e.interested
      from edges e)
  select s.place, sum(s.emails_sent)::int, sum(s.linkedin_messages_sent)::int, sum(s.invites_sent)::int, sum(s.contacted)::int,
    sum(s.replies)::int, sum(s.interested)::int
  from sums s where s.place between 1 and array_length(starts, 1) - 1 group by s.place
$function$;

CREATE OR REPLACE FUNCTION public.agency_client_figures(of_client bigint DEFAULT NULL::bigint)
 RETURNS TABLE(client_id bigint, name text, website_url text, email_credits integer, extra_linkedin_accounts integer, extra_email_accounts integer, is_open_to_agency boolean, total_users integer, total_campaigns integer, total_prospects integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select c.client_id, o.name, o.website_url, o.email_credits, o.extra_linkedin_accounts, o.extra_email_accounts,
    o.closed_to_agency_at is null,
    (select count(*)::int from users u where u.organization_id = c.client_id and u.active),
    (select count(*)::int from campaigns k where k.organization_id = c.client_id),
    (select count(*)::int from prospects p where p.organization_id = c.client_id)
  from agency_clients c join organizations o on o.organization_id = c.client_id
  where c.organization_id = current_organization_id() and c.client_id = coalesce(of_client, c.client_id)
$function$;

CREATE OR REPLACE FUNCTION public.agency_client_messages(of_client bigint, since timestamp with time zone, until timestamp with time zone, minimum integer)
 RETURNS TABLE(campaign_id bigint, name text, node_id bigint, step_type text, step integer, variant text, sent integer, replies integer, interested integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with client as materialized (select c.client_id from agency_clients c
      where c.organization_id = current_organization_id() and c.client_id = of_client),
    -- A month begins somewhere within a day of when it begins in UTC.
    ends as materialized (select v.instant, m.month, v.sign * sign_of_edge(v.instant, m.month) as sign
      from client, (values (since, 1), (until, -1)) v (instant, sign)
        cross join lateral (select date_trunc('month', v.instant at time zone 'UTC' + interval '2 days')::date as month) m),
    parts as (
      select m.campaign_id, m.node_id, m.variant, m.type, m.amount::bigint
      from client c join campaigns k on k.organization_id = c.client_id join campaign_step_months m on m.campaign_id = k.id
        and m.month >= (select n.month from ends n where n.instant = since) and m.month < (select n.month from ends n where n.instant = until)
      where m.type in ('email_sent', 'linkedin_message_sent', 'inmail_sent', 'replied', 'interested')
      union all
      select f.campaign_id, f.node_id, f.variant, f.type, n.sign * f.amount
      from client c cross join ends n cross join lateral (select e.campaign_id, e.node_id, coalesce(e.variant, '') as variant, e.type,
          count(*) as amount
        from campaign_events e where e.organization_id = c.client_id
          and e.type in ('email_sent', 'linkedin_message_sent', 'inmail_sent', 'replied', 'interested')
          and e.occurred_at >= least(n.instant, n.month::timestamp at time zone 'UTC')
          and e.occurred_at < greatest(n.instant, n.month::timestamp at time zone 'UTC')
        group by e.campaign_id, e.node_id, coalesce(e.variant, ''), e.type) f),
    sums as (select p.campaign_id, p.node_id, p.variant, bool_or(p.variant = 'b') over (partition by p.campaign_id, p.node_id) as is_tested,
        p.sent, p.replies, p.interested
      from (select p.campaign_id, p.node_id, p.variant,
          coalesce(sum(p.amount) filter (where p.type in ('email_sent', 'linkedin_message_sent', 'inmail_sent')), 0)::int as sent,
          coalesce(sum(p.amount) filter (where p.type = 'replied'), 0)::int as replies,
          coalesce(sum(p.amount) filter (where p.type = 'interested'), 0)::int as interested
        from parts p group by p.campaign_id, p.node_id, p.variant having sum(p.amount) > 0) p)
  select k.id, case when o.closed_to_agency_at is null then k.name end, n.id, n.type,
    case when n.is_live then (with recursive path as (
        select n.id, n.parent_id, n.kind, 1 as depth
        union all
        select p.id, p.parent_id, p.kind, path.depth + 1 from path join campaign_nodes p on p.id = path.parent_id
        where p.campaign_id = k.id and p.is_live and path.depth < 500)
      select count(*)::int from path where kind = 'step') end,
    case when s.is_tested then s.variant else '' end, s.sent, s.replies, s.interested
  from client c join organizations o on o.organization_id = c.client_id join campaigns k on k.organization_id = c.client_id
    join sums s on s.campaign_id = k.id
    join campaign_nodes n on n.id = s.node_id and n.campaign_id = k.id and (n.is_live or n.gone_at is not null)
  where s.sent >= minimum
$function$;

CREATE OR REPLACE FUNCTION public.agency_client_names()
 RETURNS TABLE(client_id bigint, name text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select c.client_id, o.name from agency_clients c join organizations o on o.organization_id = c.client_id
  where c.organization_id = current_organization_id()
$function$;

CREATE OR REPLACE FUNCTION public.agency_client_senders(of_client bigint, since timestamp with time zone, until timestamp with time zone)
 RETURNS TABLE(email_accounts integer, linkedin_accounts integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select (count(*) filter (where a.account_type in ('GOOGLE', 'MICROSOFT', 'IMAP')))::int,
    (count(*) filter (where a.account_type = 'LINKEDIN'))::int
  from agency_clients c join accounts a on a.organization_id = c.client_id
  where c.organization_id = current_organization_id() and c.client_id = of_client
    and a.created_at < until and coalesce(a.deleted_at >= since, true)
$function$;

CREATE OR REPLACE FUNCTION public.agency_client_users(of_client bigint)
 RETURNS TABLE(id bigint, name text, email text, picture_url text, role text, active boolean, last_seen_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select u.id, u.name, u.email::text, u.picture_url, u.role, u.active,
    (select max(s.last_seen_at) from sessions s where s.user_id = u.id and s.actor_user_id is null)
  from agency_clients c join users u on u.organization_id = c.client_id
  where c.organization_id = current_organization_id() and c.client_id = of_client and not u.is_workspace_user
  order by u.created_at, u.id limit 1000
$function$;

CREATE OR REPLACE FUNCTION public.allocate_ids(of_table text, amount integer)
 RETURNS bigint[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform skip_lost_numbers();
  return (select array_agg(nextval(pg_get_serial_sequence(of_table, 'id'))) from generate_series(1, least(amount, 100000)));
end $function$;

CREATE OR REPLACE FUNCTION public.app_now()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (statement_timestamp() + (SELECT installation.clock_offset FROM installation));

CREATE OR REPLACE FUNCTION public.campaign_webhook_data(type text, lead bigint, node bigint, variant text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
RETURN CASE type WHEN 'email.sent'::text THEN jsonb_build_object('variant', variant) WHEN 'email.bounced'::text THEN COALESCE((SELECT jsonb_build_object('is_hard', COALESCE(s.is_hard_bounce, false), 'reason', "left"(s.bounce_reason, 500)) AS jsonb_build_object FROM campaign_step_runs s WHERE ((s.campaign_lead_id = campaign_webhook_data.lead) AND (s.node_id = campaign_webhook_data.node)) ORDER BY s.id DESC LIMIT 1), jsonb_build_object('is_hard', false, 'reason', NULL::unknown)) WHEN 'email.failed'::text THEN jsonb_build_object('reason', (SELECT "left"(s.error, 500) AS "left" FROM campaign_step_runs s WHERE ((s.campaign_lead_id = campaign_webhook_data.lead) AND (s.node_id = campaign_webhook_data.node)) ORDER BY s.id DESC LIMIT 1)) WHEN 'step.failed'::text THEN jsonb_build_object('reason', (SELECT "left"(s.error, 500) AS "left" FROM campaign_step_runs s WHERE ((s.campaign_lead_id = campaign_webhook_data.lead) AND (s.node_id = campaign_webhook_data.node)) ORDER BY s.id DESC LIMIT 1)) ELSE '{}'::jsonb END;

CREATE OR REPLACE FUNCTION public.chain_lead_days(days date[], account_ids bigint[], since date)
 RETURNS TABLE(reach integer, day date, previous_day date, account_id bigint, previous_account_id bigint, passed_over bigint[])
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
declare
  before integer;
begin
  for place in reverse coalesce(cardinality(days), 0) .. 1 loop
    exit when days[place] < since;
    day := days[place];
    account_id := account_ids[place];
    passed_over := '{}';
    before := place - 1;
    loop
      previous_account_id := account_ids[before];
      if before = 0 then
        previous_account_id := account_id;
        previous_day := '-infinity';
        reach := 0;
        return next;
        exit;
      elsif previous_account_id <> all (passed_over) then
        previous_day := days[before];
        if previous_day < day then
          reach := reach_over(day - previous_day);
          return next;
        end if;
        exit when previous_account_id = account_id;
        passed_over := array(select unnest(passed_over || previous_account_id) order by 1);
      end if;
      before := before - 1;
    end loop;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.change_credit_days()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.claim_sum_slot()
 RETURNS smallint
 LANGUAGE plpgsql
AS $function$
declare
  slot smallint := 0;
begin
  while not pg_try_advisory_xact_lock(71530086, slot) loop
    slot := slot + 1;
  end loop;
  return slot;
end $function$;

CREATE OR REPLACE FUNCTION public.copy_plan_to_clients()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update organizations set active_subscription = new.active_subscription, had_subscription = had_subscription or new.had_subscription,
    trial_ends_at = new.trial_ends_at, subscription_grace_until = new.subscription_grace_until
  where agency_id = new.organization_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.csv_cell(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (((value COLLATE "C") < 'A'::text) OR ((value COLLATE "C") >= '＀'::text)) THEN csv_guard(value) ELSE value END;

CREATE OR REPLACE FUNCTION public.csv_guard(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (value !~ '^''*[=+@\t\r\n＝＋－＠-]'::text) THEN value WHEN (value ~ '^[+-]\d+([.,]\d+)?$'::text) THEN value WHEN ((value ~ '^\+[0-9 ().-]{3,40}$'::text) AND ((value !~ '-'::text) OR (value ~ '[0-9)] +[0-9(]'::text))) THEN value ELSE (''''::text || value) END;

CREATE OR REPLACE FUNCTION public.current_api_key_id()
 RETURNS bigint
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (NULLIF(current_setting('app.api_key_id'::text, true), ''::text))::bigint;

CREATE OR REPLACE FUNCTION public.current_automation_chain()
 RETURNS bigint[]
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (NULLIF(current_setting('app.automation_chain'::text, true), ''::text))::bigint[];

CREATE OR REPLACE FUNCTION public.current_automation_id()
 RETURNS bigint
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN NULLIF(GREATEST((current_automation_chain())[cardinality(current_automation_chain())], (0)::bigint), 0);

CREATE OR REPLACE FUNCTION public.current_organization_id()
 RETURNS bigint
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::bigint;

CREATE OR REPLACE FUNCTION public.custom_contains(custom jsonb, pattern text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (EXISTS (SELECT FROM jsonb_each(custom_contains.custom) c(key, value) WHERE ((jsonb_typeof(c.value) <> 'boolean'::text) AND (fold_case((c.value #>> '{}'::text[])) ~~ custom_contains.pattern))));

CREATE OR REPLACE FUNCTION public.custom_of_lead(organization bigint, custom jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN CASE WHEN (custom = '{}'::jsonb) THEN custom ELSE (SELECT COALESCE(jsonb_object_agg(c.key, jsonb_build_object('type', c.type, 'value', (custom_of_lead.custom -> c.key))), '{}'::jsonb) AS "coalesce" FROM lead_columns c WHERE ((c.organization_id = custom_of_lead.organization) AND (custom_of_lead.custom ? c.key))) END;

CREATE OR REPLACE FUNCTION public.database_timeline()
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
AS $function$
begin
  return ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::bigint;
exception when others then
  return 0;
end $function$;

CREATE OR REPLACE FUNCTION public.delete_push_devices_of_ended_sessions()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from push_devices d using ended where d.signed_in_as = ended.id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.domain_and_parents(host text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ARRAY[host, "substring"(host, '[^.]+\.[^.]+$'::text), "substring"(host, '(?:[^.]+\.){2}[^.]+$'::text), "substring"(host, '(?:[^.]+\.){3}[^.]+$'::text), "substring"(host, '(?:[^.]+\.){4}[^.]+$'::text), "substring"(host, '(?:[^.]+\.){5}[^.]+$'::text), "substring"(host, '(?:[^.]+\.){6}[^.]+$'::text), "substring"(host, '(?:[^.]+\.){7}[^.]+$'::text)];

CREATE OR REPLACE FUNCTION public.duplicate_leads(organization bigint, same text[])
 RETURNS TABLE(id bigint)
 LANGUAGE sql
 STABLE PARALLEL RESTRICTED COST 100000
 SET enable_hashagg TO 'off'
AS $function$
  select d.id from (select p.email from prospects p where 'email' = any(same) and p.organization_id = organization and p.email is not null
      group by p.email having count(*) > 1) g
    cross join lateral (select p.id from prospects p where p.organization_id = organization and p.email = g.email offset 0) d
  union all select d.id from (select p.company_key, p.name_key from prospects p where 'name_company' = any(same)
      and p.organization_id = organization and p.company_key is not null and btrim(p.name_key) <> ''
      group by p.company_key, p.name_key having count(*) > 1) g
    cross join lateral (select p.id from prospects p where p.organization_id = organization and p.company_key = g.company_key
      and p.name_key = g.name_key offset 0) d
  union all select d.id from (select p.phone_key, p.last_name_key from prospects p where 'name_phone' = any(same)
      and p.organization_id = organization and p.phone_key is not null and p.last_name_key is not null
      group by p.phone_key, p.last_name_key having count(*) > 1) g
    cross join lateral (select p.id from prospects p where p.organization_id = organization and p.phone_key = g.phone_key
      and p.last_name_key = g.last_name_key offset 0) d
$function$;

CREATE OR REPLACE FUNCTION public.end_sessions_of_changed_user()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from sessions where user_id = new.id;
  delete from live_tickets where user_id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.end_sign_ins_of_changed_user()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from sign_in_tickets where user_id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.enqueue_account_webhooks()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  is_down boolean := new.status in ('ERROR', 'STOPPED', 'CREDENTIALS', 'DELETED');
begin
  if is_down = (old.status in ('ERROR', 'STOPPED', 'CREDENTIALS', 'DELETED')) or not has_webhooks(array[new.organization_id])
    then return null; end if;
  perform enqueue_webhooks(jsonb_build_array(jsonb_build_object('organization_id', new.organization_id, 'account_id', new.id,
    'type', case when is_down then 'account.disconnected' else 'account.reconnected' end,
    'data', case when is_down then jsonb_build_object('status', new.status, 'reason', left(new.status_reason, 500))
      else jsonb_build_object('status', new.status) end)));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.enqueue_campaign_status_webhooks()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  event jsonb := jsonb_build_object('organization_id', new.organization_id, 'campaign_id', new.id);
begin
  if not has_webhooks(array[new.organization_id]) then return null; end if;
  perform enqueue_webhooks(jsonb_build_array(event || jsonb_build_object('type', 'campaign.status_changed',
    'data', jsonb_build_object('status', new.status, 'previous_status', old.status))));
  if new.status = 'COMPLETED' then
    perform enqueue_webhooks(jsonb_build_array(event || jsonb_build_object('type', 'campaign.completed')));
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.enqueue_campaign_webhooks()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not has_webhooks((select array_agg(distinct organization_id) from new_rows)) then return null; end if;
  perform enqueue_webhooks((
    select coalesce(jsonb_agg(jsonb_build_object('organization_id', n.organization_id, 'type', m.type,
        'event_key', n.campaign_lead_id || '/' || n.node_id || '/' || extract(epoch from n.occurred_at),
        'occurred_at', n.occurred_at, 'prospect_id', n.prospect_id, 'campaign_id', n.campaign_id,
        'account_id', coalesce(n.account_id, 0), 'node_id', n.node_id,
        'automation_chain', case when n.type not in ('bounced', 'invite_accepted', 'call_done')
          then (select to_jsonb(l.automation_chain) from campaign_leads l where l.id = n.campaign_lead_id) end,
        'data', campaign_webhook_data(m.type, n.campaign_lead_id, n.node_id, n.variant)) order by n.occurred_at), '[]')
    from new_rows n
    join campaign_webhook_types m on m.fact = n.type and (m.action is null or m.action = n.action)));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.enqueue_credit_webhooks()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if has_webhooks(array[new.organization_id]) then
    perform enqueue_webhooks(jsonb_build_array(jsonb_build_object('organization_id', new.organization_id, 'type', 'credits.low',
      'data', jsonb_build_object('credits', new.email_credits, 'threshold', low_credits(new.monthly_credits)))));
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.enqueue_due_call_webhooks()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if has_webhooks(array[new.organization_id]) then
    perform enqueue_webhooks(jsonb_build_array(jsonb_build_object('organization_id', new.organization_id, 'type', 'task.due',
      'event_key', 'call/' || new.id || '/' || new.next_node_id, 'prospect_id', new.prospect_id, 'campaign_id', new.campaign_id,
      'node_id', new.next_node_id, 'automation_chain', to_jsonb(new.automation_chain),
      'data', jsonb_build_object('kind', 'call', 'user', null))));
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.enqueue_due_reminder_webhooks()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if has_webhooks(array[new.organization_id]) then
    perform enqueue_webhooks(jsonb_build_array(jsonb_build_object('organization_id', new.organization_id, 'type', 'task.due',
      'event_key', 'reminder/' || new.prospect_id || '/' || extract(epoch from old.remind_at), 'prospect_id', new.prospect_id,
      'data', jsonb_build_object('kind', 'reminder', 'campaign', null, 'step', null, 'user', (
        select jsonb_build_object('id', u.id, 'name', left(u.name, 200))
        from users u where u.organization_id = new.organization_id and u.id = old.remind_user_id)))));
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.enqueue_import_webhooks()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if has_webhooks(array[new.organization_id]) then
    perform enqueue_webhooks(jsonb_build_array(jsonb_build_object('organization_id', new.organization_id, 'type', 'import.finished',
      'data', jsonb_build_object('import', jsonb_build_object('id', new.id, 'name', left(new.file_name, 300)), 'list', jsonb_build_object('id', new.search_id),
        'status', new.status, 'added', new.added_prospects, 'duplicates', new.duplicate_rows, 'skipped', new.skipped_rows,
        'unreadable', new.bad_rows))));
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.enqueue_limit_webhooks()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if has_webhooks(array[new.organization_id]) then
    perform enqueue_webhooks(jsonb_build_array(jsonb_build_object('organization_id', new.organization_id, 'type', 'account.limit_reached',
      'event_key', new.scope_id || '/' || new.day, 'account_id', new.scope_id,
      'data', jsonb_build_object('action', coalesce(nullif(split_part(new.scope, ':', 2), ''), 'email'), 'limit', new.cap,
        'resets_at', to_char(new.ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')))));
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.enqueue_reply_webhooks()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (select from new_rows where sent_by_prospect and kind = 'REPLY')
    or not has_webhooks((select array_agg(distinct organization_id) from new_rows)) then return null; end if;
  perform enqueue_webhooks((
    select coalesce(jsonb_agg(jsonb_build_object('organization_id', n.organization_id, 'type', 'reply.received', 'event_key', n.id::text,
        'occurred_at', n.sent_at, 'prospect_id', n.prospect_id, 'account_id', coalesce(n.account_id, 0),
        'data', jsonb_build_object('message_id', n.id, 'channel', case when a.account_type in ('LINKEDIN', 'WHATSAPP', 'FACEBOOK', 'INSTAGRAM')
            then lower(a.account_type) else 'email' end, 'subject', left(n.subject_line, 300), 'text', left(n.message, 4000))) order by n.id), '[]')
    from new_rows n left join accounts a on a.organization_id = n.organization_id and a.id = n.account_id
    where n.sent_by_prospect and n.kind = 'REPLY' and n.sent_at > app_now() - interval '7 days'));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.enqueue_research_webhooks()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if has_webhooks(array[new.organization_id]) then
    perform enqueue_webhooks(jsonb_build_array(jsonb_build_object('organization_id', new.organization_id, 'type', 'enrichment.completed',
      'campaign_id', new.campaign_id, 'event_key', new.id::text, 'data', jsonb_build_object('run', jsonb_build_object('id', new.id),
        'task', jsonb_build_object('id', new.prompt_id), 'list', case when new.search_id is not null then jsonb_build_object('id', new.search_id) end,
        'found', new.found, 'not_found', new.not_found, 'failed', new.failed, 'cancelled', new.cancelled))));
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.enqueue_status_webhooks()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if has_webhooks(array[new.organization_id]) then
    perform enqueue_webhooks(jsonb_build_array(jsonb_build_object('organization_id', new.organization_id, 'prospect_id', new.prospect_id,
      'type', 'prospect.status_changed', 'data', jsonb_build_object('interest', lower(new.interest), 'reply_type', new.reply_class))));
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.enqueue_webhooks(events jsonb)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  with given as (
    select g.*, e.position from jsonb_array_elements(events) with ordinality as e (item, position)
    cross join lateral jsonb_to_record(e.item) as g (organization_id bigint, type text, event_key text, occurred_at timestamptz,
      prospect_id bigint, campaign_id bigint, account_id bigint, node_id bigint, automation_chain bigint[], data jsonb)
  ), written as (
    insert into webhook_messages (organization_id, type, event_key, occurred_at, prospect_id, automation_chain, data)
    select g.organization_id, g.type, g.event_key, coalesce(g.occurred_at, app_now()), g.prospect_id,
      coalesce(g.automation_chain, current_automation_chain()),
      webhook_data(g.organization_id, g.prospect_id, g.campaign_id, g.account_id, g.node_id, g.data)
    from given g where exists (select from webhook_endpoints w
        where w.organization_id = g.organization_id and w.state = 'active' and w.event_types && webhook_type_names(g.type))
      or exists (select from automations a where a.organization_id = g.organization_id and a.is_active and a.trigger_type = g.type)
    order by g.position
    on conflict (organization_id, type, event_key) where event_key is not null do nothing
    returning organization_id, id, type
  ), runs as (
    insert into automation_runs (organization_id, automation_id, message_id)
    select m.organization_id, a.id, m.id from written m join automations a
      on a.organization_id = m.organization_id and a.is_active and a.trigger_type = m.type
    order by m.id, a.id for key share of a
  )
  insert into webhook_deliveries (organization_id, endpoint_id, message_id)
  select m.organization_id, w.id, m.id from written m join webhook_endpoints w
    on w.organization_id = m.organization_id and w.state = 'active' and w.event_types && webhook_type_names(m.type)
  order by m.id, w.id for key share of w;
end $function$;

CREATE OR REPLACE FUNCTION public.erased_key(secret uuid, kind text, value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN encode(sha256((uuid_send(secret) || sha256((uuid_send(secret) || convert_to(((kind || ':'::text) || value), 'UTF8'::name))))), 'hex'::text);

CREATE OR REPLACE FUNCTION public.fold_case(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN lower((value COLLATE folding));

CREATE OR REPLACE FUNCTION public.foreign_touch_until(person_key bytea)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select max(coalesce(t.until, 'infinity')) from touch_lock_groups m join touch_locks t on t.scope_id = m.group_id and t.is_shared
    and t.kind = 'person' and t.key_hash = person_key
  where m.organization_id = current_organization_id() and t.organization_id <> m.organization_id
    and (t.state = 'held' or t.until > app_now())
$function$;

CREATE OR REPLACE FUNCTION public.forget_host_reached()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.reached_at := null;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.forget_lead_events()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if coalesce(current_setting('overture.keeps_sums', true), '') = 'on' then return null; end if;
  if exists (select from old_rows where started_at is not null or contacted_at is not null or replied_at is not null) then
    delete from campaign_events e using old_rows o where e.campaign_lead_id = o.id;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.forget_privacy_request()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.note = '';
  new.closing_note = '';
  new.code_hash = null;
  new.asked_from = null;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.has_webhooks(organizations bigint[])
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN ((NOT is_importing()) AND ((EXISTS (SELECT FROM webhook_endpoints w WHERE ((w.organization_id = ANY (has_webhooks.organizations)) AND (w.state = 'active'::text)))) OR (EXISTS (SELECT FROM automations a WHERE ((a.organization_id = ANY (has_webhooks.organizations)) AND a.is_active)))));

CREATE OR REPLACE FUNCTION public.host_of(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN NULLIF(regexp_replace(rtrim(regexp_replace(regexp_replace(split_part(split_part(split_part(split_part(regexp_replace(regexp_replace(fold_case(btrim(value)), '^[a-z][a-z0-9+.-]*://'::text, ''::text), '^(mailto:|//)'::text, ''::text), '/'::text, 1), '?'::text, 1), '#'::text, 1), '\'::text, 1), '^.*@'::text, ''::text), ':[0-9]*$'::text, ''::text), '.'::text), '^www\.(?=[^.]+\.)'::text, ''::text), ''::text);

CREATE OR REPLACE FUNCTION public.is_blank(value text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((value IS NULL) OR (btrim(value, ' 	
'::text) = ''::text));

CREATE OR REPLACE FUNCTION public.is_erased_digest(organization bigint, digest text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE STRICT
 SET enable_sort TO 'off'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
AS $function$
begin
  return coalesce((select x.erased_key = digest from suppressions x
    where x.organization_id = organization and x.erased_key >= digest order by x.erased_key limit 1), false);
end $function$;

CREATE OR REPLACE FUNCTION public.is_importing()
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (COALESCE(current_setting('app.is_importing'::text, true), ''::text) = 'on'::text);

CREATE OR REPLACE FUNCTION public.keep_first_sender()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  gone integer;
begin
  if tg_op = 'UPDATE' and old.email_account_id is distinct from new.email_account_id and old.email_account_id is not null then
    delete from campaign_senders where campaign_id = new.id and channel = 'email' and account_id = old.email_account_id and position = 0;
    get diagnostics gone = row_count;
    if gone > 0 then
      update campaign_leads set email_account_id = new.email_account_id
        where campaign_id = new.id and email_account_id = old.email_account_id;
    end if;
  end if;
  if tg_op = 'UPDATE' and old.linkedin_account_id is distinct from new.linkedin_account_id and old.linkedin_account_id is not null then
    delete from campaign_senders where campaign_id = new.id and channel = 'linkedin' and account_id = old.linkedin_account_id
      and position = 0;
    get diagnostics gone = row_count;
    if gone > 0 then
      update campaign_leads l set linkedin_account_id = new.linkedin_account_id
        where l.campaign_id = new.id and l.linkedin_account_id = old.linkedin_account_id and (new.linkedin_account_id is null
          or l.status not in ('NOT_STARTED', 'SCHEDULED', 'SCHEDULING', 'ACTIVE', 'PAUSED')
          or not stays_with_seat(l.id, l.prospect_id, old.linkedin_account_id, new.linkedin_account_id));
      insert into campaign_senders (organization_id, campaign_id, channel, account_id, position, is_leaving)
        select new.organization_id, new.id, 'linkedin', old.linkedin_account_id, 1000, true
        where exists (select from campaign_leads l where l.campaign_id = new.id and l.linkedin_account_id = old.linkedin_account_id);
    end if;
  end if;
  if new.email_account_id is not null then
    insert into campaign_senders as s (organization_id, campaign_id, channel, account_id)
      values (new.organization_id, new.id, 'email', new.email_account_id)
      on conflict (campaign_id, channel, account_id) do update set position = 0, is_leaving = false
        where s.position <> 0 or s.is_leaving;
  end if;
  if new.linkedin_account_id is not null then
    insert into campaign_senders as s (organization_id, campaign_id, channel, account_id)
      values (new.organization_id, new.id, 'linkedin', new.linkedin_account_id)
      on conflict (campaign_id, channel, account_id) do update set position = 0, is_leaving = false
        where s.position <> 0 or s.is_leaving;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_question()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into enrichment_prompt_versions (organization_id, prompt_id, version, name, prompt, output_type, required_sources,
      runs_with_empty, edited_by, edited_at)
    values (old.organization_id, old.id, old.edit_version, old.name, old.prompt, old.output_type, old.required_sources,
      old.runs_with_empty, coalesce(old.edited_by, old.created_by), coalesce(old.edited_at, old.created_at))
    on conflict do nothing;
  delete from enrichment_prompt_versions where organization_id = old.organization_id and prompt_id = old.id
    and version <= new.edit_version - 50;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_security_events()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- Deeper: the organization is deleted, and the key takes its rows along.
  if pg_trigger_depth() = 1 and not (tg_op = 'DELETE' and old.occurred_at < app_now() - interval '731 days')
    and exists (select from security_days d where d.organization_id = old.organization_id
      and d.day = (old.occurred_at at time zone 'UTC')::date)
  then
    raise exception 'a sealed day of the security log cannot be changed' using errcode = 'check_violation';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_touch_locks()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.contacted_at is null and not old.is_in_flight then
    perform return_touch_locks(old.organization_id, array[old.id]);
    delete from touch_locks t where t.organization_id = old.organization_id and t.campaign_lead_id = old.id and t.state = 'held';
  else
    update touch_locks t set state = 'cooling', reason = 'finished', rests_from = app_now(),
        until = app_now() + make_interval(days => touch_rest_days(old.organization_id, old.campaign_id))
      where t.organization_id = old.organization_id and t.campaign_lead_id = old.id and t.state = 'held';
  end if;
  update touch_locks t set former_lead_id = old.id
    where t.organization_id = old.organization_id and t.campaign_lead_id = old.id;
  return old;
end $function$;

CREATE OR REPLACE FUNCTION public.leading_number(value text)
 RETURNS double precision
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (translate(value, '0123456789,+- '::text, ''::text) = ''::text) THEN (NULLIF(replace("left"(split_part(split_part(split_part(ltrim(value, ' ,+-'::text), '-'::text, 1), '+'::text, 1), ' '::text, 1), 19), ','::text, ''::text), ''::text))::double precision ELSE leading_number_with_unit(value) END;

CREATE OR REPLACE FUNCTION public.leading_number_with_unit(value text)
 RETURNS double precision
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
declare
  found text[] := regexp_match(value,
    '(\d[\d,]{0,18}(?:\.\d{1,9})?)\s*([kmbKMB](?![a-zA-Z]))?(?:[^\d]+(\d[\d,]{0,18}(?:\.\d{1,9})?)[\d.,]*\s*([kmbKMB])(?![a-zA-Z]))?');
  number double precision;
  unit double precision;
begin
  if found is null then return null; end if;
  number := replace(found[1], ',', '')::double precision;
  unit := case lower(coalesce(found[2], found[4])) when 'k' then 1e3 when 'm' then 1e6 when 'b' then 1e9 else 1 end;
  if found[2] is null and found[4] is not null and number > replace(found[3], ',', '')::double precision then return number; end if;
  return number * unit;
end $function$;

CREATE OR REPLACE FUNCTION public.leads_at_excluded_domains(organization bigint)
 RETURNS TABLE(id bigint)
 LANGUAGE sql
 STABLE PARALLEL RESTRICTED SECURITY DEFINER COST 100000
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select d.id from excluded_domains e cross join lateral (values (e.domain), (e.unicode_domain)) v (name)
    cross join lateral (
      select p.id from prospects p where p.organization_id = organization and p.company_website_url is not null
        and reverse('.' || right(host_of(p.company_website_url), 253)) collate "C" >= reverse('.' || v.name)
        and reverse('.' || right(host_of(p.company_website_url), 253)) collate "C" < reverse('/' || v.name)
      union all select p.id from prospects p where p.organization_id = organization and p.email_domain is not null
        and reverse('.' || p.email_domain) >= reverse('.' || v.name) and reverse('.' || p.email_domain) < reverse('/' || v.name)
      union all select p.id from prospects p where p.organization_id = organization and p.email = v.name) d
    where e.organization_id = organization and organization = coalesce(current_organization_id(), organization)
$function$;

CREATE OR REPLACE FUNCTION public.leads_by_other_email(organization bigint, emails text[])
 RETURNS TABLE(id bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 1
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
  select p.id from prospects p where p.other_emails <> '{}' and p.other_emails && (emails collate "default")
    and p.organization_id = organization and p.organization_id = coalesce(current_organization_id(), organization)
$function$;

CREATE OR REPLACE FUNCTION public.link_host_of(of_organization bigint)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select h.host from organizations o
    join organizations b on b.organization_id = coalesce(o.agency_id, o.organization_id) and b.is_agency
    join brand_hosts h on h.organization_id = b.organization_id
  where o.organization_id = of_organization and o.is_whitelabel
    and coalesce(current_organization_id(), of_organization) = of_organization
    and h.verified_at is not null and coalesce(h.missing_since > app_now() - interval '3 days', true) and h.reached_at is not null
$function$;

CREATE OR REPLACE FUNCTION public.list_job_queue()
 RETURNS TABLE(task text, waiting integer, running integer, failing integer, oldest_at timestamp with time zone, last_error text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  return query select j.task_identifier::text, count(*) filter (where j.locked_at is null)::int, count(*) filter (where j.locked_at is not null)::int,
    count(*) filter (where j.attempts > 0 and j.last_error is not null)::int, min(j.run_at),
    left((array_agg(j.last_error order by j.updated_at desc) filter (where j.last_error is not null))[1], 500)
  from graphile_worker.jobs j group by j.task_identifier order by 1;
end $function$;

CREATE OR REPLACE FUNCTION public.low_credits(monthly integer)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN GREATEST(20, (monthly / 10));

CREATE OR REPLACE FUNCTION public.move_touch_locks()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  rules touch_lock_rules%rowtype;
  own jsonb;
  holds boolean;
  is_over constant boolean := new.archived_at is not null or new.status in ('COMPLETED', 'FAILED', 'REPLIED');
begin
  if not exists (select from touch_locks t where t.organization_id = new.organization_id and t.campaign_lead_id = new.id) then
    return null;
  end if;
  if is_over and new.contacted_at is null and not new.is_in_flight and new.status <> 'REPLIED' then
    perform return_touch_locks(new.organization_id, array[new.id]);
  elsif is_over then
    select * into rules from touch_lock_rules r where r.organization_id = new.organization_id;
    -- Companies before people, as where locks are taken.
    if new.status = 'REPLIED' and (rules.holds_companies or rules.has_campaign_rules) then
      select c.touch_rules into own from campaigns c where c.id = new.campaign_id and c.organization_id = new.organization_id;
      holds := rules.holds_companies or coalesce((own->>'holds_companies')::boolean, false);
      update touch_locks c set rests_from = app_now(), reason = case when holds then 'replied' else c.reason end,
          until = case when holds then greatest(c.until, app_now()
            + make_interval(days => greatest(rules.company_reply_days, (own->>'company_reply_days')::int))) else c.until end
        where c.scope_id = new.organization_id and not c.is_shared and c.kind = 'company' and c.key_hash = any(array(
          select t.company_hash from touch_locks t where t.organization_id = new.organization_id and t.campaign_lead_id = new.id));
    end if;
    update touch_locks t set state = 'cooling', reason = case when new.status = 'REPLIED' then 'replied' else 'finished' end,
        rests_from = app_now(), until = app_now() + make_interval(days => touch_rest_days(new.organization_id, new.campaign_id))
      where t.organization_id = new.organization_id and t.campaign_lead_id = new.id
        and (t.reason = 'in_contact' or t.reason = 'finished' and new.status = 'REPLIED');
  else
    update touch_locks t set state = 'held', reason = 'in_contact', until = null
      where t.organization_id = new.organization_id and t.campaign_lead_id = new.id and t.reason in ('finished', 'replied');
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.name_step_event(node_type text, outcome text, branch text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (outcome = 'failed'::text) THEN 'failed'::text WHEN ((node_type = 'ACCEPTED_INVITE'::text) AND (branch = 'yes'::text)) THEN 'invite_accepted'::text WHEN (outcome = 'answered'::text) THEN ('answered_'::text || branch) ELSE CASE node_type WHEN 'EMAIL'::text THEN 'email_sent'::text WHEN 'LINKEDIN_INVITE'::text THEN 'invite_sent'::text WHEN 'LINKEDIN_MESSAGE'::text THEN 'linkedin_message_sent'::text WHEN 'INMAIL'::text THEN 'inmail_sent'::text WHEN 'VISIT_LINKEDIN_PROFILE'::text THEN 'profile_visited'::text WHEN 'LIKE_LAST_LINKEDIN_POST'::text THEN 'post_liked'::text WHEN 'DELETE_LINKEDIN_INVITE'::text THEN 'invite_deleted'::text WHEN 'CALL_PROSPECT'::text THEN 'call_done'::text ELSE 'step_done'::text END END;

CREATE OR REPLACE FUNCTION public.name_written_metric(type text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE type WHEN 'email_sent'::text THEN 'emails_sent'::text WHEN 'linkedin_message_sent'::text THEN 'linkedin_messages_sent'::text WHEN 'inmail_sent'::text THEN 'linkedin_messages_sent'::text ELSE NULL::text END;

CREATE OR REPLACE FUNCTION public.nearest_utc_day(instant timestamp with time zone)
 RETURNS date
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (((instant AT TIME ZONE 'UTC'::text) + '12:00:00'::interval))::date;

CREATE OR REPLACE FUNCTION public.note_client_terms(of_client bigint)
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into client_terms (organization_id, client_id, valid_from, email_accounts, linkedin_accounts, credits)
  select c.organization_id, c.client_id, (app_now() at time zone 'UTC')::date, o.extra_email_accounts, o.extra_linkedin_accounts, c.extra_credits
  from agency_clients c join organizations o on o.organization_id = c.client_id where c.client_id = of_client
  on conflict (client_id, valid_from) do update set email_accounts = excluded.email_accounts,
    linkedin_accounts = excluded.linkedin_accounts, credits = excluded.credits
$function$;

CREATE OR REPLACE FUNCTION public.note_edit()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.edit_version := old.edit_version + 1;
  new.edited_at := app_now();
  new.edited_by := (select u.id from users u where u.organization_id = new.organization_id
    and u.id = nullif(current_setting('app.user_id', true), '')::bigint);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.note_host_reached()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update brand_hosts set reached_at = app_now() where host = new.host and verified_at is not null and reached_at is null;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_question()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.question_version := new.edit_version;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.note_terms_of_client()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform note_client_terms(new.client_id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_terms_of_organization()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform note_client_terms(new.organization_id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_touch_rules()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into touch_lock_rules as r (organization_id, recorded_to, has_campaign_rules) values (new.organization_id, null, true)
    on conflict (organization_id) do update set has_campaign_rules = true, recorded_to = case when r.is_on then 0 else r.recorded_to end
    where not r.has_campaign_rules;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.notify_changed_keys()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('overture_keys', '');
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.notify_ended_sessions()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('overture_sessions', string_agg(id::text, ','))
    from (select id, (row_number() over () - 1) / 400 as portion from ended) numbered group by portion;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.open_credit_ledger()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.email_credits > 0 then
    insert into credit_entries (organization_id, kind, credits, change, purpose, key)
    values (new.organization_id, 'grant', new.email_credits, new.email_credits, 'Opening balance', 'opening');
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.open_event_months(first timestamp with time zone, last timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  month timestamp := date_trunc('month', first at time zone 'UTC');
  name text;
begin
  while month <= last at time zone 'UTC' loop
    name := 'campaign_events_' || to_char(month, 'YYYY_MM');
    if to_regclass(name) is null then
      perform pg_advisory_xact_lock(71530064);
      -- Read anew: what to_regclass has learned may be older than the lock.
      if not exists (select from pg_class c where c.relname = name and c.relnamespace = 'public'::regnamespace) then
        execute format('create table %I (like campaign_events including all)', name);
        execute format('alter table %I enable row level security', name);
        execute format('alter table %I force row level security', name);
        execute format('alter table campaign_events attach partition %I for values from (%L) to (%L)', name,
          month at time zone 'UTC', (month + interval '1 month') at time zone 'UTC');
      end if;
    end if;
    month := month + interval '1 month';
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.outside_actors(of_people bigint[])
 RETURNS TABLE(id bigint, is_support boolean, agency_name text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select u.id, u.role = 'ADMIN', case when u.role <> 'ADMIN' then a.name end
  from organizations o join users u on u.id = any(of_people) and u.organization_id <> o.organization_id
    left join organizations a on a.organization_id = u.organization_id
  where o.organization_id = current_organization_id() and (u.role = 'ADMIN' or u.organization_id = o.agency_id)
$function$;

CREATE OR REPLACE FUNCTION public.pass_message_time()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update message_classes c set sent_at = new.sent_at where c.message_id = new.id and c.organization_id = new.organization_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.past_webhook_events(organization bigint, wanted text, since timestamp with time zone, most integer)
 RETURNS TABLE(occurred_at timestamp with time zone, data jsonb)
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
( SELECT n.occurred_at,
     webhook_data(past_webhook_events.organization, n.prospect_id, n.campaign_id, COALESCE(n.account_id, (0)::bigint), n.node_id, campaign_webhook_data(past_webhook_events.wanted, n.campaign_lead_id, n.node_id, n.variant)) AS webhook_data
    FROM (campaign_webhook_types m
      JOIN campaign_events n ON (((n.organization_id = past_webhook_events.organization) AND (n.type = m.fact) AND ((m.action IS NULL) OR (n.action = m.action)))))
   WHERE ((m.type = past_webhook_events.wanted) AND (n.occurred_at >= past_webhook_events.since))
   ORDER BY n.occurred_at DESC
  LIMIT past_webhook_events.most)
 UNION ALL
 ( SELECT c.sent_at,
     webhook_data(past_webhook_events.organization, c.prospect_id, NULL::bigint, COALESCE(c.account_id, (0)::bigint), NULL::bigint, jsonb_build_object('message_id', c.id, 'channel',
         CASE
             WHEN (a.account_type = ANY (ARRAY['LINKEDIN'::text, 'WHATSAPP'::text, 'FACEBOOK'::text, 'INSTAGRAM'::text])) THEN lower(a.account_type)
             ELSE 'email'::text
         END, 'subject', "left"(c.subject_line, 300), 'text', "left"(c.message, 4000))) AS webhook_data
    FROM ((chats h
      JOIN chat_messages c ON (((c.prospect_id = h.prospect_id) AND c.sent_by_prospect AND (c.kind = 'REPLY'::text) AND (c.created_at >= past_webhook_events.since))))
      LEFT JOIN accounts a ON (((a.organization_id = past_webhook_events.organization) AND (a.id = c.account_id))))
   WHERE ((past_webhook_events.wanted = 'reply.received'::text) AND (h.organization_id = past_webhook_events.organization) AND (h.listed_at >= past_webhook_events.since) AND (c.sent_at >= past_webhook_events.since))
   ORDER BY c.sent_at DESC
  LIMIT past_webhook_events.most)
 UNION ALL
 ( SELECT h.last_message_at,
     webhook_data(past_webhook_events.organization, h.prospect_id, NULL::bigint, NULL::bigint, NULL::bigint, jsonb_build_object('interest', lower(h.interest), 'reply_type', h.reply_class)) AS webhook_data
    FROM chats h
   WHERE ((past_webhook_events.wanted = 'prospect.status_changed'::text) AND (h.organization_id = past_webhook_events.organization) AND (h.listed_at >= past_webhook_events.since) AND ((h.interest IS NOT NULL) OR (h.reply_class IS NOT NULL)))
   ORDER BY h.listed_at DESC
  LIMIT past_webhook_events.most)
 UNION ALL
 ( SELECT m.occurred_at,
     m.data
    FROM webhook_messages m
   WHERE ((m.organization_id = past_webhook_events.organization) AND (m.type = past_webhook_events.wanted) AND (m.created_at >= past_webhook_events.since) AND (past_webhook_events.wanted <> ALL (ARRAY['reply.received'::text, 'prospect.status_changed'::text])) AND (NOT (EXISTS ( SELECT
            FROM campaign_webhook_types t
           WHERE (t.type = past_webhook_events.wanted)))))
   ORDER BY m.id DESC
  LIMIT past_webhook_events.most);
END;

CREATE OR REPLACE FUNCTION public.phone_key(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (SELECT CASE WHEN ((plain.plain ~ '^(\+|00)[0-9]+$'::text) AND (regexp_replace(plain.plain, '^(\+|00)'::text, ''::text) ~ '^[1-9][0-9]{7,14}$'::text)) THEN regexp_replace(plain.plain, '^(\+|00)'::text, ''::text) ELSE NULL::text END AS "case" FROM regexp_replace(regexp_replace(regexp_replace(lower(substr(phone_key.value, 1, 60)), '(ext|x|#).*$'::text, ''::text), '\(0\)'::text, ''::text, 'g'::text), '[\s()./-]'::text, ''::text, 'g'::text) plain(plain));

CREATE OR REPLACE FUNCTION public.prices_of_my_agency()
 RETURNS TABLE(agency_id bigint, lets_clients_buy boolean, base integer, email_account integer, linkedin_account integer, credit_pack integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select s.organization_id, s.lets_clients_buy, p.base, p.email_account, p.linkedin_account, p.credit_pack
  from organizations o join agency_clients c on c.client_id = o.organization_id and c.organization_id = o.agency_id
    join agency_settings s on s.organization_id = o.agency_id
    left join lateral (select * from agency_prices p where p.organization_id = o.agency_id order by p.valid_from desc limit 1) p on true
  where o.organization_id = current_organization_id() and s.shows_prices
$function$;

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

CREATE OR REPLACE PROCEDURE public.provide_kind_columns(IN kinds text[])
 LANGUAGE plpgsql
AS $procedure$
declare
  missing text[] := array(select 'kind_' || lower(kind) from unnest(kinds) with ordinality as known (kind, place)
    where not exists (select from pg_attribute where attrelid = 'account_days'::regclass and attname = 'kind_' || lower(kind))
    order by place);
  columns text := (select string_agg(format('add column %I integer not null default 0', name), ', ') from unnest(missing) as name);
  inserts text;
begin
  if missing <> '{}' then
    execute 'alter table organization_days ' || columns;
    execute 'alter table account_days ' || columns;
  elsif to_regproc('sum_days') is not null then
    return;
  end if;
  with figures as (select 0 as place, * from (values ('actions', 'action is not null'), ('emails_sent', 'type = ''email_sent'''),
        ('linkedin_messages_sent', 'type in (''linkedin_message_sent'', ''inmail_sent'')'), ('invites_sent', 'type = ''invite_sent'''),
        ('invites_accepted', 'type = ''invite_accepted'''), ('contacted', 'type = ''contacted'''), ('replies', 'type = ''replied'''),
        ('interested', 'type = ''interested''')) as known (name, condition)
      union all select attnum, attname, format('action = %L', upper(substr(attname, length('kind_') + 1))) from pg_attribute
        where attrelid = 'account_days'::regclass and attname like 'kind\_%'),
    lists as (select string_agg(format('%I', name), ', ' order by place, name) as names,
        string_agg(format('sign * count(*) filter (where %s)', condition), E',\n      ' order by place, name) as counts,
        string_agg(format('%1$I = d.%1$I + excluded.%1$I', name), E',\n      ' order by place, name) as sums
      from figures)
    -- A campaign that is going itself takes its sums along; those of its senders stay, unless their organization goes too.
    select string_agg(format($insert$
  insert into %1$I as d (%2$s, slot, %3$s)
    select %4$s, own_slot,
      %5$s
    from changed where tg_op = 'INSERT' or exists (select from %6$s)
    group by %4$s
    on conflict (%2$s, slot) do update set
      %7$s;$insert$,
        name, keys, names, replace(keys, 'day', '(occurred_at at time zone ''UTC'')::date'), counts, parent, sums), '')
      into inserts
      from lists cross join (values
        ('organization_days', 'organization_id, day, campaign_id, account_id', 'campaigns c where c.id = changed.campaign_id'),
        ('account_days', 'organization_id, day, account_id', 'organizations o where o.organization_id = changed.organization_id'))
      as tables (name, keys, parent);
  execute format($function$
create or replace function sum_days() returns trigger
  language plpgsql as $$
-- Written by provide_kind_columns.
declare
  sign integer := case tg_op when 'DELETE' then -1 else 1 end;
  own_slot smallint := claim_sum_slot();
begin%s
  return null;
end $$$function$, inserts);
end $procedure$;

CREATE OR REPLACE FUNCTION public.queue_file_deletions(keys jsonb, reason text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
    insert into file_deletions as d (key, error)
      select distinct k.key, reason from jsonb_array_elements_text(keys) as k (key) order by 1
    on conflict (key) do update set next_at = statement_timestamp() where d.attempts = 0 and not d.is_repeat
  $function$;

CREATE OR REPLACE FUNCTION public.reach_over(days integer)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((1 << length(ltrim(((days)::bit(24))::text, '0'::text))) - 1);

CREATE OR REPLACE FUNCTION public.record_security_event(given jsonb, is_repeatable boolean)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  organization bigint := coalesce(current_organization_id(), (given->>'organization_id')::bigint);
  minute timestamptz := date_trunc('minute', app_now());
  key text;
begin
  if organization is null then return false; end if;
  if is_repeatable then
    if (select count(*) from (select from security_events e where e.organization_id = organization and e.occurred_at >= minute
        and e.repeat_key is not null limit 60) as lately) >= 60 then
      given := given - '{user_id,actor_id,api_key_id,ip,country,device,subject_kind,subject_id,subject_label,reason}'::text[];
    end if;
    key := md5((given - 'repeats')::text) || ' ' || extract(epoch from minute)::bigint;
  end if;
  insert into security_events as e (organization_id, event, outcome, user_id, actor_id, api_key_id, ip, country, device, subject_kind,
      subject_id, subject_label, reason, repeats, repeat_key)
    values (organization, given->>'event', given->>'outcome', (given->>'user_id')::bigint, (given->>'actor_id')::bigint,
      coalesce((given->>'api_key_id')::bigint, current_api_key_id()), given->>'ip', given->>'country', given->>'device',
      given->>'subject_kind', (given->>'subject_id')::bigint, given->>'subject_label', given->>'reason',
      coalesce((given->>'repeats')::integer, 1), key)
    on conflict (organization_id, repeat_key) where repeat_key is not null
      do update set repeats = e.repeats + excluded.repeats, last_at = excluded.last_at;
  return true;
exception when others then
  return false;
end $function$;

CREATE OR REPLACE FUNCTION public.refresh_statistics(names text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.refuse_erased_address()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (
    select from erasure_keys k
      cross join lateral (select * from (values
        (case when new.email is distinct from old.email then erased_key(k.secret, 'address', lower(new.email collate "C")) end),
        (case when new.phone_key is distinct from old.phone_key then erased_key(k.secret, 'phone', new.phone_key) end),
        (case when new.linkedin_key is distinct from old.linkedin_key then erased_key(k.secret, 'linkedin', new.linkedin_key) end)
        offset 0) as v (digest)
        union all select erased_key(k.secret, 'address', lower(o.email collate "C")) from unnest(new.other_emails) as o (email)
          where o.email <> all (old.other_emails)) as d (digest)
    where k.organization_id = new.organization_id and is_erased_digest(new.organization_id, d.digest))
  then
    raise exception 'a lead was given the address of a person who was erased on request' using errcode = 'ER410';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_erased_people()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from erasure_keys limit 1) and exists (
    select from new_rows n join erasure_keys k on k.organization_id = n.organization_id
      cross join lateral (select * from (values (erased_key(k.secret, 'address', lower(n.email collate "C"))),
        (erased_key(k.secret, 'phone', n.phone_key)), (erased_key(k.secret, 'linkedin', n.linkedin_key)) offset 0) as v (digest)
        union all select erased_key(k.secret, 'address', lower(o.email collate "C")) from unnest(n.other_emails) as o (email)) as d (digest)
      where is_erased_digest(n.organization_id, d.digest))
  then
    raise exception 'a person who was erased on request was added again' using errcode = 'ER410';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_overdraft()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.used > new.cap and (tg_op = 'INSERT' or new.used > old.used) then
    raise exception 'the budget of % % for % is used up', new.scope, new.scope_id, new.day using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.return_touch_locks(organization bigint, leads bigint[])
 RETURNS void
 LANGUAGE sql
AS $function$
  update touch_locks t set state = 'cooling', reason = 'finished', until = app_now(), campaign_lead_id = null
    where t.organization_id = organization and t.campaign_lead_id = any(leads) and t.state = 'held' and t.reason = 'in_contact'
      and t.rests_from is not null;
  delete from touch_locks t where t.organization_id = organization and t.campaign_lead_id = any(leads) and t.state = 'held'
    and t.reason = 'in_contact';
$function$;

CREATE OR REPLACE FUNCTION public.search_chats(query tsquery, at_most integer)
 RETURNS TABLE(prospect_id bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select w.prospect_id from chat_words w where w.words @@ query and w.organization_id = current_organization_id() limit at_most
$function$;

CREATE OR REPLACE FUNCTION public.security_chain_digest(former text, of_day date, events integer, content_digest text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
RETURN encode(sha256(convert_to(((((((COALESCE(former, ''::text) || ' '::text) || to_char((of_day)::timestamp with time zone, 'YYYY-MM-DD'::text)) || ' '::text) || events) || ' '::text) || content_digest), 'UTF8'::name)), 'hex'::text);

CREATE OR REPLACE FUNCTION public.security_day_digest(organization bigint, of_day date, OUT events integer, OUT content_digest text)
 RETURNS record
 LANGUAGE sql
 STABLE
AS $function$
  select count(*)::int, encode(sha256(convert_to(coalesce(string_agg(jsonb_build_array(e.id, e.event, e.outcome, e.user_id, e.actor_id, e.ip,
      e.country, e.device, e.subject_kind, e.subject_id, e.subject_label, e.reason, e.repeats,
      to_char(e.occurred_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US'), e.api_key_id)::text, E'\n' order by e.id), ''), 'UTF8')), 'hex')
  from security_events e
  where e.organization_id = organization and e.occurred_at >= of_day::timestamp at time zone 'UTC'
    and e.occurred_at < (of_day + 1)::timestamp at time zone 'UTC'
$function$;

CREATE OR REPLACE FUNCTION public.segments_of_my_agency()
 RETURNS TABLE(id bigint, name text, instructions text, amount_of_sentences smallint, enrichment_sources bigint[])
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select s.id, s.name, s.instructions, s.amount_of_sentences, s.enrichment_sources
  from organizations o join ai_segments s on s.organization_id = o.agency_id
  where o.organization_id = current_organization_id() and exists (
    select from agency_shares a where a.organization_id = o.agency_id and a.segment_id = s.id
      and coalesce(a.client_id, o.organization_id) = o.organization_id)
  order by s.id limit 500
$function$;

CREATE OR REPLACE FUNCTION public.sender_contact(message jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN "left"(COALESCE(((message -> 'withheld'::text) ->> 'phone'::text), (message ->> 'sender_key'::text), ('in/'::text || lower("substring"("left"(COALESCE((message ->> 'sender_profile_url'::text), (message ->> 'profile_url'::text)), 1000), '/in/([^/?#]+)'::text)))), 200);

CREATE OR REPLACE FUNCTION public.set_status_key()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.status_key_id := current_api_key_id();
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.sign_of_edge(instant timestamp with time zone, day date)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (instant < ((day)::timestamp without time zone AT TIME ZONE 'UTC'::text)) THEN 1 ELSE '-1'::integer END;

CREATE OR REPLACE FUNCTION public.skip_lost_numbers()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if (select numbers_timeline is not distinct from database_timeline() from installation) then
    return;
  end if;
  update installation set numbers_timeline = database_timeline() where numbers_timeline is distinct from database_timeline();
  if found then
    perform setval(oid, nextval(oid) + 10000000) from (select oid::regclass as oid from pg_class where relkind = 'S'
      and relnamespace = 'public'::regnamespace and relname not in ('migrations_id_seq', 'outbound_dispatch_id_seq') offset 0) s;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.skip_lost_numbers_first()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform skip_lost_numbers();
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.stays_with_seat(lead bigint, person bigint, seat bigint, taker bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select (exists (select from outbound_intents i where i.kind = 'campaign_step' and i.ref_id = lead and i.action = 'invite'
        and i.dispatched_at is not null and (i.account_id = seat or i.given_up > 0))
      or exists (select from linkedin_relations r where r.prospect_id = person and r.account_id = seat))
    and (not exists (select from linkedin_relations r where r.prospect_id = person and r.account_id = taker)
      or exists (select from outbound_intents i where i.kind = 'campaign_step' and i.ref_id = lead and i.account_id = taker
        and i.dispatched_at is not null and i.given_up > 0))
$function$;

CREATE OR REPLACE FUNCTION public.subtract_credit_days()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.sum_campaign_events()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  sign integer := case tg_op when 'DELETE' then -1 else 1 end;
  own_slot smallint := claim_sum_slot();
begin
  -- A campaign that is going itself takes its sums along.
  insert into campaign_step_days as d (organization_id, campaign_id, day, node_id, account_id, type, variant, slot, amount, seconds)
    select organization_id, campaign_id, (occurred_at at time zone 'UTC')::date as day, node_id, account_id, type,
      coalesce(variant, '') as variant, own_slot, sign * count(*), sign * coalesce(sum(seconds), 0)
    from changed where tg_op = 'INSERT' or exists (select from campaigns c where c.id = changed.campaign_id)
    group by organization_id, campaign_id, (occurred_at at time zone 'UTC')::date, node_id, account_id, type, coalesce(variant, '')
    on conflict (campaign_id, day, node_id, account_id, type, variant, slot) do update
      set amount = d.amount + excluded.amount, seconds = d.seconds + excluded.seconds;
  insert into campaign_step_months as d (organization_id, campaign_id, month, node_id, type, variant, slot, amount, seconds)
    select organization_id, campaign_id, date_trunc('month', occurred_at at time zone 'UTC')::date as month, node_id, type,
      coalesce(variant, '') as variant, own_slot, sign * count(*), sign * coalesce(sum(seconds), 0)
    from changed where tg_op = 'INSERT' or exists (select from campaigns c where c.id = changed.campaign_id)
    group by organization_id, campaign_id, date_trunc('month', occurred_at at time zone 'UTC'), node_id, type, coalesce(variant, '')
    on conflict (campaign_id, month, node_id, type, variant, slot) do update
      set amount = d.amount + excluded.amount, seconds = d.seconds + excluded.seconds;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.sum_campaign_months()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  sign integer := case tg_op when 'DELETE' then -1 else 1 end;
  own_slot smallint;
begin
  -- Most statements tell neither.
  if not exists (select from changed where type in ('contacted', 'replied')) then return null; end if;
  own_slot := claim_sum_slot();
  -- A campaign that is going itself takes its sums along.
  insert into campaign_months as m (organization_id, campaign_id, month, account_id, slot, contacted, replies)
    select organization_id, campaign_id, date_trunc('month', occurred_at at time zone 'UTC')::date as month, account_id, own_slot,
      sign * count(*) filter (where type = 'contacted'), sign * count(*) filter (where type = 'replied')
    from changed
    where type in ('contacted', 'replied') and (tg_op = 'INSERT' or exists (select from campaigns c where c.id = changed.campaign_id))
    group by organization_id, campaign_id, date_trunc('month', occurred_at at time zone 'UTC'), account_id
    on conflict (campaign_id, month, account_id, slot) do update
      set contacted = m.contacted + excluded.contacted, replies = m.replies + excluded.replies;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.sum_credit_days()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  own_slot smallint := claim_sum_slot();
begin
  insert into credit_days as d (organization_id, day, user_id, slot, credits)
    select organization_id, (created_at at time zone 'UTC')::date as day, coalesce(user_id, 0) as user_id, own_slot, sum(amount - released)
    from added group by organization_id, (created_at at time zone 'UTC')::date, coalesce(user_id, 0)
    on conflict (organization_id, day, user_id, slot) do update set credits = d.credits + excluded.credits;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.sum_days()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
-- Written by provide_kind_columns.
declare
  sign integer := case tg_op when 'DELETE' then -1 else 1 end;
  own_slot smallint := claim_sum_slot();
begin
  insert into organization_days as d (organization_id, day, campaign_id, account_id, slot, actions, contacted, emails_sent, interested, invites_accepted, invites_sent, linkedin_messages_sent, replies, kind_email, kind_linkedin_invite, kind_linkedin_message, kind_inmail, kind_visit_linkedin_profile, kind_like_last_linkedin_post, kind_delete_linkedin_invite, kind_call_prospect, kind_accepted_invite, kind_already_connected, kind_has_email, kind_has_phone, kind_call_outcome, kind_clicked, kind_opened, kind_reply_class, kind_meeting_booked)
    select organization_id, (occurred_at at time zone 'UTC')::date, campaign_id, account_id, own_slot,
      sign * count(*) filter (where action is not null),
      sign * count(*) filter (where type = 'contacted'),
      sign * count(*) filter (where type = 'email_sent'),
      sign * count(*) filter (where type = 'interested'),
      sign * count(*) filter (where type = 'invite_accepted'),
      sign * count(*) filter (where type = 'invite_sent'),
      sign * count(*) filter (where type in ('linkedin_message_sent', 'inmail_sent')),
      sign * count(*) filter (where type = 'replied'),
      sign * count(*) filter (where action = 'EMAIL'),
      sign * count(*) filter (where action = 'LINKEDIN_INVITE'),
      sign * count(*) filter (where action = 'LINKEDIN_MESSAGE'),
      sign * count(*) filter (where action = 'INMAIL'),
      sign * count(*) filter (where action = 'VISIT_LINKEDIN_PROFILE'),
      sign * count(*) filter (where action = 'LIKE_LAST_LINKEDIN_POST'),
      sign * count(*) filter (where action = 'DELETE_LINKEDIN_INVITE'),
      sign * count(*) filter (where action = 'CALL_PROSPECT'),
      sign * count(*) filter (where action = 'ACCEPTED_INVITE'),
      sign * count(*) filter (where action = 'ALREADY_CONNECTED'),
      sign * count(*) filter (where action = 'HAS_EMAIL'),
      sign * count(*) filter (where action = 'HAS_PHONE'),
      sign * count(*) filter (where action = 'CALL_OUTCOME'),
      sign * count(*) filter (where action = 'CLICKED'),
      sign * count(*) filter (where action = 'OPENED'),
      sign * count(*) filter (where action = 'REPLY_CLASS'),
      sign * count(*) filter (where action = 'MEETING_BOOKED')
    from changed where tg_op = 'INSERT' or exists (select from campaigns c where c.id = changed.campaign_id)
    group by organization_id, (occurred_at at time zone 'UTC')::date, campaign_id, account_id
    on conflict (organization_id, day, campaign_id, account_id, slot) do update set
      actions = d.actions + excluded.actions,
      contacted = d.contacted + excluded.contacted,
      emails_sent = d.emails_sent + excluded.emails_sent,
      interested = d.interested + excluded.interested,
      invites_accepted = d.invites_accepted + excluded.invites_accepted,
      invites_sent = d.invites_sent + excluded.invites_sent,
      linkedin_messages_sent = d.linkedin_messages_sent + excluded.linkedin_messages_sent,
      replies = d.replies + excluded.replies,
      kind_email = d.kind_email + excluded.kind_email,
      kind_linkedin_invite = d.kind_linkedin_invite + excluded.kind_linkedin_invite,
      kind_linkedin_message = d.kind_linkedin_message + excluded.kind_linkedin_message,
      kind_inmail = d.kind_inmail + excluded.kind_inmail,
      kind_visit_linkedin_profile = d.kind_visit_linkedin_profile + excluded.kind_visit_linkedin_profile,
      kind_like_last_linkedin_post = d.kind_like_last_linkedin_post + excluded.kind_like_last_linkedin_post,
      kind_delete_linkedin_invite = d.kind_delete_linkedin_invite + excluded.kind_delete_linkedin_invite,
      kind_call_prospect = d.kind_call_prospect + excluded.kind_call_prospect,
      kind_accepted_invite = d.kind_accepted_invite + excluded.kind_accepted_invite,
      kind_already_connected = d.kind_already_connected + excluded.kind_already_connected,
      kind_has_email = d.kind_has_email + excluded.kind_has_email,
      kind_has_phone = d.kind_has_phone + excluded.kind_has_phone,
      kind_call_outcome = d.kind_call_outcome + excluded.kind_call_outcome,
      kind_clicked = d.kind_clicked + excluded.kind_clicked,
      kind_opened = d.kind_opened + excluded.kind_opened,
      kind_reply_class = d.kind_reply_class + excluded.kind_reply_class,
      kind_meeting_booked = d.kind_meeting_booked + excluded.kind_meeting_booked;
  insert into account_days as d (organization_id, day, account_id, slot, actions, contacted, emails_sent, interested, invites_accepted, invites_sent, linkedin_messages_sent, replies, kind_email, kind_linkedin_invite, kind_linkedin_message, kind_inmail, kind_visit_linkedin_profile, kind_like_last_linkedin_post, kind_delete_linkedin_invite, kind_call_prospect, kind_accepted_invite, kind_already_connected, kind_has_email, kind_has_phone, kind_call_outcome, kind_clicked, kind_opened, kind_reply_class, kind_meeting_booked)
    select organization_id, (occurred_at at time zone 'UTC')::date, account_id, own_slot,
      sign * count(*) filter (where action is not null),
      sign * count(*) filter (where type = 'contacted'),
      sign * count(*) filter (where type = 'email_sent'),
      sign * count(*) filter (where type = 'interested'),
      sign * count(*) filter (where type = 'invite_accepted'),
      sign * count(*) filter (where type = 'invite_sent'),
      sign * count(*) filter (where type in ('linkedin_message_sent', 'inmail_sent')),
      sign * count(*) filter (where type = 'replied'),
      sign * count(*) filter (where action = 'EMAIL'),
      sign * count(*) filter (where action = 'LINKEDIN_INVITE'),
      sign * count(*) filter (where action = 'LINKEDIN_MESSAGE'),
      sign * count(*) filter (where action = 'INMAIL'),
      sign * count(*) filter (where action = 'VISIT_LINKEDIN_PROFILE'),
      sign * count(*) filter (where action = 'LIKE_LAST_LINKEDIN_POST'),
      sign * count(*) filter (where action = 'DELETE_LINKEDIN_INVITE'),
      sign * count(*) filter (where action = 'CALL_PROSPECT'),
      sign * count(*) filter (where action = 'ACCEPTED_INVITE'),
      sign * count(*) filter (where action = 'ALREADY_CONNECTED'),
      sign * count(*) filter (where action = 'HAS_EMAIL'),
      sign * count(*) filter (where action = 'HAS_PHONE'),
      sign * count(*) filter (where action = 'CALL_OUTCOME'),
      sign * count(*) filter (where action = 'CLICKED'),
      sign * count(*) filter (where action = 'OPENED'),
      sign * count(*) filter (where action = 'REPLY_CLASS'),
      sign * count(*) filter (where action = 'MEETING_BOOKED')
    from changed where tg_op = 'INSERT' or exists (select from organizations o where o.organization_id = changed.organization_id)
    group by organization_id, (occurred_at at time zone 'UTC')::date, account_id
    on conflict (organization_id, day, account_id, slot) do update set
      actions = d.actions + excluded.actions,
      contacted = d.contacted + excluded.contacted,
      emails_sent = d.emails_sent + excluded.emails_sent,
      interested = d.interested + excluded.interested,
      invites_accepted = d.invites_accepted + excluded.invites_accepted,
      invites_sent = d.invites_sent + excluded.invites_sent,
      linkedin_messages_sent = d.linkedin_messages_sent + excluded.linkedin_messages_sent,
      replies = d.replies + excluded.replies,
      kind_email = d.kind_email + excluded.kind_email,
      kind_linkedin_invite = d.kind_linkedin_invite + excluded.kind_linkedin_invite,
      kind_linkedin_message = d.kind_linkedin_message + excluded.kind_linkedin_message,
      kind_inmail = d.kind_inmail + excluded.kind_inmail,
      kind_visit_linkedin_profile = d.kind_visit_linkedin_profile + excluded.kind_visit_linkedin_profile,
      kind_like_last_linkedin_post = d.kind_like_last_linkedin_post + excluded.kind_like_last_linkedin_post,
      kind_delete_linkedin_invite = d.kind_delete_linkedin_invite + excluded.kind_delete_linkedin_invite,
      kind_call_prospect = d.kind_call_prospect + excluded.kind_call_prospect,
      kind_accepted_invite = d.kind_accepted_invite + excluded.kind_accepted_invite,
      kind_already_connected = d.kind_already_connected + excluded.kind_already_connected,
      kind_has_email = d.kind_has_email + excluded.kind_has_email,
      kind_has_phone = d.kind_has_phone + excluded.kind_has_phone,
      kind_call_outcome = d.kind_call_outcome + excluded.kind_call_outcome,
      kind_clicked = d.kind_clicked + excluded.kind_clicked,
      kind_opened = d.kind_opened + excluded.kind_opened,
      kind_reply_class = d.kind_reply_class + excluded.kind_reply_class,
      kind_meeting_booked = d.kind_meeting_booked + excluded.kind_meeting_booked;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.sum_people_written()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  sign integer := case tg_op when 'DELETE' then -1 else 1 end;
  own_slot smallint;
  told record;
  former campaign_lead_days;
  fresh campaign_lead_days;
  last integer;
  chain campaign_people_days;
  chains campaign_people_days[] := '{}';
begin
  -- Plain statements without anything that only some calls need: their plans are made once and kept. A message is one of few things
  -- that the engine tells as it sends, and the simplest one, after all others and by the sender of the one before, comes first here.
  for told in select organization_id, campaign_id, campaign_lead_id, name_written_metric(type) as metric, account_id,
      (occurred_at at time zone 'UTC')::date as day from changed
    where name_written_metric(type) is not null order by campaign_lead_id, metric, occurred_at
  loop
    own_slot := coalesce(own_slot, claim_sum_slot());
    if sign = 1 then
      -- Most messages come after all others of their lead.
      update campaign_lead_days set days = days || told.day, account_ids = account_ids || told.account_id, amounts = amounts || 1
        where campaign_lead_id = told.campaign_lead_id and metric = told.metric and days[cardinality(days)] < told.day
        returning * into fresh;
      last := cardinality(fresh.days) - 1;
      if found and fresh.account_ids[last] = told.account_id then
        chains := chains || row(told.organization_id, told.campaign_id, told.metric, reach_over(told.day - fresh.days[last]), told.day,
          fresh.days[last], told.account_id, told.account_id, '{}'::bigint[], own_slot, 1)::campaign_people_days;
        continue;
      elsif found then
        chains := chains || array(select row(told.organization_id, told.campaign_id, told.metric, c.reach, c.day, c.previous_day,
            c.account_id, c.previous_account_id, c.passed_over, own_slot, 1)::campaign_people_days
          from chain_lead_days(fresh.days, fresh.account_ids, told.day) as c);
        continue;
      end if;
      insert into campaign_lead_days (organization_id, campaign_id, campaign_lead_id, metric, days, account_ids, amounts)
        values (told.organization_id, told.campaign_id, told.campaign_lead_id, told.metric, array[told.day], array[told.account_id],
          '{1}')
        on conflict (campaign_lead_id, metric) do nothing;
      if found then
        chains := chains || row(told.organization_id, told.campaign_id, told.metric, 0, told.day, '-infinity'::date, told.account_id,
          told.account_id, '{}'::bigint[], own_slot, 1)::campaign_people_days;
        continue;
      end if;
    end if;
    select * into strict former from campaign_lead_days
      where campaign_lead_id = told.campaign_lead_id and metric = told.metric for update;
    select a.days, a.account_ids, a.amounts into fresh.days, fresh.account_ids, fresh.amounts
      from add_lead_day(former.days, former.account_ids, former.amounts, told.day, told.account_id, sign) as a;
    update campaign_lead_days set days = fresh.days, account_ids = fresh.account_ids, amounts = fresh.amounts
      where campaign_lead_id = told.campaign_lead_id and metric = told.metric;
    -- Another message of the same day and sender changes nothing.
    if fresh.days <> former.days or fresh.account_ids <> former.account_ids then
      chains := chains || array(select row(told.organization_id, told.campaign_id, told.metric, c.reach, c.day, c.previous_day,
          c.account_id, c.previous_account_id, c.passed_over, own_slot, c.people)::campaign_people_days
        from (select *, 1 as people from chain_lead_days(fresh.days, fresh.account_ids, told.day)
          union all select *, -1 from chain_lead_days(former.days, former.account_ids, told.day)) as c);
    end if;
  end loop;
  -- A campaign that is going itself takes its sums along; those of its senders stay, unless their organisation goes too.
  if sign = 1 and cardinality(chains) = 1 then
    chain := chains[1];
    insert into campaign_people_days as d select chain.*
      on conflict (campaign_id, metric, reach, day, previous_day, account_id, previous_account_id, passed_over, slot)
        do update set people = d.people + 1;
    insert into account_people_days as d (organization_id, metric, reach, day, previous_day, account_id, previous_account_id,
        passed_over, slot, people)
      values (chain.organization_id, chain.metric, chain.reach, chain.day, chain.previous_day, chain.account_id,
        chain.previous_account_id, chain.passed_over, chain.slot, 1)
      on conflict (organization_id, metric, reach, day, previous_day, account_id, previous_account_id, passed_over, slot)
        do update set people = d.people + 1;
  elsif cardinality(chains) > 0 then
    insert into campaign_people_days as d (organization_id, campaign_id, metric, reach, day, previous_day, account_id,
        previous_account_id, passed_over, slot, people)
      select organization_id, campaign_id, metric, reach, day, previous_day, account_id, previous_account_id, passed_over, slot,
        sum(people)
      from unnest(chains) as c where exists (select from campaigns where campaigns.id = c.campaign_id)
      group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 having sum(people) <> 0
      on conflict (campaign_id, metric, reach, day, previous_day, account_id, previous_account_id, passed_over, slot)
        do update set people = d.people + excluded.people;
    insert into account_people_days as d (organization_id, metric, reach, day, previous_day, account_id, previous_account_id,
        passed_over, slot, people)
      select organization_id, metric, reach, day, previous_day, account_id, previous_account_id, passed_over, slot, sum(people)
      from unnest(chains) as c where exists (select from organizations o where o.organization_id = c.organization_id)
      group by 1, 2, 3, 4, 5, 6, 7, 8, 9 having sum(people) <> 0
      on conflict (organization_id, metric, reach, day, previous_day, account_id, previous_account_id, passed_over, slot)
        do update set people = d.people + excluded.people;
  end if;
  if sign = -1 then
    delete from campaign_lead_days k using changed where k.campaign_lead_id = changed.campaign_lead_id and k.days = '{}';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.suppress_other_emails()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- A statement that adds nothing fires as well: the statement below would never end.
  if not exists (select from new_rows where email is not null and reason in ('unsubscribe', 'complaint', 'manual')) then
    return null;
  end if;
  insert into suppressions (organization_id, email, reason, detail, created_by, prospect_id)
  select distinct on (p.organization_id, a.email) p.organization_id, a.email::citext, n.reason, n.detail, n.created_by, n.prospect_id
  from (select * from new_rows where email is not null and reason in ('unsubscribe', 'complaint', 'manual')) n
  cross join lateral (
    select o.organization_id, o.email, o.other_emails from prospects o
      where o.organization_id = n.organization_id and o.email = lower(n.email::text) and o.other_emails <> '{}'
    union all select o.organization_id, o.email, o.other_emails
      from (select * from leads_by_other_email(n.organization_id, array[lower(n.email::text)]) limit 1000) f join prospects o on o.id = f.id) p
  cross join lateral (select p.email union select unnest(p.other_emails)) a (email)
  where a.email is not null and lower(a.email) <> lower(n.email::text)
  order by p.organization_id, a.email
  on conflict (organization_id, email) do nothing;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.take_message_time()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  select m.sent_at into new.sent_at from chat_messages m where m.id = new.message_id;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.tasks_of_my_agency()
 RETURNS TABLE(id bigint, name text, prompt text, output_type text, required_sources text[], is_shared boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select t.id, t.name, t.prompt, t.output_type, t.required_sources, shared.is_shared
  from organizations o join enrichment_prompts t on t.organization_id = o.agency_id
    cross join lateral (select exists (select from agency_shares a where a.organization_id = o.agency_id and a.task_id = t.id
      and coalesce(a.client_id, o.organization_id) = o.organization_id) as is_shared) shared
  where o.organization_id = current_organization_id()
    and (shared.is_shared or exists (select from segments_of_my_agency() s where t.id = any (s.enrichment_sources)))
  order by t.id limit 2000
$function$;

CREATE OR REPLACE FUNCTION public.tell_bounces()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (select id from new_rows where bounced_at is not null
      except select id from old_rows where bounced_at is not null) then return null; end if;
  perform open_event_months(moment, moment)
    from (select min(bounced_at) as moment from new_rows where bounced_at is not null
      group by date_trunc('month', bounced_at at time zone 'UTC')) m;
  with bounced as materialized (
    select n.*, o.bounced_at as bounced_before from new_rows n full join old_rows o on o.id = n.id)
  insert into campaign_events (organization_id, campaign_id, campaign_lead_id, prospect_id, node_id, account_id, type,
      variant, occurred_at)
    select n.organization_id, n.campaign_id, n.campaign_lead_id, n.prospect_id, n.node_id,
      coalesce(i.account_id, c.email_account_id, 0), 'bounced', n.variant, n.bounced_at
    from bounced n join campaigns c on c.id = n.campaign_id
    left join outbound_intents i on i.id = n.intent_id
    where n.bounced_at is not null and n.bounced_before is null
    on conflict do nothing;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.tell_interest()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from campaign_events e using campaign_leads l
    where l.prospect_id = new.prospect_id and l.organization_id = new.organization_id and e.campaign_lead_id = l.id
      and e.type = 'interested';
  if new.interest = 'INTERESTED' then
    perform open_event_months(app_now(), app_now());
    insert into campaign_events (organization_id, campaign_id, campaign_lead_id, prospect_id, node_id, account_id, type,
        variant, occurred_at)
      select e.organization_id, e.campaign_id, e.campaign_lead_id, e.prospect_id, e.node_id, e.account_id, 'interested',
        e.variant, app_now()
      from campaign_leads l join campaign_events e on e.campaign_lead_id = l.id and e.type = 'replied'
      where l.prospect_id = new.prospect_id and l.organization_id = new.organization_id
      on conflict do nothing;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.tell_interest_event()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into outbox_events (organization_id, type, payload) values (new.organization_id, 'lead_interest_changed',
    jsonb_build_object('prospect_id', new.prospect_id, 'interest', new.interest));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.tell_lead_facts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- Most updates only move leads along: they end here.
  if not exists (select id, contacted_at, replied_at from new_rows
      except select id, contacted_at, replied_at from old_rows) then return null; end if;
  with changed as materialized (
    select o.id, fact.type, fact.before from new_rows n full join old_rows o on o.id = n.id
    cross join lateral (values ('contacted', n.contacted_at, o.contacted_at), ('replied', n.replied_at, o.replied_at))
      as fact (type, at, before)
    where fact.at is distinct from fact.before)
  delete from campaign_events e using changed
    where e.campaign_lead_id = changed.id and e.type = changed.type and e.occurred_at = changed.before;
  perform open_event_months(moment, moment)
    from (select min(fact.at) as moment from new_rows n full join old_rows o on o.id = n.id
      cross join lateral (values (n.contacted_at, o.contacted_at), (n.replied_at, o.replied_at)) as fact (at, before)
      where fact.at is distinct from fact.before and fact.at is not null
      group by date_trunc('month', fact.at at time zone 'UTC')) m;
  with changed as materialized (
    select n.*, o.next_node_id as node_before, fact.type, fact.at from new_rows n full join old_rows o on o.id = n.id
    cross join lateral (values ('contacted', n.contacted_at, o.contacted_at), ('replied', n.replied_at, o.replied_at))
      as fact (type, at, before)
    where fact.at is distinct from fact.before)
  insert into campaign_events (organization_id, campaign_id, campaign_lead_id, prospect_id, node_id, account_id, type,
      variant, seconds, occurred_at)
    select n.organization_id, n.campaign_id, n.id, n.prospect_id, coalesce(f.node_id, 0),
      coalesce(f.account_id, c.email_account_id, c.linkedin_account_id, 0), n.type, f.variant,
      case when n.type = 'replied' then least(greatest(extract(epoch from n.at - f.finished_at), 0), 2147483647)::int end, n.at
    from changed n join campaigns c on c.id = n.campaign_id
    -- The step that reached the lead first (being settled now: no run yet), or the last one before the reply.
    left join lateral (
      select i.ref_part as node_id, i.account_id, null as variant, i.dispatched_at as finished_at from outbound_intents i
        where n.type = 'contacted' and i.kind = 'campaign_step' and i.ref_id = n.id
          and (i.state = 'confirmed' or i.ref_part = n.node_before)
      union all
      select e.node_id, e.account_id, e.variant, e.occurred_at from campaign_events e
        where n.type = 'replied' and e.campaign_lead_id = n.id
          and e.type in ('email_sent', 'invite_sent', 'linkedin_message_sent', 'inmail_sent', 'call_done')
      order by finished_at desc nulls last limit 1
    ) f on true
    where n.at is not null
    on conflict do nothing;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.tell_step_runs()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if is_importing() or not exists (select from new_rows) then return null; end if;
  if tg_op = 'UPDATE' then
    delete from campaign_events e using old_rows r
      where e.campaign_lead_id = r.campaign_lead_id and e.node_id = r.node_id and e.occurred_at = r.finished_at
        and e.action is not null;
  end if;
  perform open_event_months(moment, moment)
    from (select min(finished_at) as moment from new_rows group by date_trunc('month', finished_at at time zone 'UTC')) m;
  insert into campaign_events (organization_id, campaign_id, campaign_lead_id, prospect_id, node_id, account_id, type,
      action, variant, occurred_at)
    select r.organization_id, r.campaign_id, r.campaign_lead_id, r.prospect_id, r.node_id,
      coalesce(i.account_id, case when n.type in ('EMAIL', 'HAS_EMAIL') then c.email_account_id
        else coalesce(c.linkedin_account_id, c.email_account_id) end, 0),
      case when r.outcome = 'done' and r.error is not null then 'skipped' else name_step_event(n.type, r.outcome, r.branch) end,
      n.type, r.variant, r.finished_at
    from new_rows r join campaign_nodes n on n.id = r.node_id join campaigns c on c.id = r.campaign_id
    left join outbound_intents i on i.id = r.intent_id
    on conflict do nothing;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.templates_of_my_agency(of_template bigint DEFAULT NULL::bigint)
 RETURNS TABLE(id bigint, name text, flow jsonb, created_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select t.id, t.name, t.flow, t.created_at from organizations o join campaign_templates t on t.organization_id = o.agency_id
  where o.organization_id = current_organization_id() and t.is_for_clients and t.id = coalesce(of_template, t.id)
  order by t.id desc limit 500
$function$;

CREATE OR REPLACE FUNCTION public.touch_key(secret uuid, kind text, value text)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN sha256((uuid_send(secret) || sha256((uuid_send(secret) || convert_to(((kind || ':'::text) || value), 'UTF8'::name)))));

CREATE OR REPLACE FUNCTION public.touch_rest_days(organization bigint, campaign bigint)
 RETURNS integer
 LANGUAGE sql
 STABLE
AS $function$
  select greatest(coalesce((select r.finished_days from touch_lock_rules r where r.organization_id = organization), 90),
    (select (c.touch_rules->>'rest_days')::int from campaigns c where c.id = campaign and c.organization_id = organization))
$function$;

CREATE OR REPLACE FUNCTION public.unpark_action()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from parked_units where loop in ('outbound-dispatch', 'outbound-settle', 'outbound-leases', 'outbound-evidence-outcome')
    and organization_id = old.organization_id and key = old.id::text;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.unpark_actions_of_lead()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from parked_units p using outbound_intents i where i.kind = 'campaign_step' and i.ref_id = new.id and i.state = 'cancelled'
    and p.loop = 'outbound-dispatch' and p.organization_id = new.organization_id and p.key = i.id::text;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.wake_zoned_leads()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  with woken as (
    update campaign_leads set next_at = app_now(), waiting_rule = null, waiting_until = null
      where prospect_id = new.id and waiting_rule = 'lead_zone' and next_at > app_now() and not is_in_flight
      returning campaign_id)
  update campaign_lanes set look_at = least(look_at, app_now()) where campaign_id in (select campaign_id from woken);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.webhook_data(organization bigint, prospect bigint, campaign bigint, account bigint, node bigint, data jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
RETURN ((((COALESCE(data, '{}'::jsonb) || CASE WHEN (prospect IS NULL) THEN '{}'::jsonb ELSE jsonb_build_object('prospect', (SELECT jsonb_build_object('id', p.id, 'email', p.email, 'first_name', "left"(p.first_name, 200), 'last_name', "left"(p.last_name, 200), 'job_title', "left"(p.job_title, 300), 'company_name', "left"(p.company_name, 300), 'linkedin_profile_url', "left"(p.linkedin_profile_url, 500)) AS jsonb_build_object FROM prospects p WHERE ((p.organization_id = webhook_data.organization) AND (p.id = webhook_data.prospect)))) END) || CASE WHEN (campaign IS NULL) THEN '{}'::jsonb ELSE jsonb_build_object('campaign', (SELECT jsonb_build_object('id', c.id, 'name', c.name) AS jsonb_build_object FROM campaigns c WHERE ((c.organization_id = webhook_data.organization) AND (c.id = webhook_data.campaign)))) END) || CASE WHEN (account IS NULL) THEN '{}'::jsonb ELSE jsonb_build_object('account', (SELECT jsonb_build_object('id', a.id, 'account_type', a.account_type, 'name', "left"(a.name, 200), 'email', a.email) AS jsonb_build_object FROM accounts a WHERE ((a.organization_id = webhook_data.organization) AND (a.id = webhook_data.account)))) END) || CASE WHEN (node IS NULL) THEN '{}'::jsonb ELSE jsonb_build_object('step', (SELECT jsonb_build_object('id', n.id, 'type', n.type) AS jsonb_build_object FROM campaign_nodes n WHERE ((n.organization_id = webhook_data.organization) AND (n.id = webhook_data.node)))) END);

CREATE OR REPLACE FUNCTION public.webhook_type_names(type text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (type = ANY (ARRAY['linkedin.profile_visited'::text, 'linkedin.post_liked'::text])) THEN ARRAY[type] ELSE ARRAY['*'::text, type] END;

CREATE OR REPLACE FUNCTION public.zone_of_organization(of_organization bigint)
 RETURNS TABLE(chosen text, of_campaigns text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select o.time_zone,
    (select k.timezone from campaigns k where k.organization_id = o.organization_id and k.timezone <> 'UTC' order by k.id limit 1)
  from organizations o
  where o.organization_id = of_organization and (current_organization_id() is null or o.organization_id = current_organization_id()
    or exists (select from agency_clients c where c.organization_id = current_organization_id() and c.client_id = of_organization))
$function$;
