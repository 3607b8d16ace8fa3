import type { LinkedinAction } from '@overture/domain/linkedin/linkedin-actions';
import type { WaitReason } from '@overture/domain/sending/campaign-calendar';
import { LeadHours, resolveLeadPlace, usesLeadPlace } from '@overture/domain/sending/lead-hours';
import {
  getProviderGroup,
  NEW_LEADS_SCOPE,
  ProviderTurns,
  servesProvider,
} from '@overture/domain/sending/sender-choice';
import { type CampaignShare, type PairStops, pairKey, type SenderShare } from '@overture/domain/sending/sharing';
import type { SystemTransactionContext } from '../../../../kernel/context.ts';
import type { SenderLane } from '../lanes/lanes.store.ts';
import { deferLeads, lockQueueHeads, lockUntouched, type Queue } from '../leads/deferrals.store.ts';
import { listMailboxes } from '../leads/lead-affinity.store.ts';
import { withMxGroups } from '../leads/mail-providers.store.ts';
import type { SharedLead } from '../leads/run-leads.store.ts';

interface Stops {
  stops: ReadonlyMap<number, WaitReason>;
  pairStops: PairStops;
  now: Date;
}

/** Defers leads restricted to their provider when none of its senders has capacity, until one is expected to. */
export async function deferUnmatched(
  tx: SystemTransactionContext,
  round: Stops,
  pairs: ReadonlyMap<number, readonly SenderLane[]>,
  unmatched: readonly SharedLead[],
): Promise<void> {
  if (unmatched.length === 0) return;
  const campaigns = Map.groupBy(unmatched, (lead) => lead.campaign_id);
  const poolOf = (id: number) => pairs.get(id)?.[0]?.email_pool ?? [];
  const listed = await listMailboxes(tx, [...new Set([...campaigns.keys()].flatMap(poolOf))]);
  const mailboxes = await withMxGroups(tx, listed);
  const waiting = [...campaigns].flatMap(([campaignId, leads]) => {
    const own = mailboxes.filter(({ id, is_away }) => !is_away && poolOf(campaignId).includes(id));
    return [...Map.groupBy(leads, getProviderGroup)].flatMap(([group, of]) => {
      const senders = own.filter((mailbox) => group !== null && servesProvider(getProviderGroup(mailbox), group));
      const gap = Math.min(...senders.map(({ send_gap_in_seconds }) => send_gap_in_seconds));
      const free = senders.map(({ id }) => freeAt(round, campaignId, id));
      const turns = new ProviderTurns(free, senders.length === 0 ? 0 : gap, round.now.getTime());
      return of.map(({ id }) => ({ id, until: new Date(turns.next()) }));
    });
  });
  await deferLeads(tx, 'provider_match', waiting);
}

/** The estimated time at which a sender may act for a campaign again. */
function freeAt({ stops, pairStops, now }: Stops, campaignId: number, id: number): number {
  const until = (stops.get(id) ?? pairStops.get(pairKey(campaignId, id)))?.until;
  return until?.getTime() ?? now.getTime();
}

/** Recheck interval when the end of the budget's day is not known yet. */
const LEAST_WAIT_IN_MS = 60_000;

interface NewLeadsRound extends DeferralRound {
  /** Left of budgets, by scope and its id. */
  left: ReadonlyMap<string, { left: number; ends_at: Date | null }>;
}

/**
 * Defers due leads that were not started, in campaigns at their daily limit of new leads: each until tomorrow, so follow-ups come first.
 * Leads beyond the queue heads are held by the stop check.
 */
export async function deferNewLeads(tx: SystemTransactionContext, round: NewLeadsRound): Promise<void> {
  const { lane, left, now } = round;
  const ends = new Map<number, Date>();
  for (const { campaign_id, max_new_leads_per_day: cap } of round.pairs) {
    const budget = left.get(`${NEW_LEADS_SCOPE}:${campaign_id}`);
    if (cap !== null && budget && budget.left <= 0)
      ends.set(campaign_id, budget.ends_at ?? new Date(now.getTime() + LEAST_WAIT_IN_MS));
  }
  if (ends.size === 0) return;
  await deferQueueHeads(
    round,
    (id) => ends.has(id),
    async (queues) => {
      const leads = await lockUntouched(tx, lane, queues);
      await deferLeads(
        tx,
        'new_leads_limit',
        leads.map(({ id, campaign_id }) => ({ id, until: ends.get(campaign_id)! })),
      );
      return leads;
    },
  );
}

/**
 * Defers due leads whose time zone is outside hours, or whose country has a holiday, until it opens: at most once a day each. The leads then at the queue head may be sent.
 * Reads queue heads only, and nothing when no sender may send.
 */
export async function deferClosedZones(tx: SystemTransactionContext, round: DeferralRound): Promise<void> {
  const { lane, now } = round;
  // A poll only queries LinkedIn; the lead does not notice it.
  if (lane === 'look') return;
  const hours = new Map(round.pairs.filter(usesLeadPlace).map((pair) => [pair.campaign_id, new LeadHours(pair)]));
  await deferQueueHeads(
    round,
    (id) => hours.has(id),
    async (queues) => {
      const leads = await lockQueueHeads(tx, lane, queues);
      const closed = leads.flatMap(({ id, campaign_id, zone_facts }) => {
        const until = hours.get(campaign_id)?.closedUntil(resolveLeadPlace(zone_facts), now);
        return until ? [{ id, until, campaign_id }] : [];
      });
      await deferLeads(tx, 'lead_zone', closed);
      return closed;
    },
  );
}

/** Leads read from the head of each queue, or as many as may be sent if that is more. */
const HEAD_SIZE = 200;
/** Queue heads per round: a queue in which all leads must wait is deferred over several rounds. */
export const MAX_HEADS_PER_ROUND = 10;

/** What a round plans for one lane. */
export interface DeferralRound {
  lane: 'email' | LinkedinAction;
  /** One row a campaign and sender. */
  pairs: readonly SenderLane[];
  /** What senders, and senders per campaign, may plan in this round. */
  shares: readonly SenderShare[];
  campaigns: readonly CampaignShare[];
  now: Date;
}

/**
 * Goes through the queue heads of some campaigns. `putOff` returns the leads it deferred: only behind those there may be more to defer.
 * Reads nothing when no sender may send.
 */
async function deferQueueHeads(
  round: DeferralRound,
  isWanted: (campaignId: number) => boolean,
  putOff: (queues: readonly Queue[]) => Promise<readonly { campaign_id: number }[]>,
): Promise<void> {
  let queues = listOpenQueues(round, isWanted);
  for (let heads = 0; queues.length > 0 && heads < MAX_HEADS_PER_ROUND; heads += 1) {
    const moved = new Set((await putOff(queues)).map(({ campaign_id }) => campaign_id));
    queues = queues.filter(({ campaign_id }) => moved.has(campaign_id));
  }
}

/** The queues that may be taken from now: each sender's own, and the shared ones. */
function listOpenQueues({ shares, campaigns }: DeferralRound, isWanted: (campaignId: number) => boolean): Queue[] {
  const amounts = new Map(shares.map(({ account_id, amount }) => [account_id, amount]));
  const queues = new Map<string, Queue>();
  for (const { campaign_id, account_id, amount } of campaigns) {
    const most = Math.min(amount, amounts.get(account_id) ?? 0);
    if (most <= 0 || !isWanted(campaign_id)) continue;
    for (const owner of [account_id, 0]) {
      const key = `${campaign_id}:${owner}`;
      const known = queues.get(key)?.amount ?? HEAD_SIZE;
      queues.set(key, { campaign_id, account_id: owner, amount: Math.max(known, most) });
    }
  }
  return [...queues.values()];
}
