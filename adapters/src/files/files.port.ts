import type { Readable } from 'node:stream';
import { ProviderError } from '../kit/errors.ts';

/** A stored file. `key` is made by the store, opaque, and safe to keep in a row; it never contains a user's file name. */
type StoredFile = { key: string; size_in_bytes: number; sha256: string };

export type FilesPort = {
  /**
   * Stores the bytes under a new key, atomically: a file is never partly stored.
   * @param folder lower-case letters, digits and dashes, e.g. 'attachments' or 'imports'
   * @throws FileTooLargeError when `content` exceeds `max_size_in_bytes`; nothing is kept then
   */
  saveFile(folder: string, content: Buffer | Readable, max_size_in_bytes: number): Promise<StoredFile>;
  /** The whole file in memory; null when there is none. @throws FileTooLargeError above `max_size_in_bytes` */
  readFile(key: string, max_size_in_bytes: number): Promise<Buffer | null>;
  /** A stream of the file, optionally from a byte offset; null when there is none. */
  openFile(key: string, start_in_bytes?: number): Promise<{ stream: Readable; size_in_bytes: number } | null>;
  /** Does nothing when there is none. */
  deleteFile(key: string): Promise<void>;
  /** Writes, reads and deletes a file. @returns what was found, in words */
  check(): Promise<string>;
  close(): Promise<void>;
};

export type ListedFile = { key: string; size_in_bytes: number };

/** A place that keeps files, with what moving them from one place to another needs. */
export type FilesPlace = FilesPort & {
  /** Stores under the key that another place made; what was there is replaced. */
  putFile(key: string, content: Buffer | Readable, max_size_in_bytes: number): Promise<StoredFile>;
  /** Files in the order of their keys, after one. */
  listFiles(after: string | null, limit: number): Promise<ListedFile[]>;
  hasFile(key: string): Promise<boolean>;
};

export class FileTooLargeError extends Error {
  override readonly name = 'FileTooLargeError';
  readonly max_size_in_bytes: number;

  constructor(max_size_in_bytes: number) {
    super(`The file is larger than ${max_size_in_bytes} bytes.`);
    this.max_size_in_bytes = max_size_in_bytes;
  }
}

/** A key that the store did not make. It is a programming error or an attack; nothing is read or written for it. */
export class BadFileKeyError extends Error {
  override readonly name = 'BadFileKeyError';
}

/** For customers: the error's own words name machines and settings of the operator. */
const SHOWN = 'Stored files are not available right now.';

/** The store does not answer, or refuses us. `message` is for the operator, `reason` for everyone else. */
export class FilesUnavailableError extends ProviderError {
  readonly is_full: boolean;

  constructor(text: string, details: { code?: string | null; is_full?: boolean; cause?: unknown } = {}) {
    super('unavailable', text, { concerns: 'service', code: details.code ?? null, cause: details.cause });
    this.is_full = details.is_full ?? false;
  }

  override get reason(): string {
    return SHOWN;
  }
}
