import type { WeekUse } from './budget-days.ts';
import type { WaitReason } from './campaign-calendar.ts';
import { planCapacity, type TodaysCap } from './capacity.ts';
import { chooseSender, keepsToProvider, type SenderCandidate, type SenderTies } from './sender-choice.ts';

/**
 * How one round distributes work: what each sender may take of one kind of action, what each campaign allows it, and which sender gets a
 * lead that has none. The planner asks here in its transaction and the rehearsal in memory, so both give the same lead to the same sender.
 */

/** Most actions of a campaign whose settings limit none. */
const UNLIMITED = 1000;

/** What is left of a budget today, and when its day ends; null while no day has begun. */
export interface DayLeft {
  left: number;
  ends_at: Date | null;
}

/** A sender that may act now, for one kind of action. */
export interface SharingSender {
  id: number;
  cap: TodaysCap;
  own: DayLeft;
  /** The budget that it shares with the mailboxes of its domain. */
  domain: (DayLeft & { key: string }) | null;
  /** Of invitations only: what the days that are over used of the weekly limit. */
  week: (WeekUse & { limit: number }) | null;
  /** 0 for actions that keep no gap. */
  gap_in_seconds: number;
  /** In the outbox, of all kinds that are spaced with this one. */
  open: number;
  /** In the outbox and not yet debited, of this kind. */
  undebited: number;
}

/** A campaign and one of its senders, for one kind of action. */
export interface SharingPair {
  campaign_id: number;
  account_id: number;
  /** The guard holds the mails of the campaign. */
  is_guarded: boolean;
  /** What the campaign allows the sender; null without a limit. */
  own: DayLeft | null;
  /** What the campaign sends over all its senders; null without a limit. */
  total: DayLeft | null;
  /** Why the rhythm of the sender rests now, or null. */
  findRest(): WaitReason | null;
  /** False when several senders share the campaign: new leads are then assigned one by one. */
  takes_any: boolean;
}

export interface SenderShare {
  account_id: number;
  /** Most actions of this sender now. */
  amount: number;
}

export interface CampaignShare extends SenderShare {
  campaign_id: number;
  takes_any?: boolean;
}

/** Why senders do nothing of one campaign now: by `pairKey`. */
export type PairStops = Map<string, WaitReason>;

export const pairKey = (campaignId: number, accountId: number): string => `${campaignId}:${accountId}`;

/** Why the budgets of a sender let nothing leave, or null. `domainLeft` is what this round leaves of the domain. */
export function findBudgetHold(
  { cap, own, domain, week }: SharingSender,
  domainLeft = domain?.left ?? Number.POSITIVE_INFINITY,
): WaitReason | null {
  if (own.left <= 0) {
    if (cap.rule === 'day_off' || cap.rule === 'risk_limit') return { rule: cap.rule, until: own.ends_at };
    if (week && (cap.rule === 'weekly_limit' || week.used >= week.limit))
      return { rule: 'weekly_limit', until: week.eases_at };
    return { rule: 'daily_limit', until: own.ends_at };
  }
  return domain && domainLeft <= 0 ? { rule: 'domain_limit', until: domain.ends_at } : null;
}

/** What each sender may take now, and why some take nothing. Senders of one domain draw on the same rest, in this order. */
export function shareSenders(senders: readonly SharingSender[]): {
  shares: SenderShare[];
  stops: Map<number, WaitReason>;
} {
  const domains = new Map<string, number>();
  const stops = new Map<number, WaitReason>();
  const shares = senders.map((sender) => {
    const { id, domain, own, undebited, gap_in_seconds, open } = sender;
    const shared = domain ? (domains.get(domain.key) ?? domain.left) : Number.POSITIVE_INFINITY;
    const stop = findBudgetHold(sender, shared);
    if (stop) stops.set(id, stop);
    const left = Math.min(own.left, shared) - undebited;
    const amount = stop ? 0 : planCapacity({ gap_in_seconds, left, open });
    if (domain) domains.set(domain.key, shared - amount);
    return { account_id: id, amount };
  });
  return { shares, stops };
}

/**
 * Senders that got nothing because others of their domain might have taken all that is left of it, with what those did not take: they get
 * a round of their own. Without it the last mailboxes of a domain wait for ever behind mailboxes that have nothing to send.
 */
export function listCrowdedOut(
  senders: readonly SharingSender[],
  stops: ReadonlyMap<number, WaitReason>,
  taken: readonly { account_id: number }[],
): SharingSender[] {
  const takers = Map.groupBy(taken, ({ account_id }) => account_id);
  const used = new Map<string, number>();
  for (const { id, domain } of senders)
    if (domain) used.set(domain.key, (used.get(domain.key) ?? 0) + (takers.get(id)?.length ?? 0));
  return senders.flatMap((sender) => {
    if (!sender.domain || stops.get(sender.id)?.rule !== 'domain_limit') return [];
    const left = sender.domain.left - used.get(sender.domain.key)!;
    return left > 0 ? [{ ...sender, domain: { ...sender.domain, left } }] : [];
  });
}

/** Why a sender sends nothing of one campaign although both may act; null while it does. */
export function findPairHold({ is_guarded, own, total, findRest }: SharingPair): WaitReason | null {
  if (is_guarded) return { rule: 'guard', until: null };
  if (total && total.left <= 0) return { rule: 'total_limit', until: total.ends_at };
  if (own && own.left <= 0) return { rule: 'daily_limit', until: own.ends_at };
  return findRest();
}

/** How much each sender of each campaign may take now, and why some take nothing. */
export function shareCampaigns(
  pairs: readonly SharingPair[],
  shares: readonly SenderShare[],
): { campaigns: CampaignShare[]; pairStops: PairStops } {
  const pairStops: PairStops = new Map();
  const splitTotal = createTotalSplit(pairs, shares);
  const campaigns = pairs.map((pair) => {
    const { campaign_id, account_id, own, takes_any } = pair;
    const hold = findPairHold(pair);
    if (hold) pairStops.set(pairKey(campaign_id, account_id), hold);
    return { campaign_id, account_id, amount: hold ? 0 : splitTotal(pair, own?.left ?? UNLIMITED), takes_any };
  });
  return { campaigns, pairStops };
}

/** Distributes the rest of a campaign's budget evenly to its senders; what one cannot use goes to the next. */
function createTotalSplit(pairs: readonly SharingPair[], shares: readonly SenderShare[]) {
  const rooms = new Map(shares.map(({ account_id, amount }) => [account_id, amount]));
  const waiting = new Map<number, number>();
  for (const { campaign_id } of pairs) waiting.set(campaign_id, (waiting.get(campaign_id) ?? 0) + 1);
  const totals = new Map<number, number>();
  return ({ campaign_id, account_id, total }: SharingPair, amount: number): number => {
    if (total === null) return amount;
    const senders = waiting.get(campaign_id) ?? 1;
    const left = totals.get(campaign_id) ?? total.left;
    const taken = Math.max(0, Math.min(amount, rooms.get(account_id) ?? 0, Math.ceil(left / senders)));
    waiting.set(campaign_id, Math.max(1, senders - 1));
    totals.set(campaign_id, left - taken);
    return taken;
  };
}

/** A sender that leads without one may be assigned to. */
export interface AssignableSender extends Pick<SenderCandidate, 'idle_since' | 'group'> {
  id: number;
  /** Used or planned of its cap of today. */
  load: { planned: number; cap: number };
}

/** What a sender has used or planned of its cap of today. */
export const loadOf = ({ cap, own, undebited }: SharingSender): AssignableSender['load'] => ({
  planned: cap.amount - own.left + undebited,
  cap: cap.amount,
});

/** A lead that has no sender yet. */
interface UnassignedLead {
  campaign_id: number;
  /** Names its company; null without one. */
  company: string | null;
  ties: SenderTies;
}

/** Whom a lead goes to; `goes` is false while it waits there for capacity. */
type Assignment = { account_id: number; goes: boolean };

/** What is left of a round for leads without a sender; decreases as they are assigned. */
export class LeadSharing {
  private readonly senders: ReadonlyMap<number, AssignableSender>;
  private readonly capacity: Map<number, number>;
  private readonly campaignLeft: Map<string, number>;
  private readonly planned: Map<number, number>;
  /** The sender of the first lead of each company in this round, over all campaigns. */
  private readonly companies = new Map<string, number>();

  /** @param own what senders have taken of their own leads in this round */
  constructor(
    senders: readonly AssignableSender[],
    shares: readonly SenderShare[],
    campaigns: readonly CampaignShare[],
    own: readonly { campaign_id: number; account_id: number }[],
  ) {
    this.senders = new Map(senders.map((sender) => [sender.id, sender]));
    this.capacity = new Map(shares.map(({ account_id, amount }) => [account_id, amount]));
    this.campaignLeft = new Map(campaigns.map((row) => [pairKey(row.campaign_id, row.account_id), row.amount]));
    this.planned = new Map(senders.map(({ id, load }) => [id, load.planned]));
    for (const { campaign_id, account_id } of own) this.spend(campaign_id, account_id);
  }

  /** How much a sender may still take of a campaign. */
  freeOf(campaignId: number, accountId: number): number {
    const own = this.capacity.get(accountId) ?? 0;
    return Math.max(0, Math.min(own, this.campaignLeft.get(pairKey(campaignId, accountId)) ?? own));
  }

  /**
   * Assigns a lead to one of a campaign's senders. `unmatched` means that it keeps to a provider whose senders are all busy while others
   * are not; null that no sender has capacity.
   * @param pool all senders that take new leads, also those that do nothing now
   */
  assign(
    pool: ReadonlySet<number>,
    accountIds: readonly number[],
    lead: UnassignedLead,
  ): Assignment | 'unmatched' | null {
    const { campaign_id, company } = lead;
    const candidates = accountIds.map((id) => this.candidateOf(campaign_id, id));
    const begun = company === null ? null : (this.companies.get(company) ?? null);
    const ties = { ...lead.ties, company: lead.ties.company ?? begun };
    const choice = chooseSender(pool, candidates, ties);
    if (!choice) return keepsToProvider(ties) && candidates.some(({ capacity }) => capacity > 0) ? 'unmatched' : null;
    if (company !== null && !this.companies.has(company)) this.companies.set(company, choice.account_id);
    if (choice.goes) this.spend(campaign_id, choice.account_id, 1);
    return choice;
  }

  private candidateOf(campaignId: number, id: number): SenderCandidate {
    const sender = this.senders.get(id);
    return {
      account_id: id,
      capacity: this.freeOf(campaignId, id),
      load: (this.planned.get(id) ?? 0) / Math.max(1, sender?.load.cap ?? 1),
      idle_since: sender?.idle_since ?? 0,
      group: sender?.group ?? null,
    };
  }

  /** @param load own leads are no load: it says how much of the day was used before the round */
  private spend(campaignId: number, accountId: number, load = 0): void {
    this.capacity.set(accountId, (this.capacity.get(accountId) ?? 0) - 1);
    const key = pairKey(campaignId, accountId);
    const left = this.campaignLeft.get(key);
    if (left !== undefined) this.campaignLeft.set(key, left - 1);
    this.planned.set(accountId, (this.planned.get(accountId) ?? 0) + load);
  }
}
