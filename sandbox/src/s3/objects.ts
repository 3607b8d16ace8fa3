import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { S3Problem } from './signature.ts';

interface StoredObject {
  size: number;
  etag: string;
}
interface Upload {
  key: string;
  parts: Map<number, StoredObject>;
}

const SMALLEST_PART = 5 * 1024 ** 2;

/** Objects of one bucket, on disk: a file of a gigabyte never lies in memory. */
export class Objects {
  readonly #folder: string;
  readonly #smallest: number;
  readonly objects = new Map<string, StoredObject>();
  readonly uploads = new Map<string, Upload>();
  #last = 0;

  constructor(folder: string, smallest_part_in_bytes = SMALLEST_PART) {
    this.#folder = folder;
    this.#smallest = smallest_part_in_bytes;
  }

  pathOf(key: string): string {
    return join(this.#folder, Buffer.from(key).toString('base64url'));
  }

  /** @param digest what the body must have */
  async #receive(path: string, body: Readable, digest: string): Promise<StoredObject> {
    await mkdir(this.#folder, { recursive: true });
    const [hash, md5] = [createHash('sha256'), createHash('md5')];
    let size = 0;
    this.#last += 1;
    const temporary = `${path}.${this.#last}.new`;
    try {
      await pipeline(
        body,
        async function* (source) {
          for await (const chunk of source) {
            hash.update(chunk);
            md5.update(chunk);
            size += chunk.length;
            yield chunk;
          }
        },
        createWriteStream(temporary),
      );
      if (hash.digest('hex') !== digest)
        throw new S3Problem(
          400,
          'XAmzContentSHA256Mismatch',
          'The provided x-amz-content-sha256 does not match what was computed.',
        );
      await rename(temporary, path);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
    return { size, etag: `"${md5.digest('hex')}"` };
  }

  async put(key: string, body: Readable, digest: string): Promise<StoredObject> {
    const stored = await this.#receive(this.pathOf(key), body, digest);
    this.objects.set(key, stored);
    return stored;
  }

  get(key: string): StoredObject {
    const stored = this.objects.get(key);
    if (!stored) throw new S3Problem(404, 'NoSuchKey', 'The specified key does not exist.');
    return stored;
  }

  read(key: string, start: number, end: number): Readable {
    return createReadStream(this.pathOf(key), { start, end });
  }

  async delete(key: string): Promise<void> {
    this.objects.delete(key);
    await rm(this.pathOf(key), { force: true });
  }

  list(after: string, prefix: string, limit: number): { keys: string[]; is_truncated: boolean } {
    const bytes = (text: string): Buffer => Buffer.from(text);
    const keys = [...this.objects.keys()]
      .filter((key) => key.startsWith(prefix) && bytes(key).compare(bytes(after)) > 0)
      .sort((one, other) => bytes(one).compare(bytes(other)));
    return { keys: keys.slice(0, limit), is_truncated: keys.length > limit };
  }

  begin(key: string): string {
    this.#last += 1;
    const id = `upload-${this.#last}`;
    this.uploads.set(id, { key, parts: new Map() });
    return id;
  }

  #upload(id: string, key: string): Upload {
    const upload = this.uploads.get(id);
    if (upload?.key !== key) throw new S3Problem(404, 'NoSuchUpload', 'The specified multipart upload does not exist.');
    return upload;
  }

  #partPath = (id: string, number: number): string => join(this.#folder, `${id}.${number}.part`);

  async putPart(id: string, key: string, number: number, body: Readable, digest: string): Promise<StoredObject> {
    const upload = this.#upload(id, key);
    if (!(number >= 1 && number <= 10_000))
      throw new S3Problem(400, 'InvalidArgument', 'Part number must be an integer between 1 and 10000.');
    const part = await this.#receive(this.#partPath(id, number), body, digest);
    upload.parts.set(number, part);
    return part;
  }

  async complete(id: string, key: string, named: { number: number; etag: string }[]): Promise<StoredObject> {
    const { parts } = this.#upload(id, key);
    for (const [n, { number, etag }] of named.entries()) {
      const part = parts.get(number);
      if (part?.etag !== etag)
        throw new S3Problem(400, 'InvalidPart', 'One or more of the specified parts could not be found.');
      if (n > 0 && number <= named[n - 1]!.number)
        throw new S3Problem(400, 'InvalidPartOrder', 'The list of parts was not in ascending order.');
      if (n < named.length - 1 && part.size < this.#smallest)
        throw new S3Problem(400, 'EntityTooSmall', 'Your proposed upload is smaller than the minimum allowed size');
    }
    const path = this.pathOf(key);
    const whole = await open(`${path}.new`, 'w');
    for (const { number } of named)
      await pipeline(createReadStream(this.#partPath(id, number)), async (source) => {
        for await (const chunk of source) await whole.write(chunk as Buffer);
      });
    await whole.close();
    await rename(`${path}.new`, path);
    const stored = {
      size: (await stat(path)).size,
      etag: `"${createHash('md5').update(id).digest('hex')}-${named.length}"`,
    };
    this.objects.set(key, stored);
    await this.abort(id, key);
    return stored;
  }

  async abort(id: string, key: string): Promise<void> {
    const { parts } = this.#upload(id, key);
    for (const number of parts.keys()) await rm(this.#partPath(id, number), { force: true });
    this.uploads.delete(id);
  }
}
