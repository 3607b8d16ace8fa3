// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { writeStored } from '../../../lib/storage.ts';
import { fill, isDisabled, press, refusal, show } from '../../../lib/testing/show.tsx';
import { CancelDialog } from './cancel-dialog.tsx';
import { CreditsDialog } from './credits-dialog.tsx';
import { PaymentSuccess } from './payment-success.tsx';
import { ReferralDialog } from './referral-dialog.tsx';
import { UpgradeDialog } from './upgrade-dialog.tsx';
import { usePortalPage } from './use-payment-page.ts';

const assign = vi.fn();
const user = {
  id: 1,
  role: 'USER',
  is_partner: false,
  organization: { referral_code: null, referral_code_in_use: false, has_payments: true },
};

beforeEach(() => {
  assign.mockReset();
  vi.spyOn(window.location, 'assign').mockImplementation(assign);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  localStorage.clear();
});

test('the plan: what is added is counted, ordered as it is shown, and paid on the page that comes back', async () => {
  const { asked } = await show(
    <UpgradeDialog opened onClose={() => {}} />,
    { 'GET /payment/': { payment_link: 'https://pay.example/1' } },
    user,
  );
  expect((await screen.findAllByText('€79')).length).toBe(2);
  await press('More: Extra LinkedIn accounts');
  await press('More: Extra email accounts');
  await press('More: Extra email accounts');
  await press('More: Extra credits per month');
  await press('Fewer: Extra email accounts');
  expect(screen.getByText('€128')).toBeTruthy();
  await press('Continue to payment');
  await expect.poll(() => assign).toHaveBeenCalledWith('https://pay.example/1');
  expect(asked[0]?.query).toEqual({ extra_linkedin_accounts: '1', extra_email_accounts: '1', extra_credits: '250' });
});

test('people of the partner see their plan without a price', async () => {
  await show(<UpgradeDialog opened onClose={() => {}} />, {}, { ...user, is_partner: true });
  expect((await screen.findAllByText('€0')).length).toBe(2);
  expect(screen.getAllByText('Partner plan').length).toBe(2);
});

test('credits: the slider moves by 250 with the price; a refusal is shown', async () => {
  const { asked } = await show(
    <CreditsDialog opened onClose={() => {}} />,
    { 'GET /payment/credits': refusal(503, 'payments_unavailable', 'The payment provider is away.') },
    user,
  );
  const thumb = await screen.findByRole('slider', { name: 'Credits' });
  fireEvent.keyDown(thumb, { key: 'ArrowRight' });
  expect(screen.getByText('€25')).toBeTruthy();
  await press('Buy 1,250 credits');
  expect(await screen.findByText('The payment provider is away.')).toBeTruthy();
  expect(asked[0]?.query).toEqual({ credits: '1250' });
  expect(assign).not.toHaveBeenCalled();
});

test('cancelling asks for CANCEL, exactly, and says for two seconds that it is done', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const onClose = vi.fn();
  const { sent } = await show(
    <CancelDialog periodEndsAt="2026-12-23T00:00:00.000Z" onClose={onClose} />,
    { 'POST /payment/cancel-subscription/': { success: true } },
    user,
  );
  const button = await screen.findByRole('button', { name: 'Cancel Subscription' });
  const field = screen.getByLabelText('Type CANCEL to confirm');
  for (const text of ['', 'cancel', 'CANCEL ', 'CANCE']) {
    fill(field, text);
    expect(isDisabled(button)).toBe(true);
  }
  fill(field, 'CANCEL');
  fireEvent.click(button);
  expect(await screen.findByText('Your subscription is canceled.')).toBeTruthy();
  expect(sent('POST /payment/cancel-subscription/')).toHaveLength(1);
  expect(onClose).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2100);
  expect(onClose).toHaveBeenCalled();
  vi.useRealTimers();
});

test('after paying: a late confirmation is asked for again, then success with the bonus of the record, once', async () => {
  writeStored('referral_code', 'friend');
  let calls = 0;
  const answer = () => {
    calls += 1;
    return { data: { status: calls === 1 ? 'none' : 'active' }, referral_bonus: calls === 1 ? null : 750 };
  };
  await show(<PaymentSuccess />, { 'POST /payment/confirm/': answer, 'GET /user/': { user } }, user);
  expect(await screen.findByText('Successfully activated your subscription!')).toBeTruthy();
  expect(await screen.findByText(/750 extra credits/)).toBeTruthy();
  await press('Great');
  expect(localStorage.getItem('referral_code')).toBeNull();
  expect(screen.getByRole('button', { name: 'Connect new account', hidden: true })).toBeTruthy();
});

test('a code that this browser once saw promises no bonus', async () => {
  writeStored('referral_code', 'friend');
  const confirmed = { data: { status: 'active' }, referral_bonus: null };
  await show(<PaymentSuccess />, { 'POST /payment/confirm/': confirmed, 'GET /user/': { user } }, user);
  await screen.findByText('Successfully activated your subscription!');
  expect(screen.queryByText(/extra credits/)).toBeNull();
});

describe('card and invoices', () => {
  const portal = 'GET /payment/customer-portal/';
  const tabs = () => {
    const tab = { opener: window as Window | null, location: { assign: vi.fn() }, close: vi.fn() };
    const open = vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window);
    return { tab, open };
  };
  function Portal() {
    const { mutate } = usePortalPage();
    return (
      <button type="button" onClick={() => mutate()}>
        View invoices
      </button>
    );
  }

  test('open in a tab of the click, led on by the answer', async () => {
    const { tab, open } = tabs();
    await show(<Portal />, { [portal]: { customer_portal_link: 'https://pay.example/portal' } }, user);
    fireEvent.click(screen.getByRole('button', { name: 'View invoices' }));
    await expect.poll(() => tab.location.assign.mock.calls).toEqual([['https://pay.example/portal']]);
    expect(open.mock.calls).toEqual([['', '_blank']]);
    expect([tab.opener, assign.mock.calls]).toEqual([null, []]);
  });

  test('a refusal closes the tab and is shown; without a tab this page leads there', async () => {
    const { tab, open } = tabs();
    await show(<Portal />, { [portal]: refusal(503, 'payments_unavailable', 'The provider is away.') }, user);
    fireEvent.click(screen.getByRole('button', { name: 'View invoices' }));
    await screen.findByText('The provider is away.');
    expect(tab.close).toHaveBeenCalledOnce();
    cleanup();
    open.mockReturnValue(null);
    await show(<Portal />, { [portal]: { customer_portal_link: 'https://pay.example/portal' } }, user);
    fireEvent.click(screen.getByRole('button', { name: 'View invoices' }));
    await expect.poll(() => assign.mock.calls).toEqual([['https://pay.example/portal']]);
  });
});

test('without paid plans there is no payment to wait for', async () => {
  const nothingSold = { ...user, organization: { ...user.organization, has_payments: false } };
  const { asked, address } = await show(<PaymentSuccess />, {}, nothingSold);
  await expect.poll(() => address()).toContain('/settings/billing');
  expect(asked).toEqual([]);
});

test('the referral code is checked in its own words, saved, and locked once it was used', async () => {
  const answers = {
    'GET /organization/referral-usages/': {
      usages: [{ organization_name: 'Brightwave', created_at: '2026-11-01T10:00:00Z' }],
    },
    'PUT /organization/referral-code/': refusal(409, 'referral_code_taken', 'This referral code is already in use.'),
  };
  const { sent } = await show(<ReferralDialog opened onClose={() => {}} />, answers, user);
  const field = await screen.findByLabelText('Your referral code');
  fill(field, 'a b c');
  await press('Save');
  expect(screen.getByText('Referral code can only contain letters, numbers, hyphens, and underscores.')).toBeTruthy();
  fill(field, 'brightwave');
  await press('Save');
  expect(await screen.findByText('This referral code is already in use.')).toBeTruthy();
  expect(sent('PUT /organization/referral-code/')).toEqual([{ referral_code: 'brightwave' }]);
  expect(await screen.findByText('Brightwave')).toBeTruthy();
  cleanup();
  const locked = { ...user, organization: { referral_code: 'brightwave', referral_code_in_use: true } };
  await show(<ReferralDialog opened onClose={() => {}} />, answers, locked);
  expect(isDisabled(await screen.findByRole('button', { name: 'Code locked' }))).toBe(true);
  expect(screen.getByText(/register\?referral=brightwave/)).toBeTruthy();
});
