import type { LinkedinAction } from '@overture/domain/linkedin/linkedin-actions';
import { SAFETY_POLL_IN_MS, type WaitReason } from '@overture/domain/sending/campaign-calendar';
import { type Channel, channelOf, toCampaignScope } from '@overture/domain/sending/sender-choice';
import { type PairStops, pairKey } from '@overture/domain/sending/sharing';
import type { LaneRow } from '../lanes/lanes.store.ts';

/** A campaign's senders on a channel, including those that only finish their leads. */
export function listPoolSenders(lane: LaneRow, channel: Channel): number[] {
  return channel === 'email'
    ? [...lane.email_pool, ...lane.email_leaving]
    : [...lane.linkedin_pool, ...lane.linkedin_leaving];
}

/** Senders that take new leads of a campaign on the channel of a lane. */
export const listPool = (lane: LaneRow, kind: 'email' | LinkedinAction): readonly number[] =>
  kind === 'email' ? lane.email_pool : lane.linkedin_pool;

/** New leads are assigned one by one: several senders share the campaign, or its mails keep to providers. */
export function isShared(lane: LaneRow, kind: 'email' | LinkedinAction): boolean {
  const pool = listPool(lane, kind);
  return pool.length > 1 || (kind === 'email' && pool.length > 0 && lane.provider_matching === 'strict');
}

/** The budget scope of a campaign's limit per sender: the first sender uses the campaign's own, as it did alone. */
export function campaignScope(lane: LaneRow, accountId: number, kind: 'email' | LinkedinAction): string {
  const isFirst = accountId === (kind === 'email' ? lane.account_id : lane.linkedin_account_id);
  return toCampaignScope(isFirst, accountId, kind);
}

interface PlannedRound {
  kind: 'email' | LinkedinAction;
  /** What was planned in this round. */
  picked: readonly { campaign_id: number }[];
  /** Why senders do nothing of this kind, and why nothing of one campaign. */
  stops: ReadonlyMap<number, WaitReason>;
  pairStops: PairStops;
  /** Whether a sender acts for another campaign, which makes this one poll again anyway. */
  isBusy(accountId: number): boolean;
}

interface LaneWait {
  campaign_id: number;
  /** Null where something leaves, or nothing is in its way. */
  hold: WaitReason | null;
  sender_holds: StoredWaits;
}

/** Why each campaign sends nothing of a kind now, as a whole and by sender. */
export function explainLanes(
  lanes: readonly LaneRow[],
  { kind, picked, stops, pairStops, isBusy }: PlannedRound,
): LaneWait[] {
  const planned = new Set(picked.map((lead) => lead.campaign_id));
  return lanes.map((lane) => {
    const { campaign_id } = lane;
    const pool = listPoolSenders(lane, channelOf(kind));
    const stopOf = (id: number) => stops.get(id) ?? pairStops.get(pairKey(campaign_id, id));
    return {
      campaign_id,
      hold: planned.has(campaign_id) ? null : findPoolWait(pool, stopOf, isBusy),
      sender_holds: toStoredWaits(pool, kind, stopOf),
    };
  });
}

type StopOf = (accountId: number) => WaitReason | undefined;

/**
 * The wait reason of a campaign as a whole: all its senders wait, and the first to come back gives the reason. If some don't wait but had
 * nothing to do, their queues are empty: the campaign polls again when one of the others comes back.
 */
function findPoolWait(pool: readonly number[], stopOf: StopOf, isBusy: PlannedRound['isBusy']): WaitReason | null {
  const [first, ...others] = pool.flatMap((id) => stopOf(id) ?? []).toSorted((a, b) => instantOf(a) - instantOf(b));
  if (first === undefined) return null;
  if (others.length + 1 === pool.length) return first;
  return pool.some(isBusy) ? null : { ...first, recheck_in_ms: first.recheck_in_ms ?? SAFETY_POLL_IN_MS };
}

const instantOf = ({ until }: WaitReason): number => until?.getTime() ?? Number.POSITIVE_INFINITY;

type StoredWaits = Record<string, Pick<WaitReason, 'rule' | 'until'>>;

/** The reasons stored for leads that have a sender; none for a campaign with one sender. */
function toStoredWaits(pool: readonly number[], kind: PlannedRound['kind'], stopOf: StopOf): StoredWaits {
  if (pool.length < 2) return {};
  return Object.fromEntries(
    pool.flatMap((id) => {
      const stop = stopOf(id);
      return stop ? [[kind === 'email' ? String(id) : `${id}:${kind}`, { rule: stop.rule, until: stop.until }]] : [];
    }),
  );
}

export const positive = <Share extends { amount: number }>(shares: readonly Share[]): Share[] =>
  shares.filter(({ amount }) => amount > 0);
