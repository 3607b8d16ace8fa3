import { parseAddressCell } from '@overture/domain/addresses/address-cell';
import { parsePhoneCell, phoneKey } from '@overture/domain/addresses/phone-key';
import { LEAD_TARGETS, type MappingTarget } from '@overture/domain/csv/column-guess';
import { restoreDatedSize } from '@overture/domain/csv/column-values';
import { unguardCell } from '@overture/domain/csv/csv-cell';
import { type SplitName, splitFullName } from '@overture/domain/leads/split-name';
import { TEXT_LIMITS } from '@overture/domain/limits';
import {
  isPlaceholderName,
  type LinkedinAddress,
  parseLinkedinProfile,
} from '@overture/domain/linkedin/linkedin-address';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import { saysNothing } from '@overture/domain/message/advice/odd-words';
import { shorten } from '@overture/domain/message/template/problems';
import { findEncodingDamage } from '@overture/domain/text/encoding-damage';
import { cleanText, foldCase, toSingleLine, withoutInvisible } from '@overture/domain/text/text';
import { parseTypedZone, TYPED_ZONE_TEXTS } from '@overture/domain/zones/typed-zone';
import { type CustomCell, parseCustomCells } from './custom-cells.rules.ts';

/** The index of each field in a row, or undefined when the field is not mapped. */
export type ColumnIndexes = Readonly<Partial<Record<MappingTarget, number>>> & {
  /** Columns that fill a field where its own cell has no value. */
  further?: Readonly<Partial<Record<MappingTarget, readonly number[]>>>;
  /** Columns whose addresses are further ones of the lead. */
  other_emails?: readonly number[];
};

/**
 * What becomes of a row. `fields` in the order of INCOMING_FIELDS, null where empty; behind them the custom columns where there are any.
 * `complaints` say which values of these were left out, `remarks` which should be looked at, and `gaps` name the fields that the file has a
 * column of and the row does not fill.
 */
export type RowVerdict =
  | {
      kind: 'lead';
      key: string;
      is_linked: boolean;
      fields: (string | null)[];
      /** Addresses of the row besides the one in `fields`. */
      other_emails: readonly string[];
      complaints: readonly string[];
      remarks: readonly string[];
      gaps: readonly string[];
    }
  | { kind: 'skipped'; reason: string }
  | { kind: 'bad'; reason: string };

const withoutLinkedin: RowVerdict = { kind: 'skipped', reason: 'Skipped: no LinkedIn URL.' };
const withoutIdentity: RowVerdict = { kind: 'skipped', reason: 'Skipped: no LinkedIn URL, email or phone number.' };

/**
 * Classifies one row of a file with `width` columns. A row without a LinkedIn address is skipped if the file has a column of
 * them, unless `takesUnlinked`; otherwise an email or a phone number identifies the person.
 */
export function classifyRow(
  cells: readonly string[],
  indexes: ColumnIndexes,
  width: number,
  customCells: readonly CustomCell[] = [],
  takesUnlinked = false,
): RowVerdict {
  if (cells.slice(width).some((cell) => cell.trim() !== '')) {
    return bad(`This row has ${cells.length} cells, the heading has ${width}.`);
  }
  const linkedin = read(cells, indexes.linkedin_url);
  if (linkedin === null && requiresLinkedin(indexes, takesUnlinked)) return withoutLinkedin;
  const address = linkedin === null ? null : parseProfile(linkedin);
  if (linkedin !== null && address === null) return bad('The LinkedIn address is not that of a person.');
  const complaints: string[] = [];
  const complain = (words: string): void => void complaints.push(words);
  const row: Row = { cells, indexes, address, name: parseName(cells, indexes) };
  const fields = READERS.map((readField) => readField(row, complain));
  const key = address?.key ?? unlinkedKey(fields);
  if (key === null) return refuseUnidentified(complaints);
  fields.push(address?.key ?? null);
  if (fields.some(isTooLong)) return bad(`A cell is longer than ${TEXT_LIMITS.lead_field_max} characters.`);
  const lead = {
    kind: 'lead',
    key,
    is_linked: address !== null,
    fields,
    other_emails: listOtherEmails(row, fields),
    remarks: findDamage(fields),
    gaps: findGaps(row),
  } as const;
  if (customCells.length === 0) return { ...lead, complaints };
  const custom = parseCustomCells(cells, customCells);
  fields.push(custom.custom);
  return { ...lead, complaints: [...complaints, ...custom.complaints] };
}

const requiresLinkedin = ({ linkedin_url }: ColumnIndexes, takesUnlinked: boolean): boolean =>
  linkedin_url !== undefined && !takesUnlinked;

const refuseUnidentified = (complaints: readonly string[]): RowVerdict =>
  complaints.length > 0 ? bad(complaints.join(' ')) : withoutIdentity;

const isTooLong = (field: string | null): boolean => field !== null && field.length > TEXT_LIMITS.lead_field_max;

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

function parseProfile(text: string): LinkedinAddress | null {
  const name = usualProfile.exec(text)?.[1];
  if (name === undefined || name.startsWith('AC') || isPlaceholderName(name)) return parseLinkedinProfile(text);
  const folded = name.toLowerCase();
  return { key: `in/${folded}`, url: `https://www.linkedin.com/in/${folded}` };
}

const usualEmail = /^[a-z0-9]+(?:[._+-][a-z0-9]+)*@(?:[a-z0-9]+(?:-[a-z0-9]+)*\.)+[a-z]{2,24}$/;

/** Takes a sentence on what of a row is left out. */
type Complain = (words: string) => void;

/** The first address of a cell; placeholders ('n/a') count as empty. */
function parseEmail(text: string | null, label: string, complain: Complain): string | null {
  if (text === null || (text.length <= 60 && usualEmail.test(text))) return text;
  const { email } = parseAddressCell(text);
  if (email === null && !saysNothing(text)) complain(`${label}: “${shorten(text)}” is not an email address.`);
  return email;
}

/** Addresses of the email columns of a row besides its first one. */
function listOtherEmails({ cells, indexes }: Row, fields: readonly (string | null)[]): readonly string[] {
  const email = fields[PLACES.email] ?? null;
  const further = [...(indexes.further?.email ?? []), ...(indexes.other_emails ?? [])];
  const first = read(cells, indexes.email);
  if (further.length === 0 && first === email) return NONE;
  const texts = [first, ...further.map((place) => read(cells, place))].filter((text) => text !== null);
  const found = new Set(
    texts.flatMap((text) => {
      const cell = parseAddressCell(text);
      return cell.email === null ? [] : [cell.email, ...cell.others];
    }),
  );
  if (email !== null) found.delete(email);
  return [...found].slice(0, LIST_LIMITS.other_emails);
}

const NONE: readonly string[] = [];

/** What names no place with a clock ('EST') is left out: the zone is then told by where the lead is. */
function parseZone(text: string | null, label: string, complain: Complain): string | null {
  if (text === null || saysNothing(text)) return null;
  const parsed = parseTypedZone(text);
  if (parsed.ok) return parsed.zone;
  complain(`${label}: “${shorten(text)}” is not a time zone. ${TYPED_ZONE_TEXTS.unknown}`);
  return null;
}

/** Addresses become links: only those of the web. */
function parseAddress(cell: string | null, label: string, complain: Complain): string | null {
  if (cell === null) return cell;
  const text = isPlain.test(cell) ? cell : withoutInvisible(cell);
  if (!text.includes(':')) return text;
  if (/^https?:\/\//i.test(text) || /^[^:/.]+\.[^:/]+:\d/.test(text)) return text;
  complain(`${label}: “${shorten(text)}” is not a web address.`);
  return null;
}

const parseSize = (text: string | null): string | null => (text === null ? null : restoreDatedSize(text));

/** The first number of a cell. */
function parsePhone(text: string | null, label: string, complain: Complain): string | null {
  if (text === null || saysNothing(text)) return null;
  const phone = parsePhoneCell(text);
  if (phone === null) complain(`${label}: “${shorten(text)}” is not a phone number.`);
  return phone;
}

interface Row {
  cells: readonly string[];
  indexes: ColumnIndexes;
  address: LinkedinAddress | null;
  name: SplitName;
}

/** First and last name, each from its own column or from that of the full name. */
function parseName(cells: readonly string[], indexes: ColumnIndexes): SplitName {
  const [first_name, last_name] = [read(cells, indexes.first_name), read(cells, indexes.last_name)];
  const whole = indexes.full_name === undefined ? null : read(cells, indexes.full_name);
  if (whole === null) return { first_name: first_name ?? '', last_name: last_name ?? '' };
  const split = splitFullName(whole);
  return { first_name: first_name ?? split.first_name, last_name: last_name ?? split.last_name };
}

const placeOf = (wanted: (typeof LEAD_TARGETS)[number]['target']): number =>
  LEAD_TARGETS.findIndex(({ target }) => target === wanted);
const PLACES = {
  company: placeOf('company_name'),
  first: placeOf('first_name'),
  last: placeOf('last_name'),
  email: placeOf('email'),
  phone: placeOf('phone_number'),
};

/** The identity of a person without a LinkedIn address within a file: the email, else phone and name. */
function unlinkedKey(fields: readonly (string | null)[]): string | null {
  const [email, phone] = [fields[PLACES.email] ?? null, fields[PLACES.phone] ?? null];
  if (email !== null) return `mailto:${email}`;
  if (phone === null) return null;
  return `tel:${phoneKey(phone) ?? phone} ${foldCase(`${fields[PLACES.first]} ${fields[PLACES.last]}`)}`;
}

/** Names whose letters an encoding destroyed ('?ukasz', 'MÃ¼ller'), in words: they would be mailed as they are. */
function findDamage(fields: readonly (string | null)[]): string[] {
  return [PLACES.first, PLACES.last, PLACES.company].flatMap((place) => {
    const value = fields[place] ?? '';
    if (findEncodingDamage(value, place !== PLACES.company) === null) return [];
    return [`${LEAD_TARGETS[place]?.label}: “${shorten(value)}” has letters that its file lost.`];
  });
}

const labelOf = (wanted: (typeof LEAD_TARGETS)[number]['target']): string => LEAD_TARGETS[placeOf(wanted)]?.label ?? '';
const GAPS = {
  first_name: labelOf('first_name'),
  last_name: labelOf('last_name'),
  company_name: labelOf('company_name'),
  linkedin_url: labelOf('linkedin_url'),
};

/** Of the fields that a file must have, those that a row leaves empty. One word in a column of whole names is no gap. */
function findGaps({ cells, indexes, address, name }: Row): string[] {
  const gaps: string[] = [];
  const isWhole = indexes.full_name !== undefined;
  const hasName = name.first_name !== '' || name.last_name !== '';
  for (const part of ['first_name', 'last_name'] as const)
    if (isWhole ? !hasName : indexes[part] !== undefined && name[part] === '') gaps.push(GAPS[part]);
  if (indexes.company_name !== undefined && read(cells, indexes.company_name) === null) gaps.push(GAPS.company_name);
  if (indexes.linkedin_url !== undefined && address === null) gaps.push(GAPS.linkedin_url);
  return gaps;
}

type FieldReader = (row: Row, complain: Complain) => string | null;

/** How values of a kind are read; the others are text. */
const VALUE_READERS: Readonly<
  Record<string, (text: string | null, label: string, complain: Complain) => string | null>
> = {
  email: parseEmail,
  size: parseSize,
  phone: parsePhone,
  zone: parseZone,
  website: parseAddress,
  company: parseAddress,
};

/** How each field is read, chosen once: a file has a million rows. In the order of INCOMING_FIELDS, but for the key at their end. */
const READERS = LEAD_TARGETS.map(({ target, values, label }): FieldReader => {
  if (target === 'linkedin_url') return ({ address }) => address?.url ?? null;
  if (target === 'first_name' || target === 'last_name') return ({ name }) => name[target];
  const readValue = VALUE_READERS[values ?? ''];
  if (readValue === undefined) return ({ cells, indexes }) => read(cells, indexes[target]);
  return ({ cells, indexes }, complain) => {
    const value = readValue(read(cells, indexes[target]), label, complain);
    if (value !== null) return value;
    for (const place of indexes.further?.[target] ?? []) {
      const further = readValue(read(cells, place), label, complain);
      if (further !== null) return further;
    }
    return null;
  };
});
