import { inflateRawSync } from 'node:zlib';

/** Tables that archives leave out, by reason. A new table of a tenant is in the archive or here (archive.test.ts). */
export const LEFT_OUT_TABLES: readonly string[] = Object.values({
  'counted from rows that are there, or events they were counted from': [
    ...['account_days', 'account_people_days', 'campaign_counts', 'campaign_lead_days'],
    ...['campaign_months', 'campaign_people_days', 'campaign_step_days', 'campaign_step_months', 'organization_days'],
    ...['answer_versions', 'prospect_versions', 'chat_words', 'finder_usage', 'campaign_standings'],
  ],
  'state of the program while it works': [
    ...['account_deliverability', 'campaign_gone_invites', 'campaign_lanes', 'campaign_lookups'],
    ...['chat_presences', 'chat_uploads', 'contact_domains', 'credit_reservations', 'crm_events'],
    ...['crm_exchanges', 'crm_lead_owners', 'crm_people', 'crm_push_leads', 'crm_pushes', 'data_digests'],
    ...['email_changes', 'enrichment_cells', 'enrichment_runs', 'export_links', 'factor_undos', 'guard_events'],
    ...['guard_states', 'import_address_checks', 'import_bad_rows', 'imports', 'invitations', 'kanban_rule_runs'],
    ...['linkedin_events', 'linkedin_looks', 'linkedin_paces', 'organization_archives'],
    ...['live_messages', 'live_sequences', 'live_tickets', 'mail_tries', 'mailbox_syncs'],
    ...['notice_mails', 'outbox_events', 'parked_units', 'research_sources', 'sender_day_plans'],
    ...['test_mails', 'tour_runs', 'crm_field_mappings', 'webhook_days', 'webhook_deliveries'],
    ...['webhook_messages', 'api_key_days', 'idempotency_keys', 'approvals', 'assistant_policies', 'mcp_calls'],
    ...['mcp_spending', 'automation_days', 'automation_effects', 'automation_runs'],
  ],
  'secrets and sign-ins': [
    ...['integration_consents', 'integrations', 'linkedin_sign_ins', 'mailbox_consents'],
    ...['one_time_codes', 'saml_assertions_seen', 'saml_requests', 'security_events', 'sessions', 'sign_in_tickets'],
    ...['sso_connections', 'sso_domains', 'user_identities', 'user_passkeys', 'user_recovery_codes', 'user_totp'],
    ...['webhook_endpoints', 'api_keys', 'slack_connections', 'connected_apps', 'oauth_codes', 'oauth_tokens'],
  ],
  "between the agency and the installation, or the agency's own": [
    ...['agency_clients', 'agency_prices', 'agency_settings', 'agency_shares', 'billing_customers', 'brand_files'],
    ...['brand_hosts', 'brand_mail_domains', 'client_months', 'client_purchases', 'client_report_mails'],
    ...['client_report_recipients', 'client_terms', 'payment_events', 'payments', 'referral_uses'],
  ],
}).flat();

/** The content of a ZIP's files, by its directory at the end. */
export function unzip(bytes: Buffer): Map<string, string> {
  const files = new Map<string, string>();
  const end = bytes.lastIndexOf(Buffer.from('504b0506', 'hex'));
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    const packed = bytes.readUInt32LE(at + 20);
    const [nameLength, extra, comment] = [28, 30, 32].map((place) => bytes.readUInt16LE(at + place)) as [
      number,
      number,
      number,
    ];
    const local = bytes.readUInt32LE(at + 42);
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const name = bytes.subarray(at + 46, at + 46 + nameLength).toString('utf8');
    const content = bytes.subarray(start, start + packed);
    files.set(name, (bytes.readUInt16LE(at + 10) === 8 ? inflateRawSync(content) : content).toString('utf8'));
    at += 46 + nameLength + extra + comment;
  }
  return files;
}

type JsonRow = { _id: number | string } & Record<string, unknown>;

/** The rows of an archive's tables. */
export function parseTables(files: ReadonlyMap<string, string>): Map<string, JsonRow[]> {
  const tables = [...files].filter(([name]) => name.startsWith('tables/'));
  return new Map(
    tables.map(([name, text]) => [
      name.slice('tables/'.length, -'.ndjson'.length),
      text
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as JsonRow),
    ]),
  );
}
