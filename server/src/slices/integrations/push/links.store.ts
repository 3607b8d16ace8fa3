import type { CrmType } from '@overture/domain/crm';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import { sql } from 'kysely';
import type { TransactionContext } from '../../../kernel/context.ts';
import { toJson } from '../../../kernel/db/to-json.ts';
import { markAddedToCrm } from '../../prospects/index.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

export interface LinkPlace {
  integration_id: number;
  account_id: string;
  board_id: string;
}

/** Before the vendor is called: after a crash the record is searched for first. */
export async function beginWrites(
  { db, organization }: Tx,
  at: LinkPlace,
  prospectIds: readonly number[],
): Promise<void> {
  await sql`insert into crm_links (organization_id, integration_id, account_id, board_id, prospect_id, writing_since)
    select ${organization.id}, ${at.integration_id}, ${at.account_id}, ${at.board_id}, prospect_id, statement_timestamp()
    from unnest(${[...prospectIds]}::bigint[]) as g (prospect_id)
    on conflict (integration_id, prospect_id, board_id, account_id) do update
      set writing_since = coalesce(crm_links.writing_since, excluded.writing_since)`.execute(db);
}

export interface KnownRecord {
  prospect_id: number;
  record_id: string;
  record_url: string | null;
  /** Null where nothing was written, only found. */
  values: Record<string, string> | null;
}

export async function storeRecords(tx: Tx, at: LinkPlace, known: readonly KnownRecord[]): Promise<void> {
  if (known.length === 0) return;
  const { db, organization } = tx;
  await markAddedToCrm(
    tx,
    known.map(({ prospect_id }) => prospect_id),
  );
  await sql`insert into crm_links as k (organization_id, integration_id, account_id, board_id, prospect_id, record_id, record_url,
      pushed_values, written_at)
    select ${organization.id}, ${at.integration_id}, ${at.account_id}, ${at.board_id}, g.prospect_id, g.record_id,
      g.record_url, coalesce(g.values, '{}'), app_now()
    from jsonb_to_recordset(${toJson(known)}::jsonb)
      as g (prospect_id bigint, record_id text, record_url text, values jsonb)
    on conflict (integration_id, prospect_id, board_id, account_id) do update set record_id = excluded.record_id,
      record_url = coalesce(excluded.record_url, k.record_url), writing_since = null,
      pushed_values = k.pushed_values || excluded.pushed_values, written_at = app_now()`.execute(db);
}

/** Nothing was written for them: what was begun is over. */
export async function endWrites({ db }: Tx, at: LinkPlace, prospectIds: readonly number[]): Promise<void> {
  await sql`update crm_links set writing_since = null where integration_id = ${at.integration_id}
    and account_id = ${at.account_id} and board_id = ${at.board_id} and prospect_id = any(${[...prospectIds]}::bigint[])`.execute(
    db,
  );
}

/** The record was deleted there: it is created again. */
export async function forgetRecords({ db }: Tx, at: LinkPlace, prospectIds: readonly number[]): Promise<void> {
  await sql`update crm_links set record_id = null, record_url = null, pushed_values = '{}'
    where integration_id = ${at.integration_id} and account_id = ${at.account_id} and board_id = ${at.board_id}
      and prospect_id = any(${[...prospectIds]}::bigint[])`.execute(db);
}

export interface RecordRow {
  integration_type: CrmType;
  record_url: string | null;
  written_at: Date | null;
  owner: string | null;
}

export async function listRecords({ db, organization }: Tx, prospectId: number): Promise<RecordRow[]> {
  const rows = await sql<RecordRow>`select i.integration_type, k.record_url, k.written_at,
      (select u ->> 'name' from crm_lead_owners w, jsonb_array_elements(i.crm_users) u
        where w.integration_id = i.id and w.prospect_id = k.prospect_id and u ->> 'id' = w.owner_id limit 1) as owner
    from crm_links k
    join integrations i on i.id = k.integration_id and i.organization_id = k.organization_id and i.account_id = k.account_id
    where k.organization_id = ${organization.id} and k.prospect_id = ${prospectId} and k.record_id is not null
    order by k.written_at desc limit ${LIST_LIMITS.crm_records}`.execute(db);
  return rows.rows;
}
