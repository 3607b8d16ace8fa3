import { z } from 'zod';

const valueSchema = z.union([z.string(), z.number()]);

/** A text with its values left open, by which it can be said in another language: 'The daily limit of {limit} is used up'. */
export const sentenceSchema = z.object({
  words: z.string(),
  values: z.record(
    z.string(),
    z.union([valueSchema, z.object({ words: z.string(), values: z.record(z.string(), valueSchema) })]),
  ),
});
