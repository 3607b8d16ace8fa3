// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { refusal, show } from '../../../lib/testing/show.tsx';
import { LeadCosts } from './lead-costs.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const admin = { role: 'ADMIN', organization: { is_whitelabel: false } };
const CALL = 'GET /prospects/7/credits/';
const namesAndCosts = () =>
  [...document.querySelectorAll('dt')].map((name) => `${name.textContent}: ${name.nextElementSibling?.textContent}`);

test('says what the lead cost, by purpose and in total', async () => {
  const uses = [
    { kind: 'email', credits: 3 },
    { kind: 'research', credits: 1 },
  ];
  await show(<LeadCosts prospectId={7} />, { [CALL]: { credits: 4, uses } }, admin);
  await screen.findByText('Credits used');
  expect(namesAndCosts()).toEqual(['Email address: 3 credits', 'AI research: 1 credit', 'In total: 4 credits']);
  const link = screen.getByRole('link', { name: 'Show each entry' });
  const { pathname, searchParams } = new URL(link.getAttribute('href') ?? '', location.href);
  // The router of tests quotes what looks like a number.
  expect([pathname, searchParams.get('lead')?.replaceAll('"', '')]).toEqual(['/settings/billing', '7']);
});

test('one purpose needs no total, and no costs need no section', async () => {
  const { sent } = await show(
    <LeadCosts prospectId={7} />,
    {
      [CALL]: { credits: 30, uses: [{ kind: 'phone', credits: 30 }] },
    },
    { ...admin, role: 'RESTRICTED' },
  );
  await screen.findByText('Credits used');
  expect(namesAndCosts()).toEqual(['Phone number: 30 credits']);
  expect(sent(CALL)).toHaveLength(1);
  // Who may not see the bills is not led there.
  expect(screen.queryByRole('link')).toBeNull();
  cleanup();
  const free = await show(<LeadCosts prospectId={7} />, { [CALL]: { credits: 0, uses: [] } }, admin);
  await waitFor(() => expect(free.sent(CALL)).toHaveLength(1));
  expect(screen.queryByText('Credits used')).toBeNull();
});

test('says that the costs could not be loaded', async () => {
  await show(<LeadCosts prospectId={7} />, { [CALL]: refusal(500, 'internal', 'Something went wrong.') }, admin);
  await screen.findByRole('button', { name: /try again/i });
});
