import { RICH_LIMITS } from '@overture/domain/message/rich/rich-text';
import { z } from 'zod';
import { unused } from './endpoint.ts';

/** HTML of few tags. */
export const formattedText = z.string().max(RICH_LIMITS.html);
const textOfVariant = z.string().max(RICH_LIMITS.html).optional();
export const formattedTextsSchema = z.object({
  ...{ a: textOfVariant, b: textOfVariant, c: textOfVariant, d: textOfVariant, e: textOfVariant, f: textOfVariant },
});

/** Left out, those stay whose message stays; null takes them all away. */
export const formattedTexts = unused(formattedTextsSchema);
