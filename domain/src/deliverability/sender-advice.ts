import { GUARD } from '../sending/guard.ts';
import { phrase, type Sentence, saySentence } from '../text/say.ts';
import type { BlocklistResult } from './blocklists.ts';
import type { DeliverabilityCheck } from './deliverability.ts';

export const ADVICE_CODES = [
  'guard',
  'blocklist',
  'records',
  'bounces',
  'complaints',
  'no_ramp',
  'not_checked',
] as const;
type AdviceCode = (typeof ADVICE_CODES)[number];

export interface SenderAdvice {
  code: AdviceCode;
  text: string;
  /** Missing where a check that the release before stored gave it. */
  sentence?: Sentence;
}

const advise = (code: AdviceCode, sentence: Sentence): SenderAdvice => ({
  code,
  text: saySentence(sentence),
  sentence,
});

export interface SenderHealth {
  domain: string;
  /** The organization cannot change the records of the domain: a mail provider's, or a private one. */
  is_exempt: boolean;
  /** Null before the first check. */
  checks: readonly DeliverabilityCheck[] | null;
  listings: readonly Pick<BlocklistResult, 'list' | 'subject'>[];
  guard: 'warned' | 'paused' | null;
  /** Over the last days that the guard counts. */
  sent: number;
  bounces: number;
  complaints: number;
  age_in_days: number;
  is_growing: boolean;
}

/** A share of complaints at which providers begin to filter. */
const COMPLAINT_RATE = 0.001;
const COMPLAINTS_FROM_SENDS = 100;

/** What to change about a mailbox, the most urgent first. */
export function adviseSender(health: SenderHealth): SenderAdvice[] {
  return [...adviseGuard(health), ...adviseListings(health), ...adviseRecords(health), ...adviseFigures(health)];
}

function adviseGuard({ guard }: SenderHealth): SenderAdvice[] {
  if (guard !== 'paused') return [];
  return [advise('guard', phrase('Campaign emails are paused. Find the cause, then resume sending'))];
}

function adviseListings({ listings }: SenderHealth): SenderAdvice[] {
  return listings.map(({ list, subject }) =>
    advise(
      'blocklist',
      phrase('{subject} is on {list}. Stop what caused it, then ask the list to remove it', { subject, list }),
    ),
  );
}

function adviseRecords({ checks, is_exempt }: SenderHealth): SenderAdvice[] {
  if (is_exempt) return [];
  if (checks === null) return [advise('not_checked', phrase('DNS is checked within minutes'))];
  return checks.flatMap(({ status, advice, advice_sentence: sentence }): SenderAdvice[] =>
    status === 'fail' && advice !== null ? [{ code: 'records', text: advice, ...(sentence ? { sentence } : {}) }] : [],
  );
}

function adviseFigures({ guard, sent, bounces, complaints, age_in_days, is_growing }: SenderHealth): SenderAdvice[] {
  const bounced = guard !== 'paused' && sent >= GUARD.warn_from_sends && bounces >= GUARD.warn_bounce_rate * sent;
  const complained = sent >= COMPLAINTS_FROM_SENDS && complaints >= COMPLAINT_RATE * sent;
  const isCold = age_in_days < GUARD.young_in_days && !is_growing;
  return [
    ...(bounced ? [advise('bounces', phrase('Many emails bounce. Check the addresses of your lists'))] : []),
    ...(complained
      ? [advise('complaints', phrase('Recipients report emails as spam. Write to fewer and better matching leads'))]
      : []),
    ...(isCold ? [advise('no_ramp', phrase('A new mailbox should warm up. Turn on its ramp'))] : []),
  ];
}
