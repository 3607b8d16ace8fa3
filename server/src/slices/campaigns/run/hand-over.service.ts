import type { Channel } from '@overture/domain/sending/sender-choice';
import { loadNow } from '../../../kernel/clock.ts';
import type { TransactionContext } from '../../../kernel/context.ts';
import { wakeCampaigns } from '../../campaign-lanes/index.ts';
import { announceStops, endTouchedLeads } from '../../lead-endings/index.ts';
import { createHandOver, restartTakers, type Taker } from './leads/hand-over.rules.ts';
import * as store from './leads/hand-over.store.ts';
import { senderColumns } from './senders.store.ts';

/** Leads handed over in one step. */
const LEADS_A_STEP = 2000;

const ENDED = 'Its sender was taken out of the campaign.';

export interface HandedOver {
  /** Leads that were handed over, including those that restart. */
  amount: number;
  /** Could not. */
  left: number;
  /** Of those left, leads that could restart at their invite if the user asks for it. */
  restartable: number;
  /** The ids of those leads. */
  restartable_ids: number[];
}

/**
 * Hands leads of a campaign over to other senders where one may take them. Each keeps its position in the flow, and an email starts a new
 * thread. With `restarts`, leads that only the previous account could continue with restart at their invite. The caller has locked the
 * campaign.
 */
export async function handOverLeads(
  tx: TransactionContext,
  given: store.OwnedLeads & { takers: readonly Taker[]; restarts?: boolean },
): Promise<HandedOver> {
  const choose = createHandOver(given.channel, given.takers, given.restarts);
  const result: HandedOver = { amount: 0, left: 0, restartable: 0, restartable_ids: [] };
  for (let after = 0; ; ) {
    const ids = await store.lockOwned(tx, given, after, LEADS_A_STEP);
    if (ids.length === 0) break;
    after = ids.at(-1)!;
    const leads = await store.loadOwned(tx, ids, given.channel);
    const isThere = ({ account_id }: store.OwnedLead) =>
      given.takers.length === 1 && account_id === given.takers[0]!.id;
    const moved = leads.flatMap((lead) => {
      const choice = choose(lead);
      if (choice === null && restartTakers(given.takers, lead).length > 0)
        result.restartable_ids.push(lead.prospect_id);
      return choice === null ? [] : [{ ...lead, ...choice, from: lead.account_id }];
    });
    const again = moved.flatMap(({ id, from, to, restarts, invite_node_id: node_id }) =>
      restarts && node_id !== null ? [{ id, from, to, node_id }] : [],
    );
    await store.saveHandOvers(
      tx,
      given.channel,
      moved.filter(({ restarts }) => !restarts),
    );
    await store.restartLeads(tx, again);
    result.amount += moved.length;
    // A lead that already has the only taker needs no change.
    result.left += ids.length - moved.length - leads.filter(isThere).length;
  }
  await wakeCampaigns(tx, [given.campaign_id]);
  return { ...result, restartable: result.restartable_ids.length };
}

/** Ends the campaign for the running leads a sender has touched. Returns how many. */
export async function endLeadsOfSender(
  tx: TransactionContext,
  given: { campaign_id: number; channel: Channel; account_id: number },
): Promise<number> {
  const columns = senderColumns[given.channel];
  const facts = { ...given, columns, organization_id: tx.organization.id, error: ENDED, at: await loadNow(tx) };
  const ended = await endTouchedLeads(tx, facts);
  await announceStops(tx, ended);
  return ended.length;
}
