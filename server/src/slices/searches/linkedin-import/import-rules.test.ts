import type { LinkedinPerson } from '@overture/adapters/linkedin/linkedin.port';
import type { AccountStatus, AccountType, LinkedinTier } from '@overture/domain/accounts';
import { INCOMING_FIELDS } from '@overture/domain/leads/incoming-fields';
import type { LinkedinImportKind } from '@overture/domain/linkedin/linkedin-import';
import { describe, expect, test } from 'vitest';
import { decideAfterTrouble, MAX_TRIES } from './import-trouble.rules.ts';
import { batchPeople } from './people-batch.rules.ts';
import { chooseSeat } from './start-linkedin-import.service.ts';

const ada: LinkedinPerson = {
  provider_id: 'ACoAAB1',
  public_identifier: 'ada',
  profile_url: 'https://www.linkedin.com/in/ada',
  first_name: 'Ada',
  last_name: 'King',
  headline: null,
  job_title: null,
  company_name: null,
  company_linkedin_url: null,
  industry: null,
  location: null,
  picture_url: null,
  network_distance: null,
};
const rowsOf = (batch: ReturnType<typeof batchPeople>): string[][] =>
  Buffer.concat(batch.incoming)
    .toString()
    .split('\n')
    .slice(0, -1)
    .map((row) => row.split('\t'));

describe('people of a page', () => {
  test('hostile texts stay one cell of one row', () => {
    const headline = 'a\tb\nc\r\\N\\.\0\u2028 =cmd()|\ud800';
    const batch = batchPeople([{ ...ada, first_name: '\\.', headline, location: 'x'.repeat(5000) }], new Map(), 1);
    const [row, ...more] = rowsOf(batch);
    expect([more, row?.length]).toEqual([[], INCOMING_FIELDS.length]);
    expect(row?.[0]).toBe('\\\\.');
    expect(row?.[INCOMING_FIELDS.indexOf('headline')]).toMatch(/^a b c \\\\N\\\\\. ?=cmd\(\)\|/);
    expect(row?.[INCOMING_FIELDS.indexOf('location')]).toHaveLength(2000);
  });

  test('a person named twice is one lead; one without an address is bad, with number and reason', () => {
    const again = { ...ada, profile_url: 'https://nl.linkedin.com/in/ADA/?x=1' };
    const invalid = { ...ada, provider_id: 'x', public_identifier: null, profile_url: 'https://evil.example/in/ada' };
    const batch = batchPeople([ada, again, invalid], new Map(), 26);
    expect(batch).toMatchObject({
      leads: 1,
      repeated: 1,
      bad: [{ row_number: 28, reason: expect.stringContaining('address') }],
    });
  });

  test('an id alone is a person this seat met before under a name', () => {
    const byId = { ...ada, public_identifier: null, profile_url: 'https://www.linkedin.com/in/ACoAAB1' };
    const known = {
      provider_id: 'ACoAAB1',
      linkedin_key: 'in/ada',
      linkedin_profile_url: 'https://www.linkedin.com/in/ada',
    };
    expect(
      rowsOf(batchPeople([byId], new Map([['ACoAAB1', known]]), 1))[0]?.[INCOMING_FIELDS.indexOf('linkedin_key')],
    ).toBe('in/ada');
    expect(rowsOf(batchPeople([byId], new Map(), 1))[0]?.[INCOMING_FIELDS.indexOf('linkedin_key')]).toBe('in/ACoAAB1');
  });
});

type Seat = { id: number; account_type: AccountType; tier: LinkedinTier | null; status: AccountStatus };

describe('the seat that reads', () => {
  const seat = (id: number, tier: LinkedinTier, status: AccountStatus = 'OK') =>
    ({ id, account_type: 'LINKEDIN', tier, status }) satisfies Seat;

  test.each<[LinkedinImportKind, Seat[], number | null, number | string]>([
    ['linkedin-search', [seat(1, 'CLASSIC', 'CREDENTIALS'), seat(2, 'PREMIUM')], null, 2],
    ['sales-navigator', [seat(1, 'CLASSIC'), seat(2, 'SALES_NAVIGATOR', 'RECONNECTED')], null, 2],
    ['linkedin-group', [seat(1, 'RECRUITER')], null, 'tier'],
    ['recruiter', [seat(1, 'SALES_NAVIGATOR')], null, 'tier'],
    ['recruiter', [seat(1, 'RECRUITER', 'STOPPED')], null, 'account'],
    ['linkedin-post', [seat(1, 'CLASSIC'), seat(2, 'CLASSIC')], 2, 2],
    ['linkedin-post', [seat(1, 'CLASSIC'), seat(2, 'CLASSIC', 'ERROR')], 2, 'account'],
    ['linkedin-post', [{ id: 3, account_type: 'IMAP', tier: null, status: 'OK' }], null, 'account'],
  ])('%s', (kind, accounts, wanted, expected) => {
    const choice = chooseSeat(kind, accounts, wanted);
    expect('seat' in choice ? choice.seat.id : choice.missing).toBe(expected);
  });
});

describe('what becomes of trouble', () => {
  const now = new Date('2026-11-21T12:00:00.000Z');
  const error = { concerns: 'sender', code: null, reason: 'No.', until: null } as const;
  const given = { kind: 'linkedin-post', account_name: 'Ada', tries: 1, now } as const;

  test('a pause doubles, is never shorter than asked for, and has an end', () => {
    const wait = (tries: number, until: Date | null = null) =>
      decideAfterTrouble({ ...error, kind: 'rate_limited', until }, { ...given, tries });
    expect([1, 2, 3].map((tries) => wait(tries))).toMatchObject([{ seconds: 60 }, { seconds: 120 }, { seconds: 240 }]);
    expect(wait(1, new Date(now.getTime() + 3_600_000))).toMatchObject({ kind: 'waits', seconds: 3600 });
    expect(wait(1, new Date('2099-01-01'))).toMatchObject({ seconds: 26 * 3600 });
    expect(wait(MAX_TRIES)).toMatchObject({ kind: 'failed', is_disconnected: false });
    expect(decideAfterTrouble({ ...error, kind: 'unavailable' }, given)).toMatchObject({ kind: 'waits', seconds: 15 });
  });

  test.each<[LinkedinImportKind, string]>([
    ['linkedin-post', 'LinkedIn post'],
    ['linkedin-group', 'LinkedIn group'],
    ['linkedin-search', 'LinkedIn search'],
    ['sales-navigator', 'Sales Navigator search'],
    ['recruiter', 'LinkedIn Recruiter search'],
  ])('%s is named in a sentence', (kind, words) => {
    expect(decideAfterTrouble({ ...error, kind: 'not_found' }, { ...given, kind })).toMatchObject({
      error: `The ${words} was not found, or this account cannot see it.`,
    });
    const refused = { ...error, kind: 'rejected', code: 'feature_not_subscribed' } as const;
    expect(decideAfterTrouble(refused, { ...given, kind })).toMatchObject({
      error: `LinkedIn does not let this account read the ${words}.`,
    });
  });

  test('only a lost login of the seat disconnects it', () => {
    expect(decideAfterTrouble({ ...error, kind: 'auth_expired' }, given)).toMatchObject({
      kind: 'failed',
      is_disconnected: true,
    });
    const key = decideAfterTrouble({ ...error, kind: 'auth_expired', concerns: 'service' }, given);
    expect(key).toMatchObject({ kind: 'failed', is_disconnected: false });
    expect(decideAfterTrouble({ ...error, kind: 'rejected', reason: 'x'.repeat(900) }, given)).toMatchObject({
      error: expect.stringMatching(/^.{500}$/),
    });
  });
});
