import type { LinkedinAction } from '@overture/domain/linkedin/linkedin-actions';
import type { WaitReason } from '@overture/domain/sending/campaign-calendar';
import { channelOf, companyOf, getProviderGroup } from '@overture/domain/sending/sender-choice';
import {
  type CampaignShare,
  LeadSharing,
  loadOf,
  type PairStops,
  type SenderShare,
  type SharingSender,
} from '@overture/domain/sending/sharing';
import type { SystemContext, SystemTransactionContext } from '../../../../kernel/context.ts';
import { runBatch } from '../../../../kernel/rounds/rounds.ts';
import { wakeLanes } from '../../../campaign-lanes/index.ts';
import type { Sender } from '../../../senders/index.ts';
import type { SenderLane } from '../lanes/lanes.store.ts';
import {
  DOWN_IN_HOURS,
  findCompanySenders,
  findConversations,
  findNamedSenders,
  KEPT_LOOP,
  listDown,
  listReserved,
  releaseReserved,
} from '../leads/lead-affinity.store.ts';
import { withMxGroups } from '../leads/mail-providers.store.ts';
import { assignLeads, lockShared, type PickedLead, type SharedLead } from '../leads/run-leads.store.ts';
import { deferUnmatched, MAX_HEADS_PER_ROUND } from './defer-leads.service.ts';
import { isShared, listPool, positive } from './pool-holds.rules.ts';

/** Releases leads reserved for senders that will not come back; leads those have touched wait for them. */
export async function releaseReservedLeads(ctx: SystemContext): Promise<void> {
  const kept = await ctx.systemRead((read) => listReserved(read, DOWN_IN_HOURS));
  await runBatch(ctx, {
    loop: KEPT_LOOP,
    units: kept.map((lead) => ({ ...lead, key: String(lead.id) })),
    run: (part) =>
      ctx.systemTransaction(async (tx) => {
        const released = await releaseReserved(
          tx,
          DOWN_IN_HOURS,
          part.map(({ id }) => id),
        );
        await wakeLanes(
          tx,
          released.map((lead) => ({ ...lead, at: null })),
        );
      }),
  });
}

/** Leads of one campaign assigned per round. */
const MAX_SHARED_PER_ROUND = 200;

type Lane = 'email' | LinkedinAction;

export interface SharedRound {
  lane: Lane;
  /** One row a campaign and sender. */
  pairs: readonly SenderLane[];
  senders: readonly Sender[];
  /** Those of them that may act now. */
  free: readonly SharingSender[];
  /** What senders, and senders per campaign, may plan in this round. */
  shares: readonly SenderShare[];
  campaigns: readonly CampaignShare[];
  /** Leads of their own that they have planned of it. */
  own: readonly PickedLead[];
  /** Why senders do nothing, and why nothing of one campaign. */
  stops: ReadonlyMap<number, WaitReason>;
  pairStops: PairStops;
  now: Date;
}

/**
 * Assigns due leads of shared queues to the senders of campaigns that choose a sender per lead. Returns those that enter the outbox now.
 */
export async function assignSharedLeads(tx: SystemTransactionContext, round: SharedRound): Promise<PickedLead[]> {
  const chosen = round.pairs.filter((pair) => isShared(pair, round.lane) && !pair.is_leaving);
  if (chosen.length === 0) return [];
  const senders = round.lane === 'email' ? await withMxGroups(tx, round.senders) : round.senders;
  const room = createSharing({ ...round, senders });
  let pairs = Map.groupBy(chosen, (pair) => pair.campaign_id);
  const picked: PickedLead[] = [];
  for (let heads = 0; pairs.size > 0 && heads < MAX_HEADS_PER_ROUND; heads += 1) {
    const { given, unmatched, kept } = await assignQueueHead(tx, round, room, pairs, heads === 0);
    picked.push(...given);
    await deferUnmatched(tx, round, pairs, unmatched);
    // Only behind leads that keep to a provider or a sender without room there may be some that need not wait.
    const moved = new Set([...unmatched, ...kept].map(({ campaign_id }) => campaign_id));
    pairs = new Map([...pairs].filter(([id]) => moved.has(id)));
  }
  return picked;
}

interface AssignedHead {
  given: PickedLead[];
  unmatched: SharedLead[];
  /** Leads assigned to a sender without capacity left today. */
  kept: SharedLead[];
}

/** Assigns as many leads as the head of each campaign's queue has and its senders have capacity for. */
async function assignQueueHead(
  tx: SystemTransactionContext,
  round: SharedRound,
  room: LeadSharing,
  pairs: ReadonlyMap<number, SenderLane[]>,
  isFirst: boolean,
): Promise<AssignedHead> {
  const wanted = [...pairs].map(([campaign_id, of]) => {
    const amount = of.reduce((sum, pair) => sum + room.freeOf(campaign_id, pair.sender_id), 0);
    const isFew = isFirst && !isStrict(of);
    return {
      campaign_id,
      amount: amount > 0 && !isFew ? MAX_SHARED_PER_ROUND : Math.min(MAX_SHARED_PER_ROUND, amount),
    };
  });
  const locked = await lockShared(tx, round.lane, positive(wanted));
  const leads = round.lane === 'email' ? await withMxGroups(tx, locked) : locked;
  if (leads.length === 0) return { given: [], unmatched: [], kept: [] };
  const sharing = [...Map.groupBy(leads, (lead) => lead.campaign_id)].map(([campaignId, of]) => {
    return { pairs: pairs.get(campaignId)!, leads: of };
  });
  const ties = await loadAffinity(tx, round.lane, sharing);
  const unmatched: SharedLead[] = [];
  const chosen = sharing.flatMap((campaign) => chooseSenders(round, room, campaign, ties, unmatched));
  const waiting = new Set(chosen.flatMap(({ id, goes }) => (goes ? [] : [id])));
  const kept = leads.filter(({ id }) => waiting.has(id));
  return { given: await assignLeads(tx, round.lane, chosen), unmatched, kept };
}

const isStrict = (pairs: readonly SenderLane[]): boolean => pairs[0]?.provider_matching === 'strict';

/** A campaign with several senders, and leads of its shared queue. */
interface Sharing {
  pairs: readonly SenderLane[];
  leads: readonly SharedLead[];
}

/** Matches between leads and senders of their campaigns. */
interface LeadAffinity {
  /** Senders that will not come back: no lead is reserved for them. */
  down: ReadonlySet<number>;
  /** By campaign and person. */
  conversations: ReadonlyMap<number, ReadonlyMap<number, number>>;
  /** By campaign and domain. */
  companies: ReadonlyMap<number, ReadonlyMap<string, number>>;
  /** By campaign and person. */
  named: ReadonlyMap<number, ReadonlyMap<number, number>>;
}

/** Includes senders that are paused now: a lead stays with the sender it knows, unless that sender is lost. */
async function loadAffinity(
  tx: SystemTransactionContext,
  lane: Lane,
  sharing: readonly Sharing[],
): Promise<LeadAffinity> {
  const down = await listDown(
    tx,
    [...new Set(sharing.flatMap(({ pairs }) => listPool(pairs[0]!, lane)))],
    DOWN_IN_HOURS,
  );
  const asked = sharing.map(({ pairs: [first], leads }) => ({
    campaign_id: first!.campaign_id,
    organization_id: first!.organization_id,
    sender_column: first!.sender_column,
    account_ids: listPool(first!, lane).filter((id) => !down.has(id)),
    prospect_ids: leads.map((lead) => lead.prospect_id),
    domains: [...new Set(leads.flatMap((lead) => companyOf(lead) ?? []))],
  }));
  const conversations = await findConversations(tx, asked);
  const companies = await findCompanySenders(tx, asked, channelOf(lane));
  return { down, conversations, companies, named: await findNamedSenders(tx, asked) };
}

function createSharing({ senders, free, shares, campaigns, own }: SharedRound): LeadSharing {
  const loads = new Map(free.map((sender) => [sender.id, loadOf(sender)]));
  const known = senders.map((sender) => ({
    id: sender.id,
    idle_since: sender.next_send_at?.getTime() ?? 0,
    group: getProviderGroup(sender),
    load: loads.get(sender.id) ?? { planned: 0, cap: 1 },
  }));
  return new LeadSharing(known, shares, campaigns, own);
}

/** Leads that keep to a provider without capacity go into `unmatched`. */
function chooseSenders(
  { lane }: SharedRound,
  room: LeadSharing,
  { pairs, leads }: Sharing,
  ties: LeadAffinity,
  unmatched: SharedLead[],
): { id: number; account_id: number; goes: boolean }[] {
  const [first] = pairs as [SenderLane];
  const pool = new Set(listPool(first, lane).filter((id) => !ties.down.has(id)));
  const accountIds = pairs.map(({ sender_id }) => sender_id);
  return leads.flatMap((lead) => {
    const domain = companyOf(lead);
    const company = domain === null ? null : `${first.organization_id}:${domain}`;
    const { campaign_id } = lead;
    const choice = room.assign(pool, accountIds, { campaign_id, company, ties: tiesOf(ties, lead, lane, first) });
    // Without any capacity the lead stays at the head.
    if (choice === 'unmatched') unmatched.push(lead);
    return choice === null || choice === 'unmatched' ? [] : [{ id: lead.id, ...choice }];
  });
}

function tiesOf(
  ties: LeadAffinity,
  lead: SharedLead,
  lane: Lane,
  { campaign_id, provider_matching: matching }: SenderLane,
) {
  const domain = companyOf(lead);
  return {
    conversation: ties.conversations.get(campaign_id)?.get(lead.prospect_id) ?? null,
    company: domain === null ? null : (ties.companies.get(campaign_id)?.get(domain) ?? null),
    named: ties.named.get(campaign_id)?.get(lead.prospect_id) ?? null,
    group: lane === 'email' ? getProviderGroup(lead) : null,
    matching,
  };
}
