import type { LinkedinAction } from '@overture/domain/linkedin/linkedin-actions';
import {
  channelOf,
  chooseSender,
  companyOf,
  providerGroupOf,
  type SenderCandidate,
} from '@overture/domain/sending/sender-choice';
import type { SystemTransactionContext } from '../../../../kernel/context.ts';
import type { Sender } from '../../../outbound/index.ts';
import type { SenderLane } from '../lanes/lanes.store.ts';
import {
  type CampaignShare,
  giveLeads,
  lockShared,
  type PickedLead,
  type SenderShare,
  type SharedLead,
} from '../leads/run-leads.store.ts';
import { DOWN_IN_HOURS, findCompanySenders, findConversations, listDown } from '../leads/sender-ties.store.ts';
import { pairKey, positive } from './pool-holds.rules.ts';

/** Leads of one campaign that are given to senders in one look. */
const SHARED_A_LOOK = 200;

type Lane = 'email' | LinkedinAction;

export interface SharedRound {
  lane: Lane;
  /** One row a campaign and sender. */
  pairs: readonly SenderLane[];
  senders: readonly Sender[];
  /** What senders, and what senders of each campaign, may plan in this look. */
  shares: readonly SenderShare[];
  campaigns: readonly CampaignShare[];
  /** Leads of their own that they have planned of it. */
  own: readonly PickedLead[];
  /** Used or planned of a sender's cap of today. */
  loadOf(sender: Sender): { planned: number; cap: number };
}

/** What is left while leads are given out. */
interface Room {
  senders: ReadonlyMap<number, Pick<SenderCandidate, 'idle_since' | 'group'>>;
  /** What each sender may still plan; goes down as leads are given. */
  capacity: Map<number, number>;
  /** Left of what a campaign allows a sender, by `pairKey`. */
  campaign_left: ReadonlyMap<string, number>;
  loads: ReadonlyMap<number, { planned: number; cap: number }>;
  /** Who was given the first person of a company in this look, in whatever campaign: by organisation and domain. */
  begun: Map<string, number>;
}

const poolOf = (lane: SenderLane, kind: Lane): readonly number[] =>
  kind === 'email' ? lane.email_pool : lane.linkedin_pool;

/** Gives due leads that are nobody's to the senders of campaigns that have several. Answers those that go into the door now. */
export async function giveShared(tx: SystemTransactionContext, round: SharedRound): Promise<PickedLead[]> {
  const several = round.pairs.filter((pair) => poolOf(pair, round.lane).length > 1 && !pair.is_leaving);
  if (several.length === 0) return [];
  const room = openRoom(round, several);
  const pairs = Map.groupBy(several, (pair) => pair.campaign_id);
  const wanted = [...pairs].map(([campaign_id, of]) => {
    const amount = of.reduce((sum, pair) => sum + roomOf(room, pair), 0);
    return { campaign_id, amount: Math.min(SHARED_A_LOOK, amount) };
  });
  const leads = await lockShared(tx, round.lane, positive(wanted));
  if (leads.length === 0) return [];
  const sharing = [...Map.groupBy(leads, (lead) => lead.campaign_id)].map(([campaignId, of]) => {
    return { pairs: pairs.get(campaignId)!, leads: of };
  });
  const ties = await findTies(tx, round.lane, sharing);
  const given = sharing.flatMap((campaign) => choose(round, room, campaign, ties));
  return giveLeads(tx, round.lane, given);
}

/** A campaign with several senders, and leads of it that are nobody's. */
interface Sharing {
  pairs: readonly SenderLane[];
  leads: readonly SharedLead[];
}

/** What ties leads to senders of their campaigns. */
interface Ties {
  /** Senders that do not come back: nobody is kept for them. */
  down: ReadonlySet<number>;
  /** By campaign and person. */
  conversations: ReadonlyMap<number, ReadonlyMap<number, number>>;
  /** By campaign and domain. */
  companies: ReadonlyMap<number, ReadonlyMap<string, number>>;
}

/** Also of senders that cannot act now: whoever knows somebody keeps them, unless it is lost. */
async function findTies(tx: SystemTransactionContext, lane: Lane, sharing: readonly Sharing[]): Promise<Ties> {
  const down = await listDown(tx, [...new Set(sharing.flatMap(({ pairs }) => poolOf(pairs[0]!, lane)))], DOWN_IN_HOURS);
  const asked = sharing.map(({ pairs: [first], leads }) => ({
    campaign_id: first!.campaign_id,
    organization_id: first!.organization_id,
    account_ids: poolOf(first!, lane).filter((id) => !down.has(id)),
    prospect_ids: leads.map((lead) => lead.prospect_id),
    domains: [...new Set(leads.flatMap((lead) => companyOf(lead) ?? []))],
  }));
  const conversations = await findConversations(tx, asked);
  return { down, conversations, companies: await findCompanySenders(tx, asked, channelOf(lane)) };
}

function openRoom({ senders, shares, campaigns, own, loadOf }: SharedRound, several: readonly SenderLane[]): Room {
  const sharing = new Set(several.map(({ sender_id }) => sender_id));
  const known = new Map(senders.filter(({ id }) => sharing.has(id)).map((sender) => [sender.id, sender]));
  const capacity = new Map(shares.map(({ account_id, amount }) => [account_id, amount]));
  for (const { account_id } of own) capacity.set(account_id, (capacity.get(account_id) ?? 0) - 1);
  return {
    senders: new Map([...known].map(([id, sender]) => [id, readSender(sender)])),
    capacity,
    campaign_left: new Map(campaigns.map((row) => [pairKey(row.campaign_id, row.account_id), row.amount])),
    loads: new Map([...known].map(([id, sender]) => [id, loadOf(sender)])),
    begun: new Map(),
  };
}

const readSender = (sender: Sender) => ({
  idle_since: sender.next_send_at?.getTime() ?? 0,
  group: providerGroupOf(sender),
});

function roomOf({ capacity, campaign_left }: Room, pair: SenderLane): number {
  const own = capacity.get(pair.sender_id) ?? 0;
  return Math.max(0, Math.min(own, campaign_left.get(pairKey(pair.campaign_id, pair.sender_id)) ?? own));
}

function choose(
  { lane }: SharedRound,
  room: Room,
  { pairs, leads }: Sharing,
  { down, conversations, companies }: Ties,
): { id: number; account_id: number; goes: boolean }[] {
  const [{ campaign_id, organization_id }] = pairs as [SenderLane];
  const pool = new Set(poolOf(pairs[0]!, lane).filter((id) => !down.has(id)));
  const spent = new Map<number, number>();
  return leads.flatMap((lead) => {
    const candidates = pairs.map((pair) => candidateOf(room, pair, spent.get(pair.sender_id) ?? 0));
    const domain = companyOf(lead);
    const company = `${organization_id}:${domain}`;
    const choice = chooseSender(pool, candidates, {
      conversation: conversations.get(campaign_id)?.get(lead.prospect_id) ?? null,
      company: domain === null ? null : (companies.get(campaign_id)?.get(domain) ?? room.begun.get(company) ?? null),
      group: lane === 'email' ? providerGroupOf(lead) : null,
    });
    if (!choice) return [];
    if (!room.begun.has(company)) room.begun.set(company, choice.account_id);
    if (choice.goes) take(room, choice.account_id, spent);
    return [{ id: lead.id, ...choice }];
  });
}

function candidateOf(room: Room, pair: SenderLane, spent: number): SenderCandidate {
  const sender = room.senders.get(pair.sender_id);
  const { planned, cap } = room.loads.get(pair.sender_id) ?? { planned: 0, cap: 1 };
  const left = room.campaign_left.get(pairKey(pair.campaign_id, pair.sender_id)) ?? Number.POSITIVE_INFINITY;
  return {
    account_id: pair.sender_id,
    capacity: Math.min(room.capacity.get(pair.sender_id) ?? 0, left - spent),
    load: planned / Math.max(1, cap),
    idle_since: sender?.idle_since ?? 0,
    group: sender?.group ?? null,
  };
}

function take({ capacity, loads }: Room, accountId: number, spent: Map<number, number>): void {
  capacity.set(accountId, (capacity.get(accountId) ?? 0) - 1);
  spent.set(accountId, (spent.get(accountId) ?? 0) + 1);
  const load = loads.get(accountId);
  if (load) load.planned += 1;
}
