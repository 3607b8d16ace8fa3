import type { Readable } from 'node:stream';
import type { Context } from '../../kernel/context.ts';
import { orNotFound } from '../../kernel/errors.ts';
import { findAttachment } from './messages.store.ts';

export interface OpenedFile {
  stream: Readable;
  headers: Record<string, string>;
}

/** A received file. Regardless of its type, the browser may only save it: no type that it would open, no name that breaks the header. */
export async function openAttachment(
  ctx: Pick<Context, 'transaction' | 'ports'>,
  prospectId: number,
  id: number,
): Promise<OpenedFile> {
  const attachment = orNotFound(await ctx.transaction((tx) => findAttachment(tx, prospectId, id)));
  const { stream, size_in_bytes } = orNotFound(await ctx.ports.files.openFile(attachment.file_key));
  return {
    stream,
    headers: {
      'content-type': 'application/octet-stream',
      'content-length': String(size_in_bytes),
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(attachment.name).replace(/['()*]/g, escapeMark)}`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, no-store',
    },
  };
}

const escapeMark = (mark: string): string => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`;
