import { addressNeeded } from '@overture/domain/campaign/needed-addresses';
import { listContents } from '@overture/domain/flow/ab-variant';
import type { Flow, StepNode } from '@overture/domain/flow/flow';
import { stepKind } from '@overture/domain/flow/step-types';
import { type RawBuilder, sql } from 'kysely';
import type { TransactionContext } from '../../../kernel/context.ts';
import { type KnownParts, lackingText, lacksByName } from './missing-variables.store.ts';

type Tx = Pick<TransactionContext, 'organization'>;

/**
 * Leads (`campaign_leads l`, `prospects p`) for whom a step of the flow cannot be done: they have no address for its channel, or
 * its message names data they lack and no fallback message does without. Null when every step can be done for everybody.
 */
export function incompleteLeads(
  tx: Tx,
  flow: Flow,
  known: KnownParts,
  /** Check every step, or only the lead's next one. */
  where: 'any_node' | 'next_node' = 'any_node',
): RawBuilder<boolean> | null {
  const conditions = flow.flatMap((node) => {
    if (node.kind !== 'step') return [];
    const lacks = [lackingAddress(flow, node), lackingWords(tx, node, known)].filter((part) => part !== null);
    if (lacks.length === 0) return [];
    const either = sql<boolean>`((${sql.join(lacks, sql` or `)}) and ${isKept(node)})`;
    return [where === 'any_node' ? either : sql<boolean>`(l.next_node_id = ${node.id} and ${either})`];
  });
  return conditions.length === 0 ? null : sql<boolean>`(${sql.join(conditions, sql` or `)})`;
}

/** One thing that a step needs, and the leads that lack it (`campaign_leads l`, `prospects p`) and have not passed the step. */
export interface StepNeed {
  node: StepNode;
  /** As missing data is named (`labelMissing`); `email` and `linkedin` for addresses. */
  field: string;
  lacking: RawBuilder<boolean>;
}

/** `incompleteLeads`, thing by thing: together they are the same leads. */
export function stepNeeds(tx: Tx, flow: Flow, known: KnownParts): StepNeed[] {
  return flow.flatMap((node) => {
    if (node.kind !== 'step') return [];
    const address = lackingAddress(flow, node);
    const needs = wordNeeds(tx, node, known);
    if (address !== null) needs.set(addressNeeded(flow, node) ?? 'email', [address]);
    return [...needs].map(([field, lacks]) => {
      const either = sql.join(lacks, sql` or `);
      return { node, field, lacking: sql<boolean>`((${either}) and ${isKept(node)} and ${isAhead(node)})` };
    });
  });
}

/** True when the step was not skipped for the lead. */
function isKept(node: StepNode): RawBuilder<boolean> {
  return sql<boolean>`(l.skipped_nodes is null or not ${node.id} = any(l.skipped_nodes))`;
}

function isAhead(node: StepNode): RawBuilder<boolean> {
  return sql<boolean>`(l.status = 'NOT_STARTED' or not exists (select from campaign_step_runs r
    where r.campaign_lead_id = l.id and r.node_id = ${node.id} and r.given_up = 0))`;
}

/** What a step's messages use, each with the leads that lack it and that no fallback message covers. */
function wordNeeds(tx: Tx, node: StepNode, known: KnownParts): Map<string, RawBuilder<boolean>[]> {
  const named = new Map<string, RawBuilder<boolean>[]>();
  if (!stepKind(node.type).is_message) return named;
  const needs = listNeeds(tx, node, known);
  const notRewritten = notRewrittenAt(node);
  const add = (template: string, condition: RawBuilder<boolean>) => {
    for (const [field, lacks] of lacksByName(needs, template))
      named.set(field, [...(named.get(field) ?? []), sql`(${lacks} and ${condition} and ${notRewritten})`]);
  };
  for (const content of listContents(node)) {
    add(content.subject_line, sql`true`);
    const fallback = lackingFallback(needs, content.placeholder_message);
    if (fallback !== null) add(content.message, fallback);
  }
  return named;
}

type Needs = Parameters<typeof lackingText>[0];

function listNeeds(tx: Tx, node: StepNode, known: KnownParts): Needs {
  return { tx, known, channel: stepKind(node.type).channel === 'email' ? 'email' : 'linkedin' };
}

/** Null when the fallback message works for every lead; without a fallback it works for none. */
function lackingFallback(needs: Needs, fallback: string | null): RawBuilder<boolean> | null {
  return fallback?.trim() ? lackingText(needs, fallback) : sql<boolean>`true`;
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

/** The data that a step's message uses and a lead lacks. A message rewritten for the lead is complete: its author saw it. */
function lackingWords(tx: Tx, node: StepNode, known: KnownParts): RawBuilder<boolean> | null {
  if (!stepKind(node.type).is_message) return null;
  const needs = listNeeds(tx, node, known);
  const lacks = listContents(node).flatMap((content) => lacking(needs, content) ?? []);
  if (lacks.length === 0) return null;
  return sql<boolean>`((${sql.join(lacks, sql` or `)}) and ${notRewrittenAt(node)})`;
}

function notRewrittenAt(node: StepNode): RawBuilder<boolean> {
  return sql<boolean>`not exists (select from campaign_lead_messages m
    where m.campaign_lead_id = l.id and m.node_id = ${node.id})`;
}

function lacking(
  needs: Needs,
  content: { message: string; subject_line: string; placeholder_message: string | null },
): RawBuilder<boolean> | null {
  const subject = lackingText(needs, content.subject_line);
  const body = lackingText(needs, content.message);
  const fallback = lackingFallback(needs, content.placeholder_message);
  const withoutBody = body === null || fallback === null ? null : sql<boolean>`(${body} and ${fallback})`;
  if (subject === null || withoutBody === null) return subject ?? withoutBody;
  return sql<boolean>`(${subject} or ${withoutBody})`;
}
