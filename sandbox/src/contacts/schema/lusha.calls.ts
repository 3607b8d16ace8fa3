import { z } from 'zod';
import type { PublishedCall } from '../../published-calls.ts';

/**
 * Lusha's one call that Overture makes: `V3ContactsSearchAndEnrichRequest` of the vendor's OpenAPI file for v3 (docs.lusha.com), read 2026-11-28.
 * That v3 refuses fields it does not name, and an empty `reveal`, was measured by others on a live account in July 2026.
 */
const contact = z
  .strictObject({
    clientReferenceId: z.string().optional(),
    id: z.string().optional(),
    linkedinUrl: z.string().optional(),
    email: z.email().optional(),
    firstName: z.string().optional(),
    lastName: z.string().optional(),
    companyName: z.string().optional(),
    companyDomain: z.string().optional(),
  })
  .refine(
    ({ id, linkedinUrl, email, firstName, lastName, companyName, companyDomain }) =>
      id || linkedinUrl || email || (firstName && lastName && (companyName || companyDomain)),
    { error: 'A contact needs an id, a LinkedIn address, an email, or both names and a company.' },
  );

export const LUSHA_CALLS: readonly PublishedCall[] = [
  {
    method: 'POST',
    path: '/v3/contacts/search-and-enrich',
    body: z.strictObject({
      contacts: z.array(contact).min(1).max(100),
      reveal: z
        .array(z.enum(['emails', 'phones']))
        .min(1)
        .optional(),
      options: z.strictObject({ includePartialProfiles: z.boolean().optional() }).optional(),
    }),
  },
];
