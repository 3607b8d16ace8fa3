import { isProviderError } from '@overture/adapters/kit/errors';
import type { AutomationAction } from '@overture/contract/automations';
import {
  AUTOMATION_LIMITS,
  type EffectState,
  isProtective,
  pauseAfterTry,
} from '@overture/domain/automations/automations';
import type { Context, SystemContext, TransactionContext } from '../../../kernel/context.ts';
import { DatabaseUnavailable } from '../../../kernel/db/outage.ts';
import { ApiError } from '../../../kernel/errors.ts';
import { runClaims } from '../../../kernel/rounds/rounds.ts';
import { insertManagerNotices } from '../../notices/index.ts';
import { carryOut, type InnerAction } from '../actions/actions.service.ts';
import { setChain } from '../actions/causes.store.ts';
import { loadTargets } from '../actions/targets.store.ts';
import { countFailure, resetFailures, switchAutomation } from '../automations.store.ts';
import { carryOutForRule, describeFailures } from '../board-rules/board-rules.service.ts';
import { waitForTomorrow } from '../limits/days.store.ts';
import { grantActions } from '../limits/limits.service.ts';
import { postToSlack } from '../slack/slack.service.ts';
import * as store from './runs.store.ts';

const SHARE = 2;
const AT_ONCE = 8;
const STOPS_AT_ONCE = 4;
/** No action begins after this time of a turn; with the last one it ends within the lease. */
const TURN_IN_MS = 30_000;
const TIME_BOX_IN_MS = 60_000;

/** Carries out what was decided, organizations in turns, until nothing does. An empty queue costs one statement. */
export async function runAutomations(ctx: SystemContext, signal: AbortSignal): Promise<void> {
  const next = await claimFirst(ctx, store.LOOP);
  if (next === null) return;
  await runClaims<store.ClaimedRun>(
    ctx,
    {
      loop: store.LOOP,
      share: SHARE,
      at_once: AT_ONCE,
      time_box_in_ms: TIME_BOX_IN_MS,
      claim: next,
      run: (run, stop) => runTurn(ctx, run, stop, store.LOOP),
    },
    signal,
  );
}

/**
 * Carries out the actions that end outreach, and leaves the others of the run to the loop of runs. Calls outside can take all slots of that
 * loop: a stop that waited for one would let a message go out.
 */
export async function runStops(ctx: SystemContext, signal: AbortSignal): Promise<void> {
  const next = await claimFirst(ctx, store.STOP_LOOP);
  if (next === null) return;
  await runClaims<store.ClaimedRun>(
    ctx,
    {
      loop: store.STOP_LOOP,
      share: SHARE,
      at_once: STOPS_AT_ONCE,
      time_box_in_ms: TIME_BOX_IN_MS,
      claim: next,
      run: (run, stop) => runTurn(ctx, run, stop, store.STOP_LOOP),
    },
    signal,
  );
}

/** One turn of one run. False if nothing is due. */
export async function runNext(ctx: SystemContext, signal: AbortSignal): Promise<boolean> {
  const run = await claim(ctx, [], store.LOOP);
  if (run !== null) await runTurn(ctx, run, signal, store.LOOP);
  return run !== null;
}

const claim = (ctx: SystemContext, without: readonly number[], loop: store.RunLoop): Promise<store.ClaimedRun | null> =>
  ctx.systemTransaction((tx) => store.claimRun(tx, without, loop));

/** Answers what takes the next run, the first one already in hand; null if none is due. */
async function claimFirst(ctx: SystemContext, loop: store.RunLoop) {
  let first = await claim(ctx, [], loop);
  if (first === null) return null;
  return async (full: readonly number[]): Promise<store.ClaimedRun | null> => {
    const next = first ?? (await claim(ctx, full, loop));
    first = null;
    return next;
  };
}

interface Turn {
  ctx: Context;
  run: store.ClaimedRun;
  began: number;
  signal: AbortSignal;
  loop: store.RunLoop;
}

async function runTurn(
  system: SystemContext,
  run: store.ClaimedRun,
  signal: AbortSignal,
  loop: store.RunLoop,
): Promise<void> {
  const ctx = system.forOrganization(run.organization_id);
  const turn = { ctx, run, began: performance.now(), signal, loop };
  do {
    if (signal.aborted || performance.now() - turn.began > TURN_IN_MS) {
      const pause = { pause_in_ms: 0, is_failure: false };
      return void (await underLease(ctx, run, (tx) => store.postponeRun(tx, run.id, pause)));
    }
  } while (await runNextAction(turn));
}

const isOver = (state: EffectState | undefined): boolean =>
  state !== undefined && state !== 'waiting' && state !== 'sending';

/** Does nothing where the lease was lost: another worker has the run. */
async function underLease<Result>(
  ctx: Context,
  run: store.ClaimedRun,
  work: (tx: TransactionContext, facts: store.RunFacts) => Promise<Result>,
): Promise<Result | undefined> {
  return ctx.transaction(async (tx) => {
    const facts = await store.lockRun(tx, run);
    return facts && work(tx, facts);
  });
}

interface Step {
  position: number;
  action: AutomationAction;
}
type InnerStep = Omit<Step, 'action'> & { action: InnerAction };

/** What a transaction leaves to do: another action, a call outside, or nothing because the run ended, waits, or is lost. */
type Next = 'action' | 'nothing' | { position: number; text: string; data: Record<string, unknown> };

/**
 * Carries out one action. The effect and its line in the log commit together: it happens once, also if a worker dies. With the last one the
 * run ends. False if nothing is left to do in this turn.
 */
async function runNextAction(turn: Turn): Promise<boolean> {
  const { ctx, run } = turn;
  let step: Step | null = null;
  try {
    const next = await underLease(ctx, run, async (tx, facts): Promise<Next> => {
      step = null;
      const steps = await listSteps(tx, facts);
      if (steps === null) return 'nothing';
      step = steps[0] ?? null;
      if (step === null) return finish(tx, facts, turn);
      const { position, action } = step;
      if (turn.loop === store.STOP_LOOP && !isProtective(action.type)) return leaveToRuns(tx, run);
      if (action.type === 'send_slack') return beginCall(tx, facts, position, action.text);
      await setChain(tx, [...facts.chain, facts.cause_id]);
      const effect = { position, ...(await carryOutFor(tx, { position, action }, facts)) };
      await store.saveEffect(tx, run.id, effect);
      return steps.length > 1 ? 'action' : finish(tx, withEffect(facts, effect), turn);
    });
    if (next === undefined || next === 'nothing') return false;
    return next === 'action' || (await call(turn, next));
  } catch (error) {
    if (error instanceof DatabaseUnavailable || step === null) throw error;
    return endFailed(turn, step, error);
  }
}

/** What ends outreach is done. The other actions come after what waits already. */
async function leaveToRuns(tx: TransactionContext, { id }: store.ClaimedRun): Promise<'nothing'> {
  await store.postponeRun(tx, id, { pause_in_ms: 0, is_failure: false });
  return 'nothing';
}

/**
 * What is left to do now: actions that end outreach, then the others in their order; null if the run ended here, or waits. Beyond a daily limit
 * only what ends outreach begins. When that is done, the others are counted.
 */
async function listSteps(tx: TransactionContext, facts: store.RunFacts): Promise<Step[] | null> {
  const states = new Map(facts.effects.map(({ position, state }) => [position, state]));
  const left = [...facts.actions.entries()].flatMap(([position, action]) =>
    isOver(states.get(position)) ? [] : [{ position, action }],
  );
  const protective = left.filter(({ action }) => isProtective(action.type));
  const isBegin = facts.effects.length === 0 || (facts.is_over_limit && protective.length === 0);
  const skipReason = isBegin ? findSkipReason(facts) : null;
  if (skipReason !== null) {
    await store.settleRun(tx, facts.id, { state: 'skipped', reason: skipReason, duration_in_ms: 0 });
    return null;
  }
  if (protective.length > 0) return [...protective, ...left.filter(({ action }) => !isProtective(action.type))];
  return !facts.is_over_limit || (await countLeft(tx, facts, left.length)) ? left : null;
}

/** A switch or an edit since it was decided. */
function findSkipReason({ is_active, is_of_trigger, rule_id }: store.RunFacts): string | null {
  if (!is_active) return `The ${rule_id === null ? 'automation' : 'rule'} was switched off before it ran.`;
  return is_of_trigger ? null : 'The automation was given another event before it ran.';
}

/** False if there were too many actions today: the run waits for the next day. */
async function countLeft(
  tx: TransactionContext,
  { id, automation_id, name }: store.RunFacts,
  actions: number,
): Promise<boolean> {
  const [reason = null] = await grantActions(tx, [{ automation_id, name, actions }]);
  if (reason === null) await store.markCounted(tx, id);
  else await waitForTomorrow(tx, id, reason);
  return reason === null;
}

const withEffect = (facts: store.RunFacts, effect: store.RunFacts['effects'][number]): store.RunFacts => ({
  ...facts,
  effects: [...facts.effects.filter(({ position }) => position !== effect.position), effect],
});

async function finish(tx: TransactionContext, facts: store.RunFacts, { began }: Turn): Promise<'nothing'> {
  await settle(tx, facts, Math.round(performance.now() - began));
  return 'nothing';
}

/** Stops come first, wherever they are in the list. An add that one of them would have ended, in the order of the list, is left out. */
const isEndedByLater = (actions: readonly AutomationAction[], position: number): boolean => {
  const action = actions[position];
  if (action?.type !== 'add_to_campaign') return false;
  return actions
    .slice(position + 1)
    .some(
      (later) =>
        later.type === 'stop_campaigns' ||
        (later.type === 'remove_from_campaign' && later.campaign_id === action.campaign_id),
    );
};

async function carryOutFor(tx: TransactionContext, { position, action }: InnerStep, facts: store.RunFacts) {
  if (isEndedByLater(facts.actions, position))
    return { state: 'unchanged' as const, note: 'A later action of this automation ends it.' };
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
 * The log has a line before a call outside and after it: a worker that finds the first line alone doesn't know the outcome, and doesn't
 * repeat the call.
 */
async function beginCall(
  tx: TransactionContext,
  { id, effects, data }: store.RunFacts,
  position: number,
  text: string,
): Promise<Next> {
  const isLost = effects.some((effect) => effect.position === position && effect.state === 'sending');
  const note = isLost ? 'The program ended before Slack answered. The message may have been posted.' : '';
  await store.saveEffect(tx, id, { position, state: isLost ? 'unknown' : 'sending', note });
  return isLost ? 'action' : { position, text, data };
}

async function call(turn: Turn, { position, text, data }: Exclude<Next, string>): Promise<boolean> {
  const { ctx, signal } = turn;
  try {
    await postToSlack(ctx, text, data, signal);
  } catch (error) {
    if (!isProviderError(error)) throw error;
    const isSafe = error.kind === 'rate_limited' || error.kind === 'unavailable';
    if (isSafe) return tryLater(turn, position, error.message, error.until);
    return end(turn, { position, state: error.kind === 'unknown_outcome' ? 'unknown' : 'failed', note: error.message });
  }
  return end(turn, { position, state: 'done', note: 'Posted to Slack' });
}

/** Nothing of the action stayed. */
async function endFailed(turn: Turn, { position, action }: Step, error: unknown): Promise<boolean> {
  if (error instanceof ApiError) return end(turn, { position, state: 'failed', note: error.message });
  // Slack may have the message already. The next turn finds the line of before the call, and doesn't repeat it.
  if (action.type === 'send_slack') throw error;
  turn.ctx.log.error({ err: error, run_id: turn.run.id, position }, 'automation action failed, retrying');
  return tryLater(turn, position, 'An unexpected error ended this action.', null);
}

async function end(
  { ctx, run }: Turn,
  effect: { position: number; state: EffectState; note: string },
): Promise<boolean> {
  const isEnded = await underLease(ctx, run, async (tx) => {
    await store.saveEffect(tx, run.id, effect);
    return true;
  });
  return isEnded ?? false;
}

/** Nothing was done: the same action is tried again, and those after it wait. After the last try it has failed. */
async function tryLater({ ctx, run }: Turn, position: number, reason: string, until: Date | null): Promise<boolean> {
  const isEnded = await underLease(ctx, run, async (tx, { tries }) => {
    const isLast = tries + 1 >= AUTOMATION_LIMITS.tries;
    await store.saveEffect(tx, run.id, { position, state: isLast ? 'failed' : 'waiting', note: reason });
    if (isLast) return true;
    const asked = until === null ? 0 : until.getTime() - Date.now();
    await store.postponeRun(tx, run.id, { pause_in_ms: Math.max(pauseAfterTry(tries + 1), asked), is_failure: true });
    return false;
  });
  return isEnded ?? false;
}

async function settle(tx: TransactionContext, facts: store.RunFacts, duration_in_ms: number): Promise<void> {
  const failed = facts.effects.filter(({ state }) => state === 'failed' || state === 'unknown').length;
  const state = failed > 0 ? 'failed' : 'done';
  const reason = describeFailures(failed, facts.effects.length);
  await store.settleRun(tx, facts.id, { state, reason, duration_in_ms });
  const { automation_id, name } = facts;
  if (automation_id === null) return;
  if (failed === 0) return resetFailures(tx, [automation_id]);
  const failures = await countFailure(tx, automation_id);
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
