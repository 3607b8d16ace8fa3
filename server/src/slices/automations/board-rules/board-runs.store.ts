import type { EffectState, RunState } from '@overture/domain/automations/automations';
import { cutText } from '@overture/domain/text/text-bounds';
import { sql } from 'kysely';
import type { SystemTransactionContext, TransactionContext } from '../../../kernel/context.ts';
import { toJson } from '../../../kernel/db/to-json.ts';
import type { InnerAction } from '../actions/actions.service.ts';
import { TOMORROW } from '../limits/days.store.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

export interface BoardRun {
  rule_id: number;
  set_off_by: 'replied' | 'interested' | 'not_interested' | 'entered';
  prospect_id: number;
  chain: readonly number[];
  actions: readonly InnerAction[];
  /** `pending`: it waits for the next day (UTC). */
  state: RunState;
  reason: string | null;
  effects: readonly { state: EffectState; note: string }[];
}

const LONGEST_TEXT = 500;

/**
 * Writes runs of different rules with what became of their actions. A rule that was deleted after its event gets no run: the foreign key
 * would refuse it, and with it the event.
 */
export async function insertBoardRuns({ db, organization }: Tx, runs: readonly BoardRun[]): Promise<void> {
  if (runs.length === 0) return;
  const rows = runs.map(({ effects, reason, ...run }) => ({
    ...run,
    reason: reason === null ? null : cutText(reason, LONGEST_TEXT),
    effects: effects.map(({ state, note }) => ({ state, note: cutText(note, LONGEST_TEXT) })),
  }));
  await sql`with given as (
      select r.* from jsonb_array_elements(${toJson(rows)}::jsonb) as e (item) cross join lateral jsonb_to_record(e.item)
        as r (rule_id bigint, set_off_by text, prospect_id bigint, chain bigint[], actions jsonb, state text, reason text, effects jsonb)
    ), written as (
      insert into automation_runs (organization_id, rule_id, set_off_by, prospect_id, automation_chain, actions, state, reason, is_over_limit, not_before,
        finished_at)
      select ${organization.id}, k.id, g.set_off_by, p.id, g.chain, g.actions, g.state, g.reason, g.state = 'pending',
        case when g.state = 'pending' then ${TOMORROW} else statement_timestamp() end,
        case when g.state <> 'pending' then app_now() end
      from given g join kanban_rules k on k.organization_id = ${organization.id} and k.id = g.rule_id
        left join prospects p on p.organization_id = ${organization.id} and p.id = g.prospect_id
      order by k.id for key share of k returning id, rule_id)
    insert into automation_effects (run_id, position, organization_id, state, note)
    select w.id, e.position - 1, ${organization.id}, e.item->>'state', e.item->>'note'
    from written w join given g using (rule_id) cross join lateral jsonb_array_elements(g.effects) with ordinality as e (item, position)`.execute(
    db,
  );
}

const DELETED_AT_ONCE = 5000;

/** Deletes runs that are older than the log reaches back. True if there may be more. */
export async function pruneBoardRuns(
  { db }: Pick<SystemTransactionContext, 'db'>,
  keptInDays: number,
): Promise<boolean> {
  const rows = await sql`delete from automation_runs where id in (select id from automation_runs
    where rule_id is not null and state <> 'pending' and created_at < app_now() - make_interval(days => ${keptInDays})
    order by created_at limit ${DELETED_AT_ONCE})`.execute(db);
  return Number(rows.numAffectedRows ?? 0n) === DELETED_AT_ONCE;
}
