import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Branch, FlowNode } from '../flow/flow.ts';
import type { LeadFacts } from '../flow/kinds/node-kind.ts';
import type { NodeType } from '../flow/step-types.ts';
import { isStepType, STEP_TYPES } from '../flow/step-types.ts';
import type { LeadFieldColumn } from '../leads/lead-fields.ts';
import type { ContactLookup } from '../money/credits.ts';
import type { LeadState, NodeOutcome } from './next-move.ts';
import { decideNextMove } from './next-move.ts';
import { LEAD_STATUSES } from './transitions.ts';

const T0 = Date.parse('2026-03-02T08:00:00Z');
const hours = (count: number) => new Date(T0 + count * 3_600_000);
const node = (
  id: number,
  type: NodeType,
  parent_id: number | null,
  branch: Branch | null,
  delay: number | null,
): FlowNode => {
  const place = { id, parent_id, branch, delay_in_hours: delay };
  return isStepType(type) ? { ...place, kind: 'step', type } : { ...place, kind: 'condition', type };
};

/** Email immediately; has phone? yes: call after a day; no: email after two days. */
const FLOW = [
  node(1, 'EMAIL', null, null, 0),
  node(2, 'HAS_PHONE', 1, null, 0),
  node(3, 'CALL_PROSPECT', 2, 'yes', 24),
  node(4, 'EMAIL', 2, 'no', 48),
];
const FACTS: LeadFacts = {
  has_replied: false,
  is_suppressed: false,
  is_connected: null,
  invite_accepted_at: null,
  fields: { email: 'kim@northwind.example', phone_number: null },
  lookups_ended: [],
};
/** A column that has a value, that was looked up without a result, or that was never looked up. */
const looked = (column: LeadFieldColumn, lookup: ContactLookup, text: string, has: boolean | null) => ({
  fields: { ...FACTS.fields, [column]: has ? text : null },
  lookups_ended: has === false ? [lookup] : [],
});
const hasPhone = (has: boolean | null) => looked('phone_number', 'FIND_PHONE', '+31 20 123', has);
const hasEmail = (has: boolean | null) => looked('email', 'FIND_EMAIL', 'kim@northwind.example', has);
const lead = (
  current: ({ node_id: number } & NodeOutcome) | null,
  status: LeadState['status'] = 'ACTIVE',
): LeadState => ({
  status,
  started_at: hours(0),
  current,
});
const done = (node_id: number, hour: number, branch: Branch | null = null) =>
  ({ node_id, state: 'done', finished_at: hours(hour), branch }) as const;
const move = (state: LeadState, facts: Partial<LeadFacts> = {}, hour = 0, flow: FlowNode[] = FLOW) =>
  decideNextMove(flow, state, { ...FACTS, ...facts }, hours(hour));

describe('steps', () => {
  test('the first step counts from the start; 0 is immediate', () => {
    expect(move(lead(null))).toEqual({ kind: 'schedule', node_id: 1, due_at: hours(0) });
  });
  test('a step without a delay waits 24 hours', () => {
    expect(move(lead(null), {}, 0, [node(1, 'EMAIL', null, null, null)])).toMatchObject({ due_at: hours(24) });
  });
  test('an empty flow is complete, and so is the end of a branch', () => {
    expect(move(lead(null), {}, 0, [])).toEqual({ kind: 'complete' });
    expect(move(lead(done(4, 50)))).toEqual({ kind: 'complete' });
    expect(move(lead(done(2, 1, 'no')), {}, 1, FLOW.slice(0, 3))).toEqual({ kind: 'complete' });
  });
  test('a call is planned, then waits for a person', () => {
    expect(move(lead(done(2, 1, 'yes')), {}, 2)).toEqual({ kind: 'schedule', node_id: 3, due_at: hours(25) });
    expect(move(lead(done(2, 1, 'yes')), {}, 25)).toEqual({ kind: 'wait_manual', node_id: 3, since: hours(25) });
  });
  test.each(STEP_TYPES)('%s is scheduled after its delay', (type) => {
    expect(move(lead(null), {}, 0, [node(1, type, null, null, 5)])).toEqual({
      kind: 'schedule',
      node_id: 1,
      due_at: hours(5),
    });
  });
  test('under way, unconfirmed and failed', () => {
    expect(move(lead({ node_id: 1, state: 'open' }))).toEqual({ kind: 'wait_open', node_id: 1 });
    expect(move(lead({ node_id: 1, state: 'unconfirmed' }), {}, 900)).toEqual({ kind: 'wait_unconfirmed', node_id: 1 });
    expect(move(lead({ node_id: 1, state: 'failed', error: 'x' }))).toEqual({ kind: 'stop', reason: 'failed' });
    expect(move(lead({ node_id: 99, state: 'open' }))).toEqual({ kind: 'stop', reason: 'flow_changed' });
  });
});

describe('conditions', () => {
  test('has phone: looked up, then answered', () => {
    expect(move(lead(done(1, 1)), {}, 2)).toEqual({ kind: 'evaluate_condition', node_id: 2, due_at: hours(1) });
    expect(move(lead(done(1, 1)), hasPhone(true), 2)).toEqual({
      kind: 'take_branch',
      node_id: 2,
      branch: 'yes',
      decided_at: hours(2),
    });
    expect(move(lead(done(1, 1)), hasPhone(false), 2)).toMatchObject({ branch: 'no' });
  });
  test('has email reads the address', () => {
    const flow = [node(1, 'HAS_EMAIL', null, null, null)];
    expect(move(lead(null), hasEmail(true), 0, flow)).toMatchObject({ kind: 'take_branch', branch: 'yes' });
    expect(move(lead(null), hasEmail(null), 0, flow)).toEqual({
      kind: 'evaluate_condition',
      node_id: 1,
      due_at: hours(0),
    });
  });
  test('already connected asks first, and only when its delay is over', () => {
    const flow = [node(1, 'ALREADY_CONNECTED', null, null, 3)];
    expect(move(lead(null), { is_connected: true }, 2, flow)).toEqual({
      kind: 'evaluate_condition',
      node_id: 1,
      due_at: hours(3),
    });
    expect(move(lead(null), {}, 3, flow)).toEqual({ kind: 'evaluate_condition', node_id: 1, due_at: hours(3) });
    expect(move(lead(null), { is_connected: false }, 3, flow)).toMatchObject({ kind: 'take_branch', branch: 'no' });
  });
  test.each([
    [0, null, { kind: 'wait_condition', until: hours(720) }],
    [719, null, { kind: 'wait_condition' }],
    [720, null, { kind: 'take_branch', branch: 'no' }],
    [5, hours(4), { kind: 'take_branch', branch: 'yes', decided_at: hours(5) }],
    [900, hours(800), { kind: 'take_branch', branch: 'yes' }],
  ])('accepted invite after %i hours', (hour, invite_accepted_at, expected) => {
    const flow = [node(1, 'ACCEPTED_INVITE', null, null, null)];
    expect(move(lead(null), { invite_accepted_at }, hour, flow)).toMatchObject(expected);
  });
  test('a lead that is connected anyway has accepted', () => {
    expect(move(lead(null), { is_connected: true }, 0, [node(1, 'ACCEPTED_INVITE', null, null, 48)])).toMatchObject({
      branch: 'yes',
    });
  });
});

describe('a channel on which the lead is suppressed', () => {
  const flow = [node(1, 'CALL_PROSPECT', null, null, 24), node(2, 'EMAIL', 1, null, 0)];
  test('its step is passed over when it is due, not before', () => {
    const closed: Partial<LeadFacts> = { closed_channels: ['phone'] };
    expect(move(lead(null), closed, 5, flow)).toMatchObject({ kind: 'schedule', node_id: 1 });
    expect(move(lead(null), closed, 24, flow)).toMatchObject({ kind: 'skip_step', node_id: 1, closed: 'phone' });
    expect(move(lead(null), { closed_channels: ['linkedin'] }, 24, flow)).toMatchObject({ kind: 'wait_manual' });
  });
  test.each([
    ['LINKEDIN_INVITE', 'skip_step'],
    ['VISIT_LINKEDIN_PROFILE', 'skip_step'],
    ['LIKE_LAST_LINKEDIN_POST', 'skip_step'],
    ['DELETE_LINKEDIN_INVITE', 'schedule'],
    ['EMAIL', 'schedule'],
  ] as const)('LinkedIn: %s', (type, kind) => {
    const state = lead(null);
    expect(move(state, { closed_channels: ['linkedin'] }, 1, [node(1, type, null, null, 0)]).kind).toBe(kind);
  });
});

describe('stops', () => {
  test.each([
    ['NOT_STARTED', 'not_started'],
    ['PAUSED', 'paused'],
    ['COMPLETED', 'ended'],
    ['FAILED', 'failed'],
    ['REPLIED', 'replied'],
  ] as const)('%s: %s', (status, reason) => {
    expect(move(lead(null, status))).toEqual({ kind: 'stop', reason });
  });
  test('a reply stops from every status, even with a step under way', () => {
    for (const status of LEAD_STATUSES) {
      const state = lead({ node_id: 1, state: 'open' }, status);
      expect(move(state, { has_replied: true, is_suppressed: true })).toEqual({ kind: 'stop', reason: 'replied' });
    }
  });
  test('unsubscribed', () => {
    expect(move(lead(done(1, 1)), { is_suppressed: true })).toEqual({ kind: 'stop', reason: 'suppressed' });
  });
});

test('any lead reaches an end: following every move ends, and no step comes twice', () => {
  const bool = fc.boolean();
  fc.assert(
    fc.property(bool, bool, fc.nat(1000), (has_phone, accepted, delay) => {
      const flow = [
        node(1, 'LINKEDIN_INVITE', null, null, delay),
        node(2, 'ACCEPTED_INVITE', 1, null, null),
        node(3, 'LINKEDIN_MESSAGE', 2, 'yes', 24),
        node(4, 'EMAIL', 2, 'no', 0),
        node(5, 'HAS_PHONE', 4, null, 0),
        node(6, 'CALL_PROSPECT', 5, 'yes', 1),
      ];
      let now = hours(0);
      let current: LeadState['current'] = null;
      const done: number[] = [];
      for (let round = 0; round < 20; round += 1) {
        const next = decideNextMove(
          flow,
          lead(current),
          { ...FACTS, ...hasPhone(has_phone), invite_accepted_at: accepted ? now : null },
          now,
        );
        if (next.kind === 'complete') break;
        if (next.kind === 'schedule') now = next.due_at > now ? next.due_at : now;
        if (next.kind === 'wait_condition') now = next.until;
        if (next.kind === 'schedule' || next.kind === 'wait_manual' || next.kind === 'take_branch') {
          const branch = next.kind === 'take_branch' ? next.branch : null;
          current = { node_id: next.node_id, state: 'done', finished_at: now, branch };
          done.push(next.node_id);
        }
      }
      expect(done).toEqual(accepted ? [1, 2, 3] : has_phone ? [1, 2, 4, 5, 6] : [1, 2, 4, 5]);
    }),
  );
});
