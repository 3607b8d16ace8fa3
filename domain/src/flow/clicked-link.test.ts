import { expect, test } from 'vitest';
import { findTrackingProblem } from './activation-checks.ts';
import type { FlowNode } from './flow.ts';
import { findFlowChanges } from './flow-changes.ts';
import { findFlowDoubts } from './flow-doubts.ts';
import { findLock } from './step-locks.ts';
import { conditionKind } from './step-types.ts';
import { parseStoredFlow, storeFlow } from './stored-flow.ts';

const mail = (id: number, parent_id: number | null): FlowNode => ({
  ...{ id, kind: 'step', type: 'EMAIL', parent_id, branch: null, delay_in_hours: 24 },
  ...{ message: 'Hi', subject_line: 'Hello' },
});
const asked = (id: number, parent_id: number, link_url: string | null = null): FlowNode => ({
  ...{ id, kind: 'condition', type: 'CLICKED', parent_id, branch: null, delay_in_hours: 72, link_url },
});
const LINK = 'https://acme.example/prices';

test('a click on the chosen link counts, without a choice one on any', () => {
  const facts = { has_replied: false, is_suppressed: false, is_connected: null, invite_accepted_at: null };
  const of = (clicked_urls: string[] | null, link_url: string | null) =>
    conditionKind('CLICKED').answer({ ...facts, fields: {}, lookups_ended: [], clicked_urls }, { link_url });
  expect([of(null, null), of([], null), of([LINK], null)]).toEqual([false, false, true]);
  expect([of([LINK], 'https://acme.example/'), of([LINK], LINK)]).toEqual([false, true]);
});

test('it is offered and may start only while clicks are tracked', () => {
  const lock = (tracks_clicks: boolean) =>
    findLock([mail(1, null)], { parent_id: 1, branch: null }, 'CLICKED', { linkedin_tier: null, tracks_clicks });
  expect([lock(true), lock(false)]).toEqual([null, 'Turn on Track clicks in the campaign settings first.']);
  const flow = [mail(1, null), asked(2, 1)];
  const tracking = { tracks_clicks: true, tracks_opens: false };
  expect(findTrackingProblem(flow, tracking)).toBeNull();
  expect(findTrackingProblem(flow, { ...tracking, tracks_clicks: false })?.node_id).toBe(2);
  expect(findTrackingProblem([mail(1, null)], { ...tracking, tracks_clicks: false })).toBeNull();
});

test('below a single email it is in doubt', () => {
  expect(findFlowDoubts([mail(1, null), asked(2, 1)]).map(({ node_id }) => node_id)).toEqual([2]);
  expect(findFlowDoubts([mail(1, null), mail(2, 1), asked(3, 2)])).toEqual([]);
});

test('a stored flow keeps its link and its wait of up to 60 days, and drops what is no link', () => {
  const flow = [mail(1, null), { ...asked(2, 1, LINK), delay_in_hours: 60 * 24 }];
  expect(parseStoredFlow(storeFlow(flow))?.[1]).toMatchObject({ link_url: LINK, delay_in_hours: 1440 });
  expect(parseStoredFlow([mail(1, null), { ...asked(2, 1), link_url: 'javascript:alert(1)' }])).toBeNull();
  const other = parseStoredFlow([mail(1, null), { ...asked(2, 1, LINK), type: 'HAS_EMAIL', delay_in_hours: 1440 }]);
  expect(other?.[1]).toEqual(expect.not.objectContaining({ link_url: LINK }));
  expect(other?.[1]?.delay_in_hours).toBe(720);
});

test('another link is another question', () => {
  const [before, after] = [
    [mail(1, null), asked(2, 1)],
    [mail(1, null), asked(2, 1, LINK)],
  ];
  expect(findFlowChanges(before, after)).toEqual([{ kind: 'condition', node_id: 2 }]);
  expect(findFlowChanges(before, before)).toEqual([]);
});
