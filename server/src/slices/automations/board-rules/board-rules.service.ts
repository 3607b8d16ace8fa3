import { type EffectState, isProtective } from '@overture/domain/automations/automations';
import type { CrmType } from '@overture/domain/crm';
import type { DomainEventOf, KanbanAction } from '../../../events.ts';
import type { TransactionContext } from '../../../kernel/context.ts';
import { ApiError } from '../../../kernel/errors.ts';
import { claimRule, findSetOff, insertHistory } from '../../kanban/index.ts';
import type { Targets } from '../actions/action-words.rules.ts';
import { type Cause, carryOutOn, type InnerAction } from '../actions/actions.service.ts';
import { loadChain, setChain } from '../actions/causes.store.ts';
import { loadTargets } from '../actions/targets.store.ts';
import { findChainEnd } from '../limits/chain.rules.ts';
import { grantActions } from '../limits/limits.service.ts';
import { type BoardRun, insertBoardRuns } from './board-runs.store.ts';

type Tx = TransactionContext;

/** A lead replied: rules put its card into their columns. */
export async function fillByReply(tx: Tx, { prospect_id }: DomainEventOf<'lead_replied'>): Promise<void> {
  await fill(tx, 'replied', prospect_id);
}

export async function fillByInterest(
  tx: Tx,
  { prospect_id, interest }: DomainEventOf<'lead_interest_changed'>,
): Promise<void> {
  if (interest === null) return;
  await fill(tx, interest === 'INTERESTED' ? 'interested' : 'not_interested', prospect_id);
}

/** Rules carried out in the transaction of one event, some five statements each. An organization may have 5,000. */
const RULES_AN_EVENT = 50;

/** A rule acts on a fact once for a lead. It adds a card or moves it on to the right, never back. */
async function fill(tx: Tx, by: Exclude<BoardRun['set_off_by'], 'entered'>, prospect_id: number): Promise<void> {
  const rules = await findSetOff(tx, by, prospect_id, RULES_AN_EVENT);
  const asked: AskedRule[] = [];
  for (const { id, board_id, column_id } of rules) {
    if (await claimRule(tx, id, prospect_id))
      asked.push({ rule_id: id, board_id, actions: [{ type: 'put_on_board', board_id, column_id }] });
  }
  await runAtOnce(tx, { set_off_by: by, prospect_id }, asked);
  // The others get a turn of their own, behind what waits already.
  if (rules.length === RULES_AN_EVENT) tx.events.emit({ type: 'board_rules_left', prospect_id, by });
}

export const fillFurther = (tx: Tx, { prospect_id, by }: DomainEventOf<'board_rules_left'>): Promise<void> =>
  fill(tx, by, prospect_id);

/** A card came into a column: what the rules of the column asked for then. */
export async function enterColumn(tx: Tx, event: DomainEventOf<'kanban_card_entered'>): Promise<void> {
  const { board_id, prospect_id } = event;
  const asked = new Map<number, AskedRule>();
  for (const action of event.actions) {
    const { rule_id } = action;
    const rule = asked.get(rule_id) ?? { rule_id, board_id, actions: [] };
    asked.set(rule_id, { ...rule, actions: [...rule.actions, toInnerAction(action, event)] });
  }
  await runAtOnce(tx, { set_off_by: 'entered', prospect_id }, [...asked.values()]);
}

/** A rule's action as the engine knows it. */
export function toInnerAction(
  action: KanbanAction,
  card: { card_id: number; column_id: number; version: number },
): InnerAction {
  if (action.action === 'add_label') return { type: 'add_label', label_id: action.label_id };
  if (action.action === 'stop_campaigns') return { type: 'stop_campaigns' };
  const { rule_id, integration, column, stage, notes_meeting } = action;
  const { card_id, column_id, version } = card;
  return {
    type: 'push_to_crm',
    integration: integration as CrmType,
    card: { rule_id, card_id, column_id, version, column, stage, notes_meeting },
  };
}

interface AskedRule {
  rule_id: number;
  board_id: number;
  actions: readonly InnerAction[];
}

/**
 * Carries rules out in the transaction of their event, with their runs in the log. Beyond the daily limit the loop carries them out on the
 * next day, but campaigns are stopped immediately: a day later the lead would have been written to.
 */
async function runAtOnce(
  tx: Tx,
  fact: Pick<BoardRun, 'set_off_by' | 'prospect_id'>,
  asked: readonly AskedRule[],
): Promise<void> {
  if (asked.length === 0) return;
  const chain = await loadChain(tx);
  const actions = asked.flatMap((rule) => rule.actions);
  const [limit = null] = await grantActions(tx, [{ automation_id: null, name: '', actions: actions.length }]);
  const targets = await loadTargets(tx, actions);
  const runs: BoardRun[] = [];
  const waiting: BoardRun[] = [];
  for (const rule of asked) {
    const run = { ...fact, chain, rule_id: rule.rule_id, actions: rule.actions, effects: [] };
    const reason = findChainEnd(chain, -rule.rule_id);
    if (reason !== null) {
      runs.push({ ...run, state: 'skipped', reason });
      continue;
    }
    const now = rule.actions.filter(({ type }) => limit === null || isProtective(type));
    const later = rule.actions.filter((action) => !now.includes(action));
    if (now.length > 0) runs.push(await runRule(tx, { ...run, actions: now }, rule.board_id, targets));
    if (later.length > 0) waiting.push({ ...run, actions: later, state: 'pending', reason: limit });
  }
  // What other parts do about this event doesn't follow from these rules.
  await setChain(tx, chain);
  await insertBoardRuns(tx, runs);
  await insertBoardRuns(tx, waiting);
}

async function runRule(
  tx: Tx,
  run: Omit<BoardRun, 'state' | 'reason'>,
  board_id: number,
  targets: Targets,
): Promise<BoardRun> {
  const { rule_id, actions, prospect_id } = run;
  await setChain(tx, [...run.chain, -rule_id]);
  const effects: BoardRun['effects'][number][] = [];
  for (const action of actions)
    effects.push(await carryOutForRule(tx, action, { rule_id, board_id, prospect_id }, targets));
  const failed = effects.filter(({ state }) => state === 'failed').length;
  return { ...run, effects, state: failed > 0 ? 'failed' : 'done', reason: describeFailures(failed, effects.length) };
}

/** Null if nothing failed. */
export const describeFailures = (failed: number, of: number): string | null =>
  failed === 0 ? null : `${failed} of ${of} ${of === 1 ? 'action' : 'actions'} failed.`;

/** One action of a rule, and its line in the history of the board. A refusal is a result, not an error. */
export async function carryOutForRule(
  tx: Tx,
  action: InnerAction,
  { rule_id, board_id, prospect_id }: { rule_id: number; board_id: number; prospect_id: number | null },
  targets: Targets,
): Promise<{ state: EffectState; note: string }> {
  const cause: Cause = { prospect_id, message_id: null, name: 'a rule of the board', rule_id };
  const note = (kind: Parameters<typeof insertHistory>[1]['kind'], detail: string) =>
    prospect_id !== null && insertHistory(tx, { board_id, prospect_id, rule_id, kind, detail });
  // Also where the CRM refuses: the history says what the rule asked for.
  if (action.type === 'push_to_crm') await note('crm_push_asked', action.integration);
  try {
    const { has_changed, note: text, detail } = await carryOutOn(tx, action, cause, targets);
    if (has_changed && action.type === 'add_label')
      await note('label_added', targets.get(`label ${action.label_id}`)?.name ?? '');
    if (has_changed && action.type === 'stop_campaigns') await note('campaigns_stopped', detail ?? '');
    return { state: has_changed ? 'done' : 'unchanged', note: text };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (action.type === 'put_on_board') await note('action_failed', error.message);
    return { state: 'failed', note: error.message };
  }
}
