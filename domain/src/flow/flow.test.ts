import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DEFAULT_FEATURE_FLAGS } from '../access/feature-flags.ts';
import { costContactLookup } from '../money/credits.ts';
import { findActivationProblem } from './activation-checks.ts';
import { ACTIVATION_TEXTS } from './activation-texts.ts';
import { customDelayInHours, delayInHours, maxDelayInDays, parseDelayInHours } from './delays.ts';
import type { Branch, FlowNode } from './flow.ts';
import {
  ancestorsOf,
  copyFlow,
  deleteNode,
  descendantsOf,
  findThreadStart,
  insertNode,
  linksOf,
  locatePosition,
  nodeAt,
  planDeletion,
  walkFlow,
} from './flow.ts';
import { findLock, LOCK_TEXTS, offerTypes } from './step-locks.ts';
import type { NodeType } from './step-types.ts';
import { CONDITION_TYPES, isStepType, lookupsOf, NODE_TYPES, STEP_TYPES } from './step-types.ts';

const FILLED = { message: 'Hi', subject_line: 'Hello' };

function node(id: number, type: NodeType, parent_id: number | null = null, branch: Branch | null = null): FlowNode {
  const place = { id, parent_id, branch, delay_in_hours: null };
  return isStepType(type) ? { ...place, ...FILLED, kind: 'step', type } : { ...place, kind: 'condition', type };
}

const TREE = [
  node(3, 'EMAIL', 2, 'yes'),
  node(1, 'LINKEDIN_INVITE'),
  node(5, 'CALL_PROSPECT', 4),
  node(2, 'ACCEPTED_INVITE', 1),
  node(4, 'INMAIL', 2, 'no'),
];
const ids = (nodes: readonly FlowNode[]) => nodes.map(({ id }) => id);

describe('tree', () => {
  test('walk: parents first, yes before no', () => {
    expect(ids(walkFlow(TREE))).toEqual([1, 2, 3, 4, 5]);
    expect(ids(descendantsOf(TREE, 4))).toEqual([5]);
    expect(ids(ancestorsOf(TREE, 5))).toEqual([5, 4, 2, 1]);
  });
  test('a loop in broken data ends', () => {
    const broken = [node(1, 'EMAIL', 2), node(2, 'EMAIL', 1)];
    expect(ids(ancestorsOf(broken, 1))).toEqual([1, 2]);
    expect(walkFlow(broken)).toEqual([]);
    expect(ids(descendantsOf(broken, 1))).toEqual([2, 1]);
  });
  test('an insertion between two nodes moves the lower one under the new node', () => {
    const flow = insertNode(TREE, node(9, 'VISIT_LINKEDIN_PROFILE', 2, 'no'));
    expect(ids(walkFlow(flow))).toEqual([1, 2, 3, 9, 4, 5]);
    expect(nodeAt(flow, { parent_id: 9, branch: null })?.id).toBe(4);
  });
  test('inserting before the first step', () => {
    expect(ids(walkFlow(insertNode(TREE, node(9, 'EMAIL'))))).toEqual([9, 1, 2, 3, 4, 5]);
  });
  test('a condition put before a step takes it into its yes branch', () => {
    const flow = insertNode([node(1, 'EMAIL')], node(2, 'HAS_EMAIL'));
    expect(nodeAt(flow, { parent_id: 2, branch: 'yes' })?.id).toBe(1);
  });
  test('deleting a step joins its neighbours', () => {
    expect(ids(walkFlow(deleteNode(TREE, 4)))).toEqual([1, 2, 3, 5]);
    expect(nodeAt(deleteNode(TREE, 4), { parent_id: 2, branch: 'no' })?.id).toBe(5);
    expect(ids(walkFlow(deleteNode(TREE, 1)))).toEqual([2, 3, 4, 5]);
  });
  test('deleting a condition keeps its only branch, or takes both', () => {
    expect(planDeletion(TREE, 2)).toEqual({ removed_ids: [2, 3, 4, 5], moved_up_id: null });
    expect(ids(deleteNode(TREE, 2))).toEqual([1]);
    const single = TREE.filter(({ id }) => id !== 3);
    expect(ids(walkFlow(deleteNode(single, 2)))).toEqual([1, 4, 5]);
    expect(deleteNode(TREE, 99)).toEqual(TREE);
  });
  test.each([
    [{}, null, null],
    [{ parent: 1, is_yes_child: true }, 1, null],
    [{ parent: 2, is_yes_child: false }, 2, 'no'],
    [{ parent: 2, is_yes_child: true, child: 4 }, 2, 'yes'],
    [{ parent: 2, child: 4 }, 2, 'no'],
    [{ parent: 2, child: 99 }, 2, 'yes'],
    [{ parent: 99, is_yes_child: null }, 99, null],
  ])('place %j', (wire, parent_id, branch) => {
    expect(locatePosition(TREE, wire)).toEqual({ parent_id, branch });
  });
  test('a copy has the same shape under new ids', () => {
    const copy = copyFlow(TREE, [11, 12, 13, 14, 15]);
    expect(copy.map(({ id, parent_id, branch, type }) => [id, parent_id, branch, type])).toEqual([
      [11, null, null, 'LINKEDIN_INVITE'],
      [12, 11, null, 'ACCEPTED_INVITE'],
      [13, 12, 'yes', 'EMAIL'],
      [14, 12, 'no', 'INMAIL'],
      [15, 14, null, 'CALL_PROSPECT'],
    ]);
    expect(() => copyFlow(TREE, [11])).toThrow(RangeError);
  });
  test('links on the wire', () => {
    expect(linksOf(TREE, TREE[1]!)).toEqual({
      parent_step_id: null,
      parent_condition_id: null,
      child_step_id: null,
      child_condition_id: 2,
    });
    expect(linksOf(TREE, TREE[3]!)).toEqual({
      parent_step_id: 1,
      parent_condition_id: null,
      yes_child_step_id: 3,
      no_child_step_id: 4,
    });
  });
});

describe('any edits keep one tree', () => {
  const types = fc.constantFrom(...STEP_TYPES, ...CONDITION_TYPES);
  const edit = fc.record({ remove: fc.boolean(), pick: fc.nat(), type: types, branch: fc.constantFrom('yes', 'no') });
  test('every node reachable, at most one node a place, locks kept', () => {
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 40 }), (edits) => {
        let flow: FlowNode[] = [];
        edits.forEach(({ remove, pick, type, branch }, index) => {
          const parent = pick % 3 === 0 ? undefined : flow[pick % Math.max(1, flow.length)];
          if (remove && parent !== undefined) {
            flow = deleteNode(flow, parent.id);
            return;
          }
          const place = {
            parent_id: parent?.id ?? null,
            branch: parent?.kind === 'condition' ? (branch as Branch) : null,
          };
          if (findLock(flow, place, type, { linkedin_tier: null }) !== null) return;
          flow = insertNode(flow, node(index + 1, type, place.parent_id, place.branch));
        });
        expect(walkFlow(flow)).toHaveLength(flow.length);
        const places = flow.map(({ parent_id, branch }) => `${parent_id} ${branch}`);
        expect(new Set(places).size).toBe(places.length);
        for (const { parent_id, branch } of flow) {
          const parent = flow.find(({ id }) => id === parent_id);
          expect(branch === null).toBe(parent?.kind !== 'condition');
        }
      }),
    );
  });
});

describe('locks', () => {
  const lock = (
    type: NodeType,
    parent_id: number | null,
    branch: Branch | null = null,
    linkedin_tier: 'CLASSIC' | 'RECRUITER' | null = null,
  ) => findLock(TREE, { parent_id, branch }, type, { linkedin_tier });
  test.each([
    ['LINKEDIN_INVITE', 3, null, LOCK_TEXTS.used_step],
    ['EMAIL', 3, null, null],
    ['LINKEDIN_MESSAGE', 3, null, null],
    ['VISIT_LINKEDIN_PROFILE', 5, null, null],
    ['CALL_PROSPECT', 5, null, LOCK_TEXTS.used_step],
    ['CALL_PROSPECT', 3, null, null],
    ['INMAIL', 5, null, LOCK_TEXTS.used_step],
    ['ACCEPTED_INVITE', 5, null, LOCK_TEXTS.used_condition],
    ['HAS_EMAIL', 5, null, null],
    ['HAS_EMAIL', 1, null, LOCK_TEXTS.condition_has_child],
    ['HAS_EMAIL', 2, 'yes', LOCK_TEXTS.condition_under_condition],
    ['EMAIL', 2, null, LOCK_TEXTS.branch_needed],
    ['EMAIL', 3, 'yes', LOCK_TEXTS.branch_not_possible],
    ['EMAIL', null, 'no', LOCK_TEXTS.branch_not_possible],
    ['EMAIL', 99, null, LOCK_TEXTS.unknown_parent],
    ['HAS_PHONE', null, null, LOCK_TEXTS.condition_has_child],
  ] as const)('%s under %s (%s)', (type, parent, branch, reason) => {
    expect(lock(type, parent, branch)).toBe(reason);
  });
  test('an invite cannot follow an answered question about connections', () => {
    const flow = [node(1, 'ALREADY_CONNECTED')];
    const reason = findLock(flow, { parent_id: 1, branch: 'no' }, 'LINKEDIN_INVITE', { linkedin_tier: null });
    expect(reason).toBe(LOCK_TEXTS.invite_after_condition);
  });
  test('InMail by tier', () => {
    expect(lock('INMAIL', 3, null, 'CLASSIC')).toBe(LOCK_TEXTS.inmail_tier);
    expect(lock('INMAIL', 3, null, 'RECRUITER')).toBeNull();
    expect(lock('INMAIL', 3, null, null)).toBeNull();
  });
  test.each([
    ['email_steps_enabled', ['EMAIL', 'HAS_EMAIL', 'CLICKED', 'OPENED', 'REPLY_CLASS', 'MEETING_BOOKED']],
    ['phone_steps_enabled', ['CALL_PROSPECT', 'HAS_PHONE', 'CALL_OUTCOME']],
    [
      'linkedin_steps_enabled',
      NODE_TYPES.filter(
        (type) =>
          ![
            'EMAIL',
            'CALL_PROSPECT',
            'HAS_EMAIL',
            'HAS_PHONE',
            'CALL_OUTCOME',
            'CLICKED',
            'OPENED',
            'REPLY_CLASS',
            'MEETING_BOOKED',
          ].includes(type),
      ),
    ],
  ])('%s hides its types', (flag, hidden) => {
    const flags = { ...DEFAULT_FEATURE_FLAGS, [flag]: false };
    const offered = offerTypes([], { parent_id: null, branch: null }, flags, { linkedin_tier: null });
    expect(offered).toHaveLength(NODE_TYPES.length - hidden.length);
    expect(offered.some(({ type }) => hidden.includes(type))).toBe(false);
    expect(offered.every(({ reason }) => reason === null)).toBe(true);
  });
});

describe('activation', () => {
  const BOTH = { linkedin_account_id: 1, email_account_id: 2 };
  const with_ = (id: number, change: object) =>
    TREE.map((item) => (item.id === id ? { ...item, ...change } : item) as FlowNode);
  test.each([
    [[], BOTH, 'You cannot activate campaigns without steps.'],
    [[node(1, 'HAS_EMAIL')], BOTH, 'You cannot activate campaigns without steps.'],
    [TREE, BOTH, null],
    [with_(3, { message: ' \n' }), BOTH, 'Please add a message in the Email step.'],
    [with_(3, { subject_line: null }), BOTH, 'Please add a subject line in the Email step.'],
    [with_(4, { message: undefined }), BOTH, 'Please add a message in the InMail step.'],
    [with_(4, { subject_line: '' }), BOTH, 'Please add a subject line in the InMail step.'],
    [[{ ...node(1, 'LINKEDIN_MESSAGE'), message: null }], BOTH, 'Please add a message in the LinkedIn Message step.'],
    [[{ ...node(1, 'LINKEDIN_INVITE'), message: null }], BOTH, null],
    [TREE, { ...BOTH, linkedin_account_id: null }, 'Please select a LinkedIn account.'],
    [TREE, { ...BOTH, email_account_id: null }, 'Please select an email account.'],
    [
      [node(1, 'HAS_PHONE'), node(2, 'CALL_PROSPECT', 1, 'yes')],
      { ...BOTH, email_account_id: null },
      ACTIVATION_TEXTS.email_account,
    ],
    [[node(1, 'CALL_PROSPECT')], { linkedin_account_id: null, email_account_id: null }, null],
  ] as [FlowNode[], typeof BOTH, string | null][])('case %#', (flow, accounts, text) => {
    expect(findActivationProblem(flow, accounts)?.text ?? null).toBe(text);
  });

  test('a follow-up email without a subject continues the thread; the first email of a path and an InMail need one', () => {
    const mail = (id: number, parent: number | null, subject_line: string | null, branch: 'yes' | 'no' | null = null) =>
      ({ ...node(id, 'EMAIL', parent, branch), message: 'Hi', subject_line }) as FlowNode;
    const problemOf = (...flow: FlowNode[]) => findActivationProblem(flow, BOTH);
    const start = mail(1, null, 'Hello');
    const question = node(2, 'HAS_PHONE', 1);
    expect(problemOf(start, question, mail(3, 2, null, 'yes'), mail(4, 3, ' '))).toBeNull();
    const text = 'Please add a subject line in the Email step.';
    expect(problemOf(mail(1, null, null), mail(2, 1, 'Hello'))).toEqual({ text, node_id: 1 });
    expect(problemOf(node(1, 'HAS_PHONE'), mail(2, 1, 'Hello', 'yes'), mail(3, 1, null, 'no'))?.node_id).toBe(3);
    const inmail = { ...node(2, 'INMAIL', 1), message: 'Hi', subject_line: null } as FlowNode;
    expect(problemOf(start, inmail)).toEqual({ text: 'Please add a subject line in the InMail step.', node_id: 2 });
    expect(findThreadStart([start, question, mail(3, 2, null, 'yes'), mail(4, 3, null)], mail(4, 3, null))?.id).toBe(1);
    expect(findThreadStart([start, mail(2, 1, 'New topic'), mail(3, 2, null)], mail(3, 2, null))?.id).toBe(2);
    expect(findThreadStart([start], start)).toBeUndefined();
  });
});

test('look-ups cost once a lead, however often they are asked for', () => {
  const costOf = (types: NodeType[]) =>
    lookupsOf(types).reduce((sum, lookup) => sum + costContactLookup(lookup, 10), 0);
  expect(costOf(['HAS_EMAIL', 'HAS_PHONE', 'HAS_PHONE', 'EMAIL'])).toBe(330);
  expect(costOf(['ACCEPTED_INVITE'])).toBe(0);
});

test('delays', () => {
  const custom = [1, 3, 30, 31, 0, -4, 2.9, Number.NaN].map((days) => customDelayInHours(days));
  expect(custom).toEqual([24, 72, 720, 720, 24, 24, 48, 24]);
  const parsed = [0, 24, 999, -1, 1.5, '24', null].map((hours) => parseDelayInHours(hours));
  expect(parsed).toEqual([0, 24, 720, null, null, null, null]);
  const clicked = maxDelayInDays('CLICKED');
  expect([clicked, customDelayInHours(61, clicked), parseDelayInHours(9999, clicked)]).toEqual([60, 1440, 1440]);
  expect(delayInHours({ type: 'ACCEPTED_INVITE', delay_in_hours: null })).toBe(720);
  expect(delayInHours({ type: 'EMAIL', delay_in_hours: null })).toBe(24);
  expect(delayInHours({ type: 'EMAIL', delay_in_hours: 0 })).toBe(0);
});
