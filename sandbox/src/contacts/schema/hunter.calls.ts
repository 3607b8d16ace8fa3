import { z } from 'zod';
import type { PublishedCall } from '../../published-calls.ts';

/** Hunter's calls that Overture makes, from the vendor's OpenAPI file for v2 (hunter.io/api-documentation/v2), read 2026-11-28. */
const text = z.string().min(1);

export const HUNTER_CALLS: readonly PublishedCall[] = [
  {
    method: 'GET',
    path: '/v2/email-finder',
    query: z
      .strictObject({
        domain: text.optional(),
        company: text.optional(),
        linkedin_handle: text.optional(),
        first_name: text.optional(),
        last_name: text.optional(),
        full_name: text.optional(),
        max_duration: z.coerce.number().int().min(3).max(20).optional(),
        api_key: text.optional(),
      })
      .refine(({ domain, company, linkedin_handle }) => domain || company || linkedin_handle, {
        error: 'A domain, a company or a LinkedIn handle is needed.',
      })
      .refine(
        ({ first_name, last_name, full_name, linkedin_handle }) =>
          (first_name && last_name) || full_name || linkedin_handle,
        { error: 'Both names or the full name are needed.' },
      ),
  },
  { method: 'GET', path: '/v2/email-verifier', query: z.strictObject({ email: z.email(), api_key: text.optional() }) },
];
