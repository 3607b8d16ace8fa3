import type { PlannedStep } from '@overture/contract/sequence-writing';
import { delayInHours } from '@overture/domain/flow/delays';
import {
  ancestorsOf,
  descendantsOf,
  type Flow,
  type FlowNode,
  type StepNode,
  walkFlow,
} from '@overture/domain/flow/flow';
import { nodeKind, stepKind } from '@overture/domain/flow/step-types';
import { CHARACTER_LIMITS } from '@overture/domain/limits';
import { isBlank } from '@overture/domain/text/text';

/** A message step and where it is in the flow. */
export interface PlacedStep extends PlannedStep {
  label: string;
  /** No message leaves on this path before it, or after it. */
  is_first: boolean;
  is_last: boolean;
  /** It continues the thread of an email above it. */
  is_reply: boolean;
  /** Message steps above it, the first of the path first. */
  before: number[];
}

const isMessage = (node: FlowNode): node is StepNode => node.kind === 'step' && stepKind(node.type).is_message;

/** The message steps of a flow in the order of its walk. */
export function planSequence(flow: Flow): PlacedStep[] {
  return walkFlow(flow)
    .filter(isMessage)
    .map((step, index) => placeStep(flow, step, index + 1));
}

function placeStep(flow: Flow, step: StepNode, number: number): PlacedStep {
  const path = ancestorsOf(flow, step.parent_id).toReversed();
  const before = path.filter(isMessage);
  const kind = stepKind(step.type);
  const hours = [...path, step].reduce((sum, node) => sum + delayInHours(node), 0);
  return {
    id: step.id,
    step_type: step.type,
    number,
    day: Math.floor(hours / 24),
    branches: listBranches([...path, step]),
    takes_subject: kind.takes_subject,
    is_written: !isBlank(step.message),
    max_characters: CHARACTER_LIMITS[kind.body],
    version: step.version ?? 1,
    label: kind.label,
    is_first: before.length === 0,
    is_last: !descendantsOf(flow, step.id).some(isMessage),
    is_reply: step.type === 'EMAIL' && before.some(({ type }) => type === 'EMAIL'),
    before: before.map(({ id }) => id),
  };
}

/** "Accepted Invite: no" for each condition that a path takes. */
function listBranches(path: readonly FlowNode[]): string[] {
  return path.flatMap((node, index) => {
    const above = path[index - 1];
    return above?.kind === 'condition' ? [`${nodeKind(above.type).label}: ${node.branch === 'no' ? 'no' : 'yes'}`] : [];
  });
}
