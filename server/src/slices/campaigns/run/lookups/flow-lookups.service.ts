import { CONTACT_LOOKUP_COSTS, type ContactLookup } from '@overture/domain/money/credits';
import { TRIED_LOOKUP_DAYS } from '@overture/domain/money/lookup-estimate';
import type { DomainEventOf } from '../../../../events.ts';
import { loadNow } from '../../../../kernel/clock.ts';
import type { Context, SystemContext, TransactionContext } from '../../../../kernel/context.ts';
import { ApiError } from '../../../../kernel/errors.ts';
import { runUnits } from '../../../../kernel/rounds/rounds.ts';
import { getSpendable, onlyCampaign } from '../../../billing/index.ts';
import { wakeLanes } from '../../../campaign-lanes/index.ts';
import { startLookUps, taskOfLookUp } from '../../../enrichment/index.ts';
import { findResults, type ResultRow } from '../../../research-results/index.ts';
import { explainMiss, LOOKUP_WAIT_IN_MS } from './lookup-reasons.rules.ts';
import * as store from './lookups.store.ts';

const LEADS_A_ROUND = 500;
const DAY_IN_MS = 86_400_000;

/**
 * Starts the look-ups that leads wait for at conditions, as far as the credits last and were agreed to for the campaign; the others take the
 * No branch with the reason. A person looked up in the last 90 days without a result is not
 * looked up again.
 */
export async function startWantedLookUps(ctx: SystemContext): Promise<void> {
  const organizations = await ctx.systemTransaction((tx) => store.listOrganizationsWanting(tx));
  await runUnits(ctx, {
    loop: store.WANTED_LOOP,
    units: organizations.map((organization_id) => ({ organization_id, key: 'look-ups' })),
    share: 1,
    at_once: 2,
    time_box_in_ms: 60_000,
    run: ({ organization_id }) => startForOrganization(ctx.forOrganization(organization_id)),
  });
}

const SHORT_OF_CREDITS: ReadonlySet<string> = new Set(['not_enough_credits', 'credit_cap_reached']);

async function startForOrganization(ctx: Context): Promise<void> {
  try {
    const ended = await ctx.transaction(startWanted);
    // Wakes after the commit: waiting for a lane lock while holding the credit lock can deadlock. The safety poll covers a lost wake-up.
    if (ended.size > 0) await ctx.transaction((tx) => wake(tx, ended));
  } catch (error) {
    // Credits were spent between reading the balance and reserving: the next round sees the rest.
    if (!(error instanceof ApiError && SHORT_OF_CREDITS.has(error.code))) throw error;
  }
}

/** Returns campaigns with leads that need not wait. */
async function startWanted(tx: TransactionContext): Promise<Set<number>> {
  const budgets = await store.lockBudgets(tx);
  const now = await loadNow(tx);
  const wanted = await store.claimWanted(tx, [...budgets.keys()], LEADS_A_ROUND);
  const campaigns = new Set<number>();
  for (const [lookup, group] of Map.groupBy(wanted, (one) => one.lookup)) {
    const task = taskOfLookUp(lookup);
    const people = group.map(({ prospect_id }) => prospect_id);
    const answers = await findResults(tx, [task.id], people);
    const since = new Date(now.getTime() - TRIED_LOOKUP_DAYS * DAY_IN_MS);
    const isMissed = (row: ResultRow) => row.answer?.status === 'not_found' && row.updated_at > since;
    const missed = new Set(answers.flatMap((row) => (isMissed(row) ? [row.prospect_id] : [])));
    const open = [...new Set(people)].filter((id) => !missed.has(id));
    const isOpen = new Set(open);
    const agreed = chargeBudgets(budgets, group, { lookup, isOpen });
    const spendable = await getSpendable(tx);
    const asked = new Set([...agreed].slice(0, Math.floor(spendable.credits / CONTACT_LOOKUP_COSTS[lookup])));
    const paying = group.filter((one) => asked.has(one.prospect_id)).map((one) => one.campaign_id);
    await startLookUps(tx, null, [{ lookup, prospect_ids: [...asked] }], onlyCampaign(paying));
    const leadsOf = (isMine: (prospectId: number) => boolean) =>
      group.filter(({ prospect_id }) => isMine(prospect_id)).map(({ campaign_lead_id }) => campaign_lead_id);
    const endsBy = new Date(now.getTime() + LOOKUP_WAIT_IN_MS);
    await store.markAsked(
      tx,
      lookup,
      leadsOf((id) => asked.has(id)),
      endsBy,
    );
    const ended = [
      ...leadsOf((id) => missed.has(id)).map((lead_id) => ({ lead_id, reason: explainMiss(lookup, 'not_found') })),
      ...leadsOf((id) => isOpen.has(id) && !agreed.has(id)).map((lead_id) => ({
        lead_id,
        reason: explainMiss(lookup, 'not_agreed'),
      })),
      ...leadsOf((id) => agreed.has(id) && !asked.has(id)).map((lead_id) => ({
        lead_id,
        reason: explainMiss(lookup, spendable.is_capped ? 'cap_reached' : 'no_credits'),
      })),
    ];
    for (const id of await store.endLookups(tx, lookup, ended)) campaigns.add(id);
  }
  await store.saveBudgets(tx, budgets);
  return campaigns;
}

/** The people whom the agreed credits of a campaign cover, each taken from the first campaign that asks. */
function chargeBudgets(
  budgets: Map<number, number | null>,
  group: readonly { campaign_id: number; prospect_id: number }[],
  { lookup, isOpen }: { lookup: ContactLookup; isOpen: ReadonlySet<number> },
): Set<number> {
  const agreed = new Set<number>();
  for (const { campaign_id, prospect_id } of group) {
    const left = budgets.get(campaign_id) ?? null;
    const cost = CONTACT_LOOKUP_COSTS[lookup];
    if (!isOpen.has(prospect_id) || agreed.has(prospect_id) || (left !== null && left < cost)) continue;
    agreed.add(prospect_id);
    if (left !== null) budgets.set(campaign_id, left - cost);
  }
  return agreed;
}

/** Look-ups have ended, no matter what started them: leads that wait for them continue. */
export async function recordLookUps(
  tx: TransactionContext,
  { lookup, ended }: Pick<DomainEventOf<'contacts_looked_up'>, 'lookup' | 'ended'>,
): Promise<void> {
  const ends = new Map(ended.map((one) => [one.prospect_id, one]));
  const leads = await store.lockAsking(tx, lookup, [...ends.keys()]);
  const reasons = leads.map(({ id, prospect_id }) => {
    const { end, error } = ends.get(prospect_id)!;
    return { lead_id: id, reason: explainMiss(lookup, end, error) };
  });
  await wake(tx, await store.endLookups(tx, lookup, reasons));
}

async function wake(tx: TransactionContext, campaigns: Iterable<number>): Promise<void> {
  const woken = [...campaigns].sort((a, b) => a - b);
  await wakeLanes(
    tx,
    woken.map((campaign_id) => ({ campaign_id, organization_id: tx.organization.id, at: null })),
  );
}
