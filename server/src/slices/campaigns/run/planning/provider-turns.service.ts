import type { Hold } from '@overture/domain/sending/campaign-calendar';
import { ProviderTurns, providerGroupOf, servesProvider } from '@overture/domain/sending/sender-choice';
import type { SystemTransactionContext } from '../../../../kernel/context.ts';
import type { SenderLane } from '../lanes/lanes.store.ts';
import { withMxGroups } from '../leads/mail-providers.store.ts';
import { putOffLeads } from '../leads/put-off.store.ts';
import type { SharedLead } from '../leads/run-leads.store.ts';
import { listMailboxes } from '../leads/sender-ties.store.ts';
import { type PairStops, pairKey } from './pool-holds.rules.ts';

interface Stops {
  stops: ReadonlyMap<number, Hold>;
  pairStops: PairStops;
  now: Date;
}

/** Leads that keep to their provider, none of whose senders has room, stand back until their turn may come. */
export async function putOffUnmatched(
  tx: SystemTransactionContext,
  round: Stops,
  pairs: ReadonlyMap<number, readonly SenderLane[]>,
  unmatched: readonly SharedLead[],
): Promise<void> {
  if (unmatched.length === 0) return;
  const campaigns = Map.groupBy(unmatched, (lead) => lead.campaign_id);
  const poolOf = (id: number) => pairs.get(id)?.[0]?.email_pool ?? [];
  const listed = await listMailboxes(tx, [...new Set([...campaigns.keys()].flatMap(poolOf))]);
  const mailboxes = await withMxGroups(tx, listed);
  const waiting = [...campaigns].flatMap(([campaignId, leads]) => {
    const own = mailboxes.filter(({ id, is_away }) => !is_away && poolOf(campaignId).includes(id));
    return [...Map.groupBy(leads, providerGroupOf)].flatMap(([group, of]) => {
      const senders = own.filter((mailbox) => group !== null && servesProvider(providerGroupOf(mailbox), group));
      const gap = Math.min(...senders.map(({ send_gap_in_seconds }) => send_gap_in_seconds));
      const free = senders.map(({ id }) => freeAt(round, campaignId, id));
      const turns = new ProviderTurns(free, senders.length === 0 ? 0 : gap, round.now.getTime());
      return of.map(({ id }) => ({ id, until: new Date(turns.next()) }));
    });
  });
  await putOffLeads(tx, 'provider_match', waiting);
}

/** When a sender may act for a campaign again, as far as anybody can say. */
function freeAt({ stops, pairStops, now }: Stops, campaignId: number, id: number): number {
  const until = (stops.get(id) ?? pairStops.get(pairKey(campaignId, id)))?.until;
  return until?.getTime() ?? now.getTime();
}
