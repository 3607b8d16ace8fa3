// @vitest-environment happy-dom
import type { RehearsalAnswer } from '@overture/contract/rehearsal';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { RehearsalSummary } from './rehearsal-summary.tsx';

afterEach(cleanup);

test.each([
  [0.3, 'Adds less than a day in total'],
  [1.2, 'Adds 1 day of waiting across all leads'],
  [1200.4, 'Adds 1,200 days of waiting across all leads'],
])('%d days of waiting are said in words that fit', (lead_days, words) => {
  const rehearsal: Partial<RehearsalAnswer> = {
    senders: [],
    starts_at: '2026-11-19T08:00:00.000Z',
    finishes_at: '2026-11-20T08:00:00.000Z',
    timezone: 'Europe/Amsterdam',
    leads: { total: 3, completed: 3, replied: 0, failed: 0, open: 0 },
    bottleneck: { text: 'The pause', rule: 'gap', lead_days },
  };
  render(<RehearsalSummary rehearsal={rehearsal as RehearsalAnswer} />);
  expect(screen.getByText(words)).toBeDefined();
});
