// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { CampaignStatusChip } from './campaign-status-chip.tsx';

afterEach(cleanup);

test.each([
  [0, 'Active'],
  [1, 'Active · 1 waiting for data'],
  [12, 'Active · 12 waiting for data'],
  [1000, 'Active · 1,000+ waiting for data'],
])('%i leads that wait: %s', (waiting, words) => {
  render(<CampaignStatusChip status="ACTIVE" waiting={waiting} />);
  expect(screen.getByText(words)).toBeTruthy();
});
