import { createRequire } from 'node:module';
import { cutText } from '@overture/domain/text/text-bounds';
import type * as Library from 'libphonenumber-js';

/** Loaded on first use: a hundred modules with the number plans of every country. */
const loadLibrary = (): typeof Library => createRequire(import.meta.url)('libphonenumber-js');

/** A number with country code in its international form (`+31 6 12345678`); null if it is no such number. */
export function formatPhoneNumber(text: string | null | undefined): string | null {
  const number = loadLibrary().parsePhoneNumberFromString(cutText(text ?? '', 60).trim());
  return number?.isPossible() ? number.formatInternational() : null;
}
