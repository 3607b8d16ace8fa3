import type { Automation, AutomationAction } from '@overture/contract/automations';
import type { AutomationActionType } from '@overture/domain/automations/automations';
import type { Sentence } from '@overture/domain/text/say';
import { sayText } from '../../lib/language/said.ts';
import type { StatusTone } from '../../ui/feedback/status-chip.tsx';
import { t } from './texts.ts';

export function stateWords(automation: Automation): { tone: StatusTone; word: string; detail: string } {
  const [problem] = automation.problems;
  if (problem) return { tone: 'red', word: t('state_attention'), detail: sayText(problem) };
  if (!automation.is_active) {
    const isFailed = automation.off_reason === 'failures';
    return { tone: isFailed ? 'red' : 'grey', word: t('state_off'), detail: isFailed ? t('off_failures') : '' };
  }
  const { failures } = automation;
  if (failures > 0) return { tone: 'amber', word: t('state_failing'), detail: t('failures', { count: failures }) };
  return { tone: 'green', word: t('state_on'), detail: '' };
}

interface Actions {
  action_texts: string[];
  /** Left out by a server of the release before. */
  action_sentences?: Sentence[];
}

/** All actions of an automation or a rule of a board. */
export const actionWords = ({ action_texts, action_sentences = [] }: Actions): string =>
  action_texts.map((text, index) => sayText({ text, sentence: action_sentences[index] })).join(', ');

/** What an action acts on, by the kind of its choices. */
export type TargetKind = 'label' | 'list' | 'campaign' | 'board' | 'crm' | 'member' | 'webhook';

export const TARGETS: Readonly<Record<AutomationActionType, TargetKind | null>> = {
  add_label: 'label',
  remove_label: 'label',
  add_to_list: 'list',
  add_to_campaign: 'campaign',
  remove_from_campaign: 'campaign',
  stop_campaigns: null,
  put_on_board: 'board',
  push_to_crm: 'crm',
  assign: 'member',
  assign_in_turn: 'member',
  remind: 'member',
  call_webhook: 'webhook',
  send_slack: null,
};

const TARGET_FIELDS: Readonly<Record<TargetKind, string>> = {
  label: 'label_id',
  list: 'search_id',
  campaign: 'campaign_id',
  board: 'board_id',
  crm: 'integration',
  member: 'user_id',
  webhook: 'webhook_id',
};

/** An action as the form holds it. */
export interface ActionDraft {
  key: number;
  type: AutomationActionType;
  /** Id of the target, as text; for a board with a column `5/7`, of several members `5,7`. */
  target: string;
  days: number;
  text: string;
}

export function toActionDraft(action: AutomationAction, key: number): ActionDraft {
  const kind = TARGETS[action.type];
  const fields = action as Readonly<Record<string, unknown>>;
  const id = kind === null ? '' : String(fields[TARGET_FIELDS[kind]] ?? '');
  const target = printTarget(action, id);
  const days = action.type === 'remind' ? action.in_days : 1;
  return { key, type: action.type, target, days, text: action.type === 'send_slack' ? action.text : '' };
}

function printTarget(action: AutomationAction, id: string): string {
  if (action.type === 'assign_in_turn') return action.user_ids.join(',');
  return action.type === 'put_on_board' && action.column_id ? `${id}/${action.column_id}` : id;
}

/** Null while something is missing. */
export function toAction({ type, target, days, text }: ActionDraft): AutomationAction | null {
  const kind = TARGETS[type];
  if (type === 'send_slack') return text.trim() === '' ? null : { type, text };
  if (kind === null) return { type } as AutomationAction;
  if (target === '' || Number.isNaN(days)) return null;
  if (type === 'assign_in_turn') return toTurnAction(target.split(',').map(Number));
  const [id, column] = target.split('/');
  return {
    type,
    [TARGET_FIELDS[kind]]: kind === 'crm' ? target : Number(id),
    ...(column ? { column_id: Number(column) } : {}),
    ...(type === 'remind' ? { in_days: days } : {}),
  } as AutomationAction;
}

/** One member alone has no turns. */
const toTurnAction = (user_ids: number[]): AutomationAction | null =>
  user_ids.length < 2 ? null : { type: 'assign_in_turn', user_ids };
