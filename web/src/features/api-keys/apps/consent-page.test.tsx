// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { type Answers, press, refusal, show } from '../../../lib/testing/show.tsx';
import { AppsTable } from './apps-table.tsx';
import { Consent } from './consent-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const request = { client_id: 'https://desk.example/client.json', state: '0123' };
const described = {
  app: { name: 'Deskmate', host: 'desk.example' },
  returns_to: 'desk.example',
  scopes: ['read', 'write', 'send'],
  organization: 'Acme',
  person: 'Ada Jansen',
  problem: null,
};

async function begin(more: Answers = {}) {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
  const shown = await show(<Consent request={request} />, {
    'POST /connected-apps/requests/': described,
    'POST /connected-apps/': { redirect_to: 'https://desk.example/callback?code=1' },
    'POST /connected-apps/refusals/': { redirect_to: 'https://desk.example/callback?error=access_denied' },
    ...more,
  });
  return { ...shown, assign };
}

test('the page names the app, its host, the organization and the scopes, and sends the ones that are left', async () => {
  const { sent, assign } = await begin();
  expect(await screen.findByText('Connect Deskmate?')).toBeTruthy();
  expect(screen.getByText('It says it comes from desk.example.')).toBeTruthy();
  expect(screen.getByText(/isn't verified/)).toBeTruthy();
  expect(screen.getByText(/access to Acme, with the rights of Ada Jansen/)).toBeTruthy();
  fireEvent.click(screen.getByRole('checkbox', { name: 'Ask to start campaigns and send messages' }));
  await press('Connect');
  await expect.poll(() => assign.mock.calls).toEqual([['https://desk.example/callback?code=1']]);
  expect(screen.getByRole('heading').textContent).toBe('Connected');
  expect(sent('POST /connected-apps/')).toEqual([{ request, scopes: ['read', 'write'] }]);
});

test('a person who declines returns without a code', async () => {
  const { sent, assign } = await begin();
  await press("Don't connect");
  await expect.poll(() => assign.mock.calls).toEqual([['https://desk.example/callback?error=access_denied']]);
  expect(screen.getByRole('heading').textContent).toBe('Not connected');
  expect(sent('POST /connected-apps/')).toEqual([]);
});

test('an unknown app is refused with the reason, and the person is sent nowhere', async () => {
  const { assign } = await begin({ 'POST /connected-apps/requests/': refusal(400, 'app_unknown', 'It redirects.') });
  expect(await screen.findByText('It redirects.')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
  expect(assign).not.toHaveBeenCalled();
});

test('a faulty request leads back only when the person presses the button', async () => {
  const problem = { text: 'The app does not protect its request.', redirect_to: 'https://desk.example/?error=x' };
  const { assign } = await begin({ 'POST /connected-apps/requests/': { ...described, problem } });
  expect(await screen.findByText(problem.text)).toBeTruthy();
  expect(assign).not.toHaveBeenCalled();
  await press('Back to the app');
  expect(assign).toHaveBeenCalledWith(problem.redirect_to);
});

test('connected apps are listed with their host, access and person, and can be disconnected', async () => {
  const app = {
    ...{ id: 3, name: 'Deskmate', host: 'desk.example', state: 'active', scopes: ['read', 'write'], calls: 12 },
    ...{ connected_by: { id: 1, name: 'Ada Jansen' }, connected_at: '2026-11-20T10:00:00Z' },
  };
  const { sent } = await show(<AppsTable />, {
    'GET /connected-apps/': { apps: [app] },
    'POST /connected-apps/3/revoke/': { app: { ...app, state: 'ended' } },
  });
  const row = (await screen.findByText('Deskmate')).closest('tr')?.textContent ?? '';
  expect(row).toMatch(/desk\.example.*Connected.*Read, Write.*12 requests.*Ada Jansen/);
  fireEvent.click(screen.getByRole('button', { name: 'Options for Deskmate' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Disconnect' }));
  await press('Disconnect');
  await expect.poll(() => sent('POST /connected-apps/3/revoke/').length).toBe(1);
});
