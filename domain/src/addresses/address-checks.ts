/** What a verifier says of an address. `risky`: it exists, and mail to it often comes to nothing (disposable, role, full). */
export type AddressResult = 'valid' | 'invalid' | 'catch_all' | 'risky' | 'unknown';

export const ADDRESS_CHECKS = {
  /** So long an answer counts before a first mail. */
  good_for_days: 30,
  unknown_again_in_hours: 24,
  /** After this many checks without a result the address is used. */
  unknown_tries: 2,
  /** After this long without a result the mail leaves unchecked. */
  waits_in_hours: 1,
  /** Of a sender's day, for addresses that may not exist. */
  risky_share: 0.1,
} as const;

export interface KnownAddress {
  /** Null until a provider has answered. */
  result: AddressResult | null;
  verified_at: Date | null;
  /** Consecutive checks without a result. */
  unknown_tries: number;
  /** Since when an answer is waited for; null while none is. */
  asked_at: Date | null;
  /** A user decided to write to it despite the result. */
  is_accepted: boolean;
}

type AddressDecision =
  | { act: 'send' | 'send_rarely' | 'ask' | 'stop' }
  /** `until`: when it is looked at again at the latest. */
  | { act: 'wait'; until: Date };

const HOUR_IN_MS = 3_600_000;

/** What becomes of the first mail to an address. */
export function decideAddress(known: KnownAddress | undefined, sendsRisky: boolean, now: Date): AddressDecision {
  if (known === undefined) return { act: 'ask' };
  if (known.is_accepted) return { act: 'send' };
  const { asked_at } = known;
  const isFresh = isRecent(known.verified_at, now);
  if (isFresh && known.result !== null && known.result !== 'unknown') return actOn(known.result, sendsRisky);
  if (asked_at !== null) return waitFor(ADDRESS_CHECKS.waits_in_hours, asked_at, now) ?? { act: 'send' };
  if (!isFresh || known.result === null) return { act: 'ask' };
  if (known.unknown_tries >= ADDRESS_CHECKS.unknown_tries) return { act: 'send' };
  return waitFor(ADDRESS_CHECKS.unknown_again_in_hours, known.verified_at, now) ?? { act: 'ask' };
}

const isRecent = (verified_at: Date | null, now: Date): boolean =>
  verified_at !== null && hoursSince(verified_at, now) < 24 * ADDRESS_CHECKS.good_for_days;

/** Null when the hours since the instant are over. */
function waitFor(hours: number, since: Date | null, now: Date): AddressDecision | null {
  const until = new Date((since?.getTime() ?? 0) + hours * HOUR_IN_MS);
  return until > now ? { act: 'wait', until } : null;
}

function actOn(result: Exclude<AddressResult, 'unknown'>, sendsRisky: boolean): AddressDecision {
  if (result === 'valid') return { act: 'send' };
  return { act: result !== 'invalid' && sendsRisky ? 'send_rarely' : 'stop' };
}

const hoursSince = (then: Date, now: Date): number => (now.getTime() - then.getTime()) / HOUR_IN_MS;

/** Why an address is not written to, in words. */
export function describeStoppedAddress(email: string, result: AddressResult, detail: string): string {
  const found =
    result === 'invalid'
      ? `${email} was checked and does not exist`
      : `It can't be verified whether ${email} exists, and your organization doesn't write to such addresses`;
  return `${found}${detail === '' ? '' : ` (${detail})`}. Correct the address, or send anyway.`;
}
