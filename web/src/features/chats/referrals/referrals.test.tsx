// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { type Answers, refusal, show } from '../../../lib/testing/show.tsx';
import { ReferralOffer } from './referral-offer.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const user = {
  id: 1,
  name: 'Ada',
  role: 'ADMIN',
  organization: { branding_settings: { campaign_creation_enabled: true } },
};
const campaign = (id: number, name: string, status = 'ACTIVE') => ({ id, name, status, total_prospects: 1 });
const answers: Answers = {
  'GET /campaigns/': { campaigns: [campaign(4, 'Spring'), campaign(5, 'Autumn'), campaign(6, 'Old', 'ARCHIVED')] },
  'GET /searches/': { searches: [{ id: 8, name: 'Buyers' }] },
  'GET /chats/7/': { chat: { prospect: { id: 7, campaign: { id: 5, name: 'Autumn' } } } },
  'POST /chats/7/referrals/70/add-to-campaign/': { success: true, prospect_id: 9, is_added: true },
  'POST /chats/7/referrals/70/write/': { success: true, prospect_id: 9, is_added: true },
  'POST /chats/7/referrals/70/add-to-list/': () =>
    refusal(409, 'referral_refused', 'Anna Berg must not be written to.'),
};
const referral = { name: 'Anna Berg', email: 'anna@x.example', linkedin_url: null, prospect_id: null };
const offer = (change: object = {}) => (
  <ReferralOffer
    message={{ id: 70, prospect: { id: 7, first_name: 'Grace', last_name: 'Hopper' } }}
    referral={{ ...referral, ...change }}
  />
);
const open = async () => {
  fireEvent.click(await screen.findByRole('button', { name: 'Add Anna Berg as a lead' }));
  return screen.findByRole('dialog', { name: 'Add Anna Berg' });
};

test('begins a message that mentions the referrer, and opens it', async () => {
  const { sent, address } = await show(offer(), answers, user);
  const dialog = await open();
  expect(within(dialog).getByText(/A draft mentions Grace Hopper/)).toBeTruthy();
  fireEvent.click(within(dialog).getByRole('button', { name: 'Write message' }));
  await waitFor(() =>
    expect(sent('POST /chats/7/referrals/70/write/')).toEqual([{ first_name: 'Anna', last_name: 'Berg' }]),
  );
  await waitFor(() => expect(address()).toBe('/inbox?chat=9'));
});

test("adds the person to the referrer's campaign with the name as written", async () => {
  const { sent } = await show(offer(), answers, user);
  const dialog = await open();
  fireEvent.click(within(dialog).getByLabelText('Add to a campaign'));
  await waitFor(() =>
    expect(within(dialog).getByRole('combobox', { name: 'Campaign to add them to' })).toHaveProperty('value', 'Autumn'),
  );
  fireEvent.change(within(dialog).getByLabelText(/First name/), { target: { value: 'Anne' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Add lead' }));
  await waitFor(() =>
    expect(sent('POST /chats/7/referrals/70/add-to-campaign/')).toEqual([
      { first_name: 'Anne', last_name: 'Berg', campaign_id: 5 },
    ]),
  );
  expect(await screen.findByText('Anne Berg was added')).toBeTruthy();
});

test('says why a person is not added to a list, and keeps the input', async () => {
  const { sent } = await show(offer(), answers, user);
  const dialog = await open();
  fireEvent.click(within(dialog).getByLabelText('Add to a lead list'));
  expect(within(dialog).getByRole('button', { name: 'Add lead' })).toHaveProperty('disabled', true);
  fireEvent.click(within(dialog).getByRole('combobox', { name: 'Lead list' }));
  fireEvent.click(await screen.findByRole('option', { name: 'Buyers' }));
  fireEvent.click(within(dialog).getByRole('button', { name: 'Add lead' }));
  await waitFor(() => expect(sent('POST /chats/7/referrals/70/add-to-list/')).toHaveLength(1));
  expect(await screen.findByText('Anna Berg must not be written to.')).toBeTruthy();
  expect(screen.getByRole('dialog', { name: 'Add Anna Berg' })).toBeTruthy();
});

test('leads to who was added before, and offers nothing for a name alone', async () => {
  await show(
    <>
      {offer({ prospect_id: 9 })}
      {offer({ email: null, name: 'Petra Kok' })}
    </>,
    answers,
    user,
  );
  expect((await screen.findByRole('link', { name: 'Open Anna Berg' })).getAttribute('href')).toBe('/inbox?chat=9');
  expect(screen.queryByRole('button')).toBeNull();
});
