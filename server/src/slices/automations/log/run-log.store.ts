import type { AutomationAction } from '@overture/contract/automations';
import type { EffectState, RunState } from '@overture/domain/automations/automations';
import { type RawBuilder, sql } from 'kysely';
import type { PageRange } from '../../../kernel/api-keys/cursor.ts';
import type { ReadContext, TransactionContext } from '../../../kernel/context.ts';
import { hasProtective } from '../limits/days.store.ts';

type Reader = Pick<ReadContext, 'db' | 'organization'>;
type Tx = Pick<TransactionContext, 'db' | 'organization'>;

export interface LoggedRun {
  id: number;
  state: RunState;
  reason: string | null;
  message_id: number | null;
  type: string;
  occurred_at: Date;
  lead: { id: number; name: string } | null;
  chain: number[];
  actions: AutomationAction[];
  effects: { position: number; state: EffectState; note: string }[];
  duration_in_ms: number | null;
  created_at: Date;
  finished_at: Date | null;
}

/** The count ends here. */
const COUNTED = 10_000;

/** Of an automation, or of a rule of a board. */
export type RunOwner = { automation_id: number } | { rule_id: number };

function isOwnRun(organizationId: number, owner: RunOwner, state: RunState | null): RawBuilder<unknown> {
  const isOwn = 'rule_id' in owner ? sql`r.rule_id = ${owner.rule_id}` : sql`r.automation_id = ${owner.automation_id}`;
  return sql`r.organization_id = ${organizationId} and ${isOwn} and (${state}::text is null or r.state = ${state})`;
}

export async function listRuns(
  { db, organization }: Reader,
  owner: RunOwner,
  state: RunState | null,
  { limit, offset, after }: PageRange,
): Promise<LoggedRun[]> {
  const isAfter = after === null ? sql`true` : sql`r.id < ${after[0]}::bigint`;
  const rows =
    await sql<LoggedRun>`select r.id, r.state, r.reason, r.message_id, coalesce(m.type, 'board_rule.' || r.set_off_by) as type,
      coalesce(m.occurred_at, r.created_at) as occurred_at, r.duration_in_ms, r.created_at, r.finished_at,
      coalesce(to_jsonb(coalesce(m.automation_chain, r.automation_chain)), '[]') as chain, coalesce(r.actions, '[]') as actions,
      (select jsonb_build_object('id', p.id, 'name', coalesce(nullif(left(trim(concat_ws(' ', p.first_name, p.last_name)), 200), ''), p.email, 'Lead'))
        from prospects p where p.id = coalesce(m.prospect_id, r.prospect_id)) as lead,
      (select coalesce(json_agg(json_build_object('position', e.position, 'state', e.state, 'note', e.note) order by e.position), '[]')
        from automation_effects e where e.run_id = r.id) as effects
    from automation_runs r left join webhook_messages m on m.id = r.message_id
    where ${isOwnRun(organization.id, owner, state)} and ${isAfter} order by r.id desc limit ${limit} offset ${offset}`.execute(
      db,
    );
  return rows.rows;
}

export async function countRuns(
  { db, organization }: Reader,
  owner: RunOwner,
  state: RunState | null,
): Promise<number> {
  const total = await sql<{ n: number }>`select count(*)::int as n from
    (select from automation_runs r where ${isOwnRun(organization.id, owner, state)} limit ${COUNTED}) counted`.execute(
    db,
  );
  return total.rows[0]?.n ?? 0;
}

export interface LastRun {
  rule_id: number;
  state: RunState;
  finished_at: Date;
}

/** The last run of each of these rules. */
export async function listLastRuns({ db, organization }: Reader, ruleIds: readonly number[]): Promise<LastRun[]> {
  const rows =
    await sql<LastRun>`select given.id as rule_id, l.state, l.finished_at from unnest(${[...ruleIds]}::bigint[]) given (id)
    cross join lateral (select r.state, r.finished_at from automation_runs r where r.rule_id = given.id
      and r.organization_id = ${organization.id} and r.state in ('done', 'failed') order by r.id desc limit 1) l`.execute(
      db,
    );
  return rows.rows;
}

/** Names by id in a chain: automations, and with a minus the boards of rules. Those that are gone are left out. */
export async function listCauseNames(
  { db, organization }: Reader,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const rows = await sql<{ id: number; name: string }>`select id, name from automations
      where organization_id = ${organization.id} and id = any(${[...ids]}::bigint[])
    union all select -r.id, b.name from kanban_rules r join kanban_boards b on b.id = r.board_id
      where r.organization_id = ${organization.id} and r.id = any(${ids.map((id) => -id)}::bigint[])`.execute(db);
  return new Map(rows.rows.map(({ id, name }) => [id, name]));
}

/** Names of leads; those that are gone are left out. */
export async function listLeadNames(
  { db, organization }: Reader,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const rows = await sql<{ id: number; name: string }>`select id,
      coalesce(nullif(left(trim(concat_ws(' ', first_name, last_name)), 200), ''), email, 'Lead') as name from prospects
    where organization_id = ${organization.id} and id = any(${[...ids]}::bigint[])`.execute(db);
  return new Map(rows.rows.map(({ id, name }) => [id, name]));
}

/** Lets the failed actions of a failed run be tried again. False if there is none. */
export async function reopenRun({ db, organization }: Tx, automationId: number, id: number): Promise<boolean> {
  const rows = await sql`update automation_effects e set state = 'waiting', note = '' from automation_runs r
    where r.organization_id = ${organization.id} and r.automation_id = ${automationId} and r.id = ${id} and r.state = 'failed'
      and e.run_id = r.id and e.state = 'failed'`.execute(db);
  if ((rows.numAffectedRows ?? 0n) === 0n) return false;
  await sql`update automation_runs set state = 'pending', reason = null, tries = 0, finished_at = null,
    not_before = case when ${hasProtective(sql`actions`)} then '-infinity' else statement_timestamp() end,
    has_stops = ${hasProtective(sql`actions`)}
    where organization_id = ${organization.id} and id = ${id}`.execute(db);
  return true;
}

const DELETED_AT_ONCE = 5000;

/** Deletes a part of the log of an automation. True if there may be more. */
export async function deleteRuns({ db, organization }: Tx, automationId: number): Promise<boolean> {
  const rows = await sql`delete from automation_runs where id in (select r.id from automation_runs r
    where r.organization_id = ${organization.id} and r.automation_id = ${automationId} order by r.id limit ${DELETED_AT_ONCE})`.execute(
    db,
  );
  return Number(rows.numAffectedRows ?? 0n) === DELETED_AT_ONCE;
}
