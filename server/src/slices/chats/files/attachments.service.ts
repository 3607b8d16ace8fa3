import { Readable } from 'node:stream';
import { detectPreview, HEAD_IN_BYTES } from '@overture/domain/message/files/file-bytes';
import type { Context } from '../../../kernel/context.ts';
import { ApiError, orNotFound } from '../../../kernel/errors.ts';
import { findAttachment } from '../messages.store.ts';
import { requireHarmless } from './scan-files.service.ts';

export interface OpenedFile {
  stream: Readable;
  headers: Record<string, string>;
}

type Ctx = Pick<Context, 'transaction' | 'ports'>;

/** @throws ApiError not_found, file_infected */
export async function openAttachment(ctx: Ctx, prospectId: number, id: number): Promise<OpenedFile> {
  return openDownload(
    ctx,
    requireHarmless(orNotFound(await ctx.transaction((tx) => findAttachment(tx, prospectId, id)))),
  );
}

/** Regardless of its type, the browser may only save it: no type that it would open, no name that breaks the header. */
export async function openDownload(
  ctx: Pick<Ctx, 'ports'>,
  file: { name: string; file_key: string },
): Promise<OpenedFile> {
  const { stream, size_in_bytes } = orNotFound(await ctx.ports.files.openFile(file.file_key));
  return {
    stream,
    headers: {
      'content-type': 'application/octet-stream',
      'content-length': String(size_in_bytes),
      'content-disposition': disposition('attachment', file.name),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, no-store',
    },
  };
}

/** @throws ApiError not_found, no_preview, file_infected */
export async function previewAttachment(ctx: Ctx, prospectId: number, id: number): Promise<OpenedFile> {
  return openPreview(
    ctx,
    requireHarmless(orNotFound(await ctx.transaction((tx) => findAttachment(tx, prospectId, id)))),
  );
}

/** A longer text shows its beginning. */
const TEXT_IN_BYTES = 256 * 1024;

/**
 * A file as the browser may show it. Its type is what its bytes are: a bitmap, a PDF or plain text, and nothing that could run in a page of
 * ours. Opened directly, images and texts are in a sandbox. PDF viewers refuse to work in one; they run no script of a document in its origin.
 * @throws ApiError not_found, no_preview
 */
export async function openPreview(
  ctx: Pick<Ctx, 'ports'>,
  file: { name: string; file_key: string },
): Promise<OpenedFile> {
  const head = await loadHead(ctx, file.file_key, TEXT_IN_BYTES);
  const ends = head.subarray(0, HEAD_IN_BYTES);
  const found = detectPreview({ head: ends, tail: ends }, file.name);
  if (found === null) throw new ApiError('no_preview');
  const headers = {
    'content-type': found.type,
    'content-disposition': disposition('inline', file.name),
    'x-content-type-options': 'nosniff',
    'content-security-policy':
      found.kind === 'document'
        ? "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'; frame-ancestors 'self'"
        : "default-src 'none'; sandbox; frame-ancestors 'none'",
    'cache-control': 'private, no-store',
    ...(found.kind === 'document' ? { 'x-frame-options': 'SAMEORIGIN' } : {}),
  };
  if (found.kind === 'text') return { stream: Readable.from([Buffer.from(decodeText(head))]), headers };
  const { stream, size_in_bytes } = orNotFound(await ctx.ports.files.openFile(file.file_key));
  return { stream, headers: { ...headers, 'content-length': String(size_in_bytes) } };
}

async function loadHead({ ports }: Pick<Ctx, 'ports'>, key: string, length: number): Promise<Buffer> {
  const { stream } = orNotFound(await ports.files.openFile(key));
  const pieces: Buffer[] = [];
  let size = 0;
  // Leaving the loop closes the stream.
  for await (const piece of stream) {
    pieces.push(piece as Buffer);
    size += (piece as Buffer).length;
    if (size >= length) break;
  }
  return Buffer.concat(pieces).subarray(0, length);
}

/** UTF-8, else the encoding of Windows. The end may cut a character in two. */
function decodeText(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

const disposition = (kind: 'inline' | 'attachment', name: string): string =>
  `${kind}; filename*=UTF-8''${encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, escapeMark)}`;

const escapeMark = (mark: string): string => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`;
