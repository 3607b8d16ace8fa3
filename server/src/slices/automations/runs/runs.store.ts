import type { AutomationAction } from '@overture/contract/automations';
import type { EffectState, RunState } from '@overture/domain/automations/automations';
import { cutText } from '@overture/domain/text/text-bounds';
import { sql } from 'kysely';
import type { SystemTransactionContext, TransactionContext } from '../../../kernel/context.ts';
import { isNotParked, type Unit } from '../../../kernel/rounds/rounds.ts';
import { hasNoneLeft, hasStops, isBegun, walkOrganizations } from './queue.store.ts';

export const LOOP = 'automations';
/** Carries out the actions that end outreach. They wait for no slot that a call outside has. */
export const STOP_LOOP = 'automation-stops';

/** Longer than a turn of a run. */
const LEASE_IN_SECONDS = 90;
/** Of a reason or a note. */
export const LONGEST_TEXT = 500;

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

export interface ClaimedRun extends Unit {
  id: number;
  lease_token: number;
}

export type RunLoop = typeof LOOP | typeof STOP_LOOP;

/**
 * Leases the begun run that waits the longest in one of the organizations that have some. Which organization is left to chance, so a backlog of one
 * delays no other. Those of a suspended organization wait.
 * @param without organizations that have their share at work
 */
export async function claimRun(
  { db }: Pick<SystemTransactionContext, 'db'>,
  without: readonly number[],
  loop: RunLoop = LOOP,
): Promise<ClaimedRun | null> {
  const isStop = loop === STOP_LOOP;
  const isWanted = isStop ? hasStops : isBegun;
  const isDue = sql`r.not_before <= statement_timestamp()`;
  const rows = await sql<ClaimedRun>`with recursive waiting as (${walkOrganizations('waiting', isWanted)}
    ), due as (
      select first.id from waiting w cross join lateral (select r.id from automation_runs r
        where ${isWanted} and r.organization_id = w.organization_id and ${isDue}
          and ${isNotParked(isStop ? STOP_LOOP : LOOP, sql.ref('r.organization_id'), sql`r.id::text`)}
        order by r.not_before, r.id limit 1) first
      where w.organization_id <> all(${[...without]}::bigint[])
        and exists (select from organizations o where o.organization_id = w.organization_id and o.suspended_at is null)
      order by random() limit 1
    ), taken as (
      select r.id from due join automation_runs r on r.id = due.id
      where ${isWanted} and ${isDue} for update of r skip locked
    )
    update automation_runs r set lease_token = r.lease_token + 1,
      not_before = statement_timestamp() + make_interval(secs => ${LEASE_IN_SECONDS})
    from taken where r.id = taken.id returning r.organization_id, r.id::text as key, r.id, r.lease_token`.execute(db);
  return rows.rows[0] ?? null;
}

export interface RunFacts {
  id: number;
  /** Null for a run of a rule of a board. */
  automation_id: number | null;
  rule_id: number | null;
  /** Of that rule. */
  board_id: number | null;
  /** In a chain: the automation, or the rule with a minus. */
  cause_id: number;
  message_id: number | null;
  tries: number;
  /** As they were when it began. */
  actions: AutomationAction[];
  /** No day has counted its actions yet. */
  is_over_limit: boolean;
  name: string;
  is_active: boolean;
  /** False if the automation waits for another event since then. */
  is_of_trigger: boolean;
  data: Record<string, unknown>;
  prospect_id: number | null;
  chain: number[];
  effects: Effect[];
}

interface Effect {
  position: number;
  state: EffectState;
}

/** Locks a run that this worker has under its lease; undefined if it lost it, or the automation was deleted. */
export async function lockRun(
  { db, organization }: Tx,
  { id, lease_token }: Pick<ClaimedRun, 'id' | 'lease_token'>,
): Promise<RunFacts | undefined> {
  const rows =
    await sql<RunFacts>`select r.id, r.automation_id, r.rule_id, k.board_id, coalesce(r.automation_id, -r.rule_id) as cause_id,
      r.message_id, r.tries, r.actions, r.is_over_limit, coalesce(a.name, 'of the board') as name,
      coalesce(a.is_active, k.is_active) as is_active, a.id is null or m.type = a.trigger_type as is_of_trigger, m.data,
      (select p.id from prospects p where p.id = coalesce(m.prospect_id, r.prospect_id)) as prospect_id,
      coalesce(to_jsonb(coalesce(m.automation_chain, r.automation_chain)), '[]') as chain,
      (select coalesce(json_agg(json_build_object('position', e.position, 'state', e.state) order by e.position), '[]')
        from automation_effects e where e.run_id = r.id) as effects
    from automation_runs r left join automations a on a.id = r.automation_id left join webhook_messages m on m.id = r.message_id
      left join kanban_rules k on k.id = r.rule_id
    where r.organization_id = ${organization.id} and r.id = ${id} and r.lease_token = ${lease_token} and ${isBegun}
    for no key update of r`.execute(db);
  return rows.rows[0];
}

/** A day has counted its actions. */
export async function markCounted({ db }: Pick<Tx, 'db'>, id: number): Promise<void> {
  await sql`update automation_runs set is_over_limit = false, reason = null where id = ${id}`.execute(db);
}

export async function saveEffect(
  { db, organization }: Tx,
  runId: number,
  effect: { position: number; state: EffectState; note: string },
): Promise<void> {
  await sql`insert into automation_effects as e (run_id, position, organization_id, state, note)
    values (${runId}, ${effect.position}, ${organization.id}, ${effect.state}, ${cutText(effect.note, LONGEST_TEXT)})
    on conflict (run_id, position) do update set state = excluded.state, note = excluded.note, done_at = app_now()`.execute(
    db,
  );
}

/** Ends a run. */
export async function settleRun(
  { db }: Pick<Tx, 'db'>,
  id: number,
  end: { state: Exclude<RunState, 'pending'>; reason: string | null; duration_in_ms: number },
): Promise<void> {
  const reason = end.reason === null ? null : cutText(end.reason, LONGEST_TEXT);
  await sql`update automation_runs set state = ${end.state}, reason = ${reason}, finished_at = app_now(),
    duration_in_ms = coalesce(duration_in_ms, 0) + ${end.duration_in_ms}::integer where id = ${id}`.execute(db);
}

/** Continues a run later. `is_failure`: this turn counts as a try. With stops left it doesn't wait behind others then. */
export async function postponeRun(
  { db }: Pick<Tx, 'db'>,
  id: number,
  { pause_in_ms, is_failure }: { pause_in_ms: number; is_failure: boolean },
): Promise<void> {
  await sql`update automation_runs r set tries = tries + ${is_failure ? 1 : 0}, has_stops = has_stops and not ${hasNoneLeft},
    not_before = statement_timestamp() + ${pause_in_ms} * interval '1 millisecond' where id = ${id}`.execute(db);
}
