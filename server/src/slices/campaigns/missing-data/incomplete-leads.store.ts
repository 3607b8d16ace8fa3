import { addressNeeded } from '@overture/domain/campaign/needed-addresses';
import { contentOf, isAbTested } from '@overture/domain/flow/ab-variant';
import type { Flow, StepNode } from '@overture/domain/flow/flow';
import { stepKind } from '@overture/domain/flow/step-types';
import { type RawBuilder, sql } from 'kysely';
import type { TransactionContext } from '../../../kernel/context.ts';
import { type KnownParts, lackingText } from './lacking-words.store.ts';

type Tx = Pick<TransactionContext, 'organization'>;

/**
 * Leads (`campaign_leads l`, `prospects p`) for whom a step of the flow cannot be done: they have no address for its channel, or
 * its message names data they lack and no fallback message does without. Null when every step can be done for everybody.
 */
export function incompleteLeads(
  tx: Tx,
  flow: Flow,
  known: KnownParts,
  /** Every step, or only the one a lead stands at. */
  where: 'any_node' | 'next_node' = 'any_node',
): RawBuilder<boolean> | null {
  const conditions = flow.flatMap((node) => {
    if (node.kind !== 'step') return [];
    const lacks = [lackingAddress(flow, node), lackingWords(tx, node, known)].filter((part) => part !== null);
    if (lacks.length === 0) return [];
    const either = sql<boolean>`(${sql.join(lacks, sql` or `)})`;
    return [where === 'any_node' ? either : sql<boolean>`(l.next_node_id = ${node.id} and ${either})`];
  });
  return conditions.length === 0 ? null : sql<boolean>`(${sql.join(conditions, sql` or `)})`;
}

/** A channel needs an address; below the yes of 'has email' there surely is one. */
function lackingAddress(flow: Flow, node: StepNode): RawBuilder<boolean> | null {
  const need = addressNeeded(flow, node);
  if (need === null) return null;
  if (need === 'email') return sql<boolean>`is_blank(p.email::text)`;
  return sql<boolean>`(p.linkedin_key is null and not exists (select from linkedin_members m
    join campaigns c on c.id = l.campaign_id and coalesce(l.linkedin_account_id, c.linkedin_account_id) = m.account_id
    where m.prospect_id = p.id))`;
}

/** What the message of a step names and a lead lacks. One rewritten for the lead was written by somebody who saw it. */
function lackingWords(tx: Tx, node: StepNode, known: KnownParts): RawBuilder<boolean> | null {
  if (!stepKind(node.type).is_message) return null;
  const variants = isAbTested(node) ? (['a', 'b'] as const) : (['a'] as const);
  const channel = stepKind(node.type).channel === 'email' ? 'email' : 'linkedin';
  const lacks = variants.flatMap((variant) => lacking({ tx, known, channel }, contentOf(node, variant)) ?? []);
  if (lacks.length === 0) return null;
  return sql<boolean>`((${sql.join(lacks, sql` or `)}) and not exists (select from campaign_lead_messages m
    where m.campaign_lead_id = l.id and m.node_id = ${node.id}))`;
}

function lacking(
  needs: Parameters<typeof lackingText>[0],
  content: { message: string; subject_line: string; placeholder_message: string | null },
): RawBuilder<boolean> | null {
  const subject = lackingText(needs, content.subject_line);
  const body = lackingText(needs, content.message);
  const fallback = content.placeholder_message?.trim()
    ? lackingText(needs, content.placeholder_message)
    : sql<boolean>`true`;
  const withoutBody = body === null || fallback === null ? null : sql<boolean>`(${body} and ${fallback})`;
  if (subject === null || withoutBody === null) return subject ?? withoutBody;
  return sql<boolean>`(${subject} or ${withoutBody})`;
}
