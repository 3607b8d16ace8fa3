import { open } from 'node:fs/promises';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import {
  type AsyncBuffer,
  type Compressors,
  type FileMetaData,
  parquetMetadataAsync,
  parquetReadObjects,
  parquetSchema,
} from 'hyparquet';
import { columnKey, type LeadMapping } from './lead-fields.rules.ts';
import { flattenRecord, type RowSource, type SourceRow } from './source-row.rules.ts';

/** Rows per read: a row group, or a part of a large one. */
const maxRows = 50_000;

/** Codecs besides Snappy, which the reader brings. */
const compressors: Compressors = {
  GZIP: (input) => new Uint8Array(gunzipSync(input)),
  ZSTD: (input) => new Uint8Array(zstdDecompressSync(input)),
  BROTLI: (input) => new Uint8Array(brotliDecompressSync(input)),
};

/** Opens a Parquet file; only the columns that some field may use are read. @throws Error in words when it is damaged */
export async function openParquet(path: string, mapping: LeadMapping): Promise<RowSource> {
  const metadata = await readingFile(path, (file) => parquetMetadataAsync(file));
  const names = parquetSchema(metadata).children.map(({ element }) => element.name);
  const known = new Set(
    Object.values(mapping)
      .flat()
      .map((column) => column.split('.', 1)[0]),
  );
  const wanted = names.filter((name) => known.has(columnKey(name)));
  return { format: 'parquet', columns: names.map(columnKey), rows: (skip) => readRows(path, metadata, wanted, skip) };
}

async function* readRows(
  path: string,
  metadata: FileMetaData,
  columns: string[],
  skip: number,
): AsyncIterable<SourceRow> {
  const names = new Map<string, string>();
  let groupStart = 0;
  for (const group of metadata.row_groups) {
    const groupEnd = groupStart + Number(group.num_rows);
    for (let rowStart = Math.max(groupStart, skip); rowStart < groupEnd; rowStart += maxRows) {
      const rowEnd = Math.min(rowStart + maxRows, groupEnd);
      const rows = await readingFile(path, (file) =>
        parquetReadObjects({ file, metadata, columns, rowStart, rowEnd, compressors }),
      );
      for (const row of rows) yield { row: flattenRecord(row, names), error: null, line: '' };
    }
    groupStart = groupEnd;
  }
}

async function readingFile<Result>(path: string, read: (file: AsyncBuffer) => Promise<Result>): Promise<Result> {
  const handle = await open(path);
  try {
    const { size } = await handle.stat();
    return await read({
      byteLength: size,
      async slice(start, end = size) {
        const from = start < 0 ? Math.max(0, size + start) : start;
        const { buffer, bytesRead } = await handle.read(
          Buffer.alloc(Math.max(0, end - from)),
          0,
          Math.max(0, end - from),
          from,
        );
        return new Uint8Array(buffer.subarray(0, bytesRead)).buffer;
      },
    });
  } catch (error) {
    throw new Error(`${path} cannot be read as Parquet: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    await handle.close();
  }
}
