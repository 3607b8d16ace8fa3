import type { z } from 'zod';

/**
 * A name of a person or a company. It is used in mails to strangers, where an address in it would look like one of
 * ours.
 */
export const withoutAddress = (name: z.ZodString): z.ZodString =>
  name.refine((text) => !text.includes('://'), "A name can't contain a web address.");
