import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../errors.ts';
import type { UploadedFile } from '../slice.ts';

const maxFields = 30;
const maxFieldBytes = 256 * 1024;

/**
 * Receives a multipart request: the file goes to disk as it arrives (never into memory), the fields are collected. At
 * most one file of `maxFileBytes`. `discard` removes the file if it is still there.
 */
export async function receiveUpload(
  request: FastifyRequest,
  maxFileBytes: number,
  dataDirectory: string,
): Promise<{ file: UploadedFile | null; fields: Record<string, string>; discard: () => Promise<void> }> {
  if (!request.isMultipart()) throw new ApiError('unsupported_media_type');
  const directory = join(dataDirectory, 'uploads');
  await mkdir(directory, { recursive: true });
  const path = join(directory, randomUUID());
  const discard = (): Promise<void> => rm(path, { force: true });
  const fields: Record<string, string> = {};
  let file: UploadedFile | null = null;
  try {
    const parts = request.parts({
      limits: { files: 1, fields: maxFields, fieldSize: maxFieldBytes, fileSize: maxFileBytes },
    });
    for await (const part of parts) {
      if (part.type === 'field') {
        fields[part.fieldname] = String(part.value);
        continue;
      }
      await pipeline(part.file, createWriteStream(path, { flags: 'wx' }));
      if (part.file.truncated) throw new ApiError('too_large');
      file = { path, filename: part.filename, content_type: part.mimetype, size_in_bytes: part.file.bytesRead };
    }
    return { file, fields, discard };
  } catch (error) {
    await discard();
    throw error;
  }
}
