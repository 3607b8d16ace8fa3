import { randomUUID } from 'node:crypto';
import { REPLY_CREDITS } from '@overture/domain/money/credits';
import type { Context, SystemContext, TransactionContext } from '../../../kernel/context.ts';
import { runUnits } from '../../../kernel/rounds/rounds.ts';
import { releaseCredits, reserveCredits, settleCredits } from '../../billing/index.ts';
import { LEFTOVERS_LOOP, listAbandonedDrafts } from './drafts.store.ts';

const PURPOSE = 'AI replies';

/** Sets the credits of one reply aside. @throws subscription_required, not_enough_credits */
export async function reserveDraftCredits(tx: TransactionContext, campaignId: number | null): Promise<number | null> {
  return reserveCredits(tx, {
    amount: REPLY_CREDITS,
    purpose: PURPOSE,
    kind: 'replies',
    campaign_id: campaignId,
    key: `reply:${randomUUID()}`,
  });
}

/** Spends what was set aside, with the draft it paid for. */
export async function spendDraftCredits(
  tx: TransactionContext,
  reservation: number | null,
  prospect_id: number,
): Promise<void> {
  if (reservation === null) return;
  await settleCredits(tx, reservation, [{ key: `reply:${reservation}`, credits: REPLY_CREDITS, prospect_id }]);
}

/** Spends what was set aside for a draft that was written. Answers what it cost. */
export async function settleDraftCredits(
  ctx: Pick<Context, 'transaction'>,
  reservation: number | null,
  prospectId: number,
): Promise<number> {
  if (reservation === null) return 0;
  await ctx.transaction((tx) => spendDraftCredits(tx, reservation, prospectId));
  return REPLY_CREDITS;
}

/** Gives back what was set aside where there is no draft. */
export async function releaseDraftCredits(
  ctx: Pick<Context, 'transaction'>,
  reservation: number | null,
): Promise<void> {
  if (reservation === null) return;
  const part = { key: `reply:${reservation}`, credits: REPLY_CREDITS };
  await ctx.transaction((tx) => releaseCredits(tx, reservation, [part]));
}

export async function releaseAbandonedDrafts(ctx: SystemContext): Promise<void> {
  const forgotten = await ctx.systemTransaction(listAbandonedDrafts);
  await runUnits(ctx, {
    loop: LEFTOVERS_LOOP,
    units: forgotten.map((one) => ({ ...one, key: String(one.reservation_id) })),
    share: forgotten.length,
    at_once: 2,
    time_box_in_ms: 30_000,
    run: ({ organization_id, reservation_id, credits }) =>
      ctx
        .forOrganization(organization_id)
        .transaction((tx) => releaseCredits(tx, reservation_id, [{ key: `reply:${reservation_id}`, credits }])),
  });
}
