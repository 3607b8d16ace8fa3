import { say, toSay } from '../text/say.ts';
import { ancestorsOf, type Branch, type Flow, type FlowNode, walkFlow } from './flow.ts';
import type { ConditionType, NodeType } from './step-types.ts';

/** A node that is valid but rarely does what the user wants. It is shown as a warning and never blocks. */
export interface FlowDoubt {
  node_id: number;
  type: NodeType;
  text: string;
}

const DOUBTS = toSay({
  no_invite:
    'No invite is sent above it: only people who were invited or connected before take the Yes path, after the whole wait.',
  no_call: 'No call step is above it, so every lead takes the No path.',
  no_link: 'Links count from the second email on. Fewer than two emails are above it, so every lead takes the No path.',
  no_open: 'Opens count from the second email on. Fewer than two emails are above it, so every lead takes the No path.',
  opens_are_estimates:
    'Opens are estimates: many mail programs hide them, so leads who read your email take the No path too. A reply or a click says more.',
  not_connected:
    'Only people you are connected with can get it. Put it on the Yes path of Accepted Invite or Already Connected.',
  connected_follow_yes:
    "No lead reaches this step: leads you're connected with already follow the Yes branch of Accepted Invite.",
  no_email: 'No lead here has an email address: the step is on the No branch of Has Email.',
  no_phone: 'No lead here has a phone number: the step is on the No branch of Has Phone.',
});

type Doubt = keyof typeof DOUBTS;

/**
 * Answers to conditions above a node that no lead below them can have: a connected lead has accepted the invitation.
 */
const CONTRADICTIONS: readonly { given: Answer; and: Answer; doubt: Doubt }[] = [
  {
    given: { type: 'ALREADY_CONNECTED', branch: 'yes' },
    and: { type: 'ACCEPTED_INVITE', branch: 'no' },
    doubt: 'connected_follow_yes',
  },
];

/** Steps that need what a condition above has just denied. */
const DENIED: Partial<Record<NodeType, { type: ConditionType; doubt: Doubt }>> = {
  EMAIL: { type: 'HAS_EMAIL', doubt: 'no_email' },
  CALL_PROSPECT: { type: 'HAS_PHONE', doubt: 'no_phone' },
};

interface Answer {
  type: ConditionType;
  branch: Branch;
}

/** What a person would want to know of a flow before it runs, in the order of the flow; one doubt a node. */
export function findFlowDoubts(flow: Flow): FlowDoubt[] {
  return walkFlow(flow).flatMap((node): FlowDoubt[] => {
    const doubt = doubtOf(flow, node);
    return doubt === null ? [] : [{ node_id: node.id, type: node.type, text: say(DOUBTS[doubt]) }];
  });
}

function doubtOf(flow: Flow, node: FlowNode): Doubt | null {
  const answers = answersAbove(flow, node);
  const has = (type: ConditionType, branch: Branch) =>
    answers.some((answer) => answer.type === type && answer.branch === branch);
  const above = CONTRADICTIONS.find(({ given, and }) => has(given.type, given.branch) && has(and.type, and.branch));
  if (above) return above.doubt;
  const denied = DENIED[node.type];
  if (denied && has(denied.type, 'no')) return denied.doubt;
  const missing = missingAbove(flow, node);
  if (missing !== null) return missing;
  const isConnected = has('ACCEPTED_INVITE', 'yes') || has('ALREADY_CONNECTED', 'yes');
  return node.type === 'LINKEDIN_MESSAGE' && !isConnected ? 'not_connected' : null;
}

/** What a condition needs above it to ever be answered with yes. */
function missingAbove(flow: Flow, node: FlowNode): Doubt | null {
  const above = ancestorsOf(flow, node.parent_id).map(({ type }) => type);
  if (node.type === 'CALL_OUTCOME' && !above.includes('CALL_PROSPECT')) return 'no_call';
  const mails = above.filter((type) => type === 'EMAIL').length;
  if (node.type === 'CLICKED' && mails < 2) return 'no_link';
  if (node.type === 'OPENED') return mails < 2 ? 'no_open' : 'opens_are_estimates';
  return node.type === 'ACCEPTED_INVITE' && !above.includes('LINKEDIN_INVITE') ? 'no_invite' : null;
}

/** Conditions above a node with the branch that leads to it. */
function answersAbove(flow: Flow, node: FlowNode): Answer[] {
  const found: Answer[] = [];
  let branch = node.branch;
  for (const above of ancestorsOf(flow, node.parent_id)) {
    if (above.kind === 'condition' && branch !== null) found.push({ type: above.type, branch });
    branch = above.branch;
  }
  return found;
}
