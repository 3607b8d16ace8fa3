import type { ScheduledStep } from '@overture/contract/campaign-leads';
import { type FlowNode, walkFlow } from '@overture/domain/flow/flow';
import { STEP_INFO } from '@overture/domain/flow/step-types';
import { assignVariant, isAbTested } from '@overture/domain/message/ab-variant';
import type { MessageValues } from '@overture/domain/message/variables';
import { isLeadDone } from '@overture/domain/transitions';
import { type LeadFacts, presentNextAction, presentNode, presentRun } from './leads.rules.ts';
import type { LeadRow } from './leads.store.ts';
import { type RewrittenMessage, showMessage, templateFor } from './messages.rules.ts';

export interface TimelineFacts extends LeadFacts {
  /** Mails as they left, by node. */
  sent: ReadonlyMap<number, { subject: string; text: string }>;
  /** Messages a person rewrote for this lead, by node. */
  rewritten: ReadonlyMap<number, RewrittenMessage>;
  values: MessageValues;
}

/** Every node of the flow for one lead, in the order of the canvas: what was done, what comes next, what may follow. */
export function presentTimeline(lead: LeadRow, facts: TimelineFacts): ScheduledStep[] {
  return walkFlow(facts.flow).map((node) => presentEntry(lead, node, facts));
}

function presentEntry(lead: LeadRow, node: FlowNode, facts: TimelineFacts): ScheduledStep {
  const run = facts.runs.find((item) => item.node_id === node.id);
  const next = standsBefore(lead, node) ? presentNextAction(lead, facts) : null;
  const done = run === undefined ? null : presentRun(run, node);
  return {
    ...presentNode(node),
    parent_id: node.parent_id,
    is_yes_child: node.branch === null ? null : node.branch === 'yes',
    ...messageOf(lead, node, facts),
    is_edited: facts.rewritten.has(node.id),
    can_edit: canRewrite(lead, node, run !== undefined),
    scheduled_for: next?.scheduled_for ?? done?.scheduled_for ?? null,
    completed: done?.completed ?? false,
    completed_at: done?.completed_at ?? null,
    error: done?.error ?? null,
    waiting_for: next?.waiting_for ?? null,
  };
}

function standsBefore(lead: LeadRow, node: FlowNode): boolean {
  if (lead.status === 'NOT_STARTED') return node.parent_id === null;
  return lead.next_node_id === node.id;
}

/** A message can be rewritten for a lead until it is handed over, as long as the campaign is not over for them. */
export function canRewrite(lead: LeadRow, node: FlowNode, isDone: boolean): boolean {
  if (node.kind !== 'step' || !STEP_INFO[node.type].is_message || isDone || isLeadDone(lead.status)) return false;
  return !(lead.is_in_flight && lead.next_node_id === node.id);
}

function messageOf(lead: LeadRow, node: FlowNode, facts: TimelineFacts) {
  if (node.kind !== 'step' || !STEP_INFO[node.type].is_message)
    return { message: null, subject_line: null, missing: [] };
  const sent = facts.sent.get(node.id);
  if (sent !== undefined) return { message: sent.text, subject_line: sent.subject, missing: [] };
  const variant = isAbTested(node) ? assignVariant(lead.lead_id, node.id) : 'a';
  const shown = showMessage(templateFor(node, variant, facts.rewritten.get(node.id) ?? null), facts.values);
  return {
    message: shown.message,
    subject_line: STEP_INFO[node.type].takes_subject ? shown.subject_line : null,
    missing: shown.missing,
  };
}
