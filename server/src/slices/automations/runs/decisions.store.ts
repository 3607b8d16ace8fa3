import type { AutomationAction } from '@overture/contract/automations';
import type { EffectState, RunState } from '@overture/domain/automations/automations';
import { cutText } from '@overture/domain/text/text-bounds';
import { sql } from 'kysely';
import type { ReadContext, SystemTransactionContext, TransactionContext } from '../../../kernel/context.ts';
import { toJson } from '../../../kernel/db/to-json.ts';
import { isNotParked, type Unit } from '../../../kernel/rounds/rounds.ts';
import { hasProtective, TOMORROW } from '../limits/days.store.ts';
import type { UndecidedRun } from './decide-runs.rules.ts';
import { isUndecided, walkOrganizations } from './queue.store.ts';
import { LONGEST_TEXT } from './runs.store.ts';

export const DECISION_LOOP = 'automation-decisions';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;
const ORGANIZATIONS_A_ROUND = 100;
const isDue = sql`r.not_before <= statement_timestamp()
  and ${isNotParked(DECISION_LOOP, sql.ref('r.organization_id'), sql`r.id::text`)}`;

/** Organizations with runs to decide, in a random order. Those of a suspended organization wait. Walks by an index. */
export async function listUndecided({ db }: Pick<SystemTransactionContext, 'db'>): Promise<Unit[]> {
  const rows = await sql<Unit>`with recursive waiting as (${walkOrganizations('waiting', isUndecided)})
    select w.organization_id, 'decisions' as key from waiting w
    where exists (select from automation_runs r where ${isUndecided} and r.organization_id = w.organization_id and ${isDue})
      and exists (select from organizations o where o.organization_id = w.organization_id and o.suspended_at is null)
      and ${isNotParked(DECISION_LOOP, sql.ref('w.organization_id'), sql`'decisions'`)}
    order by random() limit ${ORGANIZATIONS_A_ROUND}`.execute(db);
  return rows.rows;
}

/** Runs of the organization to decide, those that wait the longest first. */
export async function listUndecidedRuns(
  { db, organization }: Pick<ReadContext, 'db' | 'organization'>,
  limit: number,
): Promise<Unit[]> {
  const rows = await sql<Unit>`select r.organization_id, r.id::text as key from automation_runs r
    where r.organization_id = ${organization.id} and ${isUndecided} and ${isDue}
    order by r.not_before, r.id limit ${limit}`.execute(db);
  return rows.rows;
}

/** Locks the runs that no other worker decides, and loads each event and each automation once. */
export async function lockUndecidedRuns({ db, organization }: Tx, ids: readonly string[]): Promise<UndecidedRun[]> {
  const locked = await sql<{ id: number; automation_id: number; message_id: number }>`
    select r.id, r.automation_id, r.message_id from automation_runs r
    where r.organization_id = ${organization.id} and r.id = any(${[...ids]}::bigint[]) and ${isUndecided}
    order by r.id for no key update of r skip locked`.execute(db);
  const idsOf = (key: 'automation_id' | 'message_id') => [...new Set(locked.rows.map((run) => run[key]))];
  const automations = await sql<UndecidedRun['automation'] & { id: number }>`
    select id, name, is_active, trigger_type, match, conditions, actions from automations
    where organization_id = ${organization.id} and id = any(${idsOf('automation_id')}::bigint[])`.execute(db);
  const events = await sql<UndecidedRun['event'] & { id: number }>`
    select m.id, m.type, m.data, p.id as prospect_id, coalesce(to_jsonb(m.automation_chain), '[]') as chain
    from webhook_messages m left join prospects p on p.organization_id = m.organization_id and p.id = m.prospect_id
    where m.organization_id = ${organization.id} and m.id = any(${idsOf('message_id')}::bigint[])`.execute(db);
  const automationOf = new Map(automations.rows.map(({ id, ...automation }) => [id, automation]));
  const eventOf = new Map(events.rows.map(({ id, ...event }) => [id, event]));
  return locked.rows.flatMap(({ id, automation_id, message_id }) => {
    const automation = automationOf.get(automation_id);
    const event = eventOf.get(message_id);
    // Both are kept by foreign keys: one that is missing is being deleted with its runs.
    return automation === undefined || event === undefined ? [] : [{ id, automation_id, automation, event }];
  });
}

export interface DecidedRun {
  id: number;
  /** `pending`: its actions are carried out one by one, or it waits. */
  state: RunState;
  reason: string | null;
  /** Null for one that did not begin. */
  actions: readonly AutomationAction[] | null;
  is_over_limit: boolean;
  waits_for_tomorrow: boolean;
  effects: readonly { state: EffectState; note: string }[];
}

/** What ends outreach comes before other runs that wait, of which some are slow. */
export async function saveDecisions({ db, organization }: Tx, runs: readonly DecidedRun[], ms: number): Promise<void> {
  const rows = runs.map(({ effects, reason, ...run }) => ({
    ...run,
    reason: reason === null ? null : cutText(reason, LONGEST_TEXT),
    effects: effects.map(({ state, note }) => ({ state, note: cutText(note, LONGEST_TEXT) })),
  }));
  await sql`with given as materialized (
      select * from jsonb_to_recordset(${toJson(rows)}::jsonb) as g (id bigint, state text, reason text, actions jsonb,
        is_over_limit boolean, waits_for_tomorrow boolean, effects jsonb)
    ), decided as (
      update automation_runs r set state = g.state, reason = g.reason, actions = g.actions, is_over_limit = g.is_over_limit,
        not_before = case when g.waits_for_tomorrow then ${TOMORROW} when ${hasProtective(sql`g.actions`)} then '-infinity'
          else statement_timestamp() end,
        has_stops = coalesce(${hasProtective(sql`g.actions`)}, false),
        finished_at = case when g.state <> 'pending' then app_now() end,
        duration_in_ms = case when g.state <> 'pending' then ${ms}::integer end
      from given g where r.organization_id = ${organization.id} and r.id = g.id
    )
    insert into automation_effects (run_id, position, organization_id, state, note)
    select g.id, e.position - 1, ${organization.id}, e.item->>'state', e.item->>'note'
    from given g cross join lateral jsonb_array_elements(g.effects) with ordinality as e (item, position)`.execute(db);
}
