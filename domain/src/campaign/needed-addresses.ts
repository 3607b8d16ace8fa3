import { type AddressKind, addressOf } from '../flow/address-wait.ts';
import { ancestorsOf, type Flow, type FlowNode, type StepNode } from '../flow/flow.ts';
import { conditionKind } from '../flow/step-types.ts';

/** The address without which a step cannot be done for a lead; null where it needs none, or where a condition above saw to it. */
export function addressNeeded(flow: Flow, node: StepNode): AddressKind | null {
  const address = addressOf(node);
  return address === 'email' && isBelowHasEmail(flow, node) ? null : address;
}

function isBelowHasEmail(flow: Flow, node: StepNode): boolean {
  const path = [node, ...ancestorsOf(flow, node.parent_id)];
  return path.some((below, index) => below.branch === 'yes' && asksForEmail(path[index + 1]));
}

function asksForEmail(node: FlowNode | undefined): boolean {
  return node?.kind === 'condition' && conditionKind(node.type).reads?.column === 'email';
}
