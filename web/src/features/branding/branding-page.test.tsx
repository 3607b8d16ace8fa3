// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { fill, press, refusal, show } from '../../lib/testing/show.tsx';
import { BrandingPage } from './branding-page.tsx';

const settings = {
  company_display_name: 'Acme Reach',
  website_url: 'https://acme-reach.example',
  logo: null,
  icon: null,
  primary_color: '#0F766E',
  button_color: '#0F766E',
  secondary_color: '#134E4A',
  button_style: 'PILL',
  support_email: null,
  domain: 'app.acme-reach.example',
  terms_of_service_url: null,
  privacy_policy_url: null,
};
const unproven = { verified_at: null, checked_at: null, missing_since: null, is_in_use: false };
const cname = { type: 'CNAME', name: 'app.acme-reach.example', value: 'edge.example', is_right: false };
const host = { ...unproven, name: 'app.acme-reach.example', records: [{ ...cname, found: null, advice: null }] };
const answers = {
  'GET /agency/branding/': { settings },
  'GET /agency/branding/host/': { target: 'edge.example', host },
  'GET /agency/branding/mail/': { installation_address: 'mail@installation.example', mail: null },
};
const saving = 'PUT /agency/branding/';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const preview = () => within(screen.getByRole('region', { name: 'Preview' }));

test('what is typed is seen in the preview before it is saved', async () => {
  const shown = await show(<BrandingPage />, { ...answers, [saving]: ({ body }) => ({ settings: body as object }) });
  fill(await screen.findByLabelText(/Company display name/), 'Blue Sky');
  fill(screen.getByLabelText('Support email'), 'help@sky.example');
  fill(screen.getByLabelText('Button color'), '#102030');
  fireEvent.click(screen.getByRole('radio', { name: 'Square' }));
  expect(preview().getAllByText('Blue Sky')).toHaveLength(3);
  preview().getByText('Questions? help@sky.example');
  const style = screen.getByRole('region', { name: 'Preview' }).style;
  expect([style.getPropertyValue('--button-fill'), style.getPropertyValue('--button-radius')]).toEqual([
    '#102030',
    '0px',
  ]);
  expect(shown.sent(saving)).toEqual([]);
  await press('Save changes');
  await screen.findByText('Whitelabel settings updated successfully');
  expect(shown.sent(saving)).toEqual([
    {
      ...settings,
      company_display_name: 'Blue Sky',
      support_email: 'help@sky.example',
      button_color: '#102030',
      button_style: 'SQUARE',
    },
  ]);
});

test('hard-to-read colors are reported with their substitute', async () => {
  await show(<BrandingPage />, answers);
  fill(await screen.findByLabelText('Primary color'), '#FDE047');
  screen.getByText(/^Text in this color is hard to read \(1\.\d:1\)\. Text is shown in #[0-9a-f]{6} instead\.$/);
  fill(screen.getByLabelText('Button color'), '#FDE047');
  screen.getByText(/Button labels are dark instead\.$/);
  fill(screen.getByLabelText('Button color'), '#6366F1');
  screen.getByText(/Buttons use #[0-9a-f]{6} instead\.$/);
});

test.each([
  ['Primary color', 'red', 'Enter a color such as #6366F1.'],
  ['Company display name', ' ', 'Please fill in this field.'],
  ['Website URL', 'acme', 'Enter a full URL such as https://example.com.'],
  ['Support email', 'nobody', 'Enter a valid email address.'],
])('%s "%s" is not sent', async (label, value, problem) => {
  const shown = await show(<BrandingPage />, answers);
  fill(await screen.findByLabelText(new RegExp(`^${label}( \\*)?$`)), value);
  await press('Save changes');
  await screen.findByText(problem);
  expect(shown.sent(saving)).toEqual([]);
});

test('what the server refuses is said at its field', async () => {
  const domain = 'This domain belongs to another company.';
  await show(<BrandingPage />, { ...answers, [saving]: refusal(409, 'brand_domain_taken', domain, { domain }) });
  await press('Save changes');
  await screen.findByText(domain);
});

test('a file that is no picture is refused before it is sent', async () => {
  await show(<BrandingPage />, answers);
  const input = (await screen.findByLabelText('Choose a logo')) as HTMLInputElement;
  fireEvent.change(input, { target: { files: [new File(['<svg/>'], 'logo.svg', { type: 'image/svg+xml' })] } });
  expect((await screen.findByRole('alert')).textContent).toBe('Choose a PNG, JPEG or WebP image of at most 1 MB.');
});

test('the domain is connected in four steps and looked up on demand', async () => {
  const found = { ...cname, found: ['shop.elsewhere.example'], advice: 'It points elsewhere.' };
  let stored: object = { target: 'edge.example', host };
  await show(<BrandingPage />, {
    ...answers,
    'GET /agency/branding/host/': () => stored,
    'POST /agency/branding/host/check/': () => {
      stored = { ...stored, host: { ...host, records: [found] } };
      return stored;
    },
  });
  await press('How do i do this?');
  const dialog = within(await screen.findByRole('dialog', { name: 'Connect your own domain' }));
  expect(dialog.getAllByText(/^\d\. /)).toHaveLength(4);
  dialog.getByText(/points to edge\.example/);
  await press('Check again');
  await screen.findByText('Found: shop.elsewhere.example');
  await screen.findByText('It points elsewhere.');
});

test('a sender address is saved and checked; a failure can be retried', async () => {
  const dkim = { type: 'TXT', name: 'mail-x._domainkey.acme.example', value: 'v=DKIM1', found: null, is_right: false };
  const installation_address = 'mail@installation.example';
  const mail = { ...unproven, address: 'hello@acme.example', records: [] };
  const checked = { ...mail, checked_at: '2026-11-28T12:00:00.000Z', records: [{ ...dkim, advice: null }] };
  let stored: object = { installation_address, mail: null };
  const store = (next: object) => () => {
    stored = { installation_address, mail: next };
    return stored;
  };
  const shown = await show(<BrandingPage />, {
    ...answers,
    'GET /agency/branding/mail/': () => stored,
    'PUT /agency/branding/mail/': store(mail),
    'POST /agency/branding/mail/check/': store(checked),
  });
  fill(await screen.findByLabelText('Your sender address'), 'hello@acme.example');
  await press('Save address');
  await screen.findByText('mail-x._domainkey.acme.example');
  expect(shown.sent('PUT /agency/branding/mail/')).toEqual([{ address: 'hello@acme.example' }]);
  cleanup();
  await show(<BrandingPage />, { ...answers, 'GET /agency/branding/': refusal(500, 'internal', 'Away.') });
  await screen.findAllByRole('button', { name: 'Try again' });
});

test('a verified host warns until the first sign-in', async () => {
  const used = { ...host, is_in_use: true, reached_at: null };
  const call = 'GET /agency/branding/host/';
  await show(<BrandingPage />, { ...answers, [call]: { target: 'edge.example', host: used } });
  expect(await screen.findByText(/^No one has signed in at app.acme-reach.example yet/)).toBeTruthy();
  cleanup();
  const reached = { ...used, reached_at: '2026-11-26T10:00:00.000Z' };
  await show(<BrandingPage />, { ...answers, [call]: { target: 'edge.example', host: reached } });
  await screen.findByText('In use');
  expect(screen.queryByText(/^No one has signed in/)).toBeNull();
});

test.each([
  [403, 'forbidden', 'You may not do that.'],
  [429, 'too_many_requests', 'Please wait a moment.'],
  [503, 'busy', 'The server is busy right now.'],
])('a refusal by %d without a field is shown', async (status, code, words) => {
  await show(<BrandingPage />, { ...answers, [saving]: refusal(status, code, words) });
  fill(await screen.findByLabelText(/Company display name/), 'Blue Sky');
  await press('Save changes');
  await screen.findByText(words);
});
