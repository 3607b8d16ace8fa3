// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { live } from '../../lib/api/live.ts';
import { AddingProgress } from './adding-progress.tsx';

afterEach(cleanup);

test('a late event does not turn the bar back; another addition starts at zero', () => {
  const listen = vi.spyOn(live, 'on');
  render(<AddingProgress campaign={3} count={20_000} />);
  const hear = listen.mock.calls[0]![1] as (data: object) => void;
  const publish = (added_prospects: number, total_prospects: number, campaign_id = 3) => {
    act(() => hear({ campaign_id, added_prospects, total_prospects }));
    return screen.getByRole('progressbar').getAttribute('aria-valuenow');
  };
  expect(publish(10_000, 20_000)).toBe('50');
  expect(publish(5000, 20_000)).toBe('50');
  expect(publish(20_000, 20_000, 4)).toBe('50');
  expect(publish(15_000, 20_000)).toBe('75');
  expect(publish(0, 12_000)).toBe('0');
});
