import type { TransactionContext } from '../../kernel/context.ts';
import { wakeCampaigns } from '../campaign-lanes/index.ts';
import { confirmByEvidence } from '../outbound/index.ts';
import { holdLeads, lockLeadsOfPerson, releaseLeads } from './unmatched-replies.store.ts';

export interface UnmatchedReply {
  prospect_id: number;
  from_email: string;
  /** Our Message-IDs that the mail references: its author has read them. */
  refers_to: readonly string[];
}

/**
 * Another address may have replied for a person: after the commit nothing is sent to them until a user decides. As with a reply, a running
 * dispatch is waited for, and a later one finds the lead held.
 * @param ask stores the question with the person's leads locked; if it returns false, nothing is held
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
 * A user decided that a mail is not the lead's reply.
 * @param decide stores the decision and returns whether another question is open; called with the person's leads locked, as in
 * `holdForUnmatchedReply`
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
