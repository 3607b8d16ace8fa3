// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { show } from '../../lib/testing/show.tsx';
import { CampaignStatusChip } from './campaign-status-chip.tsx';

afterEach(cleanup);

test.each([
  [0, 'Active'],
  [1, 'Active · 1 waiting for data'],
  [12, 'Active · 12 waiting for data'],
  [1000, 'Active · 1,000+ waiting for data'],
])('%i leads that wait: %s', async (waiting, words) => {
  const organization = { active_subscription: false, is_in_trial: true };
  await show(<CampaignStatusChip status="ACTIVE" waiting={waiting} />, {}, { organization });
  expect(screen.getByText(words)).toBeTruthy();
});

test.each([
  [false, 'ACTIVE', 'Waiting: trial ended'],
  [true, 'ACTIVE', 'Waiting: subscription ended'],
  [false, 'PAUSED', 'Paused'],
  [false, 'COMPLETED', 'Completed'],
] as const)('after a plan, paid %s, a campaign that is %s says: %s', async (had_subscription, status, words) => {
  const organization = { active_subscription: false, is_in_trial: false, had_subscription };
  await show(<CampaignStatusChip status={status} waiting={3} />, {}, { organization });
  expect(screen.getByText(status === 'ACTIVE' ? words : new RegExp(`^${words}`))).toBeTruthy();
});
