import { findFall, isFallOver, type PlacementFall } from '@overture/domain/deliverability/placement';
import { describeFall, type FallNames } from '@overture/domain/deliverability/placement-words';
import { cutText } from '@overture/domain/text/text-bounds';
import type { SystemContext, TransactionContext } from '../../kernel/context.ts';
import { runUnits } from '../../kernel/rounds/rounds.ts';
import { insertManagerNotices } from '../notices/index.ts';
import * as store from './falls.store.ts';

const ORGANIZATIONS_AT_ONCE = 100;
const EVERY_IN_MINUTES = 60;
const WORDS_KEPT = 1000;

/** Compares the copies of the last day with those before, and notifies the managers when fewer are in the inbox. */
export async function judgePlacement(ctx: SystemContext, signal: AbortSignal): Promise<void> {
  const due = await ctx.systemTransaction((tx) => store.claimJudgings(tx, ORGANIZATIONS_AT_ONCE, EVERY_IN_MINUTES));
  await runUnits(
    ctx,
    {
      loop: store.FALLS_LOOP,
      units: due.map((one) => ({ ...one, key: String(one.organization_id) })),
      share: 1,
      at_once: 2,
      time_box_in_ms: 60_000,
      run: ({ organization_id }) => ctx.forOrganization(organization_id).transaction(judgeOrganization),
    },
    signal,
  );
}

const textOf = ({ campaign_id, node_id, variant }: store.CountedGroup): string =>
  JSON.stringify([campaign_id, node_id, variant]);

async function judgeOrganization(tx: TransactionContext): Promise<void> {
  const counted = await store.listGroups(tx);
  const open = await store.findOpenFall(tx);
  if (open) return endIfOver(tx, open, counted);
  const fall = findFall(
    counted.map((group) => ({
      account_id: group.account_id,
      text: textOf(group),
      provider_group: group.provider_group,
      before: { inbox: group.before_inbox, counted: group.before_counted },
      now: { inbox: group.inbox, counted: group.counted },
    })),
  );
  if (fall) await openFall(tx, fall);
}

/** Compared with the share before the fall: after two weeks the low one would be the usual one. */
async function endIfOver(
  tx: TransactionContext,
  open: store.FallRow,
  counted: readonly store.CountedGroup[],
): Promise<void> {
  const before = { inbox: open.before_inbox, counted: open.before_counted };
  const now = { inbox: 0, counted: 0 };
  for (const group of counted) {
    now.inbox += group.inbox;
    now.counted += group.counted;
  }
  if (!isFallOver(before, now)) return;
  await store.endFall(tx, open.id);
  tx.live.publish('placement_changed', {});
}

async function openFall(tx: TransactionContext, fall: PlacementFall): Promise<void> {
  const place = placeOf(fall);
  const words = cutText(describeFall(fall, await loadNames(tx, place)), WORDS_KEPT);
  const { before, now } = fall;
  const id = await store.insertFall(tx, { cause: fall.likely.cause, ...place, words, before, now });
  if (id === null) return;
  await insertManagerNotices(tx, {
    subject: 'Fewer of your campaign emails arrive in the inbox',
    paragraphs: [words, 'The page Deliverability shows the copies by sender, provider and text.'],
    path: '/deliverability',
  });
  tx.live.publish('placement_changed', {});
  tx.events.emit({ type: 'placement_fell', fall_id: id, words, ...place, cause: fall.likely.cause });
}

type Place = Pick<store.NewFall, 'account_id' | 'campaign_id' | 'node_id' | 'variant' | 'provider_group'>;

function placeOf({ likely }: PlacementFall): Place {
  const nothing: Place = { account_id: null, campaign_id: null, node_id: null, variant: null, provider_group: null };
  switch (likely.cause) {
    case 'sender':
      return { ...nothing, account_id: likely.account_id };
    case 'provider':
      return { ...nothing, provider_group: likely.provider_group };
    case 'text': {
      const [campaign_id, node_id, variant] = JSON.parse(likely.text) as [number, number, string];
      return { ...nothing, campaign_id, node_id, variant };
    }
    case 'all':
      return nothing;
  }
}

async function loadNames(tx: TransactionContext, place: Place): Promise<FallNames> {
  if (place.account_id !== null) {
    const facts = await store.findSenderFacts(tx, place.account_id);
    const hasWrongDns = facts?.checks?.some(({ status }) => status === 'fail') ?? false;
    const listing = facts?.blocklists?.find(({ state }) => state === 'listed') ?? null;
    return { sender: facts?.email ?? '', has_wrong_dns: hasWrongDns, listed_on: listing?.list ?? null };
  }
  if (place.campaign_id !== null && place.node_id !== null) {
    const names = await store.findTextNames(tx, place.campaign_id, place.node_id);
    return { campaign: names?.campaign ?? '', subject: names?.subject ?? null, variant: place.variant ?? 'a' };
  }
  return {};
}
