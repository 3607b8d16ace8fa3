import type { LinkedinAction } from '@overture/domain/linkedin/linkedin-actions';
import { chooseSender, companyOf, providerGroupOf, type SenderCandidate } from '@overture/domain/sending/sender-choice';
import type { SystemTransactionContext } from '../../../../kernel/context.ts';
import type { Sender } from '../../../outbound/index.ts';
import type { SenderLane } from '../lanes/lanes.store.ts';
import { giveLeads, lockShared, type PickedLead, type SharedLead } from '../leads/run-leads.store.ts';
import { DOWN_IN_HOURS, findCompanySenders, findConversations, listDown } from '../leads/sender-ties.store.ts';

/** Leads of one campaign that are given to senders in one look. */
const SHARED_A_LOOK = 200;

export interface SharedRound {
  lane: 'email' | LinkedinAction;
  /** One row a campaign and sender. */
  pairs: readonly SenderLane[];
  senders: readonly Sender[];
  /** What each sender may still plan in this look; goes down as leads are given. */
  capacity: Map<number, number>;
  /** Left of what a campaign allows a sender, by `campaign:sender`. */
  campaign_left: ReadonlyMap<string, number>;
  /** Used or planned of today's cap, 0 to 1. */
  loads: Map<number, { planned: number; cap: number }>;
}

const channelOf = (lane: 'email' | LinkedinAction) => (lane === 'email' ? ('email' as const) : ('linkedin' as const));
const poolOf = (lane: SenderLane, kind: 'email' | LinkedinAction): readonly number[] =>
  kind === 'email' ? lane.email_pool : lane.linkedin_pool;

/** Gives due leads that are nobody's to the senders of campaigns that have several. Answers those that go into the door now. */
export async function giveShared(tx: SystemTransactionContext, round: SharedRound): Promise<PickedLead[]> {
  const several = round.pairs.filter((pair) => poolOf(pair, round.lane).length > 1 && !pair.is_leaving);
  const picked: PickedLead[] = [];
  for (const [campaignId, pairs] of Map.groupBy(several, (pair) => pair.campaign_id)) {
    const room = pairs.reduce((sum, pair) => sum + roomOf(round, pair), 0);
    if (room === 0) continue;
    const leads = await lockShared(tx, campaignId, round.lane, Math.min(SHARED_A_LOOK, room));
    if (leads.length > 0) picked.push(...(await giveLeads(tx, round.lane, await choose(tx, round, pairs, leads))));
  }
  return picked;
}

function roomOf({ capacity, campaign_left }: SharedRound, pair: SenderLane): number {
  const own = capacity.get(pair.sender_id) ?? 0;
  return Math.max(0, Math.min(own, campaign_left.get(`${pair.campaign_id}:${pair.sender_id}`) ?? own));
}

async function choose(
  tx: SystemTransactionContext,
  round: SharedRound,
  pairs: readonly SenderLane[],
  leads: readonly SharedLead[],
): Promise<{ id: number; account_id: number; goes: boolean }[]> {
  const { organization_id } = pairs[0]!;
  // Also who cannot act now: whoever knows somebody keeps them, unless it is lost.
  const all = poolOf(pairs[0]!, round.lane);
  const down = await listDown(tx, all, DOWN_IN_HOURS);
  const account_ids = all.filter((id) => !down.has(id));
  const pool = new Set(account_ids);
  const known = await findConversations(tx, {
    organization_id,
    account_ids,
    prospect_ids: leads.map((lead) => lead.prospect_id),
  });
  const domains = [...new Set(leads.flatMap((lead) => companyOf(lead) ?? []))];
  const channel = channelOf(round.lane);
  const companies = await findCompanySenders(tx, { organization_id, account_ids, domains, channel });
  const spent = new Map<number, number>();
  return leads.flatMap((lead) => {
    const candidates = pairs.map((pair) => candidateOf(round, pair, spent.get(pair.sender_id) ?? 0));
    const domain = companyOf(lead);
    const choice = chooseSender(pool, candidates, {
      conversation: known.get(lead.prospect_id) ?? null,
      company: domain === null ? null : (companies.get(domain) ?? null),
      group: round.lane === 'email' ? providerGroupOf(lead) : null,
    });
    if (!choice) return [];
    if (domain !== null && !companies.has(domain)) companies.set(domain, choice.account_id);
    if (choice.goes) take(round, choice.account_id, spent);
    return [{ id: lead.id, ...choice }];
  });
}

function candidateOf(round: SharedRound, pair: SenderLane, spent: number): SenderCandidate {
  const sender = round.senders.find(({ id }) => id === pair.sender_id);
  const { planned, cap } = round.loads.get(pair.sender_id) ?? { planned: 0, cap: 1 };
  const left = round.campaign_left.get(`${pair.campaign_id}:${pair.sender_id}`) ?? Number.POSITIVE_INFINITY;
  return {
    account_id: pair.sender_id,
    capacity: Math.min(round.capacity.get(pair.sender_id) ?? 0, left - spent),
    load: planned / Math.max(1, cap),
    idle_since: sender?.next_send_at?.getTime() ?? 0,
    group: sender ? providerGroupOf(sender) : null,
  };
}

function take(round: SharedRound, accountId: number, spent: Map<number, number>): void {
  round.capacity.set(accountId, (round.capacity.get(accountId) ?? 0) - 1);
  spent.set(accountId, (spent.get(accountId) ?? 0) + 1);
  const load = round.loads.get(accountId);
  if (load) load.planned += 1;
}
