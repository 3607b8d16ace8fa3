import { addressWaitInDays, canLackAddress } from './address-wait.ts';
import { delayInHours } from './delays.ts';
import type { ConditionNode, Flow, FlowNode, StepNode } from './flow.ts';
import { firstNode, linksOf, walkFlow } from './flow.ts';

/** A flow as the wire shows it, without attachments: they are files of one campaign. */
export function presentFlow(flow: Flow) {
  const nodes = walkFlow(flow);
  const first = firstNode(flow);
  return {
    first_step: first?.kind === 'step' ? first.id : null,
    first_condition: first?.kind === 'condition' ? first.id : null,
    steps: nodes.flatMap((node) => (node.kind === 'step' ? [presentStep(flow, node)] : [])),
    conditions: nodes.flatMap((node) => (node.kind === 'condition' ? [presentCondition(flow, node)] : [])),
  };
}

/** A step with its place, links and texts. */
export function presentStep(flow: Flow, node: StepNode) {
  const links = linksOf(flow, node);
  return {
    ...presentPosition(flow, node),
    step_type: node.type,
    child_step_id: 'child_step_id' in links ? links.child_step_id : null,
    child_condition_id: 'child_condition_id' in links ? links.child_condition_id : null,
    ...presentTexts(node),
    address_wait_in_days: canLackAddress(node.type) ? addressWaitInDays(node) : null,
    version: node.version ?? 1,
  };
}

function presentTexts(node: StepNode) {
  return {
    message: node.message ?? null,
    subject_line: node.subject_line ?? null,
    placeholder_message: node.placeholder_message ?? null,
    message_b: node.message_b ?? null,
    message_template: node.message ?? null,
    message_template_b: node.message_b ?? null,
    subject_line_b: node.subject_line_b ?? null,
    placeholder_message_b: node.placeholder_message_b ?? null,
    more_variants: (node.more_variants ?? []).map((one) => ({ ...one })),
    formatted_texts: node.formatted_texts ?? null,
  };
}

/** A condition with its place and branches. */
export function presentCondition(flow: Flow, node: ConditionNode) {
  const links = linksOf(flow, node);
  return {
    ...presentPosition(flow, node),
    condition_type: node.type,
    link_url: node.link_url ?? null,
    yes_child_step_id: 'yes_child_step_id' in links ? links.yes_child_step_id : null,
    no_child_step_id: 'no_child_step_id' in links ? links.no_child_step_id : null,
  };
}

function presentPosition(flow: Flow, node: FlowNode) {
  const { parent_step_id, parent_condition_id } = linksOf(flow, node);
  return {
    id: node.id,
    delay_in_hours: delayInHours(node),
    parent_step_id,
    parent_condition_id,
    is_yes_child: node.branch === null ? null : node.branch === 'yes',
  };
}
