import type { TransactionContext } from '../../../kernel/context.ts';
import { confirmByEvidence } from '../../outbound/index.ts';
import { wakeCampaigns } from '../run/index.ts';
import { holdLeads, lockLeadsOfPerson, releaseLeads } from './holds.store.ts';

export interface UnmatchedReply {
  prospect_id: number;
  from_email: string;
  /** Message-IDs of ours that the mail names: whoever wrote it has read them. */
  refers_to: readonly string[];
}

/**
 * Somebody else may have answered for a person: after the commit nothing more leaves for them until it is decided. As with an
 * answer, a dispatch that has the lead already is waited for, and one that begins later finds it held.
 * @param ask keeps the question, with the person's leads locked; where it says false there is none, and nothing is held
 */
export async function holdForUnmatchedReply(
  tx: TransactionContext,
  answer: UnmatchedReply,
  ask: () => Promise<boolean>,
): Promise<boolean> {
  await confirmByEvidence(tx, { message_ids: answer.refers_to, settled_by: 'reply' });
  await lockLeadsOfPerson(tx, answer.prospect_id);
  if (!(await ask())) return false;
  await holdLeads(tx, answer.prospect_id, answer.from_email);
  return true;
}

/**
 * A person decided that a mail is no answer of the lead.
 * @param decide writes it down and says whether another one waits; asked with the person's leads locked, as `holdForUnmatchedReply` has them
 */
export async function releaseUnmatchedReply(
  tx: TransactionContext,
  prospectId: number,
  decide: () => Promise<{ another_waits: boolean }>,
): Promise<void> {
  await lockLeadsOfPerson(tx, prospectId);
  const { another_waits } = await decide();
  if (another_waits) return;
  const campaigns = [...new Set(await releaseLeads(tx, prospectId))].sort((a, b) => a - b);
  if (campaigns.length === 0) return;
  for (const campaign_id of campaigns)
    tx.live.publish('prospect_campaign', { campaign_id, prospect_ids: [prospectId] });
  await wakeCampaigns(tx, campaigns);
}
