import type { CrmSyncSwitch, CrmType } from '@overture/domain/crm';
import { sql } from 'kysely';
import type { TransactionContext } from '../../../kernel/context.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

export interface SyncingIntegration {
  id: number;
  integration_type: CrmType;
  sync_board_id: string;
}

/** Connected ones that have this switched on. */
export async function listSyncing({ db, organization }: Tx, name: CrmSyncSwitch): Promise<SyncingIntegration[]> {
  const rows = await sql<SyncingIntegration>`select id, integration_type, sync_board_id from integrations
    where organization_id = ${organization.id} and sealed_tokens is not null and sync @> array[${name}]`.execute(db);
  return rows.rows;
}

export interface NewEvent {
  integration_id: number;
  kind: 'reply' | 'interest' | 'unsubscribe' | 'stage' | 'meeting' | 'call';
  prospect_id: number;
  event_key: string;
  title: string;
  text: string;
  /** Of `stage`. */
  stage?: string;
  happened_at: Date;
}

/** False for a known one: events are redelivered. */
export async function insertEvent({ db, organization }: Tx, given: NewEvent): Promise<boolean> {
  const rows = await sql`insert into crm_events
      (organization_id, integration_id, kind, prospect_id, event_key, title, text, stage, happened_at)
    values (${organization.id}, ${given.integration_id}, ${given.kind}, ${given.prospect_id}, ${given.event_key},
      ${given.title}, ${given.text}, ${given.stage ?? null}, ${given.happened_at})
    on conflict (integration_id, kind, event_key) do nothing returning id`.execute(db);
  return rows.rows.length > 0;
}

export interface DueEvent {
  id: number;
  kind: NewEvent['kind'];
  prospect_id: number;
  title: string;
  text: string;
  happened_at: Date;
  is_begun: boolean;
  attempts: number;
  record_id: string | null;
  board_id: string;
  stage: string | null;
}

/** The oldest that waits, with the record it belongs to. */
export async function findDueEvent(
  { db, organization }: Tx,
  at: { integration_id: number; account_id: string },
): Promise<DueEvent | undefined> {
  const rows =
    await sql<DueEvent>`select e.id, e.kind, e.prospect_id, e.title, e.text, e.happened_at, e.is_begun, e.attempts,
      k.record_id, i.sync_board_id as board_id, coalesce(e.stage, i.sync_stage) as stage
    from crm_events e join integrations i on i.id = e.integration_id
    left join lateral (select k.record_id from crm_links k where k.integration_id = e.integration_id
      and k.prospect_id = e.prospect_id and k.account_id = ${at.account_id} and k.record_id is not null
      order by k.board_id = i.sync_board_id desc limit 1) k on true
    where e.organization_id = ${organization.id} and e.integration_id = ${at.integration_id} and e.state = 'waiting'
      and e.not_before <= statement_timestamp() order by e.id limit 1`.execute(db);
  return rows.rows[0];
}

export async function beginEvent({ db }: Tx, id: number): Promise<void> {
  await sql`update crm_events set is_begun = true where id = ${id}`.execute(db);
}

export async function endEvent({ db }: Tx, id: number, error: string | null): Promise<void> {
  await sql`update crm_events set state = ${error === null ? 'done' : 'failed'}, error = left(${error}, 500)
    where id = ${id}`.execute(db);
}

export async function postponeEvent({ db }: Tx, id: number, seconds: number): Promise<void> {
  await sql`update crm_events set attempts = attempts + 1,
      not_before = statement_timestamp() + make_interval(secs => ${seconds}) where id = ${id}`.execute(db);
}

/** Failed things of an account, or one of them, wait again. */
export async function reopenEvent({ db, organization }: Tx, id: number): Promise<void> {
  await sql`update crm_events set state = 'waiting', attempts = 0, error = null, not_before = '-infinity'
    where organization_id = ${organization.id} and id = ${id} and state = 'failed'`.execute(db);
}
