import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { makeFileKey, requireFileKey } from '../file-keys.ts';
import { checkByWriting } from '../file-probe.ts';
import { type FilesPlace, FilesUnavailableError, FileTooLargeError, type ListedFile } from '../files.port.ts';
import { s3Manifest } from './s3.manifest.ts';
import { describeS3Silence, parseS3List } from './s3-answers.transform.ts';
import { type S3Answer, S3Client, type S3Settings } from './s3-client.api.ts';
import { uploadObject } from './s3-upload.api.ts';

const { limits } = s3Manifest;
/** A file of this name is never stored: keys come from a random source. */
const MISSING_KEY = `doctor/00/${'0'.repeat(32)}`;
const CLOCK_WARNING_IN_MS = 60_000;

/** Files as objects of one bucket, which needs no public access: every byte passes this program. */
export function createS3Files(settings: S3Settings): FilesPlace {
  const client = new S3Client(settings);
  const part_in_bytes = settings.part_in_bytes ?? limits.part_in_bytes;
  const place: FilesPlace = {
    async saveFile(folder, content, max_size_in_bytes) {
      return place.putFile(makeFileKey(folder), content, max_size_in_bytes);
    },

    async putFile(key, content, max_size_in_bytes) {
      const written = await uploadObject(client, requireFileKey(key), content, { part_in_bytes, max_size_in_bytes });
      return { key, ...written };
    },

    async readFile(key, max_size_in_bytes) {
      const opened = await place.openFile(key);
      if (opened === null) return null;
      const { stream, size_in_bytes } = opened;
      if (size_in_bytes > max_size_in_bytes) {
        stream.destroy();
        throw new FileTooLargeError(max_size_in_bytes);
      }
      return collect(client, stream);
    },

    async openFile(key, start_in_bytes = 0) {
      const answer = await getFrom(client, requireFileKey(key), start_in_bytes);
      if (answer.status === 404) return null;
      if (answer.status === 416) return { stream: Readable.from([]), size_in_bytes: await getSize(client, key) };
      const size_in_bytes = sizeOrDiscard(answer, start_in_bytes);
      const reading = { body: answer.body };
      const bytes = readOn(client, key, reading, { start_in_bytes, size_in_bytes });
      const stream = Readable.from(bytes, { objectMode: false });
      // A reader that leaves before the first byte never begins to iterate: nothing else frees the connection.
      stream.once('close', () => discard(reading.body));
      return { stream, size_in_bytes };
    },

    async deleteFile(key) {
      await client.sendForText({ method: 'DELETE', key: requireFileKey(key), accepts: [404] });
    },

    listFiles: (after, limit) => listObjects(client, after, limit),

    async hasFile(key) {
      const { status } = await client.sendForText({ method: 'HEAD', key: requireFileKey(key), accepts: [404] });
      return status !== 404;
    },

    check: async () => describeBucket(client, await probe(client, place)),
    close: () => client.close(),
  };
  return place;
}

/** @returns the clock of the store */
async function probe(client: S3Client, place: FilesPlace): Promise<string | undefined> {
  await checkByWriting(place);
  const { status, headers } = await client.sendForText({ method: 'HEAD', key: MISSING_KEY, accepts: [403, 404] });
  if (status !== 403) return headers.date;
  throw new FilesUnavailableError(
    `The key lacks the right s3:ListBucket in the bucket ${client.place.bucket}: a missing file looks like a refusal.`,
  );
}

function describeBucket(client: S3Client, date: string | undefined): string {
  const seconds = Math.round(Math.abs(clockDifference(date, client)) / 1000);
  const clock = seconds * 1000 < CLOCK_WARNING_IN_MS ? '' : ` The clocks differ by ${seconds} s: set this one right.`;
  return `Written, read and deleted. Bucket ${client.place.bucket} at ${client.place.host}.${clock}`;
}

const clockDifference = (date: string | undefined, client: S3Client): number =>
  client.clock_offset_in_ms || Date.parse(date ?? '') - Date.now() || 0;

/** Statuses 404 and 416 (the start lies behind the end) are answers. */
async function getFrom(client: S3Client, key: string, start_in_bytes: number): Promise<S3Answer> {
  const headers: Record<string, string> = { 'accept-encoding': 'identity' };
  if (start_in_bytes > 0) headers.range = `bytes=${start_in_bytes}-`;
  return client.send({ method: 'GET', key, headers, accepts: [404, 416], is_download: true });
}

/** In memory. A store that sends a byte now and then must not hold a message up for ever. */
async function collect(client: S3Client, stream: Readable): Promise<Buffer> {
  const end = performance.now() + limits.whole_body_in_ms;
  const chunks: Buffer[] = [];
  for await (const chunk of stream) {
    if (performance.now() > end) throw describeS3Silence(client.place, new Error('it sends a file too slowly'));
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}

function sizeOf({ status, headers }: S3Answer, start_in_bytes: number): number {
  const [, from = '0', of] = /^bytes (\d+)-\d+\/(\d+)$/.exec(headers['content-range'] ?? '') ?? [];
  if ((start_in_bytes > 0 && status !== 206) || Number(from) !== start_in_bytes)
    throw new FilesUnavailableError('The store ignores Range: it does not answer as S3.');
  const size = status === 206 ? of : headers['content-length'];
  if (size === undefined || !/^\d+$/.test(size))
    throw new FilesUnavailableError('The store does not name the size of a file: it does not answer as S3.');
  return Number(size);
}

function sizeOrDiscard(answer: S3Answer, start_in_bytes: number): number {
  try {
    return sizeOf(answer, start_in_bytes);
  } catch (error) {
    discard(answer.body);
    throw error;
  }
}

async function getSize(client: S3Client, key: string): Promise<number> {
  const { headers } = await client.sendForText({ method: 'HEAD', key });
  return Number(headers['content-length']);
}

/** The bytes of an object. A connection that ends in their midst is followed by another from there: a slow reader takes hours. */
async function* readOn(
  client: S3Client,
  key: string,
  /** The body that is read now: it is discarded with the stream. */
  reading: { body: Readable },
  { start_in_bytes, size_in_bytes }: { start_in_bytes: number; size_in_bytes: number },
): AsyncGenerator<Buffer, void, undefined> {
  let at = start_in_bytes;
  let failures = 0;
  let failedAt = at;
  let iterator = iterate(reading.body);
  try {
    while (at < size_in_bytes) {
      const next = await nextChunk(iterator);
      if (!(next instanceof Error)) {
        at += next.length;
        yield next;
        continue;
      }
      failures = at - failedAt > limits.progress_in_bytes ? 1 : failures + 1;
      failedAt = at;
      if (failures >= limits.tries) throw describeS3Silence(client.place, next);
      discard(reading.body);
      await pause(limits.first_pause_in_ms * failures);
      reading.body = await continueFrom(client, key, { at, size_in_bytes });
      iterator = iterate(reading.body);
    }
  } finally {
    discard(reading.body);
  }
}

/** A store or a proxy that ignores Range would begin the file again in its midst. */
async function continueFrom(
  client: S3Client,
  key: string,
  { at, size_in_bytes }: { at: number; size_in_bytes: number },
): Promise<Readable> {
  const more = await getFrom(client, key, at);
  if (more.status >= 300) throw new FilesUnavailableError('The file was deleted while it was read.');
  if (sizeOrDiscard(more, at) === size_in_bytes) return more.body;
  discard(more.body);
  throw new FilesUnavailableError('The file changed while it was read.');
}

const iterate = (body: Readable): AsyncIterator<Buffer> => body[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
const discard = (body: Readable): void => void body.on('error', () => undefined).destroy();

/** The end before the last byte is a failure like any other. */
async function nextChunk(iterator: AsyncIterator<Buffer>): Promise<Buffer | Error> {
  try {
    const { done, value } = await iterator.next();
    return done ? new Error('it ended the connection') : value;
  } catch (error) {
    return error as Error;
  }
}

async function listObjects(client: S3Client, after: string | null, limit: number): Promise<ListedFile[]> {
  const listed: ListedFile[] = [];
  // Continued by the token of the store: the name of a foreign object may not survive its way through XML.
  let from: Record<string, string> | null = after === null ? {} : { 'start-after': after };
  while (from !== null && listed.length < limit) {
    const wanted = Math.min(limit - listed.length, limits.listed_files);
    const { text } = await client.sendForText({
      method: 'GET',
      key: '',
      query: {
        'list-type': '2',
        'max-keys': String(wanted),
        ...from,
      },
    });
    const { files, next } = parseS3List(text);
    listed.push(...files);
    from = next === null ? null : { 'continuation-token': next };
  }
  return listed;
}
