/** Tables that the archive of a cancelled client leaves out, by reason. A new table of a tenant is in the archive or here (ending.test.ts). */
export const LEFT_OUT_TABLES: readonly string[] = Object.values({
  'in another file: names, files and ids of rows that belong to one of its rows': [
    ...['chats', 'chat_accounts', 'chat_attachments', 'chat_labels', 'labels', 'prospect_labels', 'campaign_labels'],
    ...['campaign_senders', 'search_prospects', 'search_prompts', 'sender_signatures', 'lead_columns'],
    ...['campaign_lead_messages', 'ai_segment_texts', 'campaign_revisions'],
  ],
  'counted from rows that are there': [
    ...['account_days', 'account_people_days', 'campaign_counts', 'campaign_events', 'campaign_lead_days'],
    ...['campaign_months', 'campaign_people_days', 'campaign_step_days', 'campaign_step_months', 'organization_days'],
    ...['sending_days', 'kanban_history', 'answer_versions', 'prospect_versions', 'chat_words', 'finder_usage'],
  ],
  'state of the program while it works': [
    ...['address_checks', 'account_deliverability', 'campaign_gone_invites'],
    ...['campaign_hand_overs', 'campaign_lanes', 'campaign_lookups', 'campaign_standings', 'campaign_step_runs'],
    ...['chat_presences', 'chat_uploads', 'contact_domains', 'contact_lookups', 'credit_reservations', 'crm_events'],
    ...['crm_exchanges', 'crm_lead_owners', 'crm_people', 'crm_push_leads', 'crm_pushes', 'data_digests'],
    ...['email_changes', 'enrichment_cells', 'enrichment_runs', 'export_links', 'factor_undos', 'guard_events'],
    ...['guard_states', 'import_address_checks', 'import_bad_rows', 'imports', 'invitations', 'kanban_rule_runs'],
    ...['linkedin_events', 'linkedin_looks', 'linkedin_members', 'linkedin_paces', 'linkedin_relations'],
    ...['live_messages', 'live_sequences', 'live_tickets', 'mail_tries', 'mailbox_syncs', 'message_classes'],
    ...['notice_mails', 'outbound_intents', 'outbox_events', 'parked_units', 'research_sources', 'sender_day_plans'],
    ...['suppression_lifts', 'test_mails', 'tour_runs', 'crm_field_mappings', 'webhook_days', 'webhook_deliveries'],
    ...['webhook_messages', 'api_key_days', 'idempotency_keys', 'approvals', 'assistant_policies', 'mcp_calls'],
    'mcp_spending',
  ],
  'secrets and sign-ins': [
    ...['erasure_keys', 'integration_consents', 'integrations', 'linkedin_sign_ins', 'mailbox_consents'],
    ...['one_time_codes', 'saml_assertions_seen', 'saml_requests', 'security_events', 'sessions', 'sign_in_tickets'],
    ...['sso_connections', 'sso_domains', 'user_identities', 'user_passkeys', 'user_recovery_codes', 'user_totp'],
    ...['webhook_endpoints', 'api_keys'],
  ],
  "between the agency and the installation, or the agency's own": [
    ...['agency_clients', 'agency_prices', 'agency_settings', 'agency_shares', 'billing_customers', 'brand_files'],
    ...['brand_hosts', 'brand_mail_domains', 'client_months', 'client_purchases', 'client_report_mails'],
    ...['client_report_recipients', 'client_terms', 'payment_events', 'payments', 'referral_uses'],
  ],
}).flat();

/** Columns of every table: who changed it, keys and caches made from other columns, and state of the program. */
const LEFT_OUT_COLUMNS = new Set([
  ...['organization_id', 'prospect_id', 'account_id', 'user_id', 'node_id', 'prompt_id', 'parent_id', 'created_by'],
  ...[
    'edit_version',
    'edited_at',
    'edited_by',
    'version',
    'digest',
    'digests',
    'reference_chain',
    'file_key',
    'is_live',
  ],
]);

const LEFT_OUT_COLUMNS_OF: Readonly<Record<string, readonly string[]>> = {
  organizations: [
    ...[
      'email_credits',
      'trial_started_at',
      'trial_ends_at',
      'active_subscription',
      'had_subscription',
      'is_whitelabel',
    ],
    ...['is_agency', 'agency_id', 'extra_linkedin_accounts', 'extra_email_accounts', 'referral_code', 'branding'],
    ...['referral_code_in_use', 'disabled_features', 'onboarded_at', 'has_website', 'second_factor_required_at'],
    ...['subscription_grace_until', 'suspended_at', 'suspended_reason', 'monthly_credits', 'cancelled_at'],
    ...['closed_to_agency_at', 'agency_disabled_features'],
  ],
  users: ['password_hash', 'verified_at', 'picture_url', 'is_workspace_user'],
  prospects: ['linkedin_key', 'email_domain', 'phone_key', 'name_key', 'last_name_key', 'company_key', 'custom'],
  searches: ['total_prospects', 'is_example'],
  enrichment_prompts: ['key'],
  enrichment_answers: ['credits', 'folded_text', 'number_value', 'boolean_value', 'score_value', 'tried_steps'],
  campaigns: [
    ...['email_account_id', 'linkedin_account_id', 'email_max_messages', 'linkedin_max_messages', 'sending_window'],
    ...['linkedin_max_connections', 'archived_from', 'is_demo', 'senders_changed', 'revision', 'sender_column_id'],
    ...['provider_matching', 'lookup_credits'],
  ],
  campaign_nodes: ['placeholder_message', 'placeholder_message_b', 'has_snippets', 'follower_id'],
  campaign_working_copies: [
    ...['campaign_id', 'publish_choice', 'publish_version', 'publish_by', 'publish_refusal', 'publish_missed_at'],
    ...['publish_next_at', 'publish_tries'],
  ],
  campaign_leads: [
    ...['next_node_id', 'waiting_rule', 'waiting_until', 'source_search_id', 'next_lane', 'is_in_flight', 'tries'],
    ...['missing_data', 'possible_answer_from', 'away_until', 'email_account_id', 'linkedin_account_id', 'stand_ins'],
    ...['email_touched_at', 'linkedin_touched_at', 'lane_account_id', 'skipped_nodes', 'missing_since'],
    ...['missing_node_id', 'archived_node_id'],
  ],
  chat_messages: [
    ...['has_remote_content', 'read', 'intent_id', 'author_user_id', 'idempotency_key', 'provider_chat'],
    ...['is_unreadable', 'signature_html', 'is_timed', 'decided_at'],
  ],
  possible_answers: ['has_remote_content', 'is_unreadable', 'wants_out', 'files'],
  messaging_people: ['provider_id', 'provider_chat', 'dismissed_at', 'not_prospect_id'],
  chat_notes: ['updated_at'],
  kanban_cards: ['rank'],
  campaign_templates: ['is_for_clients'],
  accounts: [
    ...['status_reason', 'status_changed_at', 'status_source', 'picture_url', 'tier', 'is_base_account', 'ramp'],
    ...['send_gap_in_seconds', 'sealed_connection', 'sent_copy', 'held_until', 'held_reason', 'next_send_at'],
    ...['provider_account_id', 'linkedin_member_id', 'linkedin_weekly_invites', 'action_holds', 'token_lease'],
    ...['token_leased_until', 'linkedin_public_identifier', 'linkedin_invite_usage_percent', 'connected_by'],
    ...['linkedin_invite_usage_at', 'ramp_since', 'ramp_cap', 'ramp_counted_at', 'ramp_active_at', 'guard_reason'],
    ...['ramp_stands_until', 'spreads_weekly_invites', 'own_domain_max_messages', 'days_off', 'natural_rhythm'],
    ...['rhythm_gap_in_seconds', 'domain_hold_reason', 'domain_held_from', 'domain_check_at'],
  ],
  crm_links: ['integration_id', 'board_id', 'writing_since'],
  suppressions: ['erased_key'],
  excluded_domains: ['unicode_domain'],
  credit_entries: ['key', 'reservation_id'],
};

export const isLeftOut = (table: string, column: string): boolean =>
  LEFT_OUT_COLUMNS.has(column) || (LEFT_OUT_COLUMNS_OF[table] ?? []).includes(column);
