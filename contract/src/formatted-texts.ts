import { RICH_LIMITS } from '@overture/domain/message/rich/rich-text';
import { z } from 'zod';
import { unused } from './endpoint.ts';

const formattedText = z.string().max(RICH_LIMITS.html).optional();
export const formattedTextsSchema = z.object({
  ...{ a: formattedText, b: formattedText, c: formattedText, d: formattedText, e: formattedText, f: formattedText },
});

/** Left out, those stay whose message stays; null takes them all away. */
export const formattedTexts = unused(formattedTextsSchema);
