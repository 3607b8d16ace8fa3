import { findSenderHold } from '@overture/domain/sending/sender-holds';
import { describe, expect, test } from 'vitest';
import { createVault } from '../../../kernel/crypto.ts';
import type { OutboundKind } from '../../action-kinds/index.ts';
import { armFailpoints } from '../../failpoints/index.ts';
import { makeMessageId, parseStableMessageId } from './message-id.service.ts';
import { classifyFailure, decideByEvidence, type Failure, MAX_TRIES, MISSING_FILE } from './outbound.rules.ts';

const now = new Date('2026-11-21T12:00:00Z');
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const failure = (
  kind: Failure['kind'],
  concerns: Failure['concerns'],
  code: string | null = null,
  reason = 'No.',
): Failure => ({
  kind,
  concerns,
  code,
  reason,
  until: null,
});

describe('what a failed call means', () => {
  test.each([
    [failure('rejected', 'recipient', '5.1.1', '550 5.1.1 No such user'), 'rejected', true, false],
    [failure('rejected', 'recipient', '5.2.2', '552 5.2.2 Mailbox full'), 'rejected', false, false],
    [failure('rejected', 'message', '5.6.0'), 'rejected', false, false],
    [failure('rejected', 'sender', '5.7.515'), 'held', false, true],
    [failure('rate_limited', 'sender', '4.7.28'), 'held', false, true],
    [failure('auth_expired', 'sender'), 'held', false, true],
    [failure('unavailable', 'service'), 'held', false, true],
    [failure('unavailable', 'recipient', '4.7.1'), 'held', false, false],
    [failure('unavailable', 'message'), 'held', false, false],
    [failure('unknown_outcome', 'service'), 'unknown', false, false],
  ] as const)('case %#', (given, outcome, suppress, holds) => {
    const consequence = classifyFailure(given, 1, now);
    expect(consequence.outcome.outcome).toBe(outcome);
    expect(consequence.suppress).toBe(suppress);
    expect(consequence.hold_sender !== null).toBe(holds);
  });
  test('a limit pauses the sender: an hour if soft, a day if hard, or as the provider says', () => {
    const pause = (given: Failure) => classifyFailure(given, 1, now).hold_sender?.until;
    expect(pause(failure('rate_limited', 'sender', '4.7.28'))).toEqual(at(3600));
    expect(pause(failure('rate_limited', 'sender', '5.4.5'))).toEqual(at(86_400));
    expect(pause({ ...failure('rate_limited', 'sender'), until: at(90) })).toEqual(at(90));
  });
  test('a busy receiver is tried again with growing pauses, and given up in the end', () => {
    const busy = failure('unavailable', 'recipient', '4.7.1');
    expect(classifyFailure(busy, 1, now).outcome).toMatchObject({ rule: 'retry', until: at(300), is_try: true });
    expect(classifyFailure(busy, 3, now).outcome).toMatchObject({ until: at(1200) });
    expect(classifyFailure(busy, MAX_TRIES, now).outcome.outcome).toBe('rejected');
  });
});

test('a message waits for a file whose store is away, however long, and is given up when the file is missing for days', () => {
  const away = failure('unavailable', 'message', 'unreadable_file');
  const missing = failure('unavailable', 'message', MISSING_FILE);
  const waits = { outcome: 'held', rule: 'retry', until: at(120), is_try: false };
  for (const tries of [1, MAX_TRIES, 1000]) expect(classifyFailure(away, tries, now).outcome).toMatchObject(waits);
  expect(classifyFailure(missing, 1, now)).toMatchObject({
    hold_sender: null,
    outcome: { rule: 'retry', is_try: true },
  });
  expect(classifyFailure(missing, MAX_TRIES, now).outcome.outcome).toBe('rejected');
});

describe('evidence for an unknown outcome', () => {
  const facts = { unknown_since: at(-60), was_silent: false, sent_copy: 'kept_by_server', attempts: 1 };
  test.each([
    ['found', facts, 'confirm'],
    ['found', { ...facts, sent_copy: null, unknown_since: at(-99_999) }, 'confirm'],
    ['absent', facts, 'retry'],
    ['absent', { ...facts, unknown_since: at(-10) }, 'wait'],
    ['absent', { ...facts, was_silent: true }, 'wait'],
    ['absent', { ...facts, was_silent: true, unknown_since: at(-601) }, 'retry'],
    ['absent', { ...facts, attempts: 3 }, 'park'],
    ['absent', { ...facts, sent_copy: 'appended', unknown_since: at(-899) }, 'wait'],
    ['absent', { ...facts, sent_copy: 'appended', unknown_since: at(-900) }, 'park'],
    ['absent', { ...facts, sent_copy: null, unknown_since: at(-900) }, 'park'],
    ['no_sent_folder', { ...facts, unknown_since: at(-901) }, 'park'],
    ['unavailable', { ...facts, unknown_since: at(-901) }, 'wait'],
    ['unavailable', { ...facts, unknown_since: at(-3601) }, 'park'],
  ] as const)('%s, case %#', (evidence, given, move) => {
    const decision = decideByEvidence(evidence, given, now);
    expect(decision.move).toBe(move);
    if (decision.move === 'wait') expect(decision.look_at.getTime()).toBeGreaterThan(now.getTime());
  });
});

test('why a sender waits: health, then a hold, then the gap; answers of people need no gap', () => {
  const healthy = { status: 'OK', is_deleted: false, has_connection: true, held_until: null, next_send_at: null };
  expect(findSenderHold(healthy, true, now)).toBeNull();
  expect(findSenderHold({ ...healthy, status: 'CREDENTIALS' }, false, now)).toEqual({
    rule: 'sender_held',
    until: null,
  });
  expect(findSenderHold({ ...healthy, is_deleted: true }, true, now)?.rule).toBe('sender_held');
  expect(findSenderHold({ ...healthy, held_until: at(5) }, true, now)).toEqual({ rule: 'sender_held', until: at(5) });
  expect(findSenderHold({ ...healthy, next_send_at: at(5) }, true, now)).toEqual({ rule: 'gap', until: at(5) });
  expect(findSenderHold({ ...healthy, next_send_at: at(5) }, false, now)).toBeNull();
  expect(findSenderHold({ ...healthy, held_until: now, next_send_at: now }, true, now)).toBeNull();
});

describe('Message-IDs', () => {
  const vault = createVault('a key for tests, thirty-two characters long');
  const stable = { name: 'campaign_step', has_stable_message_id: true } as OutboundKind;
  test('the same step has the same id, which can be read again and not be forged', () => {
    const id = makeMessageId(vault, stable, { ref_id: 1234, ref_part: 56 }, 'ada@Acme.example');
    expect(id).toBe(makeMessageId(vault, stable, { ref_id: 1234, ref_part: 56 }, 'ada@acme.example'));
    expect(id).toMatch(/^ya\.1k\.[\w-]{22}@acme\.example$/);
    expect(parseStableMessageId(vault, 'campaign_step', id)).toEqual({ ref_id: 1234, ref_part: 56 });
    expect(parseStableMessageId(vault, 'chat_answer', id)).toBeNull();
    expect(parseStableMessageId(vault, 'campaign_step', id.replace('ya.', 'yb.'))).toBeNull();
    const other = createVault('another key for tests, thirty-two characters');
    expect(parseStableMessageId(other, 'campaign_step', id)).toBeNull();
  });
  test('answers of people never share one', () => {
    const answer = { name: 'chat_answer', has_stable_message_id: false } as OutboundKind;
    const make = () => makeMessageId(vault, answer, { ref_id: 1, ref_part: 0 }, 'a b@bad domain');
    expect(make()).not.toBe(make());
    expect(make()).toMatch(/@localhost$/);
  });
});

test('failpoints are refused in production and when they cannot be read', () => {
  expect(() => armFailpoints('before_call:kill:1', true)).toThrow(/production/);
  expect(() => armFailpoints('nowhere:kill:1', false)).toThrow(/cannot be read/);
  expect(() => armFailpoints('before_call:explode:1', false)).toThrow(/cannot be read/);
  armFailpoints('before_call:delay:0', false);
  armFailpoints(undefined, true);
});
