// @vitest-environment happy-dom
import type { User } from '@overture/contract/auth';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { show } from '../../../lib/testing/show.tsx';
import { loadNotices, Notices } from './notices.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function begin(role: 'USER' | 'RESTRICTED', webhooks_off: number) {
  const organization = { grace_until: null };
  const user = { role, acting: null, organization, sending_held_since: null, webhooks_off } as unknown as User;
  await loadNotices(user);
  await show(<Notices user={user} />, {}, user);
}

test('managers see on every screen that webhooks were switched off, and where to go', async () => {
  await begin('USER', 1);
  const notice = await screen.findByRole('region', { name: 'Webhooks' });
  expect(notice.textContent).toContain('A webhook was switched off. Check its receiver');
  expect(screen.getByRole('link', { name: 'Open webhooks' }).getAttribute('href')).toBe('/settings/webhooks');
  cleanup();
  await begin('USER', 2);
  expect((await screen.findByRole('region')).textContent).toContain('2 webhooks were switched off.');
});

test.each([
  ['managers without such a webhook', 'USER', 0],
  ['members', 'RESTRICTED', 1],
] as const)('nothing is said to %s', async (_, role, count) => {
  await begin(role, count);
  expect(screen.queryByRole('region')).toBeNull();
});
