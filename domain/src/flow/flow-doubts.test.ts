import { expect, test } from 'vitest';
import type { Branch, FlowNode } from './flow.ts';
import { findFlowDoubts } from './flow-doubts.ts';
import { isStepType, type NodeType } from './step-types.ts';

/** A path of nodes, each under the previous one; a condition is followed by the branch that comes after it. */
function path(...words: (NodeType | Branch)[]): FlowNode[] {
  const nodes: FlowNode[] = [];
  let branch: Branch | null = null;
  for (const word of words) {
    if (word === 'yes' || word === 'no') {
      branch = word;
      continue;
    }
    const place = { id: nodes.length + 1, parent_id: nodes.at(-1)?.id ?? null, branch, delay_in_hours: 0 };
    nodes.push(isStepType(word) ? { ...place, kind: 'step', type: word } : { ...place, kind: 'condition', type: word });
    branch = null;
  }
  return nodes;
}
const doubts = (...words: (NodeType | Branch)[]) => findFlowDoubts(path(...words)).map(({ type }) => type);

test.each([
  [['LINKEDIN_INVITE', 'ACCEPTED_INVITE', 'yes', 'LINKEDIN_MESSAGE'], []],
  [['ALREADY_CONNECTED', 'yes', 'LINKEDIN_MESSAGE', 'LINKEDIN_MESSAGE'], []],
  [['EMAIL', 'ACCEPTED_INVITE', 'no', 'EMAIL'], ['ACCEPTED_INVITE']],
  [['VISIT_LINKEDIN_PROFILE', 'LINKEDIN_MESSAGE'], ['LINKEDIN_MESSAGE']],
  [['LINKEDIN_INVITE', 'LINKEDIN_MESSAGE'], ['LINKEDIN_MESSAGE']],
  [['LINKEDIN_INVITE', 'ACCEPTED_INVITE', 'no', 'LINKEDIN_MESSAGE'], ['LINKEDIN_MESSAGE']],
  [['ALREADY_CONNECTED', 'yes', 'LINKEDIN_INVITE', 'ACCEPTED_INVITE', 'no', 'EMAIL'], ['EMAIL']],
  [['HAS_EMAIL', 'no', 'EMAIL'], ['EMAIL']],
  [['HAS_EMAIL', 'yes', 'EMAIL', 'HAS_PHONE', 'no', 'CALL_PROSPECT'], ['CALL_PROSPECT']],
  [['HAS_EMAIL', 'no', 'CALL_PROSPECT'], []],
] as const)('%j: doubts about %j', (words, expected) => {
  expect(doubts(...words)).toEqual(expected);
});
