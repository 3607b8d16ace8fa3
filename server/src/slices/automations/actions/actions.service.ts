import type { AutomationAction } from '@overture/contract/automations';
import { CRM_TYPES } from '@overture/domain/crm';
import { saySentence } from '@overture/domain/text/say';
import type { ReadContext, TransactionContext } from '../../../kernel/context.ts';
import { ApiError, orNotFound, sqlState } from '../../../kernel/errors.ts';
import { addPeople, stopLead } from '../../campaigns/index.ts';
import { assignChat, assignChatInTurn, remindOfChat } from '../../chats/index.ts';
import { type CardPush, pushCard, pushLead } from '../../integrations/index.ts';
import { putInColumn } from '../../kanban/index.ts';
import { findLabel, putLabelOnProspects, removeLabelFromProspects } from '../../labels/index.ts';
import { listLeads } from '../../searches/index.ts';
import { enqueueForEndpoint } from '../../webhooks/index.ts';
import { describeAction, findActionProblem, type ManyAction, type Targets } from './action-words.rules.ts';
import { hasEndedSince, hasRepliedSince } from './causes.store.ts';
import { loadTargets } from './targets.store.ts';

type Tx = TransactionContext;

/** The name of a CRM by its type. */
export const namesOfCrms =
  ({ ports }: Pick<ReadContext, 'ports'>) =>
  (integration: string): string => {
    const type = CRM_TYPES.find((one) => one === integration);
    return type === undefined ? integration : ports.crm[type].manifest.label;
  };

/** Every action but those that call something outside. `card`: a rule of a board pushes the lead whose card came into a column. */
export type InnerAction =
  | Exclude<AutomationAction, { type: 'send_slack' | 'push_to_crm' }>
  | (Extract<AutomationAction, { type: 'push_to_crm' }> & { card?: CardPush });
type LeadAction = Exclude<InnerAction, { type: 'call_webhook' }>;

export interface Cause {
  prospect_id: number | null;
  /** The message of the event; null for a rule of a board. */
  message_id: number | null;
  /** The name of the automation, for the people it informs. */
  name: string;
  /** The rule of a board that acts. */
  rule_id: number | null;
}

/** `note`: what was done, or why there was nothing to do, in words. */
export interface Outcome {
  has_changed: boolean;
  note: string;
  /** For the history of a board. */
  detail?: string;
}

/** A rule kept the action from this lead: that is no fault of the automation. */
const leaveOut = (note: string): Outcome => ({ has_changed: false, note });

const foreignKeyViolation = '23503';
const refuse = (reason: string): ApiError => new ApiError('automation_invalid', { reason });

/**
 * Carries out one action in the given transaction, by the same rules as for a person.
 * @throws ApiError with the reason in words
 */
export async function carryOut(tx: Tx, action: InnerAction, cause: Cause): Promise<Outcome> {
  const targets = await loadTargets(tx, [action]);
  try {
    return await carryOutOn(tx, action, cause, targets);
  } catch (error) {
    if (sqlState(error) === foreignKeyViolation) throw refuse('The lead, or the target of the action, was deleted.');
    throw error;
  }
}

/** The same on targets that were loaded before. @throws ApiError with the reason in words */
export async function carryOutOn(tx: Tx, action: InnerAction, cause: Cause, targets: Targets): Promise<Outcome> {
  const problem = findActionProblem(action, targets);
  if (problem !== null) throw refuse(saySentence(problem.sentence));
  const result = await perform(tx, action, cause);
  if (typeof result === 'object') return result;
  if (result === false) return leaveOut('');
  return {
    has_changed: true,
    note: result === true ? saySentence(describeAction(action, targets, namesOfCrms(tx))) : result,
  };
}

async function perform(tx: Tx, action: InnerAction, cause: Cause): Promise<ActionResult> {
  const { prospect_id, message_id, name, rule_id } = cause;
  if (action.type === 'call_webhook')
    return message_id !== null && enqueueForEndpoint(tx, action.webhook_id, message_id);
  if (prospect_id === null) return leaveOut('The lead was deleted.');
  const run = PERFORMERS[action.type] as Performer<LeadAction>;
  return run(tx, action, { lead: prospect_id, message_id, by: name, rule_id });
}

/** True or a text if something changed. */
type ActionResult = boolean | string | Outcome;
interface Given {
  lead: number;
  message_id: number | null;
  by: string;
  rule_id: number | null;
}
type Performer<Action> = (tx: Tx, action: Action, given: Given) => Promise<ActionResult>;

type ManyPerformer<Action> = (tx: Tx, action: Action, leads: readonly number[]) => Promise<number[]>;

/** Actions that one statement carries out for many leads. They answer the leads that changed. */
const FOR_LEADS: { [Type in ManyAction['type']]: ManyPerformer<Extract<ManyAction, { type: Type }>> } = {
  async add_label(tx, { label_id }, leads) {
    orNotFound(await findLabel(tx, 'chat_labels', label_id));
    return putLabelOnProspects(tx, leads, label_id);
  },
  remove_label: (tx, { label_id }, leads) => removeLabelFromProspects(tx, leads, label_id),
  add_to_list: (tx, { search_id }, leads) => listLeads(tx, search_id, leads),
};

/** Carries out an action for leads, of which one can be named twice. The targets have no problem. Answers an outcome for each, in their order. */
export async function carryOutForLeads(
  tx: Tx,
  action: ManyAction,
  leads: readonly number[],
  targets: Targets,
): Promise<Outcome[]> {
  const run = FOR_LEADS[action.type] as ManyPerformer<ManyAction>;
  const changed = new Set(await run(tx, action, [...new Set(leads)]));
  const note = saySentence(describeAction(action, targets, namesOfCrms(tx)));
  return leads.map((lead) => (changed.delete(lead) ? { has_changed: true, note } : leaveOut('')));
}

const PERFORMERS: { [Type in LeadAction['type']]: Performer<Extract<LeadAction, { type: Type }>> } = {
  add_label: async (tx, action, { lead }) => (await FOR_LEADS.add_label(tx, action, [lead])).length > 0,
  remove_label: async (tx, action, { lead }) => (await FOR_LEADS.remove_label(tx, action, [lead])).length > 0,
  add_to_list: async (tx, action, { lead }) => (await FOR_LEADS.add_to_list(tx, action, [lead])).length > 0,
  add_to_campaign: (tx, { campaign_id }, given) => addToCampaign(tx, campaign_id, given),
  remove_from_campaign: async (tx, { campaign_id }, { lead }) =>
    (await stopLead(tx, lead, { removed_from: campaign_id })).length > 0,
  async stop_campaigns(tx, _, { lead }) {
    const stopped = await stopLead(tx, lead);
    const detail = stopped.join(', ');
    return stopped.length > 0 && { has_changed: true, note: `Stopped: ${detail}`, detail };
  },
  /** A rule moves a card to the right only: where a person has put it further on, it stays. */
  put_on_board: (tx, { board_id, column_id }, { lead, rule_id }) =>
    putInColumn(tx, {
      ...{ board_id, prospect_id: lead, column_id },
      ...(rule_id === null ? {} : { rule_id, only_to_the_right: true }),
    }),
  async push_to_crm(tx, { integration, card }, { lead }) {
    if (card === undefined) await pushLead(tx, integration, lead);
    else if (!(await pushCard(tx, integration, lead, card)))
      return leaveOut('Board cards are switched off in the settings of this CRM.');
    return true;
  },
  async assign(tx, { user_id }, { lead, by }) {
    const { member } = await withChat(assignChat(tx, { prospect_id: lead, user_id, by }));
    return `Assigned to ${member}`;
  },
  async assign_in_turn(tx, { user_ids }, { lead, by }) {
    const { member, has_changed } = await withChat(assignChatInTurn(tx, { prospect_id: lead, user_ids, by }));
    return has_changed ? `Assigned to ${member}` : leaveOut(`The conversation is assigned to ${member} already.`);
  },
  async remind(tx, { user_id, in_days }, { lead }) {
    const { member } = await withChat(remindOfChat(tx, { prospect_id: lead, user_id, days: in_days }));
    return `Reminder for ${member} in ${in_days} ${in_days === 1 ? 'day' : 'days'}`;
  },
};

/**
 * The rules of everybody else who is added. A lead of another campaign may be in this one too. A run can wait, or be tried again weeks
 * later: a lead who replied in between, or whose campaigns were ended, isn't written to because of what was before.
 */
async function addToCampaign(tx: Tx, campaign: number, { lead, message_id }: Given): Promise<ActionResult> {
  if (message_id !== null && (await hasRepliedSince(tx, lead, message_id)))
    return leaveOut('The lead replied after this event.');
  if (message_id !== null && (await hasEndedSince(tx, lead, message_id, campaign)))
    return leaveOut('An automation ended campaigns of the lead after this event.');
  const counts = await addPeople(tx, campaign, [lead], { allow_duplicates: true });
  if (counts.added > 0) return true;
  if (counts.locked_count > 0) return leaveOut('Another campaign holds the lead by the touch lock.');
  if (counts.suppressed_count > 0) return leaveOut('The lead is on the suppression list.');
  if (counts.excluded_domains_count > 0) return leaveOut("The lead's company is excluded.");
  if (counts.contacted_count > 0) return leaveOut('The lead was contacted before, in another tool or by email.');
  return leaveOut('The lead is in this campaign, or was.');
}

async function withChat<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'not_found') throw error;
    throw refuse('The lead has no conversation yet.');
  }
}
