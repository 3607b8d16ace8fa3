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

const held_since = '2026-11-30T10:00:00.000Z';

test.each([
  'The database failed over to a standby, or was recovered to a point in time, and lacks messages that this installation sent.',
  'Restored from the backup of 2026-11-30.',
])('says why sending is on hold: %s', async (reason) => {
  const organization = { grace_until: null };
  const user = { role: 'ADMIN', acting: null, organization, sending_held_since: held_since, webhooks_off: 0 };
  await loadNotices(user as unknown as User);
  const answers = { 'GET /app/sending-hold/': { hold: { held_since, reason } } };
  await show(<Notices user={user as unknown as User} />, answers, user as unknown as User);
  await expect.poll(() => screen.queryByRole('region')?.textContent).toContain(reason);
  expect(screen.getByRole('button', { name: 'Release sending' })).toBeTruthy();
});
