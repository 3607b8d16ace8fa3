import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { FilesUnavailableError, FileTooLargeError } from '../files.port.ts';
import { parseS3Error, parseUploadId } from './s3-answers.transform.ts';
import type { S3Client } from './s3-client.api.ts';

type Written = { size_in_bytes: number; sha256: string };

const TYPE = 'application/octet-stream';

/**
 * Stores an object whole or not at all. One part of it is in memory at a time; each is signed with its digest, so the store refuses bytes
 * that changed on their way.
 * @throws FileTooLargeError
 */
export async function uploadObject(
  client: S3Client,
  key: string,
  content: Buffer | Readable,
  { part_in_bytes, max_size_in_bytes }: { part_in_bytes: number; max_size_in_bytes: number },
): Promise<Written> {
  const hash = createHash('sha256');
  let size = 0;
  const parts = inParts(Buffer.isBuffer(content) ? [content] : content, part_in_bytes, (chunk) => {
    size += chunk.length;
    if (size > max_size_in_bytes) throw new FileTooLargeError(max_size_in_bytes);
    hash.update(chunk);
  });
  try {
    const { value: first = Buffer.alloc(0) } = await parts.next();
    if (first.length < part_in_bytes)
      await client.sendForText({ method: 'PUT', key, body: first, headers: { 'content-type': TYPE } });
    else await uploadInParts(client, key, first, parts, () => size);
  } finally {
    await parts.return(undefined);
  }
  return { size_in_bytes: size, sha256: hash.digest('hex') };
}

async function uploadInParts(
  client: S3Client,
  key: string,
  first: Buffer,
  rest: AsyncIterable<Buffer>,
  getSize: () => number,
): Promise<void> {
  const begun = await client.sendForText({
    method: 'POST',
    key,
    query: { uploads: '' },
    headers: { 'content-type': TYPE },
  });
  const upload = parseUploadId(begun.text);
  if (upload === null)
    throw new FilesUnavailableError(`${client.place.host} began no upload: it does not answer as S3.`);
  try {
    const tags = [await uploadPart(client, key, upload, 1, first)];
    for await (const part of rest) tags.push(await uploadPart(client, key, upload, tags.length + 1, part));
    await complete(client, key, { upload, tags, size: getSize() });
  } catch (error) {
    // Parts of an upload that never ends are stored, and paid for.
    const abort = { method: 'DELETE', key, query: { uploadId: upload }, accepts: [404] } as const;
    await client.sendForText(abort).catch(() => undefined);
    throw error;
  }
}

async function uploadPart(client: S3Client, key: string, upload: string, number: number, body: Buffer) {
  const query = { partNumber: String(number), uploadId: upload };
  const { headers } = await client.sendForText({ method: 'PUT', key, query, body });
  if (!headers.etag) throw new FilesUnavailableError(`${client.place.host} named no ETag of a part.`);
  return headers.etag;
}

/** The answer may be an error although its status is 200, and a try that was repeated may find the upload completed. */
async function complete(
  client: S3Client,
  key: string,
  { upload, tags, size }: { upload: string; tags: string[]; size: number },
): Promise<void> {
  const parts = tags.map((tag, n) => `<Part><PartNumber>${n + 1}</PartNumber><ETag>${escapeXml(tag)}</ETag></Part>`);
  const { text } = await client.sendForText({
    method: 'POST',
    key,
    query: { uploadId: upload },
    body: Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`),
    headers: { 'content-type': 'application/xml' },
    accepts: [404],
  });
  const { headers, status } = await client.sendForText({ method: 'HEAD', key, accepts: [404] });
  if (status !== 404 && Number(headers['content-length']) === size) return;
  const { code, message } = parseS3Error(text);
  throw new FilesUnavailableError(`${client.place.host} did not complete the file (${code}: ${message}).`, { code });
}

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** The memory of a small file is small. */
const FIRST_BUFFER = 65_536;

/**
 * A stream in pieces of one size; the last may be shorter, and is missing where nothing is left. Each piece lies in the memory of the one
 * before: it is used up when the next is asked for.
 */
async function* inParts(
  source: AsyncIterable<Buffer> | Iterable<Buffer>,
  part_in_bytes: number,
  onChunk: (chunk: Buffer) => void,
): AsyncGenerator<Buffer, void, undefined> {
  let part: Buffer = Buffer.alloc(Math.min(FIRST_BUFFER, part_in_bytes));
  let size = 0;
  for await (const chunk of source) {
    onChunk(chunk);
    for (let rest = chunk; rest.length > 0; ) {
      if (size === part.length) part = grow(part, part_in_bytes);
      const taken = rest.copy(part, size);
      size += taken;
      rest = rest.subarray(taken);
      if (size < part_in_bytes) continue;
      yield part;
      size = 0;
    }
  }
  if (size > 0) yield part.subarray(0, size);
}

function grow(part: Buffer, most: number): Buffer {
  const larger = Buffer.alloc(Math.min(most, part.length * 4));
  part.copy(larger);
  return larger;
}
