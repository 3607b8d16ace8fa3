import { needsPerson, WAITING_RULES, type WaitingRule } from '../sending/waiting-rules.ts';
import { type Sentence, saySentence } from '../text/say.ts';

/** What a user opens or presses to remove a cause. */
export const CURES = [
  'start_campaign',
  'resume_campaign',
  'restore_campaign',
  'publish_changes',
  'open_settings',
  'open_steps',
  'add_leads',
  'open_leads',
  'fill_data',
  'choose_sender',
  'open_sender',
  'reconnect_sender',
  'release_guard',
  'open_plan',
  'review_approval',
  'open_today',
  'open_inbox',
  'act_on_linkedin',
  'open_touch_lock',
  'open_integrations',
  'ask_operator',
] as const;
export type Cure = (typeof CURES)[number];

/** Causes beside the wait reasons of leads. */
const OTHER_CODES = [
  'sending',
  'draft',
  'demo',
  'approval',
  'no_steps',
  'no_leads',
  'none_started',
  'all_failed',
  'working_copy',
  'completed',
  'closed_day',
  'holiday',
  'credits',
  'engine_late',
  'no_campaign',
  'nothing_due',
] as const;
type OtherCode = (typeof OTHER_CODES)[number];
export type DiagnosisCode = WaitingRule | OtherCode;
export const DIAGNOSIS_CODES = [...WAITING_RULES, ...OTHER_CODES] as [DiagnosisCode, ...DiagnosisCode[]];

/** `finished`: nothing is left to send. `stopped`: it continues when a person acts. `waiting`: it continues later. */
export const DIAGNOSIS_STATES = ['running', 'waiting', 'stopped', 'finished'] as const;
type DiagnosisState = (typeof DIAGNOSIS_STATES)[number];

/** Causes of a diagnosis beside the first one. */
export const MOST_OTHER_CAUSES = 8;

export interface Cause {
  code: DiagnosisCode;
  text: string;
  /** The text, to be said in other languages. */
  sentence: Sentence;
  until: Date | null;
  /** How many of the leads that were looked at wait for it; null where it is no wait of single leads. */
  leads: number | null;
  cure: Cure | null;
  /** The sender that the cure is about. */
  account_id: number | null;
  /** The campaign that the cure is about, in the diagnosis of a sender. */
  campaign_id: number | null;
  /** The name of the campaign that the text adds. */
  campaign_name: string | null;
}

export interface Diagnosis {
  state: DiagnosisState;
  cause: Cause;
  others: Cause[];
}

const OTHER_CURES: Partial<Record<DiagnosisCode, Cure>> = {
  draft: 'start_campaign',
  paused: 'resume_campaign',
  archived: 'restore_campaign',
  approval: 'review_approval',
  no_steps: 'open_steps',
  no_leads: 'add_leads',
  completed: 'add_leads',
  none_started: 'open_leads',
  not_started: 'open_leads',
  all_failed: 'open_leads',
  lead_paused: 'open_leads',
  address_held: 'fill_data',
  missing_data: 'fill_data',
  working_copy: 'publish_changes',
  window: 'open_settings',
  closed_day: 'open_settings',
  holiday: 'open_settings',
  total_limit: 'open_settings',
  new_leads_limit: 'open_settings',
  lead_zone: 'open_settings',
  provider_match: 'open_settings',
  sender_missing: 'choose_sender',
  no_campaign: 'choose_sender',
  unsubscribe_link: 'open_steps',
  subscription: 'open_plan',
  credits: 'open_plan',
  manual_call: 'open_today',
  unconfirmed: 'open_today',
  possible_answer: 'open_inbox',
  own_message: 'open_inbox',
  by_hand: 'act_on_linkedin',
  touch_lock: 'open_touch_lock',
  crm_hold: 'open_integrations',
  restored_backup: 'ask_operator',
  engine_late: 'ask_operator',
  guard: 'release_guard',
  sender_held: 'open_sender',
  domain_records: 'open_sender',
  action_held: 'open_sender',
  day_off: 'open_sender',
  daily_limit: 'open_sender',
  weekly_limit: 'open_sender',
  risk_limit: 'open_sender',
  domain_limit: 'open_sender',
  rhythm: 'open_sender',
};

/** Other codes that only a person can lift. */
const FOR_A_PERSON: ReadonlySet<DiagnosisCode> = new Set<DiagnosisCode>([
  'draft',
  'demo',
  'approval',
  'no_steps',
  'no_leads',
  'none_started',
  'all_failed',
  'working_copy',
  'credits',
  'engine_late',
  'no_campaign',
]);

/** A cause with the cure of its code. */
export function makeCause(
  code: DiagnosisCode,
  sentence: Sentence,
  more: Partial<Omit<Cause, 'code' | 'text' | 'sentence'>> = {},
): Cause {
  const cure = OTHER_CURES[code] ?? null;
  const none = { until: null, leads: null, account_id: null, campaign_id: null, campaign_name: null };
  return { code, text: saySentence(sentence), sentence, cure, ...none, ...more };
}

/** The first cause gives the state; the others follow in their order. */
export function toDiagnosis([cause, ...others]: readonly [Cause, ...Cause[]]): Diagnosis {
  return { state: findState(cause), cause, others: others.slice(0, MOST_OTHER_CAUSES) };
}

function findState({ code, until }: Cause): DiagnosisState {
  if (code === 'sending') return 'running';
  if (code === 'completed') return 'finished';
  // A provider that asked to pause lets the sender continue at its time.
  const isForPerson = isWaitReason(code) ? needsPerson(code) && until === null : FOR_A_PERSON.has(code);
  return isForPerson ? 'stopped' : 'waiting';
}

function isWaitReason(code: DiagnosisCode): code is WaitingRule {
  return (WAITING_RULES as readonly string[]).includes(code);
}
