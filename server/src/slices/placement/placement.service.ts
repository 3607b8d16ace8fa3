import type { PlacementFigure, PlacementOverview } from '@overture/contract/placement';
import { wilsonBounds } from '@overture/domain/campaign/analytics';
import { PLACEMENT_LIMITS } from '@overture/domain/deliverability/placement';
import type { SessionContext } from '../../kernel/slice.ts';
import { findOpenFall } from './falls.store.ts';
import { type Counts, findTotals, listProviderCounts, listSenderCounts, listTextCounts } from './figures.store.ts';

export async function getPlacement(ctx: SessionContext): Promise<PlacementOverview> {
  return ctx.read(async (tx) => {
    const { seeds_heard, open, ...all } = await findTotals(tx);
    const isEnough = seeds_heard >= PLACEMENT_LIMITS.seeds_for_figures;
    const withFigure = <Row extends Counts>({ inbox, tab, spam, missing, ...row }: Row) => ({
      ...row,
      ...toFigure({ inbox, tab, spam, missing }, isEnough),
    });
    const fall = await findOpenFall(tx);
    return {
      days: PLACEMENT_LIMITS.shown_days,
      ...{ seeds_heard, open, seeds_needed: PLACEMENT_LIMITS.seeds_for_figures },
      total: toFigure(all, isEnough),
      senders: (await listSenderCounts(tx)).map(withFigure),
      providers: (await listProviderCounts(tx)).map(withFigure),
      texts: (await listTextCounts(tx)).map(withFigure),
      fall: fall
        ? {
            ...{ cause: fall.cause, words: fall.words, account_id: fall.account_id, campaign_id: fall.campaign_id },
            began_at: fall.began_at.toISOString(),
          }
        : null,
    };
  });
}

/** @param isEnough false where so few mailboxes are known that a share says more about them than about the emails */
function toFigure({ inbox, tab, spam, missing }: Counts, isEnough: boolean): PlacementFigure {
  const counted = inbox + tab + spam + missing;
  const known = isEnough && counted >= PLACEMENT_LIMITS.copies_for_share;
  const { low, high } = wilsonBounds(inbox, counted);
  return {
    inbox,
    tab,
    spam,
    missing,
    counted,
    low: known ? toPercent(low) : null,
    high: known ? toPercent(high) : null,
  };
}

/** With two decimals: rounded once more to whole percent, it stays true. */
const toPercent = (share: number): number => Math.round(share * 10_000) / 100;
