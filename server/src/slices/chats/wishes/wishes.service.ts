import type { TransactionContext } from '../../../kernel/context.ts';
import { recordUnsubscribe } from '../../campaigns/index.ts';
import { listWrittenTo } from '../../outbound/index.ts';
import { findProspects } from '../../prospects/index.ts';
import { isLeadsOwn } from '../addresses.rules.ts';

/**
 * Records that a person in a lead's conversation asked to stop all contact with the lead.
 * @param given.from the sender of a mail; null if it was no mail, or came from the address that we know
 */
export async function recordWish(
  tx: TransactionContext,
  { prospect_id, from }: { prospect_id: number; from: string | null },
): Promise<void> {
  const asked_from = from !== null && (await isOfLead(tx, prospect_id, from)) ? from : null;
  await recordUnsubscribe(tx, { prospect_id, asked_from, detail: 'Asked by reply.' });
}

async function isOfLead(tx: TransactionContext, prospect_id: number, from: string): Promise<boolean> {
  const [lead] = await findProspects(tx, [prospect_id]);
  const written = await listWrittenTo(tx, { organization_id: tx.organization.id, prospect_id });
  return isLeadsOwn(from, lead?.email ? [lead.email, ...written] : written);
}
