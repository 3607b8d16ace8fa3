import type { Channel } from '@overture/domain/sending/sender-choice';
import type { TransactionContext } from '../../../kernel/context.ts';
import { createHandOver, type Taker } from './leads/hand-over.rules.ts';
import * as store from './leads/hand-over.store.ts';
import { announceStops, wakeCampaigns } from './run.service.ts';
import { endTouchedLeads } from './stops/stops.store.ts';

/** Leads handed over in one step. */
const LEADS_A_STEP = 2000;

const ENDED = 'Its sender was taken out of the campaign.';

/**
 * Leads of a campaign go on with others, where one of them may: each keeps its place in the flow, and a mail begins a new thread.
 * The caller has locked the campaign. Answers how many went on, and how many could not.
 */
export async function handOverLeads(
  tx: TransactionContext,
  given: store.OwnedLeads & { takers: readonly Taker[] },
): Promise<{ amount: number; left: number }> {
  const choose = createHandOver(given.channel, given.takers);
  const result = { amount: 0, left: 0 };
  for (let after = 0; ; ) {
    const ids = await store.lockOwned(tx, given, after, LEADS_A_STEP);
    if (ids.length === 0) break;
    after = ids.at(-1)!;
    const leads = await store.readOwned(tx, ids, given.channel);
    const moved = leads.flatMap((lead) => {
      const to = choose(lead);
      return to === null ? [] : [{ id: lead.id, from: lead.account_id, to, is_touched: lead.is_touched }];
    });
    await store.saveHandOvers(tx, given.channel, moved);
    // Whoever is with the one taker already needs nothing.
    const there = leads.filter(
      ({ account_id }) => given.takers.length === 1 && account_id === given.takers[0]!.id,
    ).length;
    result.amount += moved.length;
    result.left += ids.length - moved.length - there;
  }
  await wakeCampaigns(tx, [given.campaign_id]);
  return result;
}

/** The campaign ends for the running leads that a sender has touched. Answers how many. */
export async function endLeadsOfSender(
  tx: TransactionContext,
  given: { campaign_id: number; channel: Channel; account_id: number },
): Promise<number> {
  const facts = { ...given, organization_id: tx.organization.id, error: ENDED, at: tx.clock.now() };
  const ended = await endTouchedLeads(tx, facts);
  await announceStops(tx, ended);
  return ended.length;
}
