import type { Readable } from 'node:stream';
import { setImmediate as breathe } from 'node:timers/promises';
import {
  type ColumnMapping,
  furtherColumns,
  MAPPING_TARGETS,
  otherEmailColumns,
} from '@overture/domain/csv/column-guess';
import { CsvRows } from '@overture/domain/csv/csv-heading';
import type { CustomTarget } from './custom-cells.rules.ts';
import type { ColumnIndexes } from './import-row.rules.ts';
import { BatchBuilder, type RowBatch, RowClassifier } from './row-batch.rules.ts';
import { placesOfStops, StoppedRows } from './stopped-rows.rules.ts';

export interface ReaderOptions {
  encoding: string;
  delimiter: string;
  header: string[];
  header_row: number;
  column_mapping: ColumnMapping;
  /** Rows without a LinkedIn address come in by email or phone although the file has a column of them. */
  imports_unlinked: boolean;
  /** Columns that fill custom columns; only tests leave it out. */
  custom_targets?: readonly CustomTarget[];
  /** Headings of columns that say who may not be contacted; only tests leave it out. */
  stop_columns?: readonly string[];
  /** Rows of an earlier run; they are read but not classified. */
  skip_rows: number;
  first_batch_rows: number;
  batch_rows: number;
}

/** Batches of a file's rows; the next one is made while the caller stores the one before. */
export interface RowReader {
  /** The next batch; the last one has `is_last`. @throws when the file cannot be read */
  next(): Promise<RowBatch>;
  /** Ends the stream; safe at any time. */
  close(): Promise<void>;
}

/** Reading stops this often for everything else the server does. */
const sliceInMs = 5;

/** Starts reading a file. The stream is only taken from as fast as batches are asked for. */
export function readRows(stream: Readable, options: ReaderOptions): RowReader {
  const batches = makeBatches(stream, options);
  const makeNext = async (): Promise<RowBatch> => {
    const { value } = await batches.next();
    if (!value) throw new Error('the file has no further rows');
    return value;
  };
  let ahead: Promise<RowBatch> | null = null;
  return {
    async next() {
      const batch = await (ahead ?? makeNext());
      ahead = batch.is_last ? null : makeNext();
      ahead?.catch(() => undefined); // thrown by the call that waits for it
      return batch;
    },
    async close() {
      stream.destroy();
      await ahead?.catch(() => undefined);
    },
  };
}

/** Index of each imported field in a row. */
function placesOf({ header, column_mapping, custom_targets = [] }: ReaderOptions) {
  const further = MAPPING_TARGETS.map(({ target }) => {
    const names = furtherColumns(column_mapping, target, header);
    return [target, names.map((name) => header.indexOf(name))];
  });
  const indexes: ColumnIndexes = {
    ...Object.fromEntries(Object.entries(column_mapping).map(([target, name]) => [target, header.indexOf(name)])),
    further: Object.fromEntries(further),
    other_emails: otherEmailColumns(column_mapping, header).map((name) => header.indexOf(name)),
  };
  const customCells = custom_targets.map((target) => ({ ...target, index: header.indexOf(target.header) }));
  return { indexes, customCells };
}

async function* makeBatches(stream: Readable, options: ReaderOptions): AsyncGenerator<RowBatch> {
  const decoder = new TextDecoder(options.encoding);
  const text = new CsvRows(options);
  const { indexes, customCells } = placesOf(options);
  const rows = new RowClassifier(indexes, options.header.length, customCells, options.imports_unlinked);
  const stops = placesOfStops(options.header, options.stop_columns ?? [], indexes);
  const openBatch = () => new BatchBuilder(rows, new StoppedRows(stops));
  let [toSkip, bytesRead, batchRows] = [options.skip_rows, 0, options.first_batch_rows];
  let batch = openBatch();
  let sliceEnd = performance.now() + sliceInMs;
  for await (const chunk of withEnd(stream)) {
    bytesRead += chunk?.length ?? 0;
    for (const record of text.push(
      chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode(),
      chunk === null,
    )) {
      if (toSkip > 0) {
        toSkip -= 1;
        rows.pass(record);
      } else {
        if (batch.isFull(batchRows)) {
          yield batch.finish(bytesRead, false);
          batch = openBatch();
          batchRows = options.batch_rows;
        }
        batch.add(record);
      }
      if ((record.number & 127) === 0 && performance.now() > sliceEnd) {
        await breathe();
        sliceEnd = performance.now() + sliceInMs;
      }
    }
  }
  yield batch.finish(bytesRead, true);
}

/** The stream's chunks, then null: the last row may lack its line end. */
async function* withEnd(stream: Readable): AsyncGenerator<Uint8Array | null> {
  for await (const chunk of stream) yield chunk as Uint8Array;
  yield null;
}
