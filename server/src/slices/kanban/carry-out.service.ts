import type { DomainEventOf, KanbanAction } from '../../events.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import { ApiError } from '../../kernel/errors.ts';
import { stopLead } from '../campaigns/index.ts';
import { findLabel, putLabelOnProspect } from '../labels/index.ts';
import { putInColumn } from './cards.service.ts';
import { insertHistory } from './history.store.ts';
import { claimRun, findSetOff, type RuleRow, type SetOffBy } from './rules.store.ts';

type Tx = TransactionContext;

/** A lead answered: rules put its card into their columns. */
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

async function fill(tx: Tx, by: Exclude<SetOffBy, 'entered'>, prospect_id: number): Promise<void> {
  const rules = await findSetOff(tx, by, prospect_id, RULES_AN_EVENT);
  for (const rule of rules) {
    if (await claimRun(tx, rule.id, prospect_id)) await putByRule(tx, rule, prospect_id);
  }
  // The others get a turn of their own, behind what waits already.
  if (rules.length === RULES_AN_EVENT) tx.events.emit({ type: 'board_rules_left', prospect_id, by });
}

export const fillFurther = (tx: Tx, { prospect_id, by }: DomainEventOf<'board_rules_left'>): Promise<void> =>
  fill(tx, by, prospect_id);

/**
 * A rule adds a card or moves it on to the right, never back: where a person has put it further on, it stays. Facts of leads are the only
 * thing that sets it off, and no action below makes one, so rules cannot set each other off in a circle.
 */
async function putByRule(tx: Tx, rule: RuleRow, prospect_id: number): Promise<void> {
  const { board_id, column_id, id: rule_id } = rule;
  try {
    await putInColumn(tx, { board_id, prospect_id, column_id, rule_id, only_to_the_right: true });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    await insertHistory(tx, { board_id, prospect_id, rule_id, kind: 'action_failed', detail: error.message });
  }
}

/** A card came into a column: what the rules of the column asked for then. Pushes are the business of slices/integrations. */
export async function carryOut(tx: Tx, event: DomainEventOf<'kanban_card_entered'>): Promise<void> {
  for (const action of event.actions) {
    const noted = await carryOutOne(tx, event.prospect_id, action);
    if (noted === null) continue;
    const { board_id, prospect_id } = event;
    await insertHistory(tx, { board_id, prospect_id, rule_id: action.rule_id, ...noted });
  }
}

async function carryOutOne(tx: Tx, prospectId: number, action: KanbanAction) {
  switch (action.action) {
    case 'add_label': {
      // Deleted since then: nothing to put on.
      const label = await findLabel(tx, 'chat_labels', action.label_id);
      if (!label || !(await putLabelOnProspect(tx, prospectId, label.id))) return null;
      return { kind: 'label_added', detail: label.name } as const;
    }
    case 'push_to_crm':
      return { kind: 'crm_push_asked', detail: action.integration } as const;
    case 'stop_campaigns': {
      const stopped = await stopLead(tx, prospectId);
      return stopped.length === 0 ? null : ({ kind: 'campaigns_stopped', detail: stopped.join(', ') } as const);
    }
  }
}
