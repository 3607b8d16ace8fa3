import { createRequire } from 'node:module';
import { cutText } from '@overture/domain/text/text-bounds';
import type * as Library from 'libphonenumber-js';

/** A hundred modules and the plans of every country: of use only to who asks a vendor for numbers. */
const loadLibrary = (): typeof Library => createRequire(import.meta.url)('libphonenumber-js');

/** A number with country code as it is written internationally (`+31 6 12345678`); null for what is no such number. */
export function formatPhoneNumber(text: string | null | undefined): string | null {
  const number = loadLibrary().parsePhoneNumberFromString(cutText(text ?? '', 60).trim());
  return number?.isPossible() ? number.formatInternational() : null;
}
