/** Automations: "when this happens, do that". Limits and the closed sets of words. */
export const AUTOMATION_LIMITS = {
  automations: 50,
  actions: 10,
  conditions: 10,
  name_max: 100,
  /** Of one condition. */
  text_max: 500,
  values_max: 50,
  /** Of a message before its variables are filled in, and of what is sent. */
  message_max: 3000,
  message_in_bytes: 4096,
  /** Carried out for an organization on a day (UTC); what is beyond waits for the next day. */
  actions_a_day: 20_000,
  /** Of one automation: it ends a loop through a program outside. */
  actions_of_one_a_day: 5000,
  /** Runs of an organization that wait; newer ones are skipped. */
  waiting_runs: 50_000,
  /** Automations in a row that caused each other. */
  depth: 5,
  /** Failed runs in a row, after which an automation is switched off. */
  failures: 10,
  /** Tries of one action. */
  tries: 5,
  runs_a_page: 25,
  preview_in_days: 30,
  preview_examples: 20,
  /** Events that a preview reads, the newest first. */
  preview_events: 5000,
  remind_in_days: 365,
  /** Members who take conversations in turn. */
  turn_members: 20,
} as const;

export const AUTOMATION_ACTIONS = [
  'add_label',
  'remove_label',
  'add_to_list',
  'add_to_campaign',
  'remove_from_campaign',
  'stop_campaigns',
  'put_on_board',
  'push_to_crm',
  'assign',
  'assign_in_turn',
  'remind',
  'call_webhook',
  'send_slack',
] as const;
export type AutomationActionType = (typeof AUTOMATION_ACTIONS)[number];

/** Actions that need no lead; all others act on the lead of the event. */
const WITHOUT_LEAD: ReadonlySet<AutomationActionType> = new Set(['call_webhook', 'send_slack']);
export const needsLead = (type: AutomationActionType): boolean => !WITHOUT_LEAD.has(type);

/** Actions that end outreach to a lead: no limit delays them, or the lead would be written to once more. */
export const PROTECTIVE_ACTIONS = ['stop_campaigns', 'remove_from_campaign'] as const satisfies AutomationActionType[];
export const isProtective = (type: AutomationActionType): boolean => PROTECTIVE_ACTIONS.some((one) => one === type);

export const CONDITION_OPERATORS = [
  'is',
  'is_not',
  'contains',
  'not_contains',
  'any_of',
  'greater',
  'less',
  'is_empty',
  'is_not_empty',
] as const;
export type ConditionOperator = (typeof CONDITION_OPERATORS)[number];

export const FIELD_KINDS = ['text', 'choice', 'number', 'yes_no'] as const;
export type FieldKind = (typeof FIELD_KINDS)[number];

/** Operators that fit a kind of field. */
export const OPERATORS_OF: Readonly<Record<FieldKind, readonly ConditionOperator[]>> = {
  text: ['is', 'is_not', 'contains', 'not_contains', 'any_of', 'is_empty', 'is_not_empty'],
  choice: ['is', 'is_not', 'any_of', 'is_empty', 'is_not_empty'],
  number: ['is', 'is_not', 'greater', 'less', 'any_of', 'is_empty', 'is_not_empty'],
  yes_no: ['is', 'is_empty', 'is_not_empty'],
};

export const RUN_STATES = ['pending', 'done', 'failed', 'unmatched', 'skipped'] as const;
export type RunState = (typeof RUN_STATES)[number];

/** `unchanged`: there was nothing to do. `unknown`: the other side may have done it; it is not repeated. */
export const EFFECT_STATES = ['waiting', 'sending', 'done', 'unchanged', 'failed', 'unknown'] as const;
export type EffectState = (typeof EFFECT_STATES)[number];

/** Pauses after a failure that may pass: 15 seconds, then four times as long, up to an hour. */
export const pauseAfterTry = (tries: number): number => Math.min(15_000 * 4 ** Math.max(0, tries - 1), 3_600_000);

const SPELLED: Readonly<Record<string, string>> = {
  linkedin: 'LinkedIn',
  whatsapp: 'WhatsApp',
  inmail: 'InMail',
  cal_com: 'Cal.com',
};

/** An option of a choice, in words: `not_interested` is "Not interested". */
export function toOptionLabel(option: string): string {
  const name = SPELLED[option];
  if (name !== undefined) return name;
  const words = option.toLowerCase().replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
