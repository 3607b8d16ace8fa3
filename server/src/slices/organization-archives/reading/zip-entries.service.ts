import { PassThrough, type Readable } from 'node:stream';
import { cutText } from '@overture/domain/text/text-bounds';
import { type Entry, fromRandomAccessReader, open, RandomAccessReader, type ZipFile } from 'yauzl';

/** A message for a person: the file is no archive, is damaged, or is not for this program. */
export class ArchiveError extends Error {}

const MAX_ENTRIES = 2_000_000;
const MAX_BYTES = 512 * 1024 ** 3;
/** Repetitive rows reach 50 to 1. Files below the size cannot hurt. */
const MAX_RATIO = 300;
const RATIO_FREE_BYTES = 64 * 1024 ** 2;
/** Everything that an archive has: nothing else, no folder of its own, no path that leaves it. */
const NAME = /^(?:README\.txt|manifest\.json|tables\/[a-z_]{1,63}\.ndjson|files\/[0-9a-f]{64})$/;

export interface ZipEntries {
  names: ReadonlySet<string>;
  /** Bytes when unpacked, as the directory says; more is an error of the stream. */
  sizeOf(name: string): number;
  openEntry(name: string): Promise<Readable>;
  close(): void;
}

const NO_ARCHIVE = 'This is not an archive, or only a part of one. Download it again.';

/** A file of a store that gives bytes from a place on. */
export interface ZipSource {
  size_in_bytes: number;
  openFrom(start_in_bytes: number): Promise<Readable>;
}

class SourceReader extends RandomAccessReader {
  readonly #source: ZipSource;

  constructor(source: ZipSource) {
    super();
    this.#source = source;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    const part = new PassThrough();
    let left = end - start;
    this.#source.openFrom(start).then(
      (content) => {
        content.once('error', (error) => part.destroy(error));
        part.once('close', () => content.destroy());
        content.on('data', (chunk: Buffer) => {
          if (left <= 0) return;
          const isFree = part.write(chunk.subarray(0, left));
          left -= chunk.length;
          if (left <= 0) {
            part.end();
            content.destroy();
          } else if (!isFree) {
            content.pause();
            part.once('drain', () => content.resume());
          }
        });
        content.once('end', () => part.end());
      },
      (error: Error) => part.destroy(error),
    );
    return part;
  }
}

/** Opens a file and reads its directory. @throws ArchiveError before anything is unpacked */
export async function openZip(source: string | ZipSource): Promise<ZipEntries> {
  const zip = await new Promise<ZipFile>((resolve, reject) => {
    const options = { lazyEntries: true, autoClose: false, strictFileNames: true };
    const done = (error: Error | null, opened: ZipFile): void =>
      error ? reject(new ArchiveError(NO_ARCHIVE, { cause: error })) : resolve(opened);
    if (typeof source === 'string') open(source, options, done);
    else fromRandomAccessReader(new SourceReader(source), source.size_in_bytes, options, done);
  });
  try {
    const entries = await listEntries(zip);
    return {
      names: new Set(entries.keys()),
      sizeOf: (name) => entries.get(name)?.uncompressedSize ?? 0,
      openEntry: (name) => openEntry(zip, entries.get(name)),
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

function listEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  let bytes = 0;
  return new Promise((resolve, reject) => {
    if (zip.entryCount > MAX_ENTRIES) reject(new ArchiveError(`An archive has ${MAX_ENTRIES} entries at most.`));
    zip.on('entry', (entry: Entry) => {
      bytes += entry.uncompressedSize;
      const problem = findProblem(entry, entries, bytes);
      if (problem) return reject(new ArchiveError(problem));
      entries.set(entry.fileName, entry);
      zip.readEntry();
    });
    zip.once('end', () => resolve(entries));
    zip.once('error', (cause) => reject(new ArchiveError(NO_ARCHIVE, { cause })));
    zip.readEntry();
  });
}

function findProblem(entry: Entry, known: ReadonlyMap<string, Entry>, bytes: number): string | null {
  const { fileName, compressedSize, uncompressedSize } = entry;
  if (!NAME.test(fileName)) return `The file holds "${cutText(fileName, 100)}", which no archive has.`;
  if (known.has(fileName)) return `The file holds "${fileName}" twice.`;
  if (entry.isEncrypted()) return 'The file is encrypted as a ZIP, which no archive is.';
  const isBomb = uncompressedSize > RATIO_FREE_BYTES && uncompressedSize > compressedSize * MAX_RATIO;
  return isBomb || bytes > MAX_BYTES
    ? 'The file unpacks to far more than an archive can hold. It was not opened.'
    : null;
}

function openEntry(zip: ZipFile, entry: Entry | undefined): Promise<Readable> {
  if (!entry) throw new ArchiveError(NO_ARCHIVE);
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) =>
      error ? reject(new ArchiveError(NO_ARCHIVE, { cause: error })) : resolve(stream),
    );
  });
}
