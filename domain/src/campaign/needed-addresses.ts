import { ancestorsOf, type Flow, type StepNode } from '../flow/flow.ts';
import { linkedinActionOf } from '../linkedin/linkedin-actions.ts';

export type AddressKind = 'email' | 'linkedin';

/** The address without which a step cannot be done for a lead; null where it needs none, or where a condition above saw to it. */
export function addressNeeded(flow: Flow, node: StepNode): AddressKind | null {
  if (node.type === 'EMAIL') return isBelowHasEmail(flow, node) ? null : 'email';
  return linkedinActionOf(node.type) === null ? null : 'linkedin';
}

function isBelowHasEmail(flow: Flow, node: StepNode): boolean {
  const path = [node, ...ancestorsOf(flow, node.parent_id)];
  return path.some((below, index) => below.branch === 'yes' && path[index + 1]?.type === 'HAS_EMAIL');
}
