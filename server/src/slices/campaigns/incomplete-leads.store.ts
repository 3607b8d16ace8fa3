import type { Flow } from '@overture/domain/flow/flow';
import { STEP_INFO } from '@overture/domain/flow/step-types';
import { contentOf, isAbTested } from '@overture/domain/message/ab-variant';
import { readSegments, type Variable } from '@overture/domain/message/tokens';
import { type RawBuilder, sql } from 'kysely';
import type { TransactionContext } from '../../kernel/context.ts';
import { answerText } from '../answers/index.ts';

/** Where each variable of a message stands on `prospects p`. */
const COLUMNS: Record<Variable, RawBuilder<unknown>> = {
  first_name: sql`p.first_name`,
  last_name: sql`p.last_name`,
  job_title: sql`p.job_title`,
  company_name: sql`p.company_name`,
  location: sql`p.location`,
  industry: sql`p.industry`,
};

/** Ids of what messages name besides leads: signatures, and snippets, which are written when they are needed. */
export interface KnownParts {
  signatures: readonly number[];
  snippets: readonly number[];
}

/** What a text needs and may lack: columns that must be filled, results of research by task, or `never` when no lead can have it. */
type Need = ReadonlySet<Variable | number> | 'never';
type Tx = Pick<TransactionContext, 'organization'>;

/**
 * Leads (`campaign_leads l`, `prospects p`) for whom a message of the flow cannot be written: it names data they lack and
 * no fallback message does without. A message rewritten for a lead was written by somebody who saw it. Null when every
 * message can be written for everybody.
 */
export function incompleteLeads(tx: Tx, flow: Flow, known: KnownParts): RawBuilder<boolean> | null {
  const conditions = flow.flatMap((node) => {
    if (node.kind !== 'step' || !STEP_INFO[node.type].is_message) return [];
    const variants = isAbTested(node) ? (['a', 'b'] as const) : (['a'] as const);
    const lacks = variants.flatMap((variant) => lacking(tx, contentOf(node, variant), known) ?? []);
    if (lacks.length === 0) return [];
    return [
      sql<boolean>`((${sql.join(lacks, sql` or `)}) and not exists (select from campaign_lead_messages m
        where m.campaign_lead_id = l.id and m.node_id = ${node.id}))`,
    ];
  });
  return conditions.length === 0 ? null : sql<boolean>`(${sql.join(conditions, sql` or `)})`;
}

function lacking(
  tx: Tx,
  content: { message: string; subject_line: string; placeholder_message: string | null },
  known: KnownParts,
): RawBuilder<boolean> | null {
  const subject = lacksAny(tx, needOf(content.subject_line, known));
  const body = lacksAny(tx, needOf(content.message, known));
  const fallback = content.placeholder_message?.trim()
    ? lacksAny(tx, needOf(content.placeholder_message, known))
    : sql<boolean>`true`;
  const withoutBody = body === null || fallback === null ? null : sql<boolean>`(${body} and ${fallback})`;
  if (subject === null || withoutBody === null) return subject ?? withoutBody;
  return sql<boolean>`(${subject} or ${withoutBody})`;
}

function needOf(template: string, known: KnownParts): Need {
  const needed = new Set<Variable | number>();
  for (const segment of readSegments(template)) {
    if (segment.kind === 'variable') needed.add(segment.name);
    if (segment.kind === 'research') needed.add(segment.id);
    const isGone =
      (segment.kind === 'signature' && !known.signatures.includes(segment.id)) ||
      (segment.kind === 'snippet' && !known.snippets.includes(segment.id));
    if (isGone || segment.kind === 'unknown_variable') return 'never';
  }
  return needed;
}

/** True for leads that lack something of a need; null when nothing is needed. */
function lacksAny(tx: Tx, need: Need): RawBuilder<boolean> | null {
  if (need === 'never') return sql<boolean>`true`;
  if (need.size === 0) return null;
  return sql<boolean>`(${sql.join(
    [...need].map((what) => {
      const value = typeof what === 'number' ? answerText(tx, what, sql`p.id`) : COLUMNS[what];
      return sql`is_blank(${value})`;
    }),
    sql` or `,
  )})`;
}
