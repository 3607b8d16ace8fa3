// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { show } from '../../lib/testing/show.tsx';
import { BookingPages } from './booking-pages.tsx';
import { LeadMeetings } from './lead-meetings.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const user = { id: 1, role: 'USER', organization: { is_whitelabel: false, is_agency: false } };
const page = {
  id: 3,
  provider: 'cal_com',
  name: 'Intro call',
  webhook_url: 'https://app.example/webhooks/bookings/abc',
  last_received_at: null,
  last_outcome: null,
  last_refused_at: null,
  created_at: '2026-11-20T10:00:00.000Z',
};
const LIST = 'GET /booking-connections/';
const listOf = (...booking_connections: object[]) => ({ booking_connections, max_booking_connections: 50 });

test('a page is connected, and its secret is shown once', async () => {
  const answers = { [LIST]: listOf(), 'POST /booking-connections/': { booking_connection: page, secret: 'sec-123' } };
  await show(<BookingPages />, answers, user);
  expect(await screen.findByText('No booking page is connected yet.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Connect page' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.click(dialog.getByRole('button', { name: 'Connect page' }));
  expect(await screen.findByText('Please enter a name.')).toBeTruthy();
  const name = dialog.getByLabelText<HTMLInputElement>('Name');
  fireEvent.change(name, { target: { value: 'Intro call' } });
  // As Enter does in the field.
  fireEvent.submit(name.form!);
  expect((await screen.findByLabelText<HTMLInputElement>('Signing secret')).value).toBe('sec-123');
  expect(screen.getByLabelText<HTMLInputElement>('Webhook address').value).toBe(page.webhook_url);
});

test('each page says what arrived last, or that a signature was wrong', async () => {
  const received = { last_received_at: '2026-11-20T10:00:00.000Z', last_outcome: 'unknown_person' };
  const pages = [
    page,
    { ...page, id: 4, name: 'Demo', ...received },
    { ...page, id: 5, name: 'Old', last_refused_at: '2026-11-20T10:00:00.000Z' },
  ];
  await show(<BookingPages />, { [LIST]: listOf(...pages) }, user);
  expect(await screen.findByText('No message yet')).toBeTruthy();
  expect(screen.getByText(/not a lead/)).toBeTruthy();
  expect(screen.getByText(/wrong signature was refused/)).toBeTruthy();
});

test('the panel of a lead lists its meetings', async () => {
  const meeting = { id: 1, provider: 'calendly', title: 'Intro call', status: 'no_show', ends_at: null };
  const meetings = [{ ...meeting, starts_at: '2031-05-25T09:30:00.000Z', created_at: '2026-11-20T10:00:00.000Z' }];
  await show(<LeadMeetings prospectId={7} />, { 'GET /prospects/7/meetings/': { meetings } }, user);
  expect(await screen.findByText('Intro call')).toBeTruthy();
  expect(screen.getByText('No-show')).toBeTruthy();
});
