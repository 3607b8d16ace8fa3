// @vitest-environment happy-dom
import type { ScheduledStep } from '@overture/contract/campaign-leads';
import type { NodeType } from '@overture/domain/flow/step-types';
import { describe, expect, test } from 'vitest';
import { timeLine } from './action-words.ts';

type Entry = Parameters<typeof timeLine>[0];
const nothing: Entry = {
  completed_at: null,
  error: null,
  note: null,
  is_yes: null,
  scheduled_for: null,
  waiting_for: null,
};
const at = '2026-05-12T09:14:00Z';
const waiting = (rule: NonNullable<ScheduledStep['waiting_for']>['rule']): Partial<Entry> => ({
  scheduled_for: at,
  waiting_for: { rule, text: '', sentence: { words: '', values: {} }, until: null },
});

describe('when, in words', () => {
  test.each<[NodeType, Partial<Entry>, RegExp]>([
    ['LINKEDIN_INVITE', { completed_at: at }, /^Invited 12 May/],
    ['LINKEDIN_INVITE', { completed_at: at, note: 'You were connected with this person already.' }, /^Done /],
    ['LINKEDIN_MESSAGE', { completed_at: at }, /^Sent /],
    ['DELETE_LINKEDIN_INVITE', { completed_at: at }, /^Invite withdrawn /],
    ['ACCEPTED_INVITE', { completed_at: at, is_yes: true }, /^Accepted /],
    ['ACCEPTED_INVITE', { completed_at: at, is_yes: false }, /^Not accepted by /],
    ['ALREADY_CONNECTED', { completed_at: at, is_yes: false }, /^Not connected, seen /],
    ['ACCEPTED_INVITE', waiting('condition'), /^until /],
    ['LINKEDIN_MESSAGE', waiting('delay'), /^Planned for /],
    ['LINKEDIN_INVITE', waiting('unconfirmed'), /^$/],
    ['LINKEDIN_INVITE', { error: 'LinkedIn does not know this profile.' }, /^$/],
    ['LINKEDIN_INVITE', {}, /^Not scheduled yet$/],
  ])('%s %j: %s', (type, entry, words) => {
    expect(timeLine({ ...nothing, ...entry }, type, 'UTC', false)).toMatch(words);
  });

  test('what was not reached when the campaign ended for a lead never comes', () => {
    expect(timeLine(nothing, 'EMAIL', 'UTC', true)).toBe('Cancelled');
  });
});
