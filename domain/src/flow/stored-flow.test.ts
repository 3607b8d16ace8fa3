import { describe, expect, test } from 'vitest';
import type { FlowNode } from './flow.ts';
import { parseStoredFlow, storeFlow } from './stored-flow.ts';

const email = (id: number, parent_id: number | null, more: object = {}) => ({
  id,
  kind: 'step',
  type: 'EMAIL',
  parent_id,
  branch: null,
  delay_in_hours: 24,
  subject_line: 'Hello',
  message: 'Hi {{first_name}}',
  ...more,
});
const condition = (id: number, parent_id: number | null, more: object = {}) => ({
  id,
  kind: 'condition',
  type: 'HAS_EMAIL',
  parent_id,
  branch: null,
  delay_in_hours: 0,
  ...more,
});

describe('stored flows', () => {
  test('storing renumbers from the start, drops what is unreachable, and reads back the same', () => {
    const flow = [
      email(90, 70, { branch: 'no', message_b: 'Or' }),
      condition(70, 81),
      email(81, null, { attachments: [{ file_key: 'secret' }], campaign_id: 7 }),
      email(5, 4444),
    ] as FlowNode[];
    const stored = storeFlow(flow);
    expect(stored.map(({ id, parent_id, branch, type }) => [id, parent_id, branch, type])).toEqual([
      [1, null, null, 'EMAIL'],
      [2, 1, null, 'HAS_EMAIL'],
      [3, 2, 'no', 'EMAIL'],
    ]);
    expect(JSON.stringify(stored)).not.toMatch(/secret|campaign_id/);
    expect(parseStoredFlow(JSON.parse(JSON.stringify(stored)))).toEqual(stored);
  });

  test('a chain as long as a campaign may be is read, one node more is not', () => {
    const chain = (length: number) => Array.from({ length }, (_, index) => email(index + 1, index || null));
    expect(parseStoredFlow(chain(200))).toHaveLength(200);
    expect(parseStoredFlow(chain(201))).toBeNull();
  });

  test('fields that are none of a flow are left out', () => {
    const [node] = parseStoredFlow([email(1, null, { organization_id: 9, constructor: 'x' })]) ?? [];
    expect(Object.keys(node ?? {})).not.toContain('organization_id');
    expect(Object.hasOwn(node ?? {}, 'constructor')).toBe(false);
  });

  test.each<[string, unknown]>([
    ['nothing', null],
    ['an object', { 0: email(1, null) }],
    ['a text', '[{"id":1}]'],
    ['no nodes', []],
    ['holes', [null]],
    ['a list in the list', [[email(1, null)]]],
    ['an unknown type', [email(1, null, { type: 'SEND_MONEY' })]],
    ['a type of the prototype', [email(1, null, { type: 'constructor' })]],
    ['a condition that says it is a step', [condition(1, null, { kind: 'step' })]],
    ['a step that says it is a condition', [email(1, null, { kind: 'condition' })]],
    ['an id that is a text', [email(1, null, { id: "1'; drop table campaigns; --" })]],
    ['an id that is no whole number', [email(1.5, null)]],
    ['a negative id', [email(-1, null)]],
    ['one id twice', [email(1, null), email(1, 1)]],
    ['two starts', [email(1, null), email(2, null)]],
    ['no start', [email(1, 2), email(2, 1)]],
    ['its own parent', [email(1, 1)]],
    ['a loop beside the tree', [email(1, null), email(2, 3), email(3, 2)]],
    ['a parent that is not there', [email(1, null), email(2, 99)]],
    ['two children of a step', [email(1, null), email(2, 1), email(3, 1)]],
    ['two nodes in one branch', [condition(1, null), email(2, 1, { branch: 'yes' }), email(3, 1, { branch: 'yes' })]],
    ['a branch under a step', [email(1, null), email(2, 1, { branch: 'yes' })]],
    ['no branch under a condition', [condition(1, null), email(2, 1)]],
    ['a branch at the start', [email(1, null, { branch: 'yes' })]],
    ['an unknown branch', [condition(1, null), email(2, 1, { branch: 'maybe' })]],
    ['a delay that is a text', [email(1, null, { delay_in_hours: '24' })]],
    ['a delay in the past', [email(1, null, { delay_in_hours: -5 })]],
    ['no delay', [email(1, null, { delay_in_hours: null })]],
    ['a message that is an object', [email(1, null, { message: { toString: 'x' } })]],
    ['a message beyond its limit', [email(1, null, { message: 'x'.repeat(8001) })]],
    ['a subject beyond its limit', [email(1, null, { subject_line: 'x'.repeat(201) })]],
    ['a subject with a mail header in it', [email(1, null, { subject_line: 'Hello\r\nBcc: all@corp.example' })]],
    ['a NUL', [email(1, null, { message: 'a\0b' })]],
    ['half a character', [email(1, null, { message: '\ud800' })]],
    ['a message on a step that has none', [email(1, null, { type: 'VISIT_LINKEDIN_PROFILE', subject_line: null })]],
    ['a note beyond 200', [email(1, null, { type: 'LINKEDIN_INVITE', subject_line: null, message: 'x'.repeat(201) })]],
  ])('refuses %s', (_, value) => {
    expect(parseStoredFlow(value)).toBeNull();
  });

  test('a delay beyond 30 days is read as 30 days', () => {
    expect(parseStoredFlow([email(1, null, { delay_in_hours: 1e9 })])?.[0]?.delay_in_hours).toBe(720);
  });
});
