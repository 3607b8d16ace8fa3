import { z } from 'zod';
import type { PublishedCall } from '../../published-calls.ts';

/**
 * Prospeo's one call that Overture makes, as compared with the vendor's page "Enrich Person" (prospeo.io/api-docs/enrich-person) in November 2026.
 * No second source was found for `only_verified_mobile`.
 */
const text = z.string().optional();

export const PROSPEO_CALLS: readonly PublishedCall[] = [
  {
    method: 'POST',
    path: '/enrich-person',
    body: z.strictObject({
      only_verified_email: z.boolean().optional(),
      enrich_mobile: z.boolean().optional(),
      only_verified_mobile: z.boolean().optional(),
      data: z.strictObject({
        first_name: text,
        last_name: text,
        full_name: text,
        linkedin_url: text,
        email: text,
        company_name: text,
        company_website: text,
        company_linkedin_url: text,
        person_id: text,
      }),
    }),
  },
];
