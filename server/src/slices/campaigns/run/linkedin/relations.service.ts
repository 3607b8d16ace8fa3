import type { SystemTransactionContext, TransactionContext } from '../../../../kernel/context.ts';
import type { SettledIntent } from '../../../action-kinds/index.ts';
import { wakeLanes } from '../../../campaign-lanes/index.ts';
import { insertLinkedinMembers } from '../../../linkedin-members/index.ts';
import { confirmInvites } from '../../../outbound/index.ts';
import { findSeenPeople, insertRelations, type SeenRelation, wakeAccepted } from './relations.store.ts';

/**
 * An account has new connections: leads among them that wait for their invite to be accepted are due now. Handling the event again, late,
 * or from a poll instead of the webhook changes nothing more.
 */
export async function recordRelations(
  tx: TransactionContext,
  event: { account_id: number; relations: readonly SeenRelation[] },
): Promise<void> {
  const { account_id } = event;
  const seen = await findSeenPeople(tx, account_id, event.relations);
  const people = seen.map(({ prospect_id }) => prospect_id);
  // Locks intents first, as everywhere. A person who was connected earlier did not accept our invite.
  const since = seen.flatMap(({ prospect_id, connected_at }) => (connected_at ? [{ prospect_id, connected_at }] : []));
  await confirmInvites(tx, account_id, since);
  await insertRelations(
    tx,
    people.map((prospect_id) => ({ organization_id: tx.organization.id, account_id, prospect_id })),
  );
  const campaigns = await wakeAccepted(tx, account_id, people);
  await wakeLanes(
    tx,
    campaigns.map((campaign_id) => ({ campaign_id, organization_id: tx.organization.id, at: null })),
  );
}

/** Stores what actions found out: the person's id for the account, and whether they are connected. */
export async function rememberPeople(tx: SystemTransactionContext, settled: readonly SettledIntent[]): Promise<void> {
  const met = settled.flatMap(({ organization_id, account_id, prospect_id, outcome }) => {
    const receipt = outcome.outcome === 'confirmed' ? outcome.receipt : undefined;
    return receipt && prospect_id !== null ? [{ organization_id, account_id, prospect_id, receipt }] : [];
  });
  await insertLinkedinMembers(
    tx,
    met.flatMap(({ receipt, ...who }) => (receipt.provider_id ? [{ ...who, provider_id: receipt.provider_id }] : [])),
  );
  await insertRelations(
    tx,
    met.flatMap(({ receipt, ...who }) => (receipt.is_connected ? [who] : [])),
  );
}
