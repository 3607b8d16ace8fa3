import { parseExclusion } from '@overture/domain/addresses/exclusions';
import {
  type CsvShape,
  detectFormat as detectCsvFormat,
  findBinaryReason,
  guessEncoding,
} from '@overture/domain/csv/csv-format';
import { CsvRows } from '@overture/domain/csv/csv-heading';
import { EXCLUDED_DOMAINS_MAX } from '@overture/domain/limits';
import { parseSuppressionEntry, type SuppressionEntry } from '@overture/domain/suppressions/entries';
import { cutText } from '@overture/domain/text/text-bounds';

/** An uploaded file, and the heading of the column that holds the domains or addresses. */
export interface DomainsTask {
  bytes: Uint8Array;
  wanted: string;
  /** Allowed contents of the column: addresses and domains only, or also phone numbers and profiles. */
  holds?: 'exclusions' | 'suppressions' | 'suppressed_addresses';
}

/** A row number as spreadsheets count it, and the start of its content. */
export interface SkippedRow {
  row: number;
  value: string;
}

/** This many rows are listed; with more errors the file itself needs work. */
const MAX_NAMED = 100;
const SHOWN_CHARACTERS = 80;

/** Keys of the list of suppressions, by what they are. */
export type EntriesFound = Record<SuppressionEntry['kind'], string[]>;

export type DomainsFound =
  | {
      /** For exclusions: one more than a list holds at most, where the file has more. */
      domains: string[];
      /** For suppressions. */
      entries: EntriesFound;
      repeated: number;
      skipped: number;
      total: number;
      skipped_rows: SkippedRow[];
    }
  | { unreadable: string }
  | 'no_such_column';

/** The work of a thread: the domains and addresses of one column below its heading, each once. */
export function run({ bytes, wanted, holds = 'exclusions' }: DomainsTask): DomainsFound {
  const binary = findBinaryReason(bytes.subarray(0, 4096));
  if (binary !== null) return { unreadable: binary };
  const text = new TextDecoder(guessEncoding(bytes)).decode(bytes);
  const format = detectFormat(text, wanted);
  if (typeof format === 'string') return { unreadable: format };
  const index = format.header.indexOf(wanted);
  if (index < 0) return 'no_such_column';
  const texts = new Set<string>();
  const entries: EntriesFound = { address: [], domain: [], phone: [], linkedin: [] };
  const found = { repeated: 0, skipped: 0, total: 0, skipped_rows: [] as SkippedRow[] };
  for (const { cells, number } of new CsvRows(format).push(text, true)) {
    found.total += 1;
    const entry = parseCell(cells[index] ?? '', holds);
    if (entry === null) skip(number, cells[index] ?? '');
    else if (texts.has(entry.text)) found.repeated += 1;
    // The caller refuses more than so many; they need not come over.
    else if (texts.size <= EXCLUDED_DOMAINS_MAX) {
      texts.add(entry.text);
      if (holds !== 'exclusions') entries[entry.kind].push(entry.value);
    }
  }
  return { ...found, domains: holds === 'exclusions' ? [...texts] : [], entries };

  function skip(row: number, value: string) {
    found.skipped += 1;
    if (found.skipped_rows.length < MAX_NAMED)
      found.skipped_rows.push({ row, value: cutText(value.trim(), SHOWN_CHARACTERS) });
  }
}

function parseCell(cell: string, holds: NonNullable<DomainsTask['holds']>): SuppressionEntry | null {
  if (holds === 'exclusions') {
    const text = parseExclusion(cell);
    return text === null ? null : { kind: text.includes('@') ? 'address' : 'domain', value: text, text };
  }
  const entry = parseSuppressionEntry(cell);
  if (entry === null) return null;
  const isOfAddresses = entry.kind === 'address' || entry.kind === 'domain';
  return isOfAddresses || holds === 'suppressions' ? entry : null;
}

function detectFormat(text: string, wanted: string): CsvShape | string {
  try {
    return detectCsvFormat(text, [wanted], true);
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
}
