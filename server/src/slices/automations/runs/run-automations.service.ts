import { isProviderError } from '@overture/adapters/kit/errors';
import type { AutomationAction } from '@overture/contract/automations';
import { AUTOMATION_LIMITS, type EffectState, pauseAfterTry } from '@overture/domain/automations/automations';
import { meetsAll } from '@overture/domain/automations/conditions';
import type { Context, SystemContext, TransactionContext } from '../../../kernel/context.ts';
import { DatabaseUnavailable } from '../../../kernel/db/outage.ts';
import { ApiError } from '../../../kernel/errors.ts';
import { runClaims } from '../../../kernel/rounds/rounds.ts';
import { insertManagerNotices } from '../../notices/index.ts';
import { carryOut, type InnerAction } from '../actions/actions.service.ts';
import { setChain } from '../actions/causes.store.ts';
import { loadTargets } from '../actions/targets.store.ts';
import { countFailure, switchAutomation } from '../automations.store.ts';
import { carryOutForRule, describeFailures } from '../board-rules/board-rules.service.ts';
import { spendActions, waitForTomorrow } from '../limits/days.store.ts';
import {
  findChainEnd,
  insertLimitNotice,
  LIMIT_REACHED,
  OWN_LIMIT_REACHED,
  spendShare,
} from '../limits/limits.service.ts';
import { postToSlack } from '../slack/slack.service.ts';
import * as store from './runs.store.ts';

const SHARE = 2;
const AT_ONCE = 8;
/** No action begins after this time of a turn; with the last one it ends within the lease. */
const TURN_IN_MS = 30_000;
const TIME_BOX_IN_MS = 60_000;

/** Carries out what waits, organizations in turns, until nothing does. An empty queue costs one statement. */
export async function runAutomations(ctx: SystemContext, signal: AbortSignal): Promise<void> {
  let first = await claim(ctx, []);
  if (first === null) return;
  await runClaims<store.ClaimedRun>(
    ctx,
    {
      loop: store.LOOP,
      share: SHARE,
      at_once: AT_ONCE,
      time_box_in_ms: TIME_BOX_IN_MS,
      async claim(full) {
        const next = first ?? (await claim(ctx, full));
        first = null;
        return next;
      },
      run: (run, stop) => runTurn(ctx, run, stop),
    },
    signal,
  );
}

/** One turn of one run. False if nothing is due. */
export async function runNext(ctx: SystemContext, signal: AbortSignal): Promise<boolean> {
  const run = await claim(ctx, []);
  if (run !== null) await runTurn(ctx, run, signal);
  return run !== null;
}

const claim = (ctx: SystemContext, without: readonly number[]): Promise<store.ClaimedRun | null> =>
  ctx.systemTransaction((tx) => store.claimRun(tx, without));

interface Begun extends store.RunFacts {
  actions: AutomationAction[];
}

async function runTurn(system: SystemContext, run: store.ClaimedRun, signal: AbortSignal): Promise<void> {
  const ctx = system.forOrganization(run.organization_id);
  const began = performance.now();
  const begun = await ctx.transaction((tx) => begin(tx, run));
  if (begun === null) return;
  for (const [position, action] of begun.actions.entries()) {
    if (isOver(begun.effects[position]?.state)) continue;
    if (signal.aborted || performance.now() - began > TURN_IN_MS) {
      const pause = { pause_in_ms: 0, is_failure: false };
      return ctx.transaction((tx) => underLease(tx, run, () => store.postponeRun(tx, run.id, pause)));
    }
    const isEnded = await runAction(ctx, run, begun, { position, action, signal });
    if (!isEnded) return;
  }
  const duration_in_ms = Math.round(performance.now() - began);
  await ctx.transaction((tx) => underLease(tx, run, (facts) => settle(tx, facts, duration_in_ms)));
}

const isOver = (state: EffectState | undefined): boolean =>
  state !== undefined && state !== 'waiting' && state !== 'sending';

/** Does nothing where the lease was lost: another worker has the run. */
async function underLease<Result>(
  tx: TransactionContext,
  run: store.ClaimedRun,
  work: (facts: store.RunFacts) => Promise<Result>,
): Promise<Result | undefined> {
  const facts = await store.lockRun(tx, run);
  return facts && work(facts);
}

/** Decides whether a run goes ahead; null if it ended here, or waits. */
async function begin(tx: TransactionContext, run: store.ClaimedRun): Promise<Begun | null> {
  const facts = await store.lockRun(tx, run);
  if (facts === undefined) return null;
  if (facts.rule_id !== null) return beginBoardRun(tx, facts);
  // It began before: an edit or a switch since then changes later runs only.
  if (facts.actions !== null) return { ...facts, actions: facts.actions };
  const reason = findSkipReason(facts);
  if (reason !== null) {
    await store.settleRun(tx, facts.id, { state: 'skipped', reason, duration_in_ms: 0 });
    return null;
  }
  if (!meetsAll(facts.data, { match: facts.match, items: facts.conditions })) {
    await store.settleRun(tx, facts.id, { state: 'unmatched', reason: null, duration_in_ms: 0 });
    return null;
  }
  if (!(await spend(tx, facts, facts.current_actions.length))) return null;
  await store.saveActions(tx, facts.id, facts.current_actions);
  return { ...facts, actions: facts.current_actions };
}

/** A rule of a board that waited for this day. Its actions are those of the event. */
async function beginBoardRun(tx: TransactionContext, facts: store.RunFacts): Promise<Begun | null> {
  const actions = facts.actions ?? [];
  const isBegun = facts.effects.length > 0;
  if (!isBegun && !facts.is_active) {
    const reason = 'The rule was switched off before it ran.';
    await store.settleRun(tx, facts.id, { state: 'skipped', reason, duration_in_ms: 0 });
    return null;
  }
  return isBegun || (await spend(tx, facts, actions.length)) ? { ...facts, actions } : null;
}

/** Counts its actions. False if there were too many today: the run waits for the next day. */
async function spend(
  tx: TransactionContext,
  { id, automation_id, name }: store.RunFacts,
  actions: number,
): Promise<boolean> {
  if (automation_id !== null) {
    const { is_within, is_first } = await spendActions(tx, automation_id, actions);
    if (is_first) await insertLimitNotice(tx, name);
    if (!is_within) {
      await waitForTomorrow(tx, id, OWN_LIMIT_REACHED);
      return false;
    }
  }
  const isWithinLimit = await spendShare(tx, actions);
  if (!isWithinLimit) await waitForTomorrow(tx, id, LIMIT_REACHED);
  return isWithinLimit;
}

function findSkipReason({ is_active, is_of_trigger, chain, cause_id }: store.RunFacts): string | null {
  if (!is_active) return 'The automation was switched off before it ran.';
  if (!is_of_trigger) return 'The automation was given another event before it ran.';
  return findChainEnd(chain, cause_id);
}

interface Step {
  position: number;
  action: AutomationAction;
  signal: AbortSignal;
}

/** False if the run waits, or belongs to another worker. */
async function runAction(ctx: Context, run: store.ClaimedRun, begun: Begun, step: Step): Promise<boolean> {
  try {
    return step.action.type === 'send_slack'
      ? await runOuter(ctx, run, begun, step, step.action.text)
      : await runInner(ctx, run, begun, step.position, step.action);
  } catch (error) {
    if (error instanceof DatabaseUnavailable) throw error;
    if (error instanceof ApiError) return end(ctx, run, step.position, 'failed', error.message);
    // Slack may have the message already. The next turn finds the line of before the call, and doesn't repeat it.
    if (step.action.type === 'send_slack') throw error;
    ctx.log.error({ err: error, run_id: run.id, position: step.position }, 'automation action failed, retrying');
    return tryLater(ctx, run, step.position, 'An unexpected error ended this action.', null);
  }
}

/** The effect and its line in the log commit together: it happens once, also if a worker dies. */
async function runInner(
  ctx: Context,
  run: store.ClaimedRun,
  _begun: Begun,
  position: number,
  action: InnerAction,
): Promise<boolean> {
  const isDone = await ctx.transaction((tx) =>
    underLease(tx, run, async (facts) => {
      await setChain(tx, [...facts.chain, facts.cause_id]);
      await store.saveEffect(tx, run.id, { position, ...(await carryOutFor(tx, action, facts)) });
      return true;
    }),
  );
  return isDone ?? false;
}

async function carryOutFor(tx: TransactionContext, action: InnerAction, facts: store.RunFacts) {
  const { rule_id, board_id, prospect_id, message_id } = facts;
  if (rule_id !== null && board_id !== null) {
    const targets = await loadTargets(tx, [action]);
    return carryOutForRule(tx, action, { rule_id, board_id, prospect_id }, targets);
  }
  const cause = { prospect_id, message_id, name: `the automation ${facts.name}`, rule_id: null };
  const { has_changed, note } = await carryOut(tx, action, cause);
  return { state: has_changed ? ('done' as const) : ('unchanged' as const), note };
}

/**
 * Calls something outside. The log has a line before the call and after it: a worker that finds the first line alone doesn't know the outcome,
 * and doesn't repeat the call.
 */
async function runOuter(
  ctx: Context,
  run: store.ClaimedRun,
  begun: Begun,
  { position, signal }: Step,
  text: string,
): Promise<boolean> {
  const lost = 'The program ended before Slack answered. The message may have been posted.';
  if (begun.effects[position]?.state === 'sending') return end(ctx, run, position, 'unknown', lost);
  const isOurs = await ctx.transaction((tx) =>
    underLease(tx, run, async () => {
      await store.saveEffect(tx, run.id, { position, state: 'sending', note: '' });
      return true;
    }),
  );
  if (!isOurs) return false;
  try {
    await postToSlack(ctx, text, begun.data, signal);
  } catch (error) {
    if (!isProviderError(error)) throw error;
    const isSafe = error.kind === 'rate_limited' || error.kind === 'unavailable';
    if (isSafe) return tryLater(ctx, run, position, error.message, error.until);
    return end(ctx, run, position, error.kind === 'unknown_outcome' ? 'unknown' : 'failed', error.message);
  }
  return end(ctx, run, position, 'done', 'Posted to Slack');
}

async function end(
  ctx: Context,
  run: store.ClaimedRun,
  position: number,
  state: EffectState,
  note: string,
): Promise<boolean> {
  const isEnded = await ctx.transaction((tx) =>
    underLease(tx, run, async () => {
      await store.saveEffect(tx, run.id, { position, state, note });
      return true;
    }),
  );
  return isEnded ?? false;
}

/** Nothing was done: the same action is tried again, and those after it wait. After the last try it has failed. */
async function tryLater(
  ctx: Context,
  run: store.ClaimedRun,
  position: number,
  reason: string,
  until: Date | null,
): Promise<boolean> {
  const isEnded = await ctx.transaction((tx) =>
    underLease(tx, run, async ({ tries }) => {
      const isLast = tries + 1 >= AUTOMATION_LIMITS.tries;
      await store.saveEffect(tx, run.id, { position, state: isLast ? 'failed' : 'waiting', note: reason });
      if (isLast) return true;
      const asked = until === null ? 0 : until.getTime() - Date.now();
      await store.postponeRun(tx, run.id, { pause_in_ms: Math.max(pauseAfterTry(tries + 1), asked), is_failure: true });
      return false;
    }),
  );
  return isEnded ?? false;
}

async function settle(tx: TransactionContext, facts: store.RunFacts, duration_in_ms: number): Promise<void> {
  const failed = facts.effects.filter(({ state }) => state === 'failed' || state === 'unknown').length;
  const state = failed > 0 ? 'failed' : 'done';
  const reason = describeFailures(failed, facts.effects.length);
  await store.settleRun(tx, facts.id, { state, reason, duration_in_ms });
  const { automation_id, name } = facts;
  if (automation_id === null) return;
  const failures = await countFailure(tx, automation_id, failed > 0);
  if (failures >= AUTOMATION_LIMITS.failures) await switchOff(tx, automation_id, name);
}

async function switchOff(tx: TransactionContext, automation_id: number, name: string): Promise<void> {
  const to = { is_active: false, off_reason: 'failures' } as const;
  if (!(await switchAutomation(tx, automation_id, to))) return;
  await insertManagerNotices(tx, {
    subject: 'An automation was switched off',
    paragraphs: [
      `The automation "${name}" failed ${AUTOMATION_LIMITS.failures} times in a row and was switched off.`,
      'Its log says why. Fix the cause, then switch it on again.',
    ],
    path: '/settings/automations',
  });
  tx.live.publish('automations_changed', { automation_id });
}
