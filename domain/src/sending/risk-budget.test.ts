import { describe, expect, test } from 'vitest';
import { decideRiskBudget, describeRisk, type RiskState, riskCap, sumRiskPoints } from './risk-budget.ts';

const NOW = new Date('2026-03-01T12:00:00Z');
const state = (days: number, more: Partial<RiskState> = {}): RiskState => ({
  tier: 'CLASSIC',
  risk_since: new Date(NOW.getTime() - days * 86_400_000),
  risk_invited: 0,
  risk_accepted: 0,
  risk_pending: 0,
  ...more,
});

describe('the risk budget of a day', () => {
  test.each<[string, RiskState, number, string[]]>([
    ['on the first day', state(0), 22, ['young']],
    ['after two weeks', state(14), 48, ['young']],
    ['after four weeks', state(28), 75, []],
    ['of Sales Navigator', state(90, { tier: 'SALES_NAVIGATOR' }), 150, []],
    ['with few acceptances', state(90, { risk_invited: 100, risk_accepted: 19 }), 37, ['low_acceptance']],
    ['with enough acceptances', state(90, { risk_invited: 100, risk_accepted: 20 }), 75, []],
    ['with too few invites to judge', state(90, { risk_invited: 99, risk_accepted: 0 }), 75, []],
    ['with many pending invites', state(90, { risk_pending: 500 }), 75, ['many_pending']],
    ['of an account from the future', state(-5), 22, ['young']],
  ])('%s', (_, given, points, reasons) => {
    expect(decideRiskBudget(given, NOW)).toMatchObject({ points, reasons });
  });

  test('actions of every sort share it', () => {
    const use = { invite: 5, inmail: 1, message: 10, visit: 3, like: 2, look: 80, withdraw: 40 };
    expect(sumRiskPoints(use)).toBe(15 + 3 + 10 + 1.5 + 1);
    const budget = { points: 37, reasons: [], stops_invites: false };
    expect(riskCap('invite', budget, use)).toBe(5 + 2);
    expect(riskCap('message', budget, use)).toBe(10 + 6);
    expect(riskCap('visit', budget, use)).toBe(3 + 13);
    expect(riskCap('look', budget, use)).toBeNull();
    expect(riskCap('message', { ...budget, points: 10 }, use)).toBe(10);
    expect(riskCap('invite', { ...budget, points: 150, stops_invites: true }, use)).toBe(5);
    expect(riskCap('message', { ...budget, stops_invites: true }, use)).toBe(16);
  });

  test('its reasons are named', () => {
    expect(describeRisk([])).toBeNull();
    expect(describeRisk(['young', 'many_pending'])).toBe(
      'it grows over the first four weeks; invites stopped, because 500 or more are pending',
    );
  });
});
