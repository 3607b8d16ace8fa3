import { parsePhoneNumberFromString } from 'libphonenumber-js';

/** A number with country code as it is written internationally (`+31 6 12345678`); null for what is no such number. */
export function formatPhoneNumber(text: string | null | undefined): string | null {
  const number = parsePhoneNumberFromString((text ?? '').slice(0, 60).trim());
  return number?.isPossible() ? number.formatInternational() : null;
}
