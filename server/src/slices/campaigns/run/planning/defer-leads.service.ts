import type { LinkedinAction } from '@overture/domain/linkedin/linkedin-actions';
import type { WaitReason } from '@overture/domain/sending/campaign-calendar';
import { LeadHours } from '@overture/domain/sending/lead-hours';
import {
  NEW_LEADS_SCOPE,
  ProviderTurns,
  providerGroupOf,
  servesProvider,
} from '@overture/domain/sending/sender-choice';
import { resolveLeadZone } from '@overture/domain/zones/lead-zone';
import type { SystemTransactionContext } from '../../../../kernel/context.ts';
import type { SenderLane } from '../lanes/lanes.store.ts';
import { deferLeads, lockQueueHeads, lockUntouched, type Queue } from '../leads/deferrals.store.ts';
import { listMailboxes } from '../leads/lead-affinity.store.ts';
import { withMxGroups } from '../leads/mail-providers.store.ts';
import type { CampaignShare, SenderShare, SharedLead } from '../leads/run-leads.store.ts';
import { type PairStops, pairKey } from './pool-holds.rules.ts';

interface Stops {
  stops: ReadonlyMap<number, WaitReason>;
  pairStops: PairStops;
  now: Date;
}

/** Leads that keep to their provider, none of whose senders has room, stand back until their turn may come. */
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
    return [...Map.groupBy(leads, providerGroupOf)].flatMap(([group, of]) => {
      const senders = own.filter((mailbox) => group !== null && servesProvider(providerGroupOf(mailbox), group));
      const gap = Math.min(...senders.map(({ send_gap_in_seconds }) => send_gap_in_seconds));
      const free = senders.map(({ id }) => freeAt(round, campaignId, id));
      const turns = new ProviderTurns(free, senders.length === 0 ? 0 : gap, round.now.getTime());
      return of.map(({ id }) => ({ id, until: new Date(turns.next()) }));
    });
  });
  await deferLeads(tx, 'provider_match', waiting);
}

/** When a sender may act for a campaign again, as far as anybody can say. */
function freeAt({ stops, pairStops, now }: Stops, campaignId: number, id: number): number {
  const until = (stops.get(id) ?? pairStops.get(pairKey(campaignId, id)))?.until;
  return until?.getTime() ?? now.getTime();
}

/** What is looked at again although its day has no end yet. */
const LEAST_WAIT_IN_MS = 60_000;

interface NewLeadsRound extends DeferralRound {
  /** Left of budgets, by scope and its id. */
  left: ReadonlyMap<string, { left: number; ends_at: Date | null }>;
}

/**
 * Puts off due leads nothing was begun for, in campaigns that begin with no more today: each until tomorrow, so that follow-ups stand in
 * front. What is beyond the fronts that are read the stop check holds.
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
 * Puts off due leads whose zone is closed, in campaigns that keep to it: each until it opens, once a day at most. What stands in front
 * of a queue afterwards may leave. Only fronts are read, and nothing where nobody may send.
 */
export async function deferClosedZones(tx: SystemTransactionContext, round: DeferralRound): Promise<void> {
  const { lane, now } = round;
  // A look asks LinkedIn something; nobody sees it.
  if (lane === 'look') return;
  const hours = new Map(
    round.pairs.filter((pair) => pair.uses_lead_zone).map((pair) => [pair.campaign_id, new LeadHours(pair)]),
  );
  await deferQueueHeads(
    round,
    (id) => hours.has(id),
    async (queues) => {
      const leads = await lockQueueHeads(tx, lane, queues);
      const closed = leads.flatMap(({ id, campaign_id, zone_facts }) => {
        const until = hours.get(campaign_id)?.closedUntil(resolveLeadZone(zone_facts)?.zone ?? null, now);
        return until ? [{ id, until, campaign_id }] : [];
      });
      await deferLeads(tx, 'lead_zone', closed);
      return closed;
    },
  );
}

/** Leads looked at in the front of each queue, or as many as may leave where that is more. */
const HEAD_SIZE = 200;
/** Fronts that one look goes through: whole queues whose leads stand back are put off over several looks. */
export const MAX_HEADS_PER_ROUND = 10;

/** What a look hands out of one lane. */
export interface DeferralRound {
  lane: 'email' | LinkedinAction;
  /** One row a campaign and sender. */
  pairs: readonly SenderLane[];
  /** What senders, and what senders of each campaign, may plan in this look. */
  shares: readonly SenderShare[];
  campaigns: readonly CampaignShare[];
  now: Date;
}

/**
 * Goes through the fronts of the queues of some campaigns. `putOff` answers the leads that stand back: only behind them there may be some
 * that must as well. Nothing is read where nobody may send.
 */
async function deferQueueHeads(
  round: DeferralRound,
  isWanted: (campaignId: number) => boolean,
  putOff: (queues: readonly Queue[]) => Promise<readonly { campaign_id: number }[]>,
): Promise<void> {
  let queues = listOpenQueues(round, isWanted);
  for (let fronts = 0; queues.length > 0 && fronts < MAX_HEADS_PER_ROUND; fronts += 1) {
    const moved = new Set((await putOff(queues)).map(({ campaign_id }) => campaign_id));
    queues = queues.filter(({ campaign_id }) => moved.has(campaign_id));
  }
}

/** The queues of some campaigns from which something may be taken now: each sender's own, and those that are anybody's. */
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
