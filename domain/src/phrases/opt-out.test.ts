import { expect, test } from 'vitest';
import { readOptOut } from './opt-out.ts';

test.each([
  "Don't email me, just call me tomorrow at ten: +31 20 123 4567",
  "We had to unsubscribe from our old supplier's service, so your mail comes at the right time.",
  'We can opt out of our current contract in May. Let us talk in April.',
  'Ich muss mich jetzt leider abmelden, rufen Sie mich bitte am Montag an.',
  'Please do not write to me at this address. Use ada@acme-group.example',
  'Never contact us before nine, after that any time is fine. We want the price list.',
])('no wish for good: %s', (text) => {
  expect(readOptOut(text)?.is).not.toBe('wish');
});

test('a negated wish is none', () => {
  expect(readOptOut('Please do not stop writing, this is useful.')).toBeNull();
});

test.each([
  'Please unsubscribe me.',
  'Hi Mia, please take me off your list. I get too much of this and have asked before, thanks for your understanding. Ada',
  'Do not contact us again.',
  'Remove my address from your database please.',
  'STOP',
  'Please remove me from your list.\n\nBest regards,\nGrace Hopper\n+44 20 7946 0018\ngrace@acme.example',
])('a wish: %s', (text) => {
  expect(readOptOut(text)?.is).toBe('wish');
});
