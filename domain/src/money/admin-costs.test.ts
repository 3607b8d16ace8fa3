import { expect, test } from 'vitest';
import { estimateCosts } from './admin-costs.ts';

const facts = {
  has_plan: true,
  is_partner: false,
  extra_linkedin_accounts: 1,
  extra_email_accounts: 2,
  total_prospects_found: 2500,
  active_sender_accounts: 3,
  prospects_with_emails: 101,
};

test.each([
  ['2026-11-01', '2026-11-30', 138, 30.05],
  ['2026-11-01', '2026-11-15', 69, 22.55],
  ['2026-11-01', '2026-12-01', 276, 45.05],
])('%s to %s', (start_date, end_date, revenue, costs) => {
  const estimate = estimateCosts(facts, { start_date, end_date });
  expect([estimate.revenue.total_revenue, estimate.costs.total_costs]).toEqual([revenue, costs]);
  expect(estimate.margin).toBeCloseTo(revenue - costs, 2);
});

test('the plan of the partner is free, its extras are not', () => {
  const month = { start_date: '2026-11-01', end_date: '2026-11-30' };
  expect(estimateCosts({ ...facts, is_partner: true }, month).revenue).toMatchObject({
    base_revenue: 0,
    total_revenue: 59,
  });
});

test('without a plan nothing comes in', () => {
  const { revenue, margin } = estimateCosts(
    { ...facts, has_plan: false },
    { start_date: '2026-11-01', end_date: '2026-11-30' },
  );
  expect([revenue.total_revenue, margin]).toEqual([0, -30.05]);
});
