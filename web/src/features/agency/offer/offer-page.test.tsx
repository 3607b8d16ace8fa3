// @vitest-environment happy-dom
import { AGENCY_COSTS } from '@overture/domain/money/agency-bills';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { press, refusal, show } from '../../../lib/testing/show.tsx';
import { OfferPage } from './offer-page.tsx';

const offer = {
  prices: { ...AGENCY_COSTS, credit_pack: 700 },
  lets_clients_buy: true,
  lines: [
    { item: 'base', quantity: 1, price_in_cents: 7900 },
    { item: 'email_accounts', quantity: 2, price_in_cents: 3000 },
    { item: 'credits', quantity: 0, price_in_cents: 0 },
  ],
  bought: [{ id: 1, made_at: '2026-11-20T10:00:00.000Z', credits: 250, amount_in_cents: 0, is_bought: false }],
};
const BUY = 'POST /organization/agency-credits/';
const open = (given: object | null, more = {}) =>
  show(
    <OfferPage />,
    { 'GET /organization/agency-offer/': { offer: given && { ...offer, ...given } }, ...more },
    { organization: { email_credits: 60 } },
  );

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('says what is asked and what the month comes to, and sells credits', async () => {
  let answer: object = refusal(409, 'agency_out_of_credits', 'These credits are not available right now.');
  const { sent } = await open({}, { [BUY]: () => answer });
  await screen.findByText('€109.00');
  expect(screen.getByText('Extra email accounts (2)')).toBeTruthy();
  expect(screen.queryByText(/Extra credits per month/)).toBeNull();
  expect(screen.getByText(/from your agency/)).toBeTruthy();
  await press('Buy credits');
  await screen.findByText('€28.00');
  await press('Buy 1,000 credits');
  await screen.findByText('These credits are not available right now.');
  answer = { email_credits: 1060 };
  await press('Buy 1,000 credits');
  await screen.findByText('1,000 credits bought');
  const [first, second] = sent(BUY) as [{ key: string }, { key: string }];
  expect([first, second.key]).toEqual([{ credits: 1000, key: first.key }, first.key]);
});

test('where the agency sells nothing, shows nothing or cannot be asked, the page says that', async () => {
  await open({ lets_clients_buy: false, bought: [] });
  await screen.findByText('No credits bought yet.');
  expect(screen.queryByRole('button', { name: 'Buy credits' })).toBeNull();
  cleanup();
  await open(null);
  await screen.findByText('Nothing to see here');
  cleanup();
  await show(<OfferPage />, { 'GET /organization/agency-offer/': refusal(500, 'internal', 'Away.') });
  await screen.findByRole('button', { name: /again/i });
});
