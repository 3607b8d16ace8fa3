import { expect, test } from 'vitest';
import { describeWaiting } from '../diagnosis/waiting-words.ts';
import { isWaitingRule, movesLead, needsPerson, WAITING_RULES, type WaitingRule } from '../sending/waiting-rules.ts';
import {
  activationMove,
  CAMPAIGN_STATUSES,
  canSetCampaignStatus,
  decideManualLeadStatus,
  LEAD_STATUSES,
  manualLeadStatuses,
} from './transitions.ts';

test('manual lead statuses', () => {
  const table = Object.fromEntries(LEAD_STATUSES.map((status) => [status, manualLeadStatuses(status)]));
  expect(table).toEqual({
    NOT_STARTED: [],
    SCHEDULED: ['PAUSED', 'COMPLETED', 'REPLIED'],
    SCHEDULING: [],
    ACTIVE: ['PAUSED', 'COMPLETED', 'REPLIED'],
    PAUSED: ['ACTIVE'],
    COMPLETED: ['REPLIED'],
    FAILED: [],
    REPLIED: [],
  });
  expect(decideManualLeadStatus('PAUSED', 'PAUSED')).toBe('same');
  expect(decideManualLeadStatus('ACTIVE', 'FAILED')).toBe('refused');
  expect(decideManualLeadStatus('COMPLETED', 'REPLIED')).toBe('change');
});

test('one call activates, pauses and resumes', () => {
  expect(CAMPAIGN_STATUSES.map(activationMove)).toEqual(['ACTIVE', 'PAUSED', 'ACTIVE', 'ACTIVE', null]);
});

test('bulk statuses: archive, and back to PAUSED', () => {
  for (const from of CAMPAIGN_STATUSES) {
    const allowed = ['DRAFT', 'ACTIVE', 'PAUSED', 'COMPLETED', 'ARCHIVED', 'NONSENSE'].filter((to) =>
      canSetCampaignStatus(from, to),
    );
    expect(allowed).toEqual(from === 'ARCHIVED' ? ['PAUSED'] : ['ARCHIVED']);
  }
});

test('waiting words', () => {
  const until = new Date('2026-03-01T08:00:00Z');
  expect(describeWaiting('daily_limit', { limit: 40, until })).toMatchObject({
    rule: 'daily_limit',
    text: 'The daily limit of 40 is used up',
    sentence: { words: 'The daily limit of {limit} is used up', values: { limit: 40 } },
    until: '2026-03-01T08:00:00.000Z',
  });
  expect(describeWaiting('paused')).toMatchObject({ rule: 'paused', text: 'The campaign is paused', until: null });
  for (const rule of WAITING_RULES) expect(describeWaiting(rule).text).not.toMatch(/undefined|null/);
  expect(['delay', 'toString', ''].map(isWaitingRule)).toEqual([true, false, false]);
});

test('a reason to wait says who lifts it, and whether the lead itself moves back', () => {
  expect(['unsubscribe_link', 'missing_data', 'paused'].map((rule) => needsPerson(rule as WaitingRule))).toEqual([
    true,
    true,
    true,
  ]);
  expect((['unsubscribe_link', 'away', 'daily_limit', 'paused'] as const).map(movesLead)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
