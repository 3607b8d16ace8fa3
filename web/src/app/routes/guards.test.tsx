// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { userQuery } from '../../lib/api/session.ts';
import { popReturnPath } from '../../lib/navigation/return-path.ts';
import { setStorageOwner } from '../../lib/storage.ts';
import { show } from '../../lib/testing/show.tsx';
import { SecondFactorScreen } from '../../screens/second-factor.tsx';
import { queryClient } from '../query-client.ts';
import { leaveUnlessReturning, requireUser } from './guards.ts';

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const later = '2999-01-01T00:00:00Z';
const over = '2020-01-01T00:00:00Z';
const factors = { totp_confirmed_at: null, recovery_codes_left: 0, passkeys: [], passkey_host: 'localhost' };
const goesTo = async (user: object | null): Promise<string | undefined> => {
  queryClient.setQueryData(userQuery.queryKey, user as never);
  const thrown = await requireUser({ location: { href: '/campaigns' } }).catch((error) => error);
  return thrown?.options?.to;
};

test.each([
  ['a visitor goes to the sign-in', null, '/login'],
  ['a user continues', { id: 1, second_factor_due_at: null }, undefined],
  ['a user with days left continues', { id: 1, second_factor_due_at: later }, undefined],
  ['a user whose days are over goes to the set-up', { id: 1, second_factor_due_at: over }, '/second-factor'],
])('%s', async (_, user, path) => {
  expect(await goesTo(user)).toBe(path);
});

describe('an impersonation that ran out', () => {
  const resume = 'POST /auth/acting/resume/';
  let user_id = 6;
  const leave = async () => {
    user_id += 1;
    setStorageOwner(user_id, true);
    return goesTo(null);
  };

  afterEach(() => sessionStorage.clear());

  test.each([
    ['ADMIN', '/admin/dashboard'],
    ['USER', '/agency/clients'],
  ])('leads %s back to their own pages', async (role, path) => {
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
    await show(<p />, { [resume]: { data: { id: 1, role } } });
    void leave();
    await expect.poll(() => assign.mock.calls).toEqual([[path]]);
    expect(popReturnPath()).toBeUndefined();
    assign.mockRestore();
  });

  test("leads to the sign-in once the own session has ended, without the customer's page", async () => {
    const { sent } = await show(<p />, { [resume]: { data: null } });
    expect(await leave()).toBe('/login');
    expect(popReturnPath()).toBeUndefined();
    expect(await goesTo(null)).toBe('/login');
    expect([sent(resume).length, popReturnPath()]).toEqual([1, '/campaigns']);
  });
});

describe('the language of a person', () => {
  let id = 100;
  const opens = async (user: object, href = '/leads?page=2') => {
    id += 1;
    const replace = vi.spyOn(window.location, 'replace').mockImplementation(() => undefined);
    queryClient.setQueryData(userQuery.queryKey, { id, acting: null, ...user } as never);
    const passed = requireUser({ location: { href } }).then(() => true);
    const isDrawn = await Promise.race([passed, new Promise((done) => setTimeout(done, 20, false))]);
    return { isDrawn, went: replace.mock.calls.flat(), stored: localStorage.getItem('language') };
  };

  afterEach(() => {
    vi.unstubAllGlobals();
    localStorage.clear();
    sessionStorage.clear();
    vi.restoreAllMocks();
  });

  test('opens the page asked for in it, before another one is drawn', async () => {
    expect(await opens({ language: 'de' })).toEqual({ isDrawn: false, went: ['/leads?page=2'], stored: '"de"' });
  });

  test('opens a page that the skip link was used on: its address alone would only be scrolled to', async () => {
    const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined);
    const { pathname, search } = window.location;
    expect(await opens({ language: 'de' }, `${pathname}${search}#content`)).toMatchObject({ isDrawn: false, went: [] });
    expect(reload).toHaveBeenCalledOnce();
    expect(await opens({ language: 'de' }, '/leads#content')).toMatchObject({ went: ['/leads#content'] });
  });

  test('is remembered without loading again where the page is in it', async () => {
    expect(await opens({ language: 'en' })).toEqual({ isDrawn: true, went: [], stored: '"en"' });
    expect(await opens({ language: null })).toEqual({ isDrawn: true, went: [], stored: null });
  });

  test('is not that of another user who acts for them, of an address, or of a server that knows none', async () => {
    localStorage.setItem('language', '"en"');
    expect(await opens({ language: 'de', acting: {} })).toEqual({ isDrawn: true, went: [], stored: '"en"' });
    expect(await opens({})).toEqual({ isDrawn: true, went: [], stored: '"en"' });
    sessionStorage.setItem('language', 'en');
    expect(await opens({ language: 'de' })).toEqual({ isDrawn: true, went: [], stored: '"de"' });
  });

  test('loads nothing again in a browser that remembers nothing', async () => {
    vi.stubGlobal('localStorage', { getItem: () => null, removeItem: () => undefined });
    expect(await opens({ language: 'de' })).toEqual({ isDrawn: true, went: [], stored: null });
  });
});

test.each([
  ['while days are left it can be put off', later, true],
  ['once they are over it cannot', over, false],
])('the set-up: %s', async (_, second_factor_due_at, can) => {
  await show(<SecondFactorScreen />, { 'GET /user/factors/': factors }, { id: 1, second_factor_due_at });
  await screen.findByRole('button', { name: 'Set up' });
  expect(screen.queryByRole('link', { name: 'Not now' }) !== null).toBe(can);
});

test("a signed-in user leaves the sign-in page, except on a provider's return", async () => {
  queryClient.setQueryData(userQuery.queryKey, { id: 1 } as never);
  await expect(leaveUnlessReturning({ search: {} })).rejects.toMatchObject({ options: { to: '/dashboard' } });
  await leaveUnlessReturning({ search: { code: 'c' } });
  await leaveUnlessReturning({ search: { sso: 'ticket' } });
  queryClient.setQueryData(userQuery.queryKey, null as never);
  await leaveUnlessReturning({ search: {} });
});
