// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { show } from '../../../lib/testing/show.tsx';
import { SandboxBadge } from './sandbox-badge.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const info = { sandboxed: ['Email'], sandbox_url: null, sandbox_mail: null, time_travel: true };
const open = async (answer: object, role: string) => {
  const shown = await show(
    <SandboxBadge isNarrow={false} />,
    { 'GET /app/': answer, 'POST /dev/clock/': { now: '2026-12-01T08:00:00.000Z' } },
    { role },
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Sandbox' }));
  await screen.findByText(/are simulated here/);
  return shown;
};

test('a manager skips one day, and what is on screen is fetched again', async () => {
  const { sent, asked } = await open(info, 'ADMIN');
  fireEvent.click(await screen.findByRole('menuitem', { name: /^Skip one day/ }));
  expect(await screen.findByText(/^It's now .*1 Dec/)).toBeTruthy();
  expect(sent('POST /dev/clock/')).toEqual([{ advance_in_seconds: 86_400 }]);
  await expect.poll(() => asked.filter(({ call }) => call === 'GET /app/')).toHaveLength(2);
});

test.each([
  ['a clock that cannot be moved', { ...info, time_travel: false }, 'ADMIN'],
  ['a member who is no manager', info, 'RESTRICTED'],
])('not offered: %s', async (_, answer, role) => {
  await open(answer, role);
  await vi.dynamicImportSettled();
  expect(screen.queryByRole('menuitem', { name: /^Skip one day/ })).toBeNull();
});
