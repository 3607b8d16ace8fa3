import { inflateRawSync } from 'node:zlib';
import type pg from 'pg';
import type { SystemContext } from '../../kernel/context.ts';
import { plantRows } from '../../testing/plant-rows.ts';
import { findTarget, listShapes, listTravelingColumns } from './archive-rows.store.ts';

type Person = { organization_id: number; user_id: number };

/** Tables that archives leave out, by reason. A new table of a tenant is in the archive or here (archive.test.ts). */
export const LEFT_OUT_TABLES: readonly string[] = Object.values({
  'counted from rows that are there, or events they were counted from': [
    ...['account_days', 'account_people_days', 'campaign_counts', 'campaign_lead_days'],
    ...['campaign_months', 'campaign_people_days', 'campaign_step_days', 'campaign_step_months', 'organization_days'],
    ...['answer_versions', 'prospect_versions', 'chat_words', 'credit_days', 'finder_usage', 'campaign_standings'],
  ],
  'state of the program while it works': [
    ...[
      'archive_imports',
      'archive_import_ids',
      'account_deliverability',
      'campaign_gone_invites',
      'campaign_lanes',
      'campaign_lookups',
    ],
    // New copies are made; figures of the former installation would mix with those of new mailboxes.
    ...['placement_copies', 'placement_falls', 'placement_rules'],
    // The next reply gets a draft again, as far as drafts are on.
    ...['waiting_drafts', 'draft_days'],
    ...['chat_presences', 'chat_uploads', 'contact_domains', 'credit_reservations', 'crm_events'],
    ...[
      'crm_exchanges',
      'crm_lead_owners',
      'crm_people',
      'crm_push_leads',
      'crm_pushes',
      'data_digests',
      'weekly_mails',
      'finder_search_readers',
      'push_devices',
      'scheduled_exports',
      'scheduled_export_links',
      // Credits belong to the plan of an organization.
      ...['credit_alerts', 'credit_caps'],
    ],
    ...['email_changes', 'enrichment_cells', 'enrichment_runs', 'export_links', 'factor_undos', 'guard_events'],
    ...['guard_states', 'import_address_checks', 'import_bad_rows', 'import_changes', 'imports', 'invitations'],
    'kanban_rule_runs',
    ...['linkedin_events', 'linkedin_looks', 'linkedin_paces', 'organization_archives'],
    ...['live_messages', 'live_sequences', 'live_tickets', 'mail_tries', 'mailbox_syncs'],
    ...['notice_mails', 'outbox_events', 'parked_units', 'research_sources', 'sender_day_plans'],
    ...['test_mails', 'tour_runs', 'crm_field_mappings', 'webhook_days', 'webhook_deliveries'],
    ...['webhook_messages', 'api_key_days', 'idempotency_keys', 'approvals', 'assistant_policies', 'mcp_calls'],
    ...['mcp_spending', 'automation_days', 'automation_effects', 'automation_runs', 'touch_locks'],
    ...[
      'tool_imports',
      'tool_import_rows',
      'crm_erasures',
      'erasure_jobs',
      'erasures',
      'erasure_skips',
      'retention_rules',
      // Results come without the version that they answer.
      'enrichment_prompt_versions',
    ],
  ],
  'secrets and sign-ins': [
    ...['integration_consents', 'integrations', 'linkedin_sign_ins', 'mailbox_consents'],
    ...[
      'one_time_codes',
      'saml_assertions_seen',
      'saml_requests',
      'security_days',
      'security_events',
      'sessions',
      'sign_in_tickets',
    ],
    ...['sso_connections', 'sso_domains', 'user_identities', 'user_passkeys', 'user_recovery_codes', 'user_totp'],
    ...[
      'booking_connections',
      'booking_deliveries',
      'seed_mailboxes',
      'tracking_domains',
      'webhook_endpoints',
      'api_keys',
      'slack_connections',
      'connected_apps',
      'oauth_codes',
      'oauth_tokens',
    ],
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

export type JsonRow = { _id: number | string } & Record<string, unknown>;

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

/** A row in every table of the organization, and a file where one is named. */
export async function plantArchive(system: SystemContext, db: pg.Client, person: Person): Promise<void> {
  await plantRows(db, person.organization_id, person.user_id, 'planted');
  const { key } = await system.ports.files.saveFile('attachments', Buffer.from('an attachment'), 100);
  for (const table of ['chat_attachments', 'campaign_attachments', 'saved_reply_files'])
    await db.query(`update ${table} set file_key = $1 where organization_id = $2`, [key, person.organization_id]);
  await db.query('delete from organization_archives where organization_id = $1', [person.organization_id]);
  await connect(system, db, person);
}

/** Rows are planted without regard to what no foreign key declares: here they name each other. */
async function connect(system: SystemContext, db: pg.Client, person: Person): Promise<void> {
  const of = [person.organization_id];
  await db.query('set session_replication_role = replica');
  await db.query(
    `update outbound_intents set kind = 'campaign_step', ref_id = (select max(id) from campaign_leads where organization_id = $1),
       ref_part = (select max(id) from campaign_nodes where organization_id = $1) where organization_id = $1`,
    of,
  );
  await db.query('update call_attempts set settled_at = app_now() where organization_id = $1', of);
  for (const table of ['link_clicks', 'mail_opens'])
    await db.query(`update ${table} set class = 'person', ip = null, agent = null where organization_id = $1`, of);
  await db.query(`update address_checks set verified_at = app_now(), result = 'valid' where organization_id = $1`, of);
  await db.query(
    `insert into sending_days (organization_id, scope, scope_id, day, zone, starts_at, ends_at, cap)
     select $1, 'campaign/' || (select max(id) from accounts where organization_id = $1), max(id), '2026-11-29', 'UTC', app_now(),
       app_now() + interval '1 hour', 10 from campaigns where organization_id = $1`,
    of,
  );
  await db.query(
    `insert into automations (organization_id, name, trigger_type, actions) values ($1, 'Label', 'reply.received', '[{}]')`,
    of,
  );
  for (const shape of await system.systemRead(({ db: reads }) => listShapes(reads)))
    for (const { name, is_array } of listTravelingColumns(shape)) {
      const target = findTarget(shape, name);
      if (is_array || !target || shape.key.includes(name) || target === shape.name) continue;
      const id = shapeKey(target);
      await db.query(
        `update ${shape.name} set ${name} = (select max(${id}) from ${target} where organization_id = $1)
         where organization_id = $1 and ${name} is not null`,
        of,
      );
    }
  for (const [table, column, target] of [
    ['search_prospects', 'search_id', 'searches'],
    ['prospects', 'source_id', 'lead_sources'],
    ['search_prompts', 'prompt_id', 'enrichment_prompts'],
    ['automatic_research', 'search_id', 'searches'],
    ['automatic_research', 'prompt_id', 'enrichment_prompts'],
    ['campaign_events', 'campaign_lead_id', 'campaign_leads'],
    ['campaign_events', 'node_id', 'campaign_nodes'],
  ])
    await db.query(
      `update ${table} set ${column} = (select max(id) from ${target} where organization_id = $1) where organization_id = $1`,
      of,
    );
  await db.query('set session_replication_role = origin');
}

const shapeKey = (table: string): string => (table === 'chats' ? 'prospect_id' : 'id');
