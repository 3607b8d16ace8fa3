// @vitest-environment happy-dom
import { AGENCY_COSTS, type BilledItem } from '@overture/domain/money/agency-bills';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { press, refusal, show } from '../../../lib/testing/show.tsx';
import { AgencyBillingPage } from './billing-page.tsx';

const MONTH = new Date().toISOString().slice(0, 7);
const line = (item: BilledItem, quantity: number, cost_in_cents: number, price_in_cents: number) => ({
  item,
  quantity,
  cost_in_cents,
  price_in_cents,
});
const bills = [
  {
    client_id: 1,
    name: 'Acme BV',
    is_cancelled: false,
    lines: [line('base', 1, 7900, 9900), line('email_accounts', 3, 4500, 6000), line('purchases', 500, 0, 1400)],
  },
  { client_id: 2, name: 'Gone BV', is_cancelled: true, lines: [line('base', 1, 7900, 9900)] },
];
const list = { prices: AGENCY_COSTS, costs: AGENCY_COSTS, shows_prices: false, lets_clients_buy: false };
const open = (answers = {}) =>
  show(
    <AgencyBillingPage />,
    { 'GET /agency/billing/': { month: MONTH, bills }, 'GET /agency/prices/': list, ...answers },
    { organization: { email_credits: 4000 } },
  );

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('categories open to what each client has of them, and add up', async () => {
  await open();
  const categories = within(await screen.findByRole('region', { name: 'By category' }));
  expect(categories.getByText('€272.00')).toBeTruthy();
  expect(categories.queryByText('Acme BV')).toBeNull();
  fireEvent.click(categories.getByRole('button', { name: /Base plan/ }));
  expect(categories.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
    'Acme BV1€79.00€99.00',
    'Gone BV1€79.00€99.00',
  ]);
  expect(categories.getByRole('button', { name: /Extra LinkedIn/ })).toHaveProperty('disabled', true);
  expect(screen.getByText('Your margin').nextSibling?.textContent).toBe('€69.00');
});

test('the price of the clients is shown where plans are sold', async () => {
  const organization = { email_credits: 0, has_payments: true };
  const answerWith = (status: string, clients: number) => ({
    'GET /agency/billing/': { month: MONTH, bills },
    'GET /agency/prices/': list,
    'GET /payment/subscription/': { data: { status, clients: { clients, price: { total: 1170 } } } },
  });
  await show(<AgencyBillingPage />, answerWith('active', 2), { organization });
  await screen.findByText(/^Your subscription includes 2 clients at €1,170 a month/);
  cleanup();
  await show(<AgencyBillingPage />, answerWith('none', 0), { organization });
  await screen.findByText(/^You have no subscription/);
});

test('a statement is fetched by its address, of the month on screen', async () => {
  const opened: (string | null)[] = [];
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    opened.push(this.getAttribute('href'));
  });
  await open();
  for (const kind of ['CSV', 'PDF']) await press(`Statement of Acme BV as ${kind}`);
  expect(opened).toEqual(['csv', 'pdf'].map((kind) => `/api/v1/agency/clients/1/statement/${kind}/?month=${MONTH}`));
  click.mockRestore();
});

test('credits are billed or free; a refusal gives the reason and can be retried', async () => {
  let answer: object = refusal(402, 'not_enough_credits', 'You have 4 credits.');
  const call = 'POST /agency/clients/1/credits/';
  const { sent } = await open({ [call]: () => answer });
  expect(await screen.findByRole('button', { name: 'Give credits to Gone BV' })).toHaveProperty('disabled', true);
  await press('Give credits to Acme BV');
  await screen.findByText(/You have 4,000/);
  await screen.findByText('€10.00');
  fireEvent.click(screen.getByRole('checkbox'));
  await screen.findByText('Free');
  await press('Give 500 credits');
  await screen.findByText('You have 4 credits.');
  answer = { email_credits: 500 };
  await press('Give 500 credits');
  await screen.findByText('500 credits given to Acme BV');
  const [first, second] = sent(call) as [{ key: string }, { key: string }];
  expect(first).toMatchObject({ credits: 500, is_free: true });
  expect(second.key).toBe(first.key);
});

test('prices are saved in cents, and sold by only where they are seen', async () => {
  const call = 'PUT /agency/prices/';
  const { sent } = await open({ [call]: list });
  await press('Price list');
  const field = (await screen.findByLabelText('Base plan per month')) as HTMLInputElement;
  expect(field.value).toBe('€79.00');
  const [shows, sells] = screen.getAllByRole('switch') as [HTMLElement, HTMLElement];
  expect(sells).toHaveProperty('disabled', true);
  fireEvent.change(field, { target: { value: '' } });
  await screen.findByText('Please enter an amount from €0 to €10,000.00.');
  fireEvent.submit(document.getElementById('price-list') as HTMLElement);
  fireEvent.change(field, { target: { value: '99.5' } });
  fireEvent.click(shows);
  fireEvent.click(sells);
  await press('Save');
  await screen.findByText('Prices saved');
  expect(sent(call)).toEqual([{ prices: { ...AGENCY_COSTS, base: 9950 }, shows_prices: true, lets_clients_buy: true }]);
});

test('a month without clients, and one that cannot be read, say so', async () => {
  await open({ 'GET /agency/billing/': { month: MONTH, bills: [] } });
  await screen.findByText('No clients in this month');
  cleanup();
  await open({ 'GET /agency/billing/': refusal(500, 'internal', 'Away.') });
  await screen.findByRole('button', { name: /again/i });
});
