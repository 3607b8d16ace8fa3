import type { Readable } from 'node:stream';

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
  /** True when there was something to delete. */
  deleteFile(key: string): Promise<boolean>;
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
