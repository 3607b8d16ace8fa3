import { describe, expect, test } from 'vitest';
import { planAt, planNext } from '../campaign/lead-plan.ts';
import { addressHold, addressOf, addressWaitInDays, describeAddressSkip, parseAddressWait } from './address-wait.ts';
import type { FlowNode } from './flow.ts';
import { findFlowChanges } from './flow-changes.ts';
import type { HeldLead, LeadFacts } from './kinds/node-kind.ts';
import { isStepType, type NodeType } from './step-types.ts';
import { parseStoredFlow, storeFlow } from './stored-flow.ts';

const SINCE = new Date('2026-11-01T09:00:00Z');
const after = (days: number, more = 0) => new Date(SINCE.getTime() + days * 86_400_000 + more);
const nodeOf = (id: number, type: NodeType, wait?: number | null, delay = 0): FlowNode => {
  const place = { id, parent_id: id === 1 ? null : id - 1, branch: null, delay_in_hours: delay };
  if (!isStepType(type)) return { ...place, kind: 'condition', type };
  return { ...place, kind: 'step', type, ...(wait === undefined ? {} : { address_wait_in_days: wait }) };
};
const held = (lacks: 'email' | 'linkedin' | 'nothing', node_id = 1): HeldLead => ({
  node_id,
  since: SINCE,
  has_email: lacks !== 'email',
  has_linkedin: lacks !== 'linkedin',
});

test.each([
  ['EMAIL', 'email'],
  ['LINKEDIN_INVITE', 'linkedin'],
  ['INMAIL', 'linkedin'],
  ['CALL_PROSPECT', null],
  ['ALREADY_CONNECTED', 'linkedin'],
  ['ACCEPTED_INVITE', null],
  ['HAS_EMAIL', null],
] as const)('%s needs %s', (type, expected) => {
  expect(addressOf(nodeOf(1, type))).toBe(expected);
});

test.each([
  [undefined, 14],
  [null, null],
  [3, 3],
])('a wait of %s days is %s', (wait, expected) => {
  expect(addressWaitInDays(nodeOf(1, 'EMAIL', wait))).toBe(expected);
});

test.each([
  [1, 1],
  [60, 60],
  [null, null],
  [0, undefined],
  [61, undefined],
  [2.5, undefined],
  ['14', undefined],
  [undefined, undefined],
])('%s as it is stored: %s', (days, expected) => {
  expect(parseAddressWait(days)).toBe(expected);
});

test.each([
  ['EMAIL', 14, held('email'), 14],
  ['EMAIL', 14, held('linkedin'), null],
  ['EMAIL', 14, held('nothing'), null],
  ['EMAIL', 14, held('email', 2), null],
  ['EMAIL', null, held('email'), null],
  ['EMAIL', 14, null, null],
  ['LINKEDIN_INVITE', 3, held('linkedin'), 3],
  ['LINKEDIN_INVITE', 3, held('email'), null],
  ['CALL_PROSPECT', 14, held('email'), null],
] as const)('a lead at %s held %s days: %o', (type, wait, lead, days) => {
  const hold = addressHold(nodeOf(1, type, wait), lead);
  expect(hold?.until ?? null).toEqual(days === null ? null : after(days));
});

test.each([
  ['email', 14, 'Skipped: no email address after 14 days.'],
  ['linkedin', 1, 'Skipped: no LinkedIn profile after 1 day.'],
] as const)('%s, %d days', (address, days, words) => {
  expect(describeAddressSkip({ address, days, until: SINCE })).toBe(words);
});

describe('where a lead goes that lacks the address', () => {
  const FACTS: LeadFacts = {
    has_replied: false,
    is_suppressed: false,
    is_connected: null,
    invite_accepted_at: null,
    fields: {},
    lookups_ended: [],
  };
  const lead = { status: 'ACTIVE', next_node_id: 1, next_at: SINCE };
  const plan = (flow: FlowNode[], now: Date, lacks: Parameters<typeof held>[0]) =>
    planAt(flow, lead, { ...FACTS, held: held(lacks) }, now);
  const FLOW = [nodeOf(1, 'EMAIL', 14), nodeOf(2, 'LINKEDIN_INVITE', 14, 24)];

  test.each([0, 1, 13.99])('on day %d it waits until day 14, outside of every queue', (day) => {
    expect(plan(FLOW, after(day), 'email').next).toEqual({
      node_id: 1,
      at: after(14),
      lane: 'local',
      rule: 'missing_data',
      until: after(14),
    });
  });
  test.each([14, 20])('on day %d the step is passed over, and the delay of the next one counts from then', (day) => {
    const { skipped, next, answered } = plan(FLOW, after(day), 'email');
    expect(skipped).toEqual([
      { node_id: 1, decided_at: after(day), reason: 'Skipped: no email address after 14 days.' },
    ]);
    expect(next).toMatchObject({ node_id: 2, lane: 'invite', at: after(day + 1) });
    expect(answered).toEqual([]);
  });
  test('with the address it is due immediately', () => {
    expect(plan(FLOW, after(20), 'nothing')).toMatchObject({ next: { node_id: 1, lane: 'email', at: SINCE } });
  });
  test('held without end it stays in the queue and is checked once a day', () => {
    const forEver = [nodeOf(1, 'EMAIL', null), FLOW[1]!];
    expect(plan(forEver, after(90), 'email')).toMatchObject({ next: { node_id: 1, lane: 'email' } });
  });
  test('the last step passed over ends the campaign for the lead, and not as failed', () => {
    expect(plan([FLOW[0]!], after(14), 'email').ends).toEqual({ status: 'COMPLETED', error: null });
  });
  test('a LinkedIn condition about a lead without a profile is answered no after the default time', () => {
    const flow: FlowNode[] = [
      nodeOf(1, 'ALREADY_CONNECTED'),
      { ...nodeOf(2, 'LINKEDIN_MESSAGE'), branch: 'yes' } as FlowNode,
      { ...nodeOf(3, 'EMAIL'), parent_id: 1, branch: 'no' } as FlowNode,
    ];
    expect(plan(flow, after(13), 'linkedin').next).toMatchObject({ node_id: 1, lane: 'local', at: after(14) });
    const { answered, next } = plan(flow, after(14), 'linkedin');
    expect(answered).toEqual([
      { node_id: 1, branch: 'no', decided_at: after(14), reason: 'Skipped: no LinkedIn profile after 14 days.' },
    ]);
    expect(next).toMatchObject({ node_id: 3, lane: 'email' });
  });
  test('what was waited for at one step says nothing about the next', () => {
    const standing = {
      status: 'ACTIVE' as const,
      started_at: SINCE,
      done: { node_id: 1, finished_at: after(20), branch: null },
    };
    expect(planNext(FLOW, standing, { ...FACTS, held: held('linkedin') }, after(22)).next).toMatchObject({
      node_id: 2,
      lane: 'invite',
    });
  });
});

describe('what a flow keeps of it', () => {
  const flow = [nodeOf(1, 'EMAIL', 3), nodeOf(2, 'EMAIL', null), nodeOf(3, 'EMAIL')];
  test('a template, through JSON', () => {
    const stored = parseStoredFlow(JSON.parse(JSON.stringify(storeFlow(flow))));
    expect(stored?.map(addressWaitInDays)).toEqual([3, null, 14]);
    expect(parseStoredFlow([{ ...storeFlow(flow)[0], address_wait_in_days: 61 }])).toBeNull();
  });
  test.each([
    [14, undefined, 'EMAIL', []],
    [14, 13, 'EMAIL', ['address_wait']],
    [null, 14, 'LINKEDIN_INVITE', ['address_wait']],
    [null, 14, 'CALL_PROSPECT', []],
  ] as const)('%s before and %s after for %s: %o', (before, now, type, kinds) => {
    const changes = findFlowChanges([nodeOf(1, type, before)], [nodeOf(1, type, now)]);
    expect(changes.map(({ kind }) => kind)).toEqual(kinds);
  });
});
