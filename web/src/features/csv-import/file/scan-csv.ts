import type { ColumnMapping } from '@overture/domain/csv/column-guess';
import { CsvRows } from '@overture/domain/csv/csv-heading';
import { ColumnNotation } from '@overture/domain/leads/column-notation';
import { findEncodingDamage } from '@overture/domain/text/encoding-damage';
import { findStopColumns, isStopCell } from '@overture/domain/tool-exports/stop-columns';
import { type CsvPreview, SCAN_BYTES, SCAN_PIECE } from './read-csv-preview.ts';

/** What the rows of a file say that its heading does not. */
export interface ScanResult {
  rowCount: number;
  /** Rows without a LinkedIn address. */
  emptyLinkedin: number;
  /** Rows that say of their person that they may not be contacted. */
  stoppedRows: number;
  /** Names with letters that an encoding destroyed: how many, and the first ones. */
  damaged: { count: number; names: readonly string[] };
  /** How each column writes its numbers and days, by its heading. */
  notations: ReadonlyMap<string, ColumnNotation>;
}

const NAMES = ['full_name', 'first_name', 'last_name', 'company_name'] as const;
const SHOWN_NAMES = 3;

/** Adds up rows, of the beginning of a file or of all of it. */
class RowScan {
  readonly #linkedin: number | undefined;
  readonly #stops: readonly { name: string; index: number }[];
  readonly #names: { index: number; isPerson: boolean }[];
  readonly #columns: { index: number; notation: ColumnNotation }[];
  readonly #notations = new Map<string, ColumnNotation>();
  readonly #damaged = new Set<string>();
  #damagedCount = 0;
  #rowCount = 0;
  #emptyLinkedin = 0;
  #stoppedRows = 0;

  constructor({ indexes }: CsvPreview, mapping: ColumnMapping) {
    this.#linkedin = indexes.get(mapping.linkedin_url ?? '');
    this.#stops = findStopColumns([...indexes.keys()]).map((name) => ({ name, index: indexes.get(name) ?? 0 }));
    this.#names = NAMES.flatMap((target) => {
      const index = indexes.get(mapping[target] ?? '');
      return index === undefined ? [] : [{ index, isPerson: target !== 'company_name' }];
    });
    this.#columns = [...indexes].map(([header, index]) => {
      const notation = new ColumnNotation();
      this.#notations.set(header, notation);
      return { index, notation };
    });
  }

  add(cells: readonly string[], isWhole: boolean): void {
    this.#rowCount += 1;
    if (!isWhole) return;
    if (this.#linkedin !== undefined && !cells[this.#linkedin]?.trim()) this.#emptyLinkedin += 1;
    if (this.#stops.some(({ name, index }) => isStopCell(name, cells[index] ?? ''))) this.#stoppedRows += 1;
    for (const { index, notation } of this.#columns) notation.add(cells[index] ?? '');
    for (const { index, isPerson } of this.#names) {
      const name = cells[index]?.trim() ?? '';
      if (findEncodingDamage(name, isPerson) === null) continue;
      this.#damagedCount += 1;
      if (this.#damaged.size < SHOWN_NAMES) this.#damaged.add(name);
    }
  }

  get result(): ScanResult {
    return {
      rowCount: this.#rowCount,
      emptyLinkedin: this.#emptyLinkedin,
      stoppedRows: this.#stoppedRows,
      damaged: { count: this.#damagedCount, names: [...this.#damaged] },
      notations: this.#notations,
    };
  }
}

/** The same for the rows at hand: what is known of a file before it was read to its end, and all of one that is too large for that. */
export function scanPreview(preview: CsvPreview, mapping: ColumnMapping): ScanResult {
  const scan = new RowScan(preview, mapping);
  for (const cells of preview.rows) scan.add(cells, cells.length > 1);
  return { ...scan.result, rowCount: preview.rowCount };
}

/**
 * Reads a file of moderate size to its end in small pieces, to keep the page responsive. Null for larger files, or once
 * `signal` is aborted.
 */
export async function scanCsv(
  file: File,
  preview: CsvPreview,
  mapping: ColumnMapping,
  signal: AbortSignal,
): Promise<ScanResult | null> {
  if (file.size > SCAN_BYTES) return null;
  const decoder = new TextDecoder(preview.encoding);
  const reader = new CsvRows(preview);
  const scan = new RowScan(preview, mapping);
  for (let start = 0; start < file.size; start += SCAN_PIECE) {
    const isLast = start + SCAN_PIECE >= file.size;
    const bytes = await file.slice(start, start + SCAN_PIECE).arrayBuffer();
    if (signal.aborted) return null;
    for (const { cells, error } of reader.push(decoder.decode(bytes, { stream: !isLast }), isLast))
      scan.add(cells, error === null);
  }
  return scan.result;
}
