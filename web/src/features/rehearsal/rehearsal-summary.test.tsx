// @vitest-environment happy-dom
import type { RehearsalAnswer } from '@overture/contract/rehearsal';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { RehearsalSummary } from './rehearsal-summary.tsx';

afterEach(cleanup);

test.each([
  [1.2, 'Less than one extra day per lead'],
  [3.4, 'About one extra day per lead'],
  [3600.4, 'About 1,200 extra days per lead'],
])('%d days of waiting of three leads are said by the lead', (lead_days, words) => {
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

test('shows right away and on no day without a message', () => {
  const now = '2026-11-19T08:00:00.000Z';
  const leads = { total: 0, completed: 0, replied: 0, failed: 0, open: 0 };
  const rehearsal = { senders: [], starts_at: now, finishes_at: now, timezone: 'UTC', leads, bottleneck: null };
  render(<RehearsalSummary rehearsal={rehearsal as unknown as RehearsalAnswer} />);
  expect(screen.getByText('right away')).toBeDefined();
  expect(screen.getByText('on no day')).toBeDefined();
});
