import type { RawBuilder } from 'kysely';
import type { TransactionContext } from '../../../kernel/context.ts';
import { findSegments } from '../../ai-segments/index.ts';
import { listSignatures } from '../../signatures/index.ts';
import { listNodes } from '../flow/flow.store.ts';
import { usedSnippets } from '../flow/flow-needs.rules.ts';
import { incompleteLeads } from './incomplete-leads.store.ts';

/** The condition of `incompleteLeads` for a campaign's current flow; null when no lead can be incomplete. */
export async function findIncompleteCondition(
  tx: TransactionContext,
  campaignId: number,
  where: 'any_node' | 'next_node',
): Promise<RawBuilder<boolean> | null> {
  const flow = await listNodes(tx, campaignId);
  const signatures = (await listSignatures(tx)).map(({ id }) => id);
  const snippets = (await findSegments(tx, usedSnippets(flow))).map(({ id }) => id);
  return incompleteLeads(tx, flow, { signatures, snippets }, where);
}
