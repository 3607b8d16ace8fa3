import { isProtective } from '@overture/domain/automations/automations';
import type { SystemContext, TransactionContext } from '../../../kernel/context.ts';
import { DatabaseUnavailable } from '../../../kernel/db/outage.ts';
import { runBatch, runUnits, type Unit } from '../../../kernel/rounds/rounds.ts';
import { findActionProblem, isForMany } from '../actions/action-words.rules.ts';
import { carryOutForLeads } from '../actions/actions.service.ts';
import { setChain } from '../actions/causes.store.ts';
import { loadTargets } from '../actions/targets.store.ts';
import { resetFailures } from '../automations.store.ts';
import { grantActions } from '../limits/limits.service.ts';
import { decideRun, groupRuns, limitGroups, type UndecidedRun } from './decide-runs.rules.ts';
import * as store from './decisions.store.ts';

const AT_ONCE = 4;
const RUNS_A_BATCH = 500;
/** What an organization gets in its turn; the rest waits for the next round. */
const TURN_IN_MS = 1000;
const TIME_BOX_IN_MS = 60_000;

/** Decides what waits, organizations in turns, until nothing does or another worker has the rest. An empty queue costs one statement. */
export async function decideRuns(ctx: SystemContext, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const units = await ctx.systemRead(store.listUndecided);
    let decided = 0;
    await runUnits(
      ctx,
      {
        loop: store.DECISION_LOOP,
        units,
        share: 1,
        at_once: AT_ONCE,
        time_box_in_ms: TIME_BOX_IN_MS,
        async run({ organization_id }, stop) {
          decided += await decideTurn(ctx, organization_id, stop);
        },
      },
      signal,
    );
    if (decided === 0) return;
  }
}

/** Answers how many runs were decided. */
async function decideTurn(ctx: SystemContext, organizationId: number, signal: AbortSignal): Promise<number> {
  const endsAt = performance.now() + TURN_IN_MS;
  let decided = 0;
  while (!signal.aborted && performance.now() < endsAt) {
    const units = await ctx
      .forOrganization(organizationId)
      .read((reader) => store.listUndecidedRuns(reader, RUNS_A_BATCH));
    const run = (batch: readonly Unit[]) => decideBatch(ctx, organizationId, batch);
    for (const amount of await runBatch(ctx, { loop: store.DECISION_LOOP, units, run })) decided += amount;
    if (units.length < RUNS_A_BATCH) break;
  }
  return decided;
}

/** Where an action for many leads fails, nothing stays, and the loop of runs carries each action out alone. */
async function decideBatch(system: SystemContext, organizationId: number, units: readonly Unit[]): Promise<number> {
  const ctx = system.forOrganization(organizationId);
  const ids = units.map(({ key }) => key);
  try {
    return await ctx.transaction((tx) => decide(tx, ids, carryOutTogether));
  } catch (error) {
    if (error instanceof DatabaseUnavailable) throw error;
    ctx.log.warn({ err: error, runs: ids.length }, 'automation actions failed together, carrying them out one by one');
    return ctx.transaction((tx) => decide(tx, ids, async () => new Map()));
  }
}

type Effects = store.DecidedRun['effects'];
type CarryOut = (tx: TransactionContext, runs: readonly UndecidedRun[]) => Promise<ReadonlyMap<number, Effects>>;

async function decide(tx: TransactionContext, ids: readonly string[], carryOut: CarryOut): Promise<number> {
  const began = performance.now();
  const decided = limitGroups(await store.lockUndecidedRuns(tx, ids)).map((run) => ({ run, ...decideRun(run) }));
  const matched = decided.filter(({ state }) => state === 'matched').map(({ run }) => run);
  const answers = await grantActions(
    tx,
    matched.map(({ automation_id, automation }) => ({
      ...{ automation_id, name: automation.name },
      actions: automation.actions.length,
    })),
  );
  const over = new Map(matched.flatMap(({ id }, index) => (answers[index] == null ? [] : [[id, answers[index]]])));
  const done = await carryOut(
    tx,
    matched.filter(({ id }) => !over.has(id)),
  );
  const rows = decided.map(({ run, state, reason }) => {
    if (state !== 'matched') return ended(run, state, reason);
    const why = over.get(run.id);
    if (why !== undefined) return waiting(run, why);
    const effects = done.get(run.id);
    return {
      ...ended(run, effects ? 'done' : 'pending', null),
      actions: run.automation.actions,
      effects: effects ?? [],
    };
  });
  await store.saveDecisions(tx, rows, Math.round(performance.now() - began));
  await resetFailures(tx, [...new Set(matched.flatMap((run) => (done.has(run.id) ? [run.automation_id] : [])))]);
  return decided.length;
}

const ended = ({ id }: UndecidedRun, state: store.DecidedRun['state'], reason: string | null): store.DecidedRun => ({
  ...{ id, state, reason, actions: null, effects: [] },
  ...{ is_over_limit: false, waits_for_tomorrow: false },
});

/** Beyond a limit: it waits for the next day. With an action that ends outreach it begins now, and only its other actions wait. */
function waiting(run: UndecidedRun, reason: string): store.DecidedRun {
  const { actions } = run.automation;
  const begins = actions.some(({ type }) => isProtective(type));
  return {
    ...ended(run, 'pending', reason),
    ...{ actions: begins ? actions : null, is_over_limit: begins, waits_for_tomorrow: !begins },
  };
}

/** Runs whose actions have a statement for many leads. */
async function carryOutTogether(
  tx: TransactionContext,
  runs: readonly UndecidedRun[],
): Promise<Map<number, Effects[number][]>> {
  const effects = new Map<number, Effects[number][]>();
  const groups = groupRuns(runs);
  const targets = await loadTargets(
    tx,
    groups.flatMap(({ actions }) => actions),
  );
  for (const group of groups) {
    const actions = group.actions.filter(isForMany);
    // It fails in words, run by run.
    if (actions.some((action) => findActionProblem(action, targets) !== null)) continue;
    await setChain(tx, group.chain);
    for (const { id } of group.runs) effects.set(id, []);
    for (const action of actions) {
      const leads = group.runs.map(({ lead }) => lead);
      const outcomes = await carryOutForLeads(tx, action, leads, targets);
      for (const [index, { has_changed, note }] of outcomes.entries())
        effects.get(group.runs[index]!.id)?.push({ state: has_changed ? 'done' : 'unchanged', note });
    }
  }
  if (effects.size > 0) await setChain(tx, []);
  return effects;
}
