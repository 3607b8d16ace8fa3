interface WaitReason {
  /** Only a person can lift it. */
  needs_person?: true;
  /** A wait of the lead itself: it moves back in its queue until then. Other waits belong to its campaign or sender. */
  moves_lead?: true;
  /** Stops a person too who carries the action out by hand. A limit or a window that has just closed does not. */
  stops_by_hand?: true;
}

/**
 * Everything that can hold a lead's next action: who lifts it, what waits, and whether people wait too. The wire's
 * `next_action.waiting_for.rule`, the engine and the screens read this record; its words are in `diagnosis/waiting-words.ts`.
 */
const WAIT_REASONS = {
  not_started: {},
  delay: {},
  window: {},
  lead_zone: { moves_lead: true },
  daily_limit: {},
  weekly_limit: {},
  risk_limit: {},
  domain_limit: {},
  total_limit: {},
  new_leads_limit: { moves_lead: true },
  provider_match: {},
  day_off: {},
  rhythm: {},
  gap: {},
  sender_held: { needs_person: true },
  guard: { needs_person: true },
  domain_records: { needs_person: true },
  action_held: {},
  sender_missing: { needs_person: true },
  condition: {},
  paused: { needs_person: true, stops_by_hand: true },
  subscription: { needs_person: true, stops_by_hand: true },
  lead_paused: { needs_person: true, stops_by_hand: true },
  archived: { needs_person: true, stops_by_hand: true },
  manual_call: { needs_person: true },
  by_hand: { needs_person: true },
  unconfirmed: { needs_person: true },
  retry: { moves_lead: true },
  reply_check: { stops_by_hand: true },
  possible_answer: { needs_person: true, stops_by_hand: true },
  away: { moves_lead: true, stops_by_hand: true },
  own_message: { moves_lead: true, stops_by_hand: true },
  missing_data: { needs_person: true },
  address_check: { moves_lead: true },
  address_held: { needs_person: true },
  risky_limit: { moves_lead: true },
  snippet: { moves_lead: true },
  unsubscribe_link: { needs_person: true, moves_lead: true },
  crm_hold: { moves_lead: true, stops_by_hand: true },
  touch_lock: { moves_lead: true },
  restored_backup: { needs_person: true },
  due: {},
} as const satisfies Record<string, WaitReason>;

export type WaitingRule = keyof typeof WAIT_REASONS;
export const WAITING_RULES = Object.keys(WAIT_REASONS) as [WaitingRule, ...WaitingRule[]];

export function isWaitingRule(word: string): word is WaitingRule {
  return Object.hasOwn(WAIT_REASONS, word);
}

export const needsPerson = (rule: WaitingRule): boolean => reasonOf(rule).needs_person ?? false;

export const movesLead = (rule: WaitingRule): boolean => reasonOf(rule).moves_lead ?? false;

export const stopsByHand = (rule: WaitingRule): boolean => reasonOf(rule).stops_by_hand ?? false;

const reasonOf = (rule: WaitingRule): WaitReason => WAIT_REASONS[rule];
