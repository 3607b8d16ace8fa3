import { isProviderError } from '@overture/adapters/kit/errors';
import { DATA_DIGEST_LIMITS, hasDataNews } from '@overture/domain/campaign/data-digest';
import { thisMorning } from '@overture/domain/time/mornings';
import type { SystemContext, TransactionContext } from '../../../kernel/context.ts';
import { runUnits } from '../../../kernel/rounds/rounds.ts';
import { findMailLanguage, getOrganizationBrand, sendMailOnce } from '../../brands/index.ts';
import { getMailCalendar } from '../../sending-guard/index.ts';
import { numberSteps } from '../problems/problems.rules.ts';
import { loadStepNeeds } from '../problems/problems.service.ts';
import { type Digest, type DigestNeed, digestMail } from './digest.rules.ts';
import * as store from './digest.store.ts';

/**
 * Mails the creators of running campaigns a list of leads that wait for data. Sent in the creator's morning, at most once a day, and only
 * with news (`hasDataNews`). It counts leads that were waiting when the morning began. A failed mail does not stop the others.
 */
export async function mailDataDigests(ctx: SystemContext, signal?: AbortSignal): Promise<void> {
  const { is_held, mayHaveLeft } = await getMailCalendar(ctx);
  if (is_held) return;
  for (let after = 0; !signal?.aborted; ) {
    const from = after;
    const readers = await ctx.systemTransaction((tx) => store.listReaders(tx, from));
    const last = readers.at(-1);
    if (!last) return;
    after = last.user_id;
    await runUnits(
      ctx,
      {
        loop: 'data-digests',
        units: readers.map((reader) => ({ ...reader, key: String(reader.user_id) })),
        share: readers.length,
        at_once: 2,
        time_box_in_ms: 120_000,
        run: (reader) => mailWhenDue(ctx, reader, mayHaveLeft),
      },
      signal,
    );
  }
}

async function mailWhenDue(
  ctx: SystemContext,
  reader: store.DigestReader,
  mayHaveLeft: (due: Date) => boolean,
): Promise<void> {
  const due = thisMorning(ctx.clock.now(), reader.time_zone);
  if (due === null || isOver(reader, due.day) || mayHaveLeft(due.morning)) return;
  try {
    await mailDigest(ctx, reader, due);
  } catch (error) {
    if (!isProviderError(error)) throw error;
    // The claim of the day records the outcome.
    ctx.log.error({ err: error, user: reader.user_id }, 'data digest failed');
  }
}

const isOver = ({ day: last, is_closed }: store.DigestReader, day: string): boolean =>
  last !== null && (last > day || (last === day && is_closed));

interface Morning {
  day: string;
  morning: Date;
}

/** All that takes time comes before the claim; right before the mail server may own the mail the day is closed (decision 0231). */
async function mailDigest(ctx: SystemContext, reader: store.DigestReader, { day, morning }: Morning): Promise<void> {
  const { user_id } = reader;
  const digest = await ctx
    .forOrganization(reader.organization_id)
    .transaction((tx) => loadDigest(tx, user_id, morning));
  const claim = await ctx.systemTransaction((tx) => store.claimDay(tx, reader, day, digest === null));
  if (claim === undefined || digest === null) return;
  const brand = await getOrganizationBrand(ctx, reader.organization_id);
  const to = reader.address;
  const language = await findMailLanguage(ctx, { to, organization_id: reader.organization_id });
  const mail = { to, language, ...digestMail(digest, brand.url) };
  // A mail that may have been sent is not repeated that day; the next morning's mail covers the same leads.
  await sendMailOnce(ctx, brand, mail, {
    begin: (tx) => store.beginMail(tx, user_id, claim),
    end: () => ctx.systemTransaction((tx) => store.markReported(tx, user_id, claim, morning)),
    refuse: () => ctx.systemTransaction((tx) => store.closeDay(tx, user_id, claim)),
    giveBack: () => ctx.systemTransaction((tx) => store.releaseDay(tx, user_id, claim)),
  });
}

/** The content of one person's digest; null when there is nothing to report. */
async function loadDigest(tx: TransactionContext, userId: number, morning: Date): Promise<Digest | null> {
  const waiting = await store.listWaiting(tx, userId, morning);
  if (!hasDataNews(waiting.newest, waiting.reported_until, morning)) return null;
  const campaigns: Digest['campaigns'] = [];
  for (const { id, name, leads } of waiting.campaigns)
    campaigns.push({ id, name, leads, needs: await loadNeeds(tx, id, morning) });
  return {
    leads: waiting.total_leads,
    campaigns,
    more_campaigns: waiting.total_campaigns - campaigns.length,
    is_for_others: !waiting.campaigns.some(({ is_own }) => is_own),
  };
}

async function loadNeeds(tx: TransactionContext, campaignId: number, morning: Date): Promise<DigestNeed[]> {
  const { flow, needs } = await loadStepNeeds(tx, campaignId);
  const counts = await store.countNeeds(tx, campaignId, needs, morning);
  const steps = numberSteps(flow);
  return needs
    .map(({ node, field }, index) => ({
      field,
      step_number: steps.get(node.id)?.step_number ?? 0,
      step_type: node.type,
      leads: counts[index] ?? 0,
    }))
    .filter(({ leads }) => leads > 0)
    .toSorted((a, b) => b.leads - a.leads || a.step_number - b.step_number)
    .slice(0, DATA_DIGEST_LIMITS.needs);
}
