import { parseAddressCell } from '../addresses/address-cell.ts';
import { parsePhoneCell } from '../addresses/phone-key.ts';
import { parseLinkedinCompany, parseLinkedinProfile } from '../linkedin/linkedin-address.ts';
import { cutText } from '../text/text-bounds.ts';
import { parseTypedZone } from '../zones/typed-zone.ts';

/** Number of rows that decide what a column holds. */
const ROWS_LOOKED_AT = 200;
/** A cell is compared by its beginning: addresses and names are short. */
const CELL_LENGTH = 300;
/** The largest plausible company size; larger numbers are ids. */
const MOST_EMPLOYEES = 3_000_000;
const NUMBER = /^\d{1,7}$/;
const SIZE_RANGE = /^\d{1,7}[km]?\s{0,2}(?:\+|[-–]\s{0,2}\d{1,7}[km]?)$/i;
const HOST = /^(?:https?:\/\/)?(?:[a-z0-9-]{1,63}\.){1,5}[a-z]{2,24}(?:[/?#:]|$)/i;
const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,255}$/;

/** What the values of a column look like: the part of its filled cells that are each of these, 0 to 1. */
export interface ColumnLooks {
  filled: number;
  email: number;
  /** Address of a person on LinkedIn, of Sales Navigator too. */
  person: number;
  /** Of these, what only members can open: addresses of Sales Navigator, and those made of an id. */
  memberOnly: number;
  /** Address of a company on LinkedIn. */
  company: number;
  /** Name or address of a website that is not LinkedIn's. */
  website: number;
  /** A phone number. */
  phone: number;
  /** A number of people, or a range. */
  size: number;
  /** A time zone by its name. */
  zone: number;
  /** Several words, as a first and a last name are. */
  pairs: number;
  /** Words: none of the above, and not digits alone. */
  words: number;
}

/** @param values cells of one column; only the first 200 count */
export function describeColumn(values: readonly string[]): ColumnLooks {
  const cells = values
    .slice(0, ROWS_LOOKED_AT)
    .map((value) => cutText(value, CELL_LENGTH).trim())
    .filter((value) => value !== '');
  const part = (holds: (cell: string) => boolean): number =>
    cells.length === 0 ? 0 : cells.filter(holds).length / cells.length;
  return {
    filled: cells.length,
    email: part((cell) => EMAIL.test(cell) || (cell.includes('@') && parseAddressCell(cell).email !== null)),
    person: part((cell) => parseLinkedinProfile(cell) !== null),
    memberOnly: part((cell) => /^(?:sales\/|in\/AC[a-zA-Z]AA)/.test(parseLinkedinProfile(cell)?.key ?? '')),
    company: part((cell) => parseLinkedinCompany(cell) !== null),
    website: part((cell) => HOST.test(cell) && !EMAIL.test(cell) && !isLinkedin(cell)),
    phone: part((cell) => parsePhoneCell(cell) !== null),
    size: part(isSize),
    zone: part((cell) => parseTypedZone(cell).ok),
    pairs: part((cell) => /\p{L}[.,]? +\S*\p{L}/u.test(cell) || /^[\p{Script=Han}\p{Script=Hangul}]{2,}$/u.test(cell)),
    words: part((cell) => !EMAIL.test(cell) && !HOST.test(cell) && /\p{L}/u.test(cell)),
  };
}

/** LinkedIn's two bands that spreadsheets take for days, as they show them then. */
const DATED_SIZES: Readonly<Record<string, string>> = {
  'nov-50': '11-50',
  '10-feb': '2-10',
  'nov 50': '11-50',
  '10. feb': '2-10',
};

/** A company's size; a band that a spreadsheet made a day of (`Nov-50`) is that band again. */
export const restoreDatedSize = (text: string): string => DATED_SIZES[text.toLowerCase()] ?? text;

function isSize(cell: string): boolean {
  const text = cell.replace(/[,.](?=\d{3}(?:\D|$))/g, '').replace(/ employees$/i, '');
  if (restoreDatedSize(text) !== text) return true;
  return SIZE_RANGE.test(text) || (NUMBER.test(text) && Number(text) <= MOST_EMPLOYEES && Number(text) > 0);
}

function isLinkedin(cell: string): boolean {
  return /(?:^|[/.])linkedin\.com(?:[/?#]|$)/i.test(cell);
}
