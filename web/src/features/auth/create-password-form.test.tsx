// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { press, show } from '../../lib/testing/show.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { CreatePasswordForm } from './create-password-form.tsx';

const TERMS = { terms_of_service_url: 'https://acme.example/terms', privacy_policy_url: null };
const inPage = { company_display_name: 'Acme Reach', logo: '/brand/acme.png', primary_color: '#0F766E', domain: null };

afterEach(() => {
  cleanup();
  document.body.replaceChildren();
  window.history.replaceState(null, '', '/');
  vi.unstubAllGlobals();
});

async function open(look: object, path = '/') {
  window.history.replaceState(null, '', path);
  document.body.innerHTML = `<script type="application/json" id="branding-data">${JSON.stringify(look)}</script>`;
  return show(
    <>
      <AuthLayout />
      <CreatePasswordForm code="c0de" resetting={false} />
    </>,
    {
      'GET /branding/': { company_display_name: 'Overture', logo: null, ...look, ...(path === '/' ? {} : inHost) },
      'POST /auth/invitation/': { email: 'clara@client.example', organization_name: 'Client', invited_by: null },
      'POST /auth/reset-password/': Response.json(
        { code: 'link_invalid', error: 'gone', details: {} },
        { status: 400 },
      ),
    },
  );
}
const inHost = { company_display_name: 'Overture', logo: null };

test('the page of an invitation keeps the brand it left the server in', async () => {
  const { asked } = await open(inPage, '/create-password');
  await screen.findByText('Join Client');
  screen.getByRole('img', { name: 'Acme Reach' });
  expect(document.body.textContent).not.toContain('Overture');
  expect(asked.map(({ call }) => call)).not.toContain('GET /branding/');
});

test('consent is asked for what can be read, as a link', async () => {
  await open({ ...inPage, ...TERMS });
  const link = (await screen.findAllByRole('link', { name: 'Terms of Service' })).find((found) =>
    found.closest('form'),
  );
  expect(link?.getAttribute('href')).toBe(TERMS.terms_of_service_url);
  const label = screen.getByRole('checkbox').closest('form')?.textContent ?? '';
  expect(label).not.toContain('Privacy Policy');
  await press('Create account');
  await screen.findByText('Please accept the Terms of Service and Privacy Policy.');
});

test('where no terms are configured no consent is asked for', async () => {
  await open({ ...inPage, terms_of_service_url: null, privacy_policy_url: null });
  await screen.findByText('Join Client');
  expect(screen.queryByRole('checkbox')).toBeNull();
});
