import { wilsonBounds } from '../campaign/analytics.ts';
import type { ProviderGroup } from '../sending/sender-choice.ts';

/**
 * Where copies of campaign emails arrived. `tab`: a category beside the main tab, where the provider says so. `missing`: in no folder after
 * half a day. `elsewhere`: a person or a filter of theirs moved it, so it says nothing about the email.
 */
const PLACEMENTS = ['inbox', 'tab', 'spam', 'missing', 'elsewhere'] as const;
export type Placement = (typeof PLACEMENTS)[number];

export const SEED_STATUSES = ['new', 'ok', 'unproven', 'full', 'refused', 'failing'] as const;
export type SeedStatus = (typeof SEED_STATUSES)[number];

export const PLACEMENT_LIMITS = {
  seeds: 50,
  /** With fewer mailboxes a figure says more about them than about the emails. */
  seeds_for_figures: 5,
  /** A share of fewer copies is not shown. */
  copies_for_share: 5,
  max_every_nth: 1000,
  max_most_a_day: 20,
  default_every_nth: 10,
  default_most_a_day: 3,
  /** Copies that one mailbox receives in 24 hours, over all senders. */
  copies_a_day_of_seed: 100,
  shown_days: 30,
  kept_in_days: 180,
  /** A copy that did not leave until then is given up: it would no longer say anything about its email. */
  late_after_in_hours: 12,
} as const;

/** Minutes after a copy left at which its mailbox is searched. After the last one the copy is missing. */
const LOOKS_IN_MINUTES = [4, 15, 45, 120, 300, 720] as const;

/** Minutes from one look to the next; null after the last. */
export function nextLookInMinutes(looks: number): number | null {
  const at = LOOKS_IN_MINUTES[looks];
  return at === undefined ? null : at - (LOOKS_IN_MINUTES[looks - 1] ?? 0);
}

/** Copies whose place says something about their email, and those of them in the inbox. */
export interface InboxShare {
  inbox: number;
  counted: number;
}

/** "14 of 20 in the inbox; between 48 and 85 %". */
export function describeShare({ inbox, counted }: InboxShare): string {
  const share = `${inbox} of ${counted} in the inbox`;
  if (counted < PLACEMENT_LIMITS.copies_for_share) return share;
  const { low, high } = wilsonBounds(inbox, counted);
  return `${share}; between ${Math.round(low * 100)} and ${Math.round(high * 100)} %`;
}

/** Copies of one sender, text and provider. */
export interface PlacementGroup {
  account_id: number;
  /** Campaign, step and variant. */
  text: string;
  provider_group: ProviderGroup;
  before: InboxShare;
  now: InboxShare;
}

type FallCause =
  | { cause: 'all' }
  | { cause: 'sender'; account_id: number }
  | { cause: 'text'; text: string }
  | { cause: 'provider'; provider_group: ProviderGroup };

export interface PlacementFall {
  before: InboxShare;
  now: InboxShare;
  likely: FallCause;
  /** Of the cause alone; null where everything fell. */
  there: InboxShare | null;
}

/** Looks are repeated each hour, so one alone must be very sure. */
const CHANCE_OF_ERROR = 0.001;
/** For what is compared inside of a fall that is sure. */
const CHANCE_OF_CAUSE = 0.01;
const CHANCE_OF_REST = 0.05;
const SMALLEST = { now: 10, before: 20, drop: 0.1 } as const;
const SMALLEST_OF_CAUSE = 5;

/** Whether fewer copies than before are in the inbox, and what differs; null where they are not, or too few are known. */
export function findFall(groups: readonly PlacementGroup[]): PlacementFall | null {
  const { before, now } = sumOf(groups);
  if (now.counted < SMALLEST.now || before.counted < SMALLEST.before) return null;
  if (shareOf(before) - shareOf(now) < SMALLEST.drop || chanceOfFewer(before, now) > CHANCE_OF_ERROR) return null;
  const found = CAUSES.flatMap((causeOf) => judgeCauses(groups, causeOf, before));
  const [likely] = found.toSorted((a, b) => a.chance - b.chance);
  return { before, now, likely: likely?.cause ?? { cause: 'all' }, there: likely?.there ?? null };
}

/** Whether the inbox is as full as before the fall. */
export function isFallOver(before: InboxShare, now: InboxShare): boolean {
  return now.counted >= SMALLEST.now && shareOf(before) - shareOf(now) < SMALLEST.drop / 2;
}

const CAUSES: readonly ((group: PlacementGroup) => Exclude<FallCause, { cause: 'all' }>)[] = [
  ({ account_id }) => ({ cause: 'sender', account_id }),
  ({ text }) => ({ cause: 'text', text }),
  ({ provider_group }) => ({ cause: 'provider', provider_group }),
];

/** A sender, text or provider explains the fall when it fell and all others together did not. */
function judgeCauses(groups: readonly PlacementGroup[], causeOf: (typeof CAUSES)[number], all: InboxShare) {
  const recent = groups.filter(({ now }) => now.counted > 0);
  const byLevel = Map.groupBy(groups, (group) => JSON.stringify(causeOf(group)));
  if (new Set(recent.map((group) => JSON.stringify(causeOf(group)))).size < 2) return [];
  return [...byLevel.values()].flatMap((level) => {
    const own = sumOf(level);
    if (own.now.counted < SMALLEST_OF_CAUSE) return [];
    // A new text has no past of its own.
    const before = own.before.counted < SMALLEST.before ? all : own.before;
    const chance = chanceOfFewer(before, own.now);
    const rest = sumOf(groups.filter((group) => !level.includes(group)));
    const hasRestFallen = rest.before.counted > 0 && chanceOfFewer(rest.before, rest.now) < CHANCE_OF_REST;
    if (chance > CHANCE_OF_CAUSE || hasRestFallen) return [];
    return [{ cause: causeOf(level[0]!), chance, there: own.now }];
  });
}

function sumOf(groups: readonly PlacementGroup[]): { before: InboxShare; now: InboxShare } {
  const sum = { before: { inbox: 0, counted: 0 }, now: { inbox: 0, counted: 0 } };
  for (const { before, now } of groups) {
    sum.before.inbox += before.inbox;
    sum.before.counted += before.counted;
    sum.now.inbox += now.inbox;
    sum.now.counted += now.counted;
  }
  return sum;
}

const shareOf = ({ inbox, counted }: InboxShare): number => (counted === 0 ? 1 : inbox / counted);

/** Chance that so few of the newer copies are in the inbox though nothing changed (Fisher's exact test, one side). */
export function chanceOfFewer(before: InboxShare, now: InboxShare): number {
  const all = before.counted + now.counted;
  const inboxes = before.inbox + now.inbox;
  const logs = logFactorials(all);
  const choose = (n: number, k: number): number => logs[n]! - logs[k]! - logs[n - k]!;
  const whole = choose(all, now.counted);
  let chance = 0;
  for (let hits = Math.max(0, inboxes - before.counted); hits <= Math.min(now.inbox, inboxes); hits += 1)
    chance += Math.exp(choose(inboxes, hits) + choose(all - inboxes, now.counted - hits) - whole);
  return Math.min(1, chance);
}

/** Grows to the largest number of copies that was compared. */
const logsOfFactorials = [0];

function logFactorials(most: number): readonly number[] {
  for (let n = logsOfFactorials.length; n <= most; n += 1)
    logsOfFactorials.push(logsOfFactorials[n - 1]! + Math.log(n));
  return logsOfFactorials;
}
