// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { fill, press, refusal, show } from '../../lib/testing/show.tsx';
import { SsoRow } from './sso-row.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const domain = {
  id: 3,
  domain: 'acme.example',
  record_name: '_domain-challenge.acme.example',
  record_text: 'domain-verification=abc',
  verified_at: null as string | null,
  missing_since: null,
};
const proven = { ...domain, verified_at: '2026-11-20T10:00:00.000Z' };
const connection = {
  kind: 'oidc',
  issuer: 'https://id.acme.example',
  client_id: 'overture',
  lets_people_join: true,
  tested_at: null as string | null,
  is_required: false,
  way_back: null as object | null,
};
const none = {
  connection: null,
  domains: [],
  callback_url: 'https://app.example/api/v1/auth/sso/callback/',
  acs_url: 'https://app.example/api/v1/auth/saml/7/acs/',
  entity_id: 'https://app.example/api/v1/auth/saml/7/metadata/',
};
const ready = { ...none, connection, domains: [proven] };

test('a domain is added after a proof of who asks, and checked until its record is there', async () => {
  let isProven = false;
  let isConfirmed = false;
  let domains: object[] = [];
  const { sent } = await show(<SsoRow tried={undefined} />, {
    'GET /organization/sso/': () => ({ ...none, domains }),
    'POST /organization/sso/domains/': () => {
      if (!isConfirmed) return refusal(403, 'step_up_needed', "Please confirm it's you first.");
      domains = [domain];
      return domain;
    },
    'POST /organization/sso/domains/3/check/': () => {
      if (isProven) domains = [proven];
      return { verified: isProven };
    },
    'GET /user/factors/': { totp_confirmed_at: null, recovery_codes_left: 0, passkeys: [], passkey_host: 'localhost' },
    'POST /user/confirm/': () => {
      isConfirmed = true;
      return { success: true };
    },
  });
  await press('Set up');
  const name = await screen.findByRole('textbox', { name: 'Domain' });
  fill(name, 'acme.example');
  await press('Add domain');
  const password = await screen.findByLabelText<HTMLInputElement>('Current password');
  fill(password, 'correct horse');
  fireEvent.submit(password.form as HTMLFormElement);
  expect(await screen.findByText('domain-verification=abc')).toBeTruthy();
  expect(sent('POST /organization/sso/domains/')).toEqual(Array(2).fill({ domain: 'acme.example' }));
  await press('Check now');
  expect(await screen.findByText(/can't find the record yet/)).toBeTruthy();
  isProven = true;
  await press('Check now');
  expect(await screen.findByText('Verified')).toBeTruthy();
  expect(screen.queryByText('domain-verification=abc')).toBeNull();
});

test('the connection is saved with or without a new secret; errors are below', async () => {
  let problem: Response | object = refusal(400, 'sso_issuer_refused', "This issuer can't be used: it is away.");
  const { sent } = await show(<SsoRow tried={undefined} />, {
    'GET /organization/sso/': ready,
    'PUT /organization/sso/': () => problem,
  });
  await press('Manage');
  fill(await screen.findByLabelText('Client secret'), 's3cret');
  await press('Save connection');
  expect(await screen.findByText("This issuer can't be used: it is away.")).toBeTruthy();
  problem = { success: true };
  await press('Save connection');
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Client secret').value).toBe(''));
  await press('Save connection');
  const { tested_at: _, is_required: __, way_back: ___, ...given } = connection;
  await waitFor(() =>
    expect(sent('PUT /organization/sso/')).toEqual([
      { ...given, client_secret: 's3cret' },
      { ...given, client_secret: 's3cret' },
      given,
    ]),
  );
});

test('a try that came back opens the settings and says whom the provider named', async () => {
  const { sent } = await show(<SsoRow tried="ticket" />, {
    'GET /organization/sso/': ready,
    'POST /organization/sso/test/finish/': { email: 'grace@acme.example', name: null },
  });
  expect(await screen.findByText('It works. Your identity provider returned grace@acme.example.')).toBeTruthy();
  expect(sent('POST /organization/sso/test/finish/')).toEqual([{ ticket: 'ticket' }]);
});

test('it cannot be tried before there is a proven domain and a connection', async () => {
  await show(<SsoRow tried={undefined} />, { 'GET /organization/sso/': { ...none, domains: [domain] } });
  await press('Manage');
  expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Try it' })).disabled).toBe(true);
});

test('a provider that speaks SAML is entered by its metadata, and kept without', async () => {
  let current: object = none;
  const { sent } = await show(<SsoRow tried={undefined} />, {
    'GET /organization/sso/': () => current,
    'PUT /organization/sso/': () => {
      current = { ...none, connection: { ...connection, kind: 'saml', issuer: 'urn:idp', client_id: null } };
      return { success: true };
    },
  });
  await press('Set up');
  fireEvent.click(await screen.findByLabelText('SAML 2.0'));
  expect(await screen.findByText(none.acs_url)).toBeTruthy();
  expect(screen.queryByLabelText('Issuer')).toBeNull();
  fill(screen.getByLabelText('Metadata'), ' https://id.acme.example/metadata ');
  await press('Save connection');
  expect(await screen.findByText('Identity provider: urn:idp')).toBeTruthy();
  await press('Save connection');
  const saml = { kind: 'saml', lets_people_join: true };
  await waitFor(() =>
    expect(sent('PUT /organization/sso/')).toEqual([{ ...saml, metadata: 'https://id.acme.example/metadata' }, saml]),
  );
});

test('requiring Single Sign-On asks first and names the break-glass user', async () => {
  const tested = { ...connection, tested_at: '2026-11-20T10:00:00.000Z' };
  let current: object = { ...ready, connection: tested };
  let answer: Response | object = refusal(409, 'sso_way_back_needed', 'Please set up a passkey first.');
  const { sent } = await show(<SsoRow tried={undefined} />, {
    'GET /organization/sso/': () => current,
    'PUT /organization/sso/required/': () => answer,
  });
  await press('Manage');
  await press(/^Require Single Sign-On/, 'switch');
  expect(sent('PUT /organization/sso/required/')).toEqual([]);
  await press('Turn on');
  expect(await screen.findByText('Please set up a passkey first.')).toBeTruthy();
  answer = { success: true };
  const way_back = { id: 1, name: 'Ada', email: 'ada@acme.example' };
  current = { ...ready, connection: { ...tested, is_required: true, way_back } };
  await press('Turn on');
  expect(await screen.findByText('Backup sign-in: Ada (ada@acme.example).')).toBeTruthy();
  expect(screen.getByText('Only Single Sign-On works for people at acme.example.')).toBeTruthy();
  await press(/^Require Single Sign-On/, 'switch');
  await waitFor(() =>
    expect(sent('PUT /organization/sso/required/')).toEqual([
      { is_required: true },
      { is_required: true },
      { is_required: false },
    ]),
  );
});
