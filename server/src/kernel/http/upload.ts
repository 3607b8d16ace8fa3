import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { detectAttachmentType, isAttachmentType } from '@overture/domain/message/attachments';
import { detectFileType, type FileEnds, HEAD_IN_BYTES, TAIL_IN_BYTES } from '@overture/domain/message/files/file-bytes';
import { endingOf, FILE_TYPES } from '@overture/domain/message/files/file-types';
import { findFileRisk } from '@overture/domain/message/files/preview-kinds';
import { TENANT_LIMITS } from '@overture/domain/tenant-limits';
import { cleanText, toSingleLine } from '@overture/domain/text/text';
import type { FastifyRequest } from 'fastify';
import type { BaseContext } from '../context.ts';
import { ApiError } from '../errors.ts';
import { requireDiskSpace } from '../limits/disk-space.ts';
import { slowDown } from '../limits/slow-down.ts';
import type { UploadedFile } from '../slice.ts';
import { drainBody } from './slow-bodies.ts';

const MAX_NAME_LENGTH = 200;
const HEAD_BYTES = 16;
const maxFields = 30;
const maxFieldBytes = 256 * 1024;
const mebibyte = 1024 * 1024;
const dayInSeconds = 24 * 3600;
/** The disk is looked at again after this much of a file. */
const lookEveryBytes = 16 * mebibyte;

export type ReceivedUpload = {
  file: UploadedFile | null;
  fields: Record<string, string>;
  /** Removes the file if it is still there, and gives its place to the next. */
  discard: () => Promise<void>;
};

type Ctx = Pick<BaseContext, 'config' | 'gates' | 'rate_limits'> & { organization?: { id: number } };

/**
 * Receives a multipart request: the file goes to disk as it arrives (never into memory), the fields are collected. At
 * most one file of `maxFileBytes`. Before anything is taken, the organization must have a place and volume left for the
 * day, and the disk room.
 * @throws too_many_uploads, uploads_busy, upload_quota_used, no_room_for_file, too_large
 */
export async function receiveUpload(request: FastifyRequest, maxFileBytes: number, ctx: Ctx): Promise<ReceivedUpload> {
  if (!request.isMultipart()) throw new ApiError('unsupported_media_type');
  const key = ctx.organization?.id ?? request.ip;
  // A body is never longer than it was said to be: the server ends it there.
  const declared = Math.min(maxFileBytes, Number(request.headers['content-length'] ?? maxFileBytes) || maxFileBytes);
  const leave = enterOrDrain(request, ctx, key, declared);
  const path = join(ctx.config.DATA_DIR, 'uploads', randomUUID());
  const discard = async (): Promise<void> => {
    leave();
    await rm(path, { force: true });
  };
  try {
    await requireDiskSpace(ctx.config.DATA_DIR, declared);
    const refundVolume = await spendVolume(ctx, String(key), declared);
    await mkdir(join(ctx.config.DATA_DIR, 'uploads'), { recursive: true, mode: 0o700 });
    // A connection that closed in between ends no stream: its reader would wait forever and keep its slot.
    if (request.raw.destroyed) throw new ApiError('bad_request', { reason: 'The connection was closed.' });
    const received = await receiveParts(request, path, maxFileBytes, () => uploadSpeed(ctx));
    await refundVolume(received.file?.size_in_bytes ?? 0);
    return { ...received, discard };
  } catch (error) {
    drainBody(request);
    await discard();
    throw error;
  }
}

function enterOrDrain(request: FastifyRequest, ctx: Ctx, key: string | number, bytes: number): () => void {
  const isLarge = bytes >= TENANT_LIMITS.large_upload_in_bytes;
  try {
    return (isLarge ? ctx.gates.uploads : ctx.gates.small_uploads).enter(key);
  } catch (error) {
    drainBody(request);
    throw error;
  }
}

/** Who is alone may use the line. */
function uploadSpeed({ gates, organization }: Ctx): number {
  const isAlone = organization !== undefined && gates.presence.isAlone(organization.id);
  return isAlone ? Number.POSITIVE_INFINITY : TENANT_LIMITS.upload_bytes_per_second_beside_others;
}

async function receiveParts(
  request: FastifyRequest,
  path: string,
  maxFileBytes: number,
  bytesPerSecond: () => number,
): Promise<Pick<ReceivedUpload, 'file' | 'fields'>> {
  const fields: Record<string, string> = {};
  let file: UploadedFile | null = null;
  const parts = request.parts({
    limits: { files: 1, fields: maxFields, fieldSize: maxFieldBytes, fileSize: maxFileBytes },
  });
  for await (const part of parts) {
    if (part.type === 'field') {
      fields[part.fieldname] = String(part.value);
      continue;
    }
    await pipeline(
      part.file,
      slowDown(bytesPerSecond),
      watchDisk(path),
      createWriteStream(path, { flags: 'wx', mode: 0o600 }),
    );
    if (part.file.truncated) throw new ApiError('too_large');
    file = { path, filename: part.filename, content_type: part.mimetype, size_in_bytes: part.file.bytesRead };
  }
  return { file, fields };
}

/** Ends an upload that would fill the disk, independent of its declared size and of other uploads. */
function watchDisk(path: string): Transform {
  let untilLook = 0;
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      untilLook -= piece.length;
      if (untilLook > 0) return done(null, piece);
      untilLook = lookEveryBytes;
      requireDiskSpace(join(path, '..'), piece.length).then(
        () => done(null, piece),
        (error) => done(error),
      );
    },
  });
}

/** Counts what was said to come against the day; the answer gives back what did not come. */
async function spendVolume(ctx: Ctx, key: string, bytes: number): Promise<(received: number) => Promise<void>> {
  const points = Math.max(1, Math.ceil(ctx.config.UPLOAD_GB_PER_DAY * 1024));
  const cost = Math.max(1, Math.ceil(bytes / mebibyte));
  const name = 'upload-mib-a-day';
  try {
    await ctx.rate_limits.spend(name, key, points, dayInSeconds, cost);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // What was refused was not uploaded: a smaller file may still fit.
    await ctx.rate_limits.giveBack(name, key, points, dayInSeconds, cost);
    const refusal = new ApiError('upload_quota_used', { limit: `${ctx.config.UPLOAD_GB_PER_DAY} GB` });
    throw refusal.after(error.retry_after_in_seconds ?? dayInSeconds);
  }
  return async (received) => {
    const unused = cost - Math.max(1, Math.ceil(received / mebibyte));
    if (unused > 0) await ctx.rate_limits.giveBack(name, key, points, dayInSeconds, unused);
  };
}

/**
 * An uploaded file as an attachment of a message. Its first bytes decide its type: a file that claims another one is refused. The
 * name is the last part of the given one, on one line. @throws attachment_type
 */
export async function describeAttachment(file: UploadedFile): Promise<{ name: string; type: string; size: number }> {
  return { name: cleanName(file), type: await detectType(file), size: file.size_in_bytes };
}

async function detectType(file: UploadedFile): Promise<string> {
  const handle = await open(file.path, 'r');
  try {
    const head = Buffer.alloc(HEAD_BYTES);
    await handle.read(head, 0, HEAD_BYTES, 0);
    const type = detectAttachmentType(head);
    const claimed = file.content_type.toLowerCase();
    const isGeneric = claimed === '' || claimed.startsWith('application/octet-stream');
    if (type === null || !(isGeneric || (isAttachmentType(claimed) && claimed.startsWith(type)))) {
      throw new ApiError('attachment_type');
    }
    return type;
  } finally {
    await handle.close();
  }
}

/**
 * An uploaded file as one of a message of the inbox, by its bytes. A file that claims another type, and a name that a machine would run or
 * open as something else, are refused. @throws message_file_type
 */
export async function describeMessageFile(file: UploadedFile): Promise<{ name: string; type: string; size: number }> {
  const name = cleanName(file);
  const type = detectFileType(await loadEnds(file), name);
  if (type === null || !isClaimed(file.content_type, type) || isMisnamed(name, type))
    throw new ApiError('message_file_type');
  return { name, type, size: file.size_in_bytes };
}

async function loadEnds({ path, size_in_bytes: size }: UploadedFile): Promise<FileEnds> {
  const handle = await open(path, 'r');
  try {
    const read = async (length: number, from: number): Promise<Buffer> => {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, from);
      return buffer.subarray(0, bytesRead);
    };
    const tail = Math.min(size, TAIL_IN_BYTES);
    return { head: await read(Math.min(size, HEAD_IN_BYTES), 0), tail: await read(tail, size - tail) };
  } finally {
    await handle.close();
  }
}

/** Browsers name the type by the ending, and some of them tables in text as Excel's. */
function isClaimed(given: string, type: string): boolean {
  const claimed = given.toLowerCase();
  if (claimed === '' || claimed.startsWith('application/octet-stream')) return true;
  if (!type.startsWith('text/')) return claimed.startsWith(type);
  return claimed.startsWith('text/plain') || claimed.startsWith('text/csv') || claimed === 'application/vnd.ms-excel';
}

function isMisnamed(name: string, type: string): boolean {
  const ending = endingOf(name);
  if (findFileRisk(name) !== null) return true;
  return Object.hasOwn(FILE_TYPES, ending) && FILE_TYPES[ending] !== type;
}

/** What a recipient sees: no path, and no character that changes the direction of text. */
function cleanName(file: UploadedFile): string {
  const last = file.filename.split(/[\\/]/).at(-1) ?? '';
  const name = toSingleLine(cleanText(last))
    .replace(/\p{Cf}/gu, '')
    .replaceAll('"', "'");
  return name.slice(-MAX_NAME_LENGTH) || 'attachment';
}
