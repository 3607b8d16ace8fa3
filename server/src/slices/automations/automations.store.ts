import type { AutomationAction, AutomationBody } from '@overture/contract/automations';
import type { RunState } from '@overture/domain/automations/automations';
import { sql } from 'kysely';
import type { ReadContext, TransactionContext } from '../../kernel/context.ts';
import { toJson } from '../../kernel/db/to-json.ts';
import { sqlState } from '../../kernel/errors.ts';

type Reader = Pick<ReadContext, 'db' | 'organization'>;
type Tx = Pick<TransactionContext, 'db' | 'organization' | 'user'>;

export interface AutomationRow extends Omit<AutomationBody, 'actions' | 'trigger_type'> {
  id: number;
  trigger_type: string;
  actions: AutomationAction[];
  is_active: boolean;
  off_reason: 'person' | 'failures' | null;
  off_at: Date | null;
  failures: number;
  last_run_at: Date | null;
  last_run_state: RunState | null;
  created_by: number | null;
  edit_version: number;
  /** Whose preview was computed. */
  previewed_version: number | null;
  created_at: Date;
}

const columns = sql`a.id, a.name, a.trigger_type, a.match, a.conditions, a.actions, a.is_active, a.off_reason, a.off_at, a.failures,
  a.created_by, a.edit_version, a.previewed_version, a.created_at, l.finished_at as last_run_at, l.state as last_run_state`;
const withLastRun = sql`automations a left join lateral (select r.finished_at, r.state from automation_runs r
  where r.automation_id = a.id and r.state in ('done', 'failed') order by r.id desc limit 1) l on true`;

export async function listAutomations({ db, organization }: Reader, limit: number): Promise<AutomationRow[]> {
  const rows = await sql<AutomationRow>`select ${columns} from ${withLastRun}
    where a.organization_id = ${organization.id} order by lower(a.name), a.id limit ${limit}`.execute(db);
  return rows.rows;
}

export async function findAutomation({ db, organization }: Reader, id: number): Promise<AutomationRow | undefined> {
  const rows = await sql<AutomationRow>`select ${columns} from ${withLastRun}
    where a.organization_id = ${organization.id} and a.id = ${id}`.execute(db);
  return rows.rows[0];
}

/** Holds it as it is: an edit waits for the end of the transaction. */
export async function holdAutomation({ db, organization }: Tx, id: number): Promise<void> {
  await sql`select from automations where organization_id = ${organization.id} and id = ${id} for no key update`.execute(
    db,
  );
}

/** Null when the organization has as many as it may. The lock lets two requests not both take the last place. */
export async function insertAutomation(
  { db, organization, user }: Tx,
  given: AutomationBody,
  limit: number,
): Promise<number | null> {
  await sql`select from organizations where organization_id = ${organization.id} for no key update`.execute(db);
  const rows = await sql<{
    id: number;
  }>`insert into automations (organization_id, name, trigger_type, match, conditions, actions, created_by)
    select ${organization.id}, ${given.name}, ${given.trigger_type}, ${given.match}, ${toJson(given.conditions)}::jsonb,
      ${toJson(given.actions)}::jsonb, ${user?.id ?? null}::bigint
    where (select count(*) from automations where organization_id = ${organization.id}) < ${limit} returning id`.execute(
    db,
  );
  return rows.rows[0]?.id ?? null;
}

export async function updateAutomation({ db, organization }: Tx, id: number, given: AutomationBody): Promise<boolean> {
  const rows =
    await sql`update automations set name = ${given.name}, trigger_type = ${given.trigger_type}, match = ${given.match},
      conditions = ${toJson(given.conditions)}::jsonb, actions = ${toJson(given.actions)}::jsonb
    where organization_id = ${organization.id} and id = ${id}`.execute(db);
  return (rows.numAffectedRows ?? 0n) > 0n;
}

export async function deleteAutomation({ db, organization }: Tx, id: number): Promise<boolean> {
  const rows = await sql`delete from automations where organization_id = ${organization.id} and id = ${id}`.execute(db);
  return (rows.numAffectedRows ?? 0n) > 0n;
}

/** Switched on, it begins without the failures of before. False if nothing changed. */
export async function switchAutomation(
  { db, organization }: Pick<Tx, 'db' | 'organization'>,
  id: number,
  to: { is_active: boolean; off_reason: 'person' | 'failures' | null },
): Promise<boolean> {
  const rows = await sql`update automations set is_active = ${to.is_active}, off_reason = ${to.off_reason},
      off_at = case when ${to.is_active} then null else app_now() end, failures = case when ${to.is_active} then 0 else failures end
    where organization_id = ${organization.id} and id = ${id} and is_active <> ${to.is_active}`.execute(db);
  return (rows.numAffectedRows ?? 0n) > 0n;
}

/** Notes that a version was previewed. */
export async function markPreviewed({ db, organization }: Reader, id: number, version: number): Promise<void> {
  await sql`update automations set previewed_version = ${version}
    where organization_id = ${organization.id} and id = ${id} and edit_version = ${version}`.execute(db);
}

/** Failed runs in a row after this one. */
export async function countFailure({ db, organization }: Pick<Tx, 'db' | 'organization'>, id: number): Promise<number> {
  const rows = await sql<{ failures: number }>`update automations set failures = failures + 1
    where organization_id = ${organization.id} and id = ${id} returning failures`.execute(db);
  return rows.rows[0]?.failures ?? 0;
}

/** After a run that was done. */
export async function resetFailures(
  { db, organization }: Pick<Tx, 'db' | 'organization'>,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  await sql`update automations set failures = 0
    where organization_id = ${organization.id} and id = any(${[...ids]}::bigint[]) and failures > 0`.execute(db);
}

const PREVIEW_TIME = '15s';
const QUERY_CANCELED = '57014';

/**
 * Events of a type in the past, the newest first; null if finding them takes too long: the snapshot reads nothing after it then.
 */
export async function listPastEvents(
  { db, organization }: Reader,
  { type, since, limit, time = PREVIEW_TIME }: { type: string; since: Date; limit: number; time?: string },
): Promise<{ occurred_at: Date; data: Record<string, unknown> }[] | null> {
  await sql`select set_config('statement_timeout', ${time}, true)`.execute(db);
  try {
    const rows = await sql<{
      occurred_at: Date;
      data: Record<string, unknown>;
    }>`select occurred_at, data from past_webhook_events(${organization.id}, ${type}, ${since}::timestamptz, ${limit}::integer)
      order by occurred_at desc limit ${limit}`.execute(db);
    return rows.rows;
  } catch (error) {
    if (sqlState(error) === QUERY_CANCELED) return null;
    throw error;
  }
}
