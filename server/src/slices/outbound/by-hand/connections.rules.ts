import {
  type CsvShape,
  detectFormat as detectCsvFormat,
  findBinaryReason,
  guessEncoding,
} from '@overture/domain/csv/csv-format';
import { CsvRows } from '@overture/domain/csv/csv-heading';
import { BY_HAND } from '@overture/domain/linkedin/by-hand';
import { linkedinKey } from '@overture/domain/linkedin/linkedin-address';

export interface ConnectionsTask {
  bytes: Uint8Array;
}

export type ConnectionsFound =
  | { connections: { key: string; connected_on: string | null }[]; rows_without_address: number }
  | { unreadable: string };

/** LinkedIn writes these headings below a few lines of notes. */
const HEADINGS = ['First Name', 'Last Name', 'URL', 'Connected On'];
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** The work of a thread: the profiles in a member's own export of connections (Connections.csv), each once. */
export function run({ bytes }: ConnectionsTask): ConnectionsFound {
  const binary = findBinaryReason(bytes.subarray(0, 4096));
  if (binary !== null) return { unreadable: binary };
  const text = new TextDecoder(guessEncoding(bytes)).decode(bytes);
  const format = detectFormat(text);
  if (typeof format === 'string') return { unreadable: format };
  const [url, date] = [format.header.indexOf('URL'), format.header.indexOf('Connected On')];
  if (url < 0) return { unreadable: 'it has no column "URL". Upload the file Connections.csv of your LinkedIn data.' };
  const found = new Map<string, string | null>();
  let rows_without_address = 0;
  for (const { cells } of new CsvRows(format).push(text, true)) {
    const key = linkedinKey(cells[url] ?? '');
    if (key === null) rows_without_address += 1;
    else if (found.size < BY_HAND.connections_max_rows) found.set(key, parseDay(cells[date] ?? ''));
  }
  const connections = [...found].map(([key, connected_on]) => ({ key, connected_on }));
  return { connections, rows_without_address };
}

/** '15 Jan 2023' as an instant at noon; null for anything else. */
function parseDay(words: string): string | null {
  const [, day, month = '', year] = /^(\d{1,2}) ([A-Za-z]{3}) (\d{4})$/.exec(words.trim()) ?? [];
  const index = MONTHS.indexOf(month.toLowerCase());
  if (day === undefined || year === undefined || index < 0) return null;
  return new Date(Date.UTC(Number(year), index, Number(day), 12)).toISOString();
}

function detectFormat(text: string): CsvShape | string {
  try {
    return detectCsvFormat(text, HEADINGS, true);
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
}
