import Stripe from 'stripe';
import { expect, test } from 'vitest';
import { API_VERSION } from '../../../../sandbox/src/stripe/stripe-events.ts';
import { stripeManifest } from './stripe.manifest.ts';

test('the version of the API that is asked for is the one the library and the stand-in speak', () => {
  expect(stripeManifest.api_version).toBe(Stripe.API_VERSION);
  expect(API_VERSION).toBe(Stripe.API_VERSION);
});
