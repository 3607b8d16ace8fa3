import type { LinkedinAction } from '@overture/domain/linkedin/linkedin-actions';
import { type Hold, SAFETY_LOOK_IN_MS } from '@overture/domain/sending/campaign-calendar';
import { campaignScopeOf } from '@overture/domain/sending/sender-choice';
import type { LaneRow } from '../lanes/lanes.store.ts';

/** Why senders send nothing of a campaign now: by campaign and sender. */
export type PairStops = Map<string, Hold>;

export const pairKey = (campaignId: number, accountId: number): string => `${campaignId}:${accountId}`;

/** Senders of a campaign on the channel of a lane, those who only finish their leads included. */
export function sendersOf(lane: LaneRow, kind: 'email' | LinkedinAction): number[] {
  return kind === 'email'
    ? [...lane.email_pool, ...lane.email_leaving]
    : [...lane.linkedin_pool, ...lane.linkedin_leaving];
}

/** The budget of what a campaign allows one of its senders: the first has the campaign's own, as when it was alone. */
export function campaignScope(lane: LaneRow, accountId: number, kind: 'email' | LinkedinAction): string {
  const isFirst = accountId === (kind === 'email' ? lane.account_id : lane.linkedin_account_id);
  return campaignScopeOf(isFirst, accountId, kind);
}

/**
 * Why nothing of a campaign leaves: all of its senders are stopped, the one that comes back first says why. Where some are not but had
 * nothing to do, their queues are empty and the others' are not: looked at again when one of these comes back.
 */
export function poolHold(
  pool: readonly number[],
  stopOf: (accountId: number) => Hold | undefined,
  { planned, is_busy }: { planned: number; is_busy: boolean },
): Hold | null {
  const stops = pool.flatMap((id) => stopOf(id) ?? []);
  if (stops.length === 0 || planned > 0) return null;
  const first = stops.toSorted((a, b) => instantOf(a) - instantOf(b))[0]!;
  if (stops.length === pool.length) return first;
  return is_busy || pool.length === 1 ? null : { ...first, look_in_ms: first.look_in_ms ?? SAFETY_LOOK_IN_MS };
}

const instantOf = ({ until }: Hold): number => until?.getTime() ?? Number.POSITIVE_INFINITY;

/** What of it is written down for leads that have a sender of their own; nothing for a campaign with one. */
export function storedHolds(
  lane: LaneRow,
  kind: 'email' | LinkedinAction,
  stopOf: (accountId: number) => Hold | undefined,
): Record<string, Pick<Hold, 'rule' | 'until'>> {
  const pool = sendersOf(lane, kind);
  if (pool.length < 2) return {};
  return Object.fromEntries(
    pool.flatMap((id) => {
      const stop = stopOf(id);
      return stop ? [[kind === 'email' ? String(id) : `${id}:${kind}`, { rule: stop.rule, until: stop.until }]] : [];
    }),
  );
}
