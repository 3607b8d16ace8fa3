import { cutText } from '../text/text-bounds.ts';
import { isBounce, isOptOut } from './export-plan.ts';
import { toKey } from './export-presets.ts';
import { isTruth } from './export-row.ts';

/** Whose addresses a column holds: those of the team are not those of the lead. */
const OF_OTHERS = /owner|sender|assign|creat|manager|^rep|salesrep|user|referr|from/;

/** Headings by which a list says who may not be contacted: an opt-out, or an address that does not exist. */
export const findStopColumns = (header: readonly string[]): string[] =>
  header.filter((name) => isOptOut(toKey(name)) || isBounce(toKey(name)) || isConsent(name) || isVerification(name));

/** Pipedrive: *Subscribed*, *Unsubscribed*, *No consent*, *Archived*. Only the second one is a word of the lead, in any tool's words for it. */
const GERMAN_OPT_OUT = /abgemeldet|abbestellt|widersprochen|widerrufen/;
const isWish = (key: string): boolean => isOptOut(key) || GERMAN_OPT_OUT.test(key);
const isConsent = (name: string): boolean => toKey(name).endsWith('marketingstatus');

/**
 * Apollo and Evaboot: *Verified*, *Unverified*, *safe*, *Bounced*. Newsletters: *Subscribed*, *Unsubscribed*. An address that does not exist and
 * an opt-out are taken from it. Every other address is checked before its first mail: the file does not say when the other tool checked it.
 */
const isVerification = (name: string): boolean => VERIFICATIONS.has(toKey(name));
const VERIFICATIONS = new Set(['emailstatus', 'emailverificationstatus', 'emailverification', 'verificationstatus']);
const NO_ADDRESS = new Set(
  'bounced bounce hardbounce hardbounced invalid undeliverable spamtrap complained complaint spamcomplaint ungültig unzustellbar'.split(
    ' ',
  ),
);

/** Anything but a no: a yes, a time, a count, a check mark. In a column of consent or of checks, its words for a stop alone. */
export function isStopCell(heading: string, cell: string): boolean {
  const text = cutText(cell, 200).trim();
  if (isVerification(heading)) return NO_ADDRESS.has(toKey(text)) || isWish(toKey(text));
  return isConsent(heading) ? isWish(toKey(text)) : isTruth(text);
}

/** Columns with further addresses of the same person. */
export const isAddressColumn = (name: string): boolean => {
  const key = toKey(name);
  return /e?mail/.test(key) && !OF_OTHERS.test(key) && !isOptOut(key) && !isBounce(key);
};
