/** What the guard counts: bounces and complaints over so many days. */
export const GUARD = {
  days: 7,
  warn_from_sends: 20,
  warn_bounce_rate: 0.02,
  pause_from_sends: 50,
  pause_from_bounces: 3,
  pause_bounce_rate: 0.05,
  pause_bounce_rate_young: 0.03,
  young_in_days: 30,
  pause_complaint_from_sends: 300,
  pause_complaint_rate: 0.003,
  pause_from_complaints: 3,
  kept_in_days: 90,
} as const;

export const GUARD_SCOPES = ['sender', 'domain', 'campaign'] as const;
export type GuardScope = (typeof GUARD_SCOPES)[number];

/** What a person says was wrong before they let it go again. */
export const GUARD_CAUSES = ['list', 'domain', 'text', 'other'] as const;
export type GuardCause = (typeof GUARD_CAUSES)[number];

export const GUARD_NOTE_MAX = 500;

export interface GuardFigures {
  sends: number;
  bounces: number;
  complaints: number;
  /** A sender in its first month. */
  is_young: boolean;
}

export interface GuardFinding {
  state: 'warned' | 'paused';
  reason: string;
}

/** What bounces and complaints of the last days mean; null while all is well. A pause outranks a warning. */
export function decideGuard(figures: GuardFigures): GuardFinding | null {
  const { sends, bounces, complaints } = figures;
  const bounced = `${count(bounces, 'bounce')} among ${count(sends, 'message')} in ${GUARD.days} days`;
  const complained = `${count(complaints, 'complaint')} about ${count(sends, 'message')} in ${GUARD.days} days`;
  const of_bounces = judgeBounces(figures);
  const of_complaints = judgeComplaints(figures);
  if (of_bounces === 'paused') return { state: 'paused', reason: bounced };
  if (of_complaints !== null) return { state: of_complaints, reason: complained };
  return of_bounces === null ? null : { state: of_bounces, reason: bounced };
}

function judgeBounces({ sends, bounces, is_young }: GuardFigures): GuardFinding['state'] | null {
  const rate = sends === 0 ? 0 : bounces / sends;
  const limit = is_young ? GUARD.pause_bounce_rate_young : GUARD.pause_bounce_rate;
  if (sends >= GUARD.pause_from_sends && bounces >= GUARD.pause_from_bounces && rate >= limit) return 'paused';
  return sends >= GUARD.warn_from_sends && rate >= GUARD.warn_bounce_rate && bounces > 0 ? 'warned' : null;
}

function judgeComplaints({ sends, complaints }: GuardFigures): GuardFinding['state'] | null {
  if (complaints >= GUARD.pause_from_complaints) return 'paused';
  if (complaints === 0) return null;
  const isLoud = sends >= GUARD.pause_complaint_from_sends && complaints / sends >= GUARD.pause_complaint_rate;
  return isLoud ? 'paused' : 'warned';
}

function count(amount: number, word: string): string {
  return `${amount} ${word}${amount === 1 ? '' : 's'}`;
}
