import { expect, test } from 'vitest';
import { findTrackingProblem } from './activation-checks.ts';
import type { FlowNode } from './flow.ts';
import { findFlowDoubts } from './flow-doubts.ts';
import { findLock } from './step-locks.ts';
import { conditionKind } from './step-types.ts';
import { parseStoredFlow, storeFlow } from './stored-flow.ts';

const mail = (id: number, parent_id: number | null): FlowNode => ({
  ...{ id, kind: 'step', type: 'EMAIL', parent_id, branch: null, delay_in_hours: 24 },
  ...{ message: 'Hi', subject_line: 'Hello' },
});
const asked = (id: number, parent_id: number): FlowNode => ({
  ...{ id, kind: 'condition', type: 'OPENED', parent_id, branch: null, delay_in_hours: 72 },
});

test('it is answered by the facts, and by no when they say nothing', () => {
  const facts = { has_replied: false, is_suppressed: false, is_connected: null, invite_accepted_at: null };
  const of = (opened: object) => conditionKind('OPENED').answer({ ...facts, fields: {}, lookups_ended: [], ...opened });
  expect([of({}), of({ has_opened: false }), of({ has_opened: true })]).toEqual([false, false, true]);
});

test('it is offered and may start only while opens are tracked', () => {
  const lock = (tracks_opens: boolean) =>
    findLock([mail(1, null)], { parent_id: 1, branch: null }, 'OPENED', { linkedin_tier: null, tracks_opens });
  expect([lock(true), lock(false)]).toEqual([null, 'Turn on Track opens in the campaign settings first.']);
  const flow = [mail(1, null), asked(2, 1)];
  expect(findTrackingProblem(flow, { tracks_clicks: false, tracks_opens: true })).toBeNull();
  expect(findTrackingProblem(flow, { tracks_clicks: true, tracks_opens: false })).toEqual({
    text: 'Turn on Track opens in the campaign settings, or delete the Opened Email condition.',
    node_id: 2,
  });
});

test('it always comes with a warning', () => {
  const doubts = (flow: FlowNode[]) => findFlowDoubts(flow).map(({ node_id, text }) => [node_id, text.slice(0, 23)]);
  expect(doubts([mail(1, null), asked(2, 1)])).toEqual([[2, 'Opens count from the se']]);
  expect(doubts([mail(1, null), mail(2, 1), asked(3, 2)])).toEqual([[3, 'Opens are estimates: ma']]);
});

test('a stored flow keeps its wait of up to 60 days', () => {
  const flow = [mail(1, null), { ...asked(2, 1), delay_in_hours: 60 * 24 }];
  expect(parseStoredFlow(storeFlow(flow))?.[1]).toMatchObject({ type: 'OPENED', delay_in_hours: 1440 });
});
