import type { Campaign, Condition, Step } from '@overture/contract/campaigns';
import type { Branch, FlowNode } from '@overture/domain/flow/flow';

type Wire = Step | Condition;

/** A campaign's steps and conditions as the tree that the flow rules know (domain/flow). */
export function parseFlow(campaign: Pick<Campaign, 'steps' | 'conditions'>): FlowNode[] {
  return [
    ...campaign.steps.map(
      (step): FlowNode => ({
        ...findPlace(step),
        kind: 'step',
        type: step.step_type,
        message: step.message,
        subject_line: step.subject_line,
        placeholder_message: step.placeholder_message,
        message_b: step.message_b,
        subject_line_b: step.subject_line_b,
        placeholder_message_b: step.placeholder_message_b,
        more_variants: step.more_variants,
        formatted_texts: step.formatted_texts,
        address_wait_in_days: step.address_wait_in_days,
      }),
    ),
    ...campaign.conditions.map(
      (condition): FlowNode => ({
        ...findPlace(condition),
        kind: 'condition',
        type: condition.condition_type,
        link_url: condition.link_url,
      }),
    ),
  ];
}

function findPlace(node: Wire) {
  return {
    id: node.id,
    parent_id: node.parent_condition_id ?? node.parent_step_id,
    branch: findBranch(node),
    delay_in_hours: node.delay_in_hours,
  };
}

function findBranch({ is_yes_child }: Wire): Branch | null {
  if (is_yes_child === null) return null;
  return is_yes_child ? 'yes' : 'no';
}
