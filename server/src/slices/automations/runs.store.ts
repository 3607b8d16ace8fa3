import type { AutomationAction, AutomationBody } from '@overture/contract/automations';
import { AUTOMATION_LIMITS, type EffectState, type RunState } from '@overture/domain/automations/automations';
import { cutText } from '@overture/domain/text/text-bounds';
import { sql } from 'kysely';
import type { SystemTransactionContext, TransactionContext } from '../../kernel/context.ts';
import { toJson } from '../../kernel/db/to-json.ts';
import { isNotParked, type Unit } from '../../kernel/rounds/rounds.ts';

export const LOOP = 'automations';

/** Longer than a turn of a run. */
const LEASE_IN_SECONDS = 90;
const LONGEST_TEXT = 500;

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

export interface ClaimedRun extends Unit {
  id: number;
  lease_token: number;
}

/**
 * Leases the run that waits the longest in one of the organizations that have some. Which organization is left to chance, so a backlog of one
 * delays no other. Those of a suspended organization wait.
 * @param without organizations that have their share at work
 */
export async function claimRun(
  { db }: Pick<SystemTransactionContext, 'db'>,
  without: readonly number[],
): Promise<ClaimedRun | null> {
  const rows = await sql<ClaimedRun>`with recursive waiting as (
      (select organization_id from automation_runs where state = 'pending' order by organization_id limit 1)
      union all
      select (select r.organization_id from automation_runs r where r.state = 'pending' and r.organization_id > w.organization_id
        order by r.organization_id limit 1) from waiting w where w.organization_id is not null
    ), due as (
      select first.id from waiting w cross join lateral (select r.id from automation_runs r
        where r.state = 'pending' and r.organization_id = w.organization_id and r.not_before <= statement_timestamp()
          and ${isNotParked(LOOP, sql.ref('r.organization_id'), sql`r.id::text`)}
        order by r.not_before, r.id limit 1) first
      where w.organization_id <> all(${[...without]}::bigint[])
        and exists (select from organizations o where o.organization_id = w.organization_id and o.suspended_at is null)
      order by random() limit 1
    ), taken as (
      select r.id from due join automation_runs r on r.id = due.id
      where r.state = 'pending' and r.not_before <= statement_timestamp() for update of r skip locked
    )
    update automation_runs r set lease_token = r.lease_token + 1,
      not_before = statement_timestamp() + make_interval(secs => ${LEASE_IN_SECONDS})
    from taken where r.id = taken.id returning r.organization_id, r.id::text as key, r.id, r.lease_token`.execute(db);
  return rows.rows[0] ?? null;
}

export interface RunFacts {
  id: number;
  automation_id: number;
  message_id: number;
  tries: number;
  /** Of the run; null before it began. */
  actions: AutomationAction[] | null;
  name: string;
  is_active: boolean;
  /** False if the automation waits for another event since then. */
  is_of_trigger: boolean;
  match: AutomationBody['match'];
  conditions: AutomationBody['conditions'];
  current_actions: AutomationAction[];
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
  const rows = await sql<RunFacts>`select r.id, r.automation_id, r.message_id, r.tries, r.actions, a.name, a.is_active,
      m.type = a.trigger_type as is_of_trigger, a.match, a.conditions, a.actions as current_actions, m.data, (select p.id from prospects p where p.id = m.prospect_id) as prospect_id,
      coalesce(to_jsonb(m.automation_chain), '[]') as chain,
      (select coalesce(json_agg(json_build_object('position', e.position, 'state', e.state) order by e.position), '[]')
        from automation_effects e where e.run_id = r.id) as effects
    from automation_runs r join automations a on a.id = r.automation_id join webhook_messages m on m.id = r.message_id
    where r.organization_id = ${organization.id} and r.id = ${id} and r.lease_token = ${lease_token} and r.state = 'pending'
    for no key update of r`.execute(db);
  return rows.rows[0];
}

/** Keeps the actions as they are now. False if the organization may carry out no more today; the run waits for the next day (UTC). */
export async function beginRun(
  { db, organization }: Tx,
  { id, current_actions }: Pick<RunFacts, 'id' | 'current_actions'>,
): Promise<boolean> {
  const amount = current_actions.length;
  const counted = await sql`insert into automation_days as d (organization_id, day, actions)
    values (${organization.id}, (statement_timestamp() at time zone 'UTC')::date, ${amount})
    on conflict (organization_id, day) do update set actions = d.actions + excluded.actions
      where d.actions + excluded.actions <= ${AUTOMATION_LIMITS.actions_a_day}`.execute(db);
  if ((counted.numAffectedRows ?? 0n) === 0n) {
    await sql`update automation_runs set not_before = (date_trunc('day', statement_timestamp() at time zone 'UTC') + interval '1 day')
      at time zone 'UTC' where id = ${id}`.execute(db);
    return false;
  }
  await sql`update automation_runs set actions = ${toJson(current_actions)}::jsonb where id = ${id}`.execute(db);
  return true;
}

/** True if a lead replied after an event was recorded. */
export async function hasRepliedSince(
  { db, organization }: Tx,
  prospectId: number,
  messageId: number,
): Promise<boolean> {
  const rows =
    await sql`select from webhook_messages m join chat_messages c on c.prospect_id = ${prospectId} and c.kind = 'REPLY'
      and c.sent_by_prospect and c.created_at > m.created_at
    where m.organization_id = ${organization.id} and m.id = ${messageId} limit 1`.execute(db);
  return rows.rows.length > 0;
}

/** Everything in this transaction follows from these automations, the last one acts. */
export async function setChain({ db }: Pick<Tx, 'db'>, chain: readonly number[]): Promise<void> {
  await sql`select set_config('app.automation_chain', ${`{${chain.join(',')}}`}, true)`.execute(db);
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

/** Continues a run later. `is_failure`: this turn counts as a try. */
export async function postponeRun(
  { db }: Pick<Tx, 'db'>,
  id: number,
  { pause_in_ms, is_failure }: { pause_in_ms: number; is_failure: boolean },
): Promise<void> {
  await sql`update automation_runs set tries = tries + ${is_failure ? 1 : 0},
    not_before = statement_timestamp() + ${pause_in_ms} * interval '1 millisecond' where id = ${id}`.execute(db);
}

/** Lets the failed actions of a failed run be tried again. False if there is none. */
export async function reopenRun({ db, organization }: Tx, automationId: number, id: number): Promise<boolean> {
  const rows = await sql`update automation_effects e set state = 'waiting', note = '' from automation_runs r
    where r.organization_id = ${organization.id} and r.automation_id = ${automationId} and r.id = ${id} and r.state = 'failed'
      and e.run_id = r.id and e.state = 'failed'`.execute(db);
  if ((rows.numAffectedRows ?? 0n) === 0n) return false;
  await sql`update automation_runs set state = 'pending', reason = null, tries = 0, not_before = statement_timestamp(), finished_at = null
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

/** Deletes counts of days that are over. */
export async function pruneDays({ db }: Pick<SystemTransactionContext, 'db'>): Promise<void> {
  await sql`delete from automation_days where day < statement_timestamp() - interval '2 days'`.execute(db);
}
