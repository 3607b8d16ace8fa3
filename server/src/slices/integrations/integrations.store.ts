import type { CrmGrant, CrmOwnerKind, CrmSyncSwitch, CrmType } from '@overture/domain/crm';
import { type Kysely, sql } from 'kysely';
import type { TransactionContext } from '../../kernel/context.ts';
import type { DB } from '../../kernel/db/__generated__/database.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;
interface System {
  db: Kysely<DB>;
}

export interface IntegrationRow {
  id: number;
  organization_id: number;
  integration_type: CrmType;
  is_connected: boolean;
  is_expired: boolean;
  missing_grant: CrmGrant | null;
  api_url: string | null;
  account_id: string;
  account_name: string;
  account_url: string | null;
  connected_by: number | null;
  connected_at: Date;
  /** Null where nothing is held. */
  paused_until: Date | null;
  pause_reason: string | null;
  calls_today: number;
  sync: CrmSyncSwitch[];
  sync_board_id: string;
  sync_stage: string | null;
  owner_kind: CrmOwnerKind;
  owner_id: string | null;
  owner_column_id: number | null;
}

const columns = sql`id, organization_id, integration_type, sealed_tokens is not null and not is_expired as is_connected, is_expired, missing_grant,
  api_url, account_id, account_name, account_url, connected_by, connected_at,
  case when paused_until > statement_timestamp() then paused_until end as paused_until, pause_reason,
  case when calls_on = current_date then calls else 0 end as calls_today, sync, sync_board_id, sync_stage, owner_kind, owner_id, owner_column_id`;

export async function listIntegrationRows({ db, organization }: Tx): Promise<IntegrationRow[]> {
  const rows = await sql<IntegrationRow>`select ${columns} from integrations
    where organization_id = ${organization.id}`.execute(db);
  return rows.rows;
}

export async function findIntegration({ db, organization }: Tx, type: CrmType): Promise<IntegrationRow | undefined> {
  const rows = await sql<IntegrationRow>`select ${columns} from integrations
    where organization_id = ${organization.id} and integration_type = ${type}`.execute(db);
  return rows.rows[0];
}

export async function findIntegrationById({ db }: System, id: number): Promise<IntegrationRow | undefined> {
  const rows = await sql<IntegrationRow>`select ${columns} from integrations where id = ${id}`.execute(db);
  return rows.rows[0];
}

export interface ConnectedAccount {
  integration_type: CrmType;
  sealed_tokens: Buffer;
  api_url: string | null;
  account_id: string;
  account_name: string;
  account_url: string | null;
  connected_by: number;
}

/** One account of a vendor: connecting again, or another account, takes the place of the one before. Another is read from its beginning. */
export async function upsertIntegration({ db, organization }: Tx, given: ConnectedAccount): Promise<IntegrationRow> {
  const rows =
    await sql<IntegrationRow>`insert into integrations (organization_id, integration_type, sealed_tokens, api_url,
      account_id, account_name, account_url, connected_by)
    values (${organization.id}, ${given.integration_type}, ${given.sealed_tokens}, ${given.api_url}, ${given.account_id},
      ${given.account_name}, ${given.account_url}, ${given.connected_by})
    on conflict (organization_id, integration_type) do update set sealed_tokens = excluded.sealed_tokens, is_expired = false,
      missing_grant = null, api_url = excluded.api_url, account_id = excluded.account_id, account_name = excluded.account_name,
      read_page = case when integrations.account_id = excluded.account_id then integrations.read_page end,
      read_since = case when integrations.account_id = excluded.account_id then integrations.read_since end,
      read_began = case when integrations.account_id = excluded.account_id then integrations.read_began end,
      account_url = excluded.account_url, connected_by = excluded.connected_by, connected_at = app_now(),
      token_lease = integrations.token_lease + 1, token_leased_until = '-infinity', paused_until = '-infinity',
      pause_reason = null, failures = 0
    returning ${columns}`.execute(db);
  return rows.rows[0] as IntegrationRow;
}

/** A new choice applies now: read-back begins immediately. */
export async function updateSync(
  { db, organization }: Tx,
  type: CrmType,
  given: {
    sync: readonly CrmSyncSwitch[];
    board_id: string;
    stage: string | null;
    owner_kind: CrmOwnerKind;
    owner_id: string | null;
    owner_column_id: number | null;
  },
): Promise<IntegrationRow | undefined> {
  const rows =
    await sql<IntegrationRow>`update integrations set sync = ${[...given.sync]}::text[], sync_board_id = ${given.board_id},
      sync_stage = ${given.stage}, owner_kind = ${given.owner_kind}, owner_id = ${given.owner_id},
      owner_column_id = ${given.owner_column_id}, next_read_at = '-infinity', read_page = null, read_since = null, read_began = null
    where organization_id = ${organization.id} and integration_type = ${type} returning ${columns}`.execute(db);
  return rows.rows[0];
}

/** Deletes the tokens; returns them, so consent can be revoked. */
export async function disconnectIntegration({ db, organization }: Tx, type: CrmType): Promise<Buffer | null> {
  const rows = await sql<{
    sealed_tokens: Buffer | null;
  }>`update integrations i set sealed_tokens = null, is_expired = false,
      token_lease = i.token_lease + 1, work_lease = i.work_lease + 1, work_leased_until = '-infinity'
    from (select id, sealed_tokens from integrations where organization_id = ${organization.id} and integration_type = ${type}
      for update) as before where before.id = i.id returning before.sealed_tokens`.execute(db);
  return rows.rows[0]?.sealed_tokens ?? null;
}

/** The vendor rejects the sign-in, or a permission is missing that only a new connection grants. False if known already. */
export async function markExpired({ db }: System, id: number, missing: CrmGrant | null): Promise<boolean> {
  const rows = await sql`update integrations set is_expired = true, missing_grant = coalesce(${missing}, missing_grant)
    where id = ${id} and not is_expired and sealed_tokens is not null`.execute(db);
  return (rows.numAffectedRows ?? 0n) > 0n;
}

/** What the sign-in was seen to lack while it works. False when it was known. */
export async function setMissingGrant({ db }: System, id: number, missing: CrmGrant | null): Promise<boolean> {
  const rows = await sql`update integrations set missing_grant = ${missing}
    where id = ${id} and missing_grant is distinct from ${missing}`.execute(db);
  return (rows.numAffectedRows ?? 0n) > 0n;
}

/** Integrations of a vendor's account, of any organization (system). */
export async function listByAccount(
  { db }: System,
  type: CrmType,
  accountId: string,
): Promise<{ id: number; organization_id: number }[]> {
  const rows = await sql<{ id: number; organization_id: number }>`select id, organization_id from integrations
    where integration_type = ${type} and account_id = ${accountId} and sealed_tokens is not null`.execute(db);
  return rows.rows;
}
