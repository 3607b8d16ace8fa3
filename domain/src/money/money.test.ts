import { describe, expect, test } from 'vitest';
import type { Viewer } from '../access/permissions.ts';
import { dailyLimitBounds, displayAccountStatus, isHealthyStatus } from '../accounts.ts';
import { costResearch, creditAllowance, creditGaugeShare, trialProgressPercent } from './credits.ts';
import { isPurchasableCredits, priceCredits, priceMonth } from './pricing.ts';
import { decideConnection, describeOverLimit, isPartnerEmail, slotLimit } from './sender-slots.ts';

describe('prices', () => {
  test.each([
    [{ email_accounts: 0, linkedin_accounts: 0, credits: 0 }, 79],
    [{ email_accounts: 1, linkedin_accounts: 1, credits: 250 }, 79 + 15 + 29 + 5],
    [{ email_accounts: 3, linkedin_accounts: 2, credits: 20_000 }, 79 + 45 + 58 + 400],
  ])('%j costs %i', (extras, total) => {
    expect(priceMonth(extras).total).toBe(total);
  });
  test('the partner plan is free', () => {
    expect(priceMonth({ email_accounts: 0, linkedin_accounts: 0, credits: 0 }, { isPartner: true }).total).toBe(0);
  });
  test('credits', () => {
    expect([0, 1, 250, 251, 500].map(priceCredits)).toEqual([0, 5, 5, 10, 10]);
    expect([0, 249, 250, 300, 30_000, 30_250, Number.NaN].map(isPurchasableCredits)).toEqual([
      false,
      false,
      true,
      false,
      true,
      false,
      false,
    ]);
  });
});

test('credit costs', () => {
  expect(costResearch(['COMPANY_WEBSITE', 'BUILT_WITH'], 10)).toBe(30);
  expect(costResearch(['GOOGLE_NEWS', 'GOOGLE_NEWS'], 10)).toBe(10);
  expect(creditAllowance({ is_in_trial: true })).toBe(100);
  expect(creditAllowance({ is_in_trial: false })).toBe(750);
  expect([-1, 0, 375, 750, 9000].map(creditGaugeShare)).toEqual([0, 0, 0.5, 1, 1]);
  expect([-3, 0, 7, 14, 20].map(trialProgressPercent)).toEqual([5, 5, 50, 100, 100]);
});

test('the partner plan follows the domain of the address', () => {
  const partner = (email: string, domain: string | undefined) => isPartnerEmail(email, domain);
  expect(partner('Ada@Partner.example', 'partner.example')).toBe(true);
  expect(partner('ada@partner.example', '@PARTNER.example')).toBe(true);
  for (const email of [
    'ada@notpartner.example',
    'ada@partner.example.org',
    'partner.example',
    'ada@sub.partner.example',
  ]) {
    expect(partner(email, 'partner.example'), email).toBe(false);
  }
  // Without the setting no address is a partner's, not even one that ends with an at sign.
  for (const domain of [undefined, '', ' ', '@']) expect(partner('ada@', domain)).toBe(false);
});

test('account statuses', () => {
  expect(['ERROR', 'STOPPED', 'CREDENTIALS', 'DELETED'].map(displayAccountStatus)).toEqual(
    Array(4).fill('Disconnected'),
  );
  expect(['OK', 'CONNECTING', 'ANYTHING'].map(displayAccountStatus)).toEqual(Array(3).fill('Connected'));
  expect(['OK', 'RECONNECTED', 'CONNECTING', 'ERROR'].map(isHealthyStatus)).toEqual([true, true, false, false]);
});

test('daily limits per account', () => {
  expect(dailyLimitBounds('IMAP', null)).toEqual({ email_max_messages: { min: 1, max: 40 } });
  expect(dailyLimitBounds('LINKEDIN', 'PREMIUM').linkedin_max_connections?.max).toBe(25);
  expect(dailyLimitBounds('LINKEDIN', 'RECRUITER')).toEqual({
    linkedin_max_connections: { min: 1, max: 50 },
    linkedin_max_messages: { min: 1, max: 100 },
  });
});

describe('sender slots', () => {
  const who = (role: Viewer['role'], is_whitelabel: boolean, is_agency = false): Viewer => ({
    id: 1,
    role,
    organization: { is_whitelabel, is_agency },
  });
  const base = (kind: 'linkedin' | 'email') => ({ kind, is_base_account: true });
  const facts = {
    is_in_trial: false,
    is_partner: false,
    extra_linkedin_accounts: 1,
    extra_email_accounts: 0,
    accounts: [base('linkedin')],
  };
  test('2 minus base, plus base of the kind, plus extras', () => {
    expect(slotLimit('linkedin', facts)).toBe(3);
    expect(slotLimit('email', facts)).toBe(1);
    expect(slotLimit('email', { ...facts, is_partner: true })).toBe(0);
    expect(slotLimit('email', { ...facts, accounts: [base('linkedin'), base('email'), base('email')] })).toBe(2);
  });
  test('white-label clients are held to it, admins and agencies are not', () => {
    const full = { ...facts, accounts: [base('linkedin'), base('email')] };
    expect(decideConnection('email', who('USER', true), full)).toEqual({ allowed: false, reason: 'slots', limit: 1 });
    expect(decideConnection('email', who('ADMIN', true), full).allowed).toBe(true);
    expect(decideConnection('email', who('USER', true, true), full).allowed).toBe(true);
    expect(decideConnection('email', who('USER', false), full).allowed).toBe(true);
  });
  test('a trial has one account', () => {
    const trial = { ...facts, is_in_trial: true };
    expect(decideConnection('email', who('USER', false), trial)).toEqual({ allowed: false, reason: 'trial', limit: 1 });
    expect(decideConnection('email', who('USER', false), { ...trial, accounts: [] }).allowed).toBe(true);
  });
  test('the warning', () => {
    expect(describeOverLimit(2, 2)).toBeNull();
    expect(describeOverLimit(5, 2)).toBe(
      'You have 3 account(s) over your limit of 2. These accounts are still functional but exceed your current plan limits.',
    );
  });
});
