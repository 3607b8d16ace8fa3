import { formatLine } from '@overture/domain/csv/csv-cell';
import type { CsvRecord } from '@overture/domain/csv/csv-text';
import { toStorableText } from '@overture/domain/text/storable-text';
import type { CustomCell } from './custom-cells.rules.ts';
import { type ColumnIndexes, classifyRow, type RowVerdict } from './import-row.rules.ts';
import type { StoppedPeople, StoppedRows } from './stopped-rows.rules.ts';

export interface BadRow {
  row_number: number;
  reason: string;
  line: string;
}

/** A lead the report lists. What its row does not fill matters only where it was added. */
export interface IncompleteRow extends BadRow {
  has_gaps: boolean;
  /** What is said of the row where its lead was in the list already. */
  as_duplicate: string;
}

/** Addresses of a row beside its first one, with how its person is found. */
interface OtherEmails {
  linkedin_key: string | null;
  email: string | null;
  others: readonly string[];
}

/** Rows of the file that belong together in one transaction. total = leads + repeated + skipped + bad. */
export interface RowBatch {
  /** Leads with a LinkedIn address as rows of INCOMING_FIELDS in COPY text format, in pieces; no LinkedIn key twice. */
  incoming: Uint8Array[];
  /** People identified by an email or a phone number, in the same format, without duplicates. */
  unlinked: Uint8Array[];
  /** Numbers of their rows, in the same order. */
  rows: { linked: readonly number[]; unlinked: readonly number[] };
  /** Further addresses of these people. */
  other_emails: OtherEmails[];
  leads: number;
  unlinked_leads: number;
  /** Rows of people who already were in this batch. */
  repeated: number;
  skipped: number;
  /** Rows that were skipped or repeated, with why. */
  left_out: BadRow[];
  bad: BadRow[];
  /** Leads of whom values are missing, were left out or should be looked at, with what they are; they count among `leads`. */
  incomplete: IncompleteRow[];
  /** Who may not be contacted, as the file says. */
  stopped: StoppedPeople;
  unfit_values: number;
  odd_values: number;
  total: number;
  bytes_read: number;
  is_last: boolean;
}

type LeadVerdict = Extract<RowVerdict, { kind: 'lead' }>;

const ADDED_WITHOUT = 'Added without:';

/** A batch is closed at this size, however few its rows are. */
const maxBatchBytes = 8 * 1024 * 1024;
const pieceCharacters = 64 * 1024;

/** Rows in COPY text format, in pieces of some length. */
class CopyPieces {
  readonly pieces: Buffer[] = [];
  readonly rows: number[] = [];
  bytes = 0;
  #text = '';

  add(fields: (string | null)[], row: number): void {
    this.rows.push(row);
    this.#text += copyLine(fields);
    if (this.#text.length > pieceCharacters) this.flush();
  }

  flush(): void {
    if (this.#text === '') return;
    const piece = Buffer.from(this.#text);
    this.#text = '';
    this.bytes += piece.length;
    this.pieces.push(piece);
  }
}

/** Classifies the rows of a file in order: a row torn by a quote affects the next one, in any batch. */
export class RowClassifier {
  readonly #indexes: ColumnIndexes;
  readonly #width: number;
  readonly #customCells: readonly CustomCell[];
  readonly #takesUnlinked: boolean;
  /** The row before was torn by a quote. */
  #isTorn = false;

  constructor(indexes: ColumnIndexes, width: number, customCells: readonly CustomCell[] = [], takesUnlinked = false) {
    this.#indexes = indexes;
    this.#width = width;
    this.#customCells = customCells;
    this.#takesUnlinked = takesUnlinked;
  }

  /** A row torn in two by a quote is short; its rest is short too, and its cells are in the wrong columns. */
  classify(cells: readonly string[]): RowVerdict {
    const verdict = classifyRow(cells, this.#indexes, this.#width, this.#customCells, this.#takesUnlinked);
    const isShort = cells.length < this.#width;
    const isQuoted = verdict.kind !== 'lead' && cells.some((cell) => cell.includes('"'));
    this.#isTorn = isShort && (this.#isTorn || isQuoted);
    if (!this.#isTorn) return verdict;
    const count = `${cells.length} ${cells.length === 1 ? 'cell' : 'cells'}`;
    return {
      kind: 'bad',
      reason: `This row has ${count}, the heading has ${this.#width}. A quote mark may be missing.`,
    };
  }

  /** A row that an earlier run stored. Whole ones are not classified again. */
  pass({ cells, error }: CsvRecord): void {
    if (error !== null) return;
    if (cells.length < this.#width) this.classify(cells);
    else this.#isTorn = false;
  }
}

/** Gathers judged rows until they are enough for a transaction. */
export class BatchBuilder {
  readonly #rows: RowClassifier;
  readonly #stopped: StoppedRows;
  /** Whose rows are in the batch, with the number of the first. */
  readonly #keys = new Map<string, number>();
  readonly #bad: BadRow[] = [];
  readonly #incomplete: IncompleteRow[] = [];
  readonly #leftOut: BadRow[] = [];
  readonly #otherEmails: OtherEmails[] = [];
  readonly #linked = new CopyPieces();
  readonly #unlinked = new CopyPieces();
  #reportBytes = 0;
  #repeated = 0;
  #skipped = 0;
  #total = 0;
  #unfit = 0;
  #odd = 0;

  constructor(rows: RowClassifier, stopped: StoppedRows) {
    this.#rows = rows;
    this.#stopped = stopped;
  }

  isFull(rows: number): boolean {
    return this.#total >= rows || this.#linked.bytes + this.#unlinked.bytes + this.#reportBytes > maxBatchBytes;
  }

  add(record: CsvRecord): void {
    this.#total += 1;
    const verdict = record.error === null ? this.#rows.classify(record.cells) : null;
    if (verdict !== null) this.#stopped.add(record.cells);
    if (verdict === null) this.#refuse(record, record.error ?? '');
    else if (verdict.kind === 'bad') this.#refuse(record, verdict.reason);
    else if (verdict.kind === 'skipped') {
      this.#skipped += 1;
      this.#leftOut.push(this.#report(record, verdict.reason));
    } else if (this.#keys.has(verdict.key)) {
      this.#repeated += 1;
      this.#leftOut.push(this.#report(record, `Duplicate: the same person as in row ${this.#keys.get(verdict.key)}.`));
    } else {
      this.#keys.set(verdict.key, record.number);
      (verdict.is_linked ? this.#linked : this.#unlinked).add(verdict.fields, record.number);
      this.#keepOthers(verdict);
      if (verdict.complaints.length + verdict.remarks.length + verdict.gaps.length > 0) this.#complain(record, verdict);
    }
  }

  finish(bytesRead: number, isLast: boolean): RowBatch {
    this.#linked.flush();
    this.#unlinked.flush();
    return {
      incoming: this.#linked.pieces,
      unlinked: this.#unlinked.pieces,
      rows: { linked: this.#linked.rows, unlinked: this.#unlinked.rows },
      other_emails: this.#otherEmails,
      leads: this.#linked.rows.length + this.#unlinked.rows.length,
      unlinked_leads: this.#unlinked.rows.length,
      left_out: this.#leftOut,
      repeated: this.#repeated,
      skipped: this.#skipped,
      bad: this.#bad,
      incomplete: this.#incomplete,
      stopped: this.#stopped.people,
      unfit_values: this.#unfit,
      odd_values: this.#odd,
      total: this.#total,
      bytes_read: bytesRead,
      is_last: isLast,
    };
  }

  #keepOthers({ is_linked, key, other_emails: others }: LeadVerdict): void {
    if (others.length === 0) return;
    const email = is_linked ? null : key.replace(/^mailto:/, '');
    this.#otherEmails.push({ linkedin_key: is_linked ? key : null, email, others });
  }

  #complain(record: CsvRecord, { complaints, remarks, gaps }: LeadVerdict): void {
    this.#unfit += complaints.length;
    this.#odd += remarks.length;
    const missing = gaps.length > 0 ? [`${gaps.join(', ')}.`] : [];
    const words = complaints.length + gaps.length > 0 ? [ADDED_WITHOUT, ...missing, ...complaints] : ['Added.'];
    const reason = toStorableText([...words, ...remarks].join(' '), 1000);
    const left = complaints.length > 0 ? ['Left out:', ...complaints] : [];
    const as_duplicate = toStorableText([...left, ...remarks].join(' '), 1000);
    this.#incomplete.push({ ...this.#report(record, reason), has_gaps: gaps.length > 0, as_duplicate });
  }

  #refuse(record: CsvRecord, reason: string): void {
    this.#bad.push(this.#report(record, reason));
  }

  #report(record: CsvRecord, reason: string): BadRow {
    const line = record.error === null ? formatCells(record.cells) : formatLine([toStorableText(record.line, 5000)]);
    this.#reportBytes += line.length;
    return { row_number: record.number, reason, line };
  }
}

function copyLine(fields: (string | null)[]): string {
  let line = '';
  for (let index = 0; index < fields.length; index += 1) {
    const field = fields[index]!;
    if (index > 0) line += '\t';
    if (field === null) line += '\\N';
    else line += field.includes('\\') ? field.replaceAll('\\', '\\\\') : field;
  }
  return `${line}\n`;
}

const CELL_MAX = 500;
const LINE_MAX = 10_000;

/** As many cells as fit into a line. A line is never cut: a quote that stays open makes cells of what follows it, past the guard of formulas. */
export function formatCells(cells: readonly string[]): string {
  const kept: string[] = [];
  let size = 0;
  for (const cell of cells) {
    const text = toStorableText(cell, CELL_MAX);
    size += formatLine([text]).length + 1;
    if (size > LINE_MAX) break;
    kept.push(text);
  }
  return formatLine(kept);
}
