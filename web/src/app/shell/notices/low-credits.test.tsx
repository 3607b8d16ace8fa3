// @vitest-environment happy-dom
import type { User } from '@overture/contract/auth';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { show } from '../../../lib/testing/show.tsx';
import { loadNotices, Notices } from './notices.tsx';

afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const low = { days_left: 3, share_left: 48 };

async function begin(role: string, low_credits: User['low_credits'], own: Partial<User['organization']> = {}) {
  const organization = {
    grace_until: null,
    active_subscription: true,
    is_agency: false,
    is_whitelabel: false,
    email_credits: 1180,
    ...own,
  };
  const user = { role, acting: null, organization, sending_held_since: null, webhooks_off: 0, low_credits };
  await loadNotices(user as unknown as User);
  await show(<Notices user={user as unknown as User} />, {}, user as unknown as User);
}
const notice = () => screen.findByRole('region', { name: 'Low credits' });

test('a manager reads how long the credits last, and goes to billing', async () => {
  await begin('ADMIN', low);
  expect((await notice()).textContent).toContain(
    "1,180 credits left. At this pace they last 3 days. That's 48% of the last top-up.",
  );
  expect(screen.getByRole('link').getAttribute('href')).toBe('/settings/billing');
});

test('nothing is claimed about a pace or a top-up that there is not', async () => {
  await begin('ADMIN', { days_left: null, share_left: 9 });
  expect((await notice()).textContent).not.toContain('pace');
  cleanup();
  await begin('ADMIN', { days_left: 0, share_left: null });
  expect((await notice()).textContent).toMatch(/left\. At this pace they last less than a day\. *Open billing$/);
});

test('a member reads whom to ask, the manager of a client opens the page of the client', async () => {
  await begin('RESTRICTED', low);
  expect((await notice()).textContent).toContain('Ask your billing admin to add credits.');
  expect(screen.queryByRole('link')).toBeNull();
  cleanup();
  await begin('USER', low, { is_whitelabel: true });
  expect((await screen.findByRole('link')).getAttribute('href')).toBe('/settings/plan');
});

test('hidden for the day, it is back on the next one', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-30T10:00:00Z') });
  await begin('ADMIN', low);
  await notice();
  fireEvent.click(screen.getByRole('button', { name: 'Hide for today' }));
  expect(screen.queryByRole('region')).toBeNull();
  cleanup();
  await begin('ADMIN', low);
  expect(screen.queryByRole('region')).toBeNull();
  cleanup();
  vi.setSystemTime(new Date('2026-12-01T23:00:00Z'));
  await begin('ADMIN', low);
  expect(await notice()).toBeTruthy();
});

test.each([
  ['enough credits', null, true],
  ['an ended plan, which has its own notice', low, false],
] as const)('nothing is said with %s', async (_, low_credits, active_subscription) => {
  await begin('ADMIN', low_credits, { active_subscription });
  expect(screen.queryByRole('region')).toBeNull();
});
