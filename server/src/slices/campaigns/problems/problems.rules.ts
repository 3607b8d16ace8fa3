import type { DataDecision, DataFix, DataProblem } from '@overture/contract/data-problems';
import { type CampaignStatus, canEditFlow } from '@overture/domain/campaign/transitions';
import { contentOf, isAbTested } from '@overture/domain/flow/ab-variant';
import { type Flow, type StepContent, type StepNode, walkFlow } from '@overture/domain/flow/flow';
import { parseCustomKey } from '@overture/domain/leads/custom-columns';
import { fallbackWithout } from '@overture/domain/message/missing-segments';
import { isVariable } from '@overture/domain/message/tokens';
import type { ContactLookup } from '@overture/domain/money/credits';
import { mergeContent } from '../flow/flow.rules.ts';
import type { StepNeed } from '../missing-data/incomplete-leads.store.ts';
import type { DecisionRow } from './problems.store.ts';

/** Steps by id, counted along the flow from 1. */
export function numberSteps(flow: Flow): Map<number, { node: StepNode; step_number: number }> {
  const steps = walkFlow(flow).filter((node) => node.kind === 'step');
  return new Map(steps.map((node, index) => [node.id, { node, step_number: index + 1 }]));
}

const isAddress = (field: string): boolean => field === 'email' || field === 'linkedin';

/** The fixes offered for leads that lack a field at a step. */
export function fixesFor({ node, field }: Pick<StepNeed, 'node' | 'field'>, status: CampaignStatus): DataFix[] {
  const fixes: DataFix[] = [];
  if (isVariable(field)) fixes.push('stand_in');
  if (canEditFlow(status) && writeFallback(node, field, 'x') !== null) fixes.push('fallback');
  // Later LinkedIn steps need the invitation: without it they would fail.
  if (node.type !== 'LINKEDIN_INVITE' || field === 'linkedin') fixes.push('skip');
  return [...fixes, 'remove'];
}

/** The step's content with fallback messages that do without something; null where no fallback message would help. */
export function writeFallback(node: StepNode, field: string, words: string): StepContent | null {
  if (isAddress(field)) return null;
  const [a, b] = [contentOf(node, 'a'), isAbTested(node) ? contentOf(node, 'b') : null];
  const first = fallbackWithout(a, field, words);
  const second = b && fallbackWithout(b, field, words);
  const more_variants =
    (b &&
      node.more_variants?.map((one) => {
        const placeholder_message = fallbackWithout(contentOf(node, one.variant), field, words);
        return placeholder_message === null ? one : { ...one, placeholder_message };
      })) ??
    [];
  const isMore = more_variants.some((one, index) => one !== node.more_variants?.[index]);
  if (first === null && !second && !isMore) return null;
  return mergeContent(node, {
    ...(first !== null && { placeholder_message: first }),
    ...(second && { placeholder_message_b: second }),
    ...(isMore && { more_variants }),
  });
}

/** The look-up that finds a field; null when there is none. */
export function lookupFor(field: string): ContactLookup | null {
  return field === 'email' ? 'FIND_EMAIL' : null;
}

/** @param columns keys of the custom columns that there are */
export function canFill(field: string, columns: readonly string[]): boolean {
  const key = parseCustomKey(field);
  return key === null ? field === 'email' || isVariable(field) : columns.includes(key);
}

export function presentDecision(row: DecisionRow, flow: Flow): DataDecision | null {
  const { kind, node_id, field, words, leads } = row;
  const step = node_id === null ? null : numberSteps(flow).get(node_id);
  // A deleted step needs no decision.
  if (step === undefined) return null;
  return { kind, step_id: node_id, step_number: step?.step_number ?? null, field, words, leads };
}

/** Most leads first; of equals the earlier step. */
export function orderProblems(problems: readonly DataProblem[]): DataProblem[] {
  return problems.toSorted((a, b) => b.leads - a.leads || a.step_number - b.step_number);
}
