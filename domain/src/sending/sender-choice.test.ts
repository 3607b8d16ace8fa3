import { describe, expect, test } from 'vitest';
import {
  chooseSender,
  getProviderGroup,
  ProviderTurns,
  providerGroupByMx,
  type SenderCandidate,
} from './sender-choice.ts';

const one = (account_id: number, changes: Partial<SenderCandidate> = {}): SenderCandidate => ({
  account_id,
  capacity: 5,
  load: 0,
  idle_since: 0,
  group: null,
  ...changes,
});
const pool = new Set([1, 2, 3]);
const nothing = { conversation: null, company: null, group: null };

describe('who takes a lead', () => {
  test('a sender who knows the person ranks before one who knows the company, and both before less busy ones', () => {
    const candidates = [one(1), one(2, { load: 0.9 }), one(3, { load: 0.5 })];
    expect(chooseSender(pool, candidates, { ...nothing, conversation: 2, company: 3 })).toEqual({
      account_id: 2,
      goes: true,
    });
    expect(chooseSender(pool, candidates, { ...nothing, company: 3 })).toEqual({ account_id: 3, goes: true });
    expect(chooseSender(pool, candidates, nothing)).toEqual({ account_id: 1, goes: true });
  });

  test('a tied sender keeps the lead without capacity; one that left the campaign does not', () => {
    const candidates = [one(1), one(2, { capacity: 0 })];
    expect(chooseSender(pool, candidates, { ...nothing, conversation: 2 })).toEqual({ account_id: 2, goes: false });
    expect(chooseSender(pool, candidates, { ...nothing, conversation: 3 })).toEqual({ account_id: 3, goes: false });
    expect(chooseSender(pool, candidates, { ...nothing, conversation: 9 })).toEqual({ account_id: 1, goes: true });
  });

  test('the same provider is preferred while it has capacity, and never blocks', () => {
    const google = { ...nothing, group: 'google' as const };
    const both = [one(1), one(2, { group: 'google', load: 0.8 })];
    expect(chooseSender(pool, both, google)?.account_id).toBe(2);
    expect(chooseSender(pool, [one(1), one(2, { group: 'google', capacity: 0 })], google)?.account_id).toBe(1);
  });

  test('the least loaded, then the longest idle; none when all are full', () => {
    const candidates = [
      one(1, { load: 0.5 }),
      one(2, { load: 0.2, idle_since: 9 }),
      one(3, { load: 0.2, idle_since: 4 }),
    ];
    expect(chooseSender(pool, candidates, nothing)?.account_id).toBe(3);
    expect(chooseSender(pool, [one(1, { capacity: 0 })], nothing)).toBeNull();
  });

  test('whom a column names goes before the provider and the load, not before who knows the person or the company', () => {
    const candidates = [one(1), one(2, { load: 0.9 }), one(3, { load: 0.5, group: 'google' })];
    const named = { ...nothing, named: 2, group: 'google' as const };
    expect(chooseSender(pool, candidates, named)?.account_id).toBe(2);
    expect(chooseSender(pool, candidates, { ...named, company: 1 })?.account_id).toBe(1);
    expect(chooseSender(pool, candidates, { ...named, named: 9 })?.account_id).toBe(3);
    expect(chooseSender(pool, [one(1), one(2, { capacity: 0 })], named)).toEqual({ account_id: 2, goes: false });
  });

  test('matching of providers: off is ignored, strict takes no other; an unknown provider never blocks', () => {
    const mixed = [one(1), one(2, { group: 'google', load: 0.8 })];
    const google = { ...nothing, group: 'google' as const };
    expect(chooseSender(pool, mixed, { ...google, matching: 'off' })?.account_id).toBe(1);
    expect(chooseSender(pool, mixed, { ...google, matching: 'strict' })?.account_id).toBe(2);
    const full = [one(1), one(2, { group: 'google', capacity: 0 })];
    expect(chooseSender(pool, full, { ...google, matching: 'strict' })).toBeNull();
    expect(chooseSender(pool, full, { ...nothing, matching: 'strict' })?.account_id).toBe(1);
    expect(chooseSender(pool, mixed, { ...nothing, group: 'other', matching: 'strict' })?.account_id).toBe(1);
    expect(chooseSender(pool, full, { ...google, matching: 'strict', conversation: 1 })?.account_id).toBe(1);
  });

  test('leads that keep to a provider come back one turn after the other, a day later at the latest', () => {
    const turns = new ProviderTurns([60_000_000, 30_000_000], 600, 0);
    expect([turns.next(), turns.next(), turns.next()]).toEqual([30_000_000, 30_300_000, 30_600_000]);
    const busy = new ProviderTurns([0], 0, 1000);
    expect([busy.next(), busy.next()]).toEqual([61_000, 121_000]);
    expect(new ProviderTurns([], 0, 1000).next()).toBe(86_401_000);
  });

  test('who runs a mailbox', () => {
    expect(getProviderGroup({ account_type: 'GOOGLE', email: 'a@corp.example' })).toBe('google');
    expect(getProviderGroup({ email: 'a@gmail.com' })).toBe('google');
    expect(getProviderGroup({ email: 'a@corp.example' })).toBeNull();
    expect(getProviderGroup({ email: null })).toBeNull();
    expect(getProviderGroup({ email: 'a@corp.example', mx_group: 'microsoft' })).toBe('microsoft');
    expect(getProviderGroup({ email: 'a@gmail.com', mx_group: 'other' })).toBe('google');
  });

  test.each([
    [['aspmx.l.google.com', 'alt1.aspmx.l.google.com'], 'google'],
    [['SMTP.GOOGLE.COM.'], 'google'],
    [['corp-example.mail.protection.outlook.com'], 'microsoft'],
    [['corp-example.o-v1.mx.microsoft'], 'microsoft'],
    [['in1-smtp.messagingengine.com'], 'other'],
    [['mail.corp.example'], 'other'],
    [['mx.google.com.evil.example'], 'other'],
    [['mxa-001.pphosted.com'], null],
    [['eu-smtp-inbound-1.mimecast.com'], null],
    [[''], null],
    [[], null],
  ])('mail exchangers %j belong to %s', (exchangers, group) => {
    expect(providerGroupByMx(exchangers)).toBe(group);
  });
});
