import { type CreditPace, decideAlerts, describeAlert } from '@overture/domain/money/credit-pace';
import type { ReadContext, SystemContext, TransactionContext } from '../../kernel/context.ts';
import { orNotFound } from '../../kernel/errors.ts';
import { runUnits } from '../../kernel/rounds/rounds.ts';
import { insertManagerNotices } from '../notices/index.ts';
import { findOrganization } from '../organization/index.ts';
import * as store from './credit-alerts.store.ts';
import { loadCreditPace } from './credit-history.service.ts';

/** Entries that are younger than this may still commit out of order. */
const SETTLED_AFTER_IN_MS = 60_000;

/** Reports low credits to the managers, once a crossing. */
export async function reportLowCredits(ctx: SystemContext, signal: AbortSignal): Promise<void> {
  for (let after = 0; !signal.aborted; ) {
    const from = after;
    const found = await ctx.systemTransaction((tx) => store.listUnjudged(tx, from));
    const last = found.at(-1);
    if (last === undefined) return;
    after = last;
    await runUnits(
      ctx,
      {
        loop: 'credit-alerts',
        units: found.map((id) => ({ organization_id: id, key: String(id) })),
        share: 1,
        at_once: 2,
        time_box_in_ms: 30_000,
        run: ({ organization_id }) => ctx.forOrganization(organization_id).transaction(judge),
      },
      signal,
    );
  }
}

async function judge(tx: TransactionContext): Promise<void> {
  const now = tx.clock.now();
  const before = await store.lockAlerts(tx);
  const { credits, pace } = await loadCreditPace(tx);
  const { is_new, ...alerts } = decideAlerts(before, pace, now);
  await store.saveAlerts(tx, alerts, new Date(now.getTime() - SETTLED_AFTER_IN_MS));
  if (is_new.length > 0) await notify(tx, credits, pace);
  // Open pages show the banner, or take it away.
  if (isReported(before) !== isReported(alerts)) tx.live.publish('features_changed', {});
}

const isReported = ({ low_share_at, low_days_at }: store.Alerts): boolean =>
  low_share_at !== null || low_days_at !== null;

/** What the banner says about low credits; null while they are not low. Only an organization that was reported pays for the sums. */
export async function findLowCredits(
  tx: Pick<ReadContext, 'db' | 'organization'>,
): Promise<Pick<CreditPace, 'days_left' | 'share_left'> | null> {
  if (!(await store.wasReportedLow(tx))) return null;
  const { days_left, share_left, is_low } = (await loadCreditPace(tx)).pace;
  return is_low ? { days_left, share_left } : null;
}

async function notify(tx: TransactionContext, credits: number, pace: CreditPace): Promise<void> {
  const { is_whitelabel, is_agency } = orNotFound(await findOrganization(tx, tx.organization.id));
  // Clients of an agency buy from their agency, on a page of its own.
  const path = is_whitelabel && !is_agency ? '/settings/plan' : '/settings/billing';
  await insertManagerNotices(tx, { ...describeAlert(credits, pace), path });
}
