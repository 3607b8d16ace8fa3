import type { AutomationAction } from '@overture/contract/automations';
import { renderMessage } from '@overture/domain/automations/message-text';
import { type Phrase, phrase, type Sentence, saySentence } from '@overture/domain/text/say';
import { cutText } from '@overture/domain/text/text-bounds';

/** What an action acts on. */
interface Target {
  name: string;
  /** Why nothing can be done with it now, in words; null if something can. */
  problem: string | null;
}
/** By key: `label 5`. A switch of an organization counts as a target too. */
export type Targets = ReadonlyMap<string, Target>;

/** `is_lost`: the target was deleted, so only an edit helps. */
interface Problem {
  sentence: Sentence;
  is_lost: boolean;
}

/** Describes a missing target. */
const MISSING: Readonly<Record<string, Problem>> = {
  label: { sentence: phrase('The label was deleted.'), is_lost: true },
  list: { sentence: phrase('The list was deleted.'), is_lost: true },
  campaign: { sentence: phrase('The campaign was deleted.'), is_lost: true },
  board: { sentence: phrase('The board was deleted.'), is_lost: true },
  column: { sentence: phrase('The column of the board was deleted.'), is_lost: true },
  member: { sentence: phrase('The member was removed.'), is_lost: true },
  webhook: { sentence: phrase('The webhook was deleted.'), is_lost: true },
  crm: { sentence: phrase('The CRM is not connected.'), is_lost: false },
  slack: { sentence: phrase('Slack is not connected.'), is_lost: false },
};

interface Words {
  nameOf(key: string): Phrase;
  crmName(integration: string): string;
  /** Of an event; null leaves the variables of a message as they are. */
  data: Record<string, unknown> | null;
}

type ActionOf<Type extends AutomationAction['type']> = Extract<AutomationAction, { type: Type }>;
interface Kind<Action> {
  keys(action: Action): string[];
  /** One of the keys is enough. */
  takes_any?: true;
  describe(action: Action, words: Words): Sentence;
}

const SHOWN_OF_MESSAGE = 120;
const labelKey = ({ label_id }: { label_id: number }): string => `label ${label_id}`;
const campaignKey = ({ campaign_id }: { campaign_id: number }): string => `campaign ${campaign_id}`;

/** Each action: the keys of what it names, and what it does in words. */
const KINDS: { [Type in AutomationAction['type']]: Kind<ActionOf<Type>> } = {
  add_label: {
    keys: (action) => [labelKey(action)],
    describe: (action, { nameOf }) => phrase('Add the label {label}', { label: nameOf(labelKey(action)) }),
  },
  remove_label: {
    keys: (action) => [labelKey(action)],
    describe: (action, { nameOf }) => phrase('Remove the label {label}', { label: nameOf(labelKey(action)) }),
  },
  add_to_list: {
    keys: ({ search_id }) => [`list ${search_id}`, 'feature lead_lists_enabled'],
    describe: ({ search_id }, { nameOf }) => phrase('Add to the list {list}', { list: nameOf(`list ${search_id}`) }),
  },
  add_to_campaign: {
    keys: (action) => [campaignKey(action), 'feature campaign_creation_enabled'],
    describe: (action, { nameOf }) =>
      phrase('Add to the campaign {campaign}', { campaign: nameOf(campaignKey(action)) }),
  },
  remove_from_campaign: {
    keys: (action) => [campaignKey(action)],
    describe: (action, { nameOf }) =>
      phrase('Remove from the campaign {campaign}', { campaign: nameOf(campaignKey(action)) }),
  },
  stop_campaigns: { keys: () => [], describe: () => phrase('Stop all campaigns of the lead') },
  put_on_board: {
    keys: ({ board_id, column_id }) => [`board ${board_id}`, ...(column_id ? [`column ${column_id}`] : [])],
    describe: ({ board_id, column_id }, { nameOf }) => {
      const board = nameOf(`board ${board_id}`);
      if (!column_id) return phrase('Put on the board {board}', { board });
      return phrase('Put on the board {board}, column {column}', { board, column: nameOf(`column ${column_id}`) });
    },
  },
  push_to_crm: {
    keys: ({ integration }) => [`crm ${integration}`],
    describe: ({ integration }, { crmName }) => phrase('Push to {crm}', { crm: crmName(integration) }),
  },
  assign: {
    keys: ({ user_id }) => [`member ${user_id}`],
    describe: ({ user_id }, { nameOf }) =>
      phrase('Assign the conversation to {member}', { member: nameOf(`member ${user_id}`) }),
  },
  assign_in_turn: {
    keys: ({ user_ids }) => user_ids.map((id) => `member ${id}`),
    takes_any: true,
    describe: ({ user_ids }, { nameOf }) =>
      phrase('Assign the conversation in turn to {members}', {
        members: user_ids.map((id) => saySentence(nameOf(`member ${id}`))).join(', '),
      }),
  },
  remind: {
    keys: ({ user_id }) => [`member ${user_id}`],
    describe: ({ in_days }) =>
      in_days === 1 ? phrase('Set a reminder in 1 day') : phrase('Set a reminder in {in_days} days', { in_days }),
  },
  call_webhook: {
    keys: ({ webhook_id }) => [`webhook ${webhook_id}`],
    describe: ({ webhook_id }, { nameOf }) =>
      phrase('Call the webhook {webhook}', { webhook: nameOf(`webhook ${webhook_id}`) }),
  },
  send_slack: {
    keys: () => ['slack'],
    describe: ({ text }, { data }) => {
      const shown = data === null ? text : renderMessage(text, data, (value) => value);
      return phrase('Post to Slack: {text}', { text: cutText(shown, SHOWN_OF_MESSAGE) });
    },
  },
};

/** The record says that the kind fits, the compiler cannot follow it through the union. */
const kindOf = (action: AutomationAction): Kind<AutomationAction> => KINDS[action.type] as Kind<AutomationAction>;

export const listTargetKeys = (action: AutomationAction): string[] => kindOf(action).keys(action);

/** An action that one statement carries out for many leads. */
export type ManyAction = ActionOf<'add_label' | 'remove_label' | 'add_to_list'>;
const MANY_ACTIONS: readonly ManyAction['type'][] = ['add_label', 'remove_label', 'add_to_list'];
export const isForMany = (action: AutomationAction): action is ManyAction =>
  MANY_ACTIONS.some((type) => type === action.type);

/** Why an action can't be carried out now; null if it can. */
export function findActionProblem(action: AutomationAction, targets: Targets): Problem | null {
  const keys = listTargetKeys(action);
  const problems = keys.flatMap((key) => findTargetProblem(key, targets) ?? []);
  const isSpoiled = kindOf(action).takes_any ? problems.length === keys.length : problems.length > 0;
  return isSpoiled ? (problems[0] ?? null) : null;
}

function findTargetProblem(key: string, targets: Targets): Problem | null {
  const target = targets.get(key);
  if (target === undefined) return MISSING[key.split(' ')[0] ?? ''] ?? null;
  return target.problem === null ? null : { sentence: phrase(target.problem), is_lost: false };
}

/** An action in words, with the names of what it acts on. */
export function describeAction(
  action: AutomationAction,
  targets: Targets,
  crmName: (integration: string) => string,
  data: Record<string, unknown> | null = null,
): Sentence {
  const nameOf = (key: string): Phrase => {
    const name = targets.get(key)?.name;
    return name === undefined ? phrase('(deleted)') : phrase('“{name}”', { name });
  };
  return kindOf(action).describe(action, { nameOf, crmName, data });
}
