import { readAddressCell } from '@overture/domain/addresses/address-cell';
import { LEAD_TARGETS } from '@overture/domain/csv/column-guess';
import { unguardCell } from '@overture/domain/csv/csv-cell';
import type { LeadTarget } from '@overture/domain/leads/lead-fields';
import { TEXT_LIMITS } from '@overture/domain/limits';
import { type LinkedinAddress, readLinkedinProfile } from '@overture/domain/linkedin/linkedin-address';
import { saysNothing } from '@overture/domain/message/advice/odd-words';
import { shorten } from '@overture/domain/message/template/problems';
import { cleanText, toSingleLine, withoutInvisible } from '@overture/domain/text/text';
import { parseTypedZone, TYPED_ZONE_TEXTS } from '@overture/domain/zones/typed-zone';
import { type CustomCell, readCustomCells } from './custom-cells.rules.ts';

/** Where each field stands in a row: indexes in the heading, or undefined when the field is not mapped. */
export type ColumnIndexes = Readonly<Partial<Record<LeadTarget, number>>>;

/**
 * What becomes of a row. `fields` in the order of INCOMING_FIELDS, null where empty; behind them the custom columns where there are any.
 * `complaints` say which values of these were left out.
 */
export type RowVerdict =
  | { kind: 'lead'; key: string; fields: (string | null)[]; complaints: readonly string[] }
  | { kind: 'skipped' }
  | { kind: 'bad'; reason: string };

const skipped: RowVerdict = { kind: 'skipped' };

/** Classifies one row of a file with `width` columns. A row without a LinkedIn address is skipped. */
export function classifyRow(
  cells: readonly string[],
  indexes: ColumnIndexes,
  width: number,
  customCells: readonly CustomCell[] = [],
): RowVerdict {
  if (cells.length > width && cells.slice(width).some((cell) => cell.trim() !== '')) {
    return bad(`This row has ${cells.length} cells, the heading has ${width}.`);
  }
  const linkedin = read(cells, indexes.linkedin_url);
  if (linkedin === null) return skipped;
  const address = readProfile(linkedin);
  if (address === null) return bad('The LinkedIn address is not that of a person.');
  const complaints: string[] = [];
  const complain = (words: string): void => void complaints.push(words);
  const fields = READERS.map((readField) => readField(cells, indexes, address, complain));
  fields.push(address.key);
  for (const field of fields) {
    if (field !== null && field.length > TEXT_LIMITS.lead_field_max) {
      return bad(`A cell is longer than ${TEXT_LIMITS.lead_field_max} characters.`);
    }
  }
  if (customCells.length === 0) return { kind: 'lead', key: address.key, fields, complaints };
  const custom = readCustomCells(cells, customCells);
  fields.push(custom.custom);
  return { kind: 'lead', key: address.key, fields, complaints: [...complaints, ...custom.complaints] };
}

const bad = (reason: string): RowVerdict => ({ kind: 'bad', reason });
const isPlain = /^[\x20-\x7e]*$/;

function read(cells: readonly string[], index: number | undefined): string | null {
  const cell = index === undefined ? undefined : cells[index];
  if (cell === undefined || cell === '') return null;
  const text = isPlain.test(cell) ? cell.trim() : cleanText(toSingleLine(cell));
  return text === '' ? null : unguardCell(text);
}

/** The usual form of an address, read without the cost of the full reader; both answer the same. */
const usualProfile = /^(?:https?:\/\/)?(?:www\.)?linkedin\.com\/in\/([A-Za-z0-9_-]{1,200})\/?$/;

function readProfile(text: string): LinkedinAddress | null {
  const name = usualProfile.exec(text)?.[1];
  if (name === undefined || name.startsWith('AC')) return readLinkedinProfile(text);
  const folded = name.toLowerCase();
  return { key: `in/${folded}`, url: `https://www.linkedin.com/in/${folded}` };
}

const usualEmail = /^[a-z0-9]+(?:[._+-][a-z0-9]+)*@(?:[a-z0-9]+(?:-[a-z0-9]+)*\.)+[a-z]{2,24}$/;

/** Takes a sentence on what of a row is left out. */
type Complain = (words: string) => void;

/** The first address of a cell. What is left out is told; words for nothing ('n/a') are nothing. */
function readEmail(text: string | null, label: string, complain: Complain): string | null {
  if (text === null || (text.length <= 60 && usualEmail.test(text))) return text;
  const { email, others } = readAddressCell(text);
  if (email === null && !saysNothing(text)) complain(`${label}: “${shorten(text)}” is not an email address.`);
  if (others.length > 0) complain(`${label}: ${shortList(others)} beside “${email}”. A lead has one address.`);
  return email;
}

const SHOWN_ADDRESSES = 5;

function shortList(addresses: readonly string[]): string {
  const more = addresses.length - SHOWN_ADDRESSES;
  const shown = addresses.slice(0, SHOWN_ADDRESSES).map((address) => `“${address}”`);
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** What names no place with a clock ('EST') is left out: the zone is then told by where the lead is. */
function readZone(text: string | null, label: string, complain: Complain): string | null {
  if (text === null || saysNothing(text)) return null;
  const parsed = parseTypedZone(text);
  if (parsed.ok) return parsed.zone;
  complain(`${label}: “${shorten(text)}” is not a time zone. ${TYPED_ZONE_TEXTS.unknown}`);
  return null;
}

/** Addresses become links: only those of the web. */
function readAddress(cell: string | null, label: string, complain: Complain): string | null {
  if (cell === null) return cell;
  const text = isPlain.test(cell) ? cell : withoutInvisible(cell);
  if (!text.includes(':')) return text;
  if (/^https?:\/\//i.test(text) || /^[^:/.]+\.[^:/]+:\d/.test(text)) return text;
  complain(`${label}: “${shorten(text)}” is not a web address.`);
  return null;
}

type FieldReader = (
  cells: readonly string[],
  indexes: ColumnIndexes,
  address: LinkedinAddress,
  complain: Complain,
) => string | null;

/** How values of a kind are read; the others are text. */
const VALUE_READERS: Readonly<
  Record<string, (text: string | null, label: string, complain: Complain) => string | null>
> = { email: readEmail, zone: readZone, website: readAddress, company: readAddress };

/** How each field is read, chosen once: a file has a million rows. In the order of INCOMING_FIELDS, but for the key at their end. */
const READERS = LEAD_TARGETS.map(({ target, values, label }): FieldReader => {
  if (target === 'linkedin_url') return (_cells, _indexes, address) => address.url;
  if (target === 'first_name' || target === 'last_name') return (cells, indexes) => read(cells, indexes[target]) ?? '';
  const readValue = VALUE_READERS[values ?? ''];
  if (readValue === undefined) return (cells, indexes) => read(cells, indexes[target]);
  return (cells, indexes, _address, complain) => readValue(read(cells, indexes[target]), label, complain);
});
