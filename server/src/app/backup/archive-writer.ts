import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { type Header, type Pack, pack } from 'tar-stream';
import { type BackupManifest, MANIFEST_ENTRY } from './archive-format.ts';

export interface ArchiveWriter {
  addBuffer(name: string, content: Buffer): Promise<void>;
  /** @param size exactly so many bytes are taken from the stream */
  addStream(name: string, size: number, content: Readable): Promise<void>;
  /** Writes the manifest and waits until everything is on the disk. */
  finish(manifest: Omit<BackupManifest, 'entries'>): Promise<void>;
  /** After a failure. */
  abandon(): Promise<void>;
}

/** Writes a new file that only its owner may read: it holds what people wrote, and may hold the key. */
export function openArchive(path: string): ArchiveWriter {
  const archive = pack();
  const entries: BackupManifest['entries'] = {};
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  const written = once(file, 'finish');
  written.catch(() => archive.destroy()); // a full disk; reported to the awaiting caller
  archive.on('error', () => undefined); // of the file: without an ear here, a full disk would end the program
  archive.pipe(file);
  /** A full disk is the cause of all later failures. */
  const whileWritable = <Result>(work: Promise<Result>): Promise<Result> =>
    Promise.race([work, written as Promise<never>]).catch((error) => {
      throw file.errored ?? error;
    });
  const put = (name: string, content: Buffer): Promise<void> => whileWritable(putBuffer(archive, name, content));
  return {
    async addBuffer(name, content) {
      await put(name, content);
      entries[name] = { size: content.length, sha256: createHash('sha256').update(content).digest('hex') };
    },
    async addStream(name, size, content) {
      entries[name] = { size, sha256: await whileWritable(putStream(archive, { name, size, mode: 0o600 }, content)) };
    },
    async finish(manifest) {
      await put(MANIFEST_ENTRY, Buffer.from(JSON.stringify({ ...manifest, entries })));
      archive.finalize();
      await written;
      await syncToDisk(path);
    },
    async abandon() {
      archive.destroy();
      await closeFile(file);
    },
  };
}

function putBuffer(archive: Pack, name: string, content: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    archive.entry({ name, size: content.length, mode: 0o600 }, content, (error) => (error ? reject(error) : resolve()));
  });
}

async function closeFile(file: WriteStream): Promise<void> {
  file.destroy();
  if (!file.closed) await once(file, 'close').catch(() => undefined);
}

async function syncToDisk(path: string): Promise<void> {
  const file = await open(path, 'r');
  await file.sync().finally(() => file.close());
}

async function putStream(
  archive: Pack,
  header: Pick<Header, 'name' | 'size' | 'mode'>,
  content: Readable,
): Promise<string> {
  const hash = createHash('sha256');
  let finish: (error?: Error | null) => void = () => undefined;
  const finished = new Promise<void>((resolve, reject) => {
    finish = (error) => (error ? reject(error) : resolve());
  });
  const entry = archive.entry(header, (error) => finish(error));
  for await (const chunk of content as AsyncIterable<Buffer>) {
    hash.update(chunk);
    if (!entry.write(chunk)) await Promise.race([once(entry, 'drain'), finished]);
  }
  entry.end(undefined);
  await finished;
  return hash.digest('hex');
}
