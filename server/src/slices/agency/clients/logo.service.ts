import type { Readable } from 'node:stream';
import { AGENCY_LIMITS } from '@overture/domain/limits';
import { cutText } from '@overture/domain/text/text-bounds';
import { ApiError, orNotFound } from '../../../kernel/errors.ts';
import type { SessionContext } from '../../../kernel/slice.ts';
import { findLogo } from './clients.store.ts';

const PREFIX_MAX = 64;

/**
 * Stores a logo as a re-encoded file. Its declared type is ignored.
 * @param dataUrl as a browser reads a file
 * @throws logo_size; logo_type for an image that cannot be decoded
 */
export async function saveLogo(
  { ports }: Pick<SessionContext, 'ports'>,
  dataUrl: string,
): Promise<{ key: string; type: string }> {
  const comma = cutText(dataUrl, PREFIX_MAX).indexOf(',');
  const head = dataUrl.slice(0, Math.max(0, comma)).toLowerCase();
  if (!head.startsWith('data:image/') || !head.endsWith(';base64')) throw refuse('logo_type');
  const bytes = Buffer.from(dataUrl.slice(comma + 1), 'base64');
  if (bytes.length > AGENCY_LIMITS.logo_max_bytes) throw refuse('logo_size');
  const picture = await ports.pictures.redrawPicture(bytes, {
    max_pixels: AGENCY_LIMITS.logo_max_pixels,
    side_in_pixels: AGENCY_LIMITS.logo_kept_side,
  });
  if (!picture) throw refuse('logo_type');
  const { key } = await ports.files.saveFile('logos', picture.bytes, AGENCY_LIMITS.logo_max_bytes);
  return { key, type: picture.type };
}

function refuse(code: 'logo_type' | 'logo_size'): ApiError {
  const parameters = { limit: `${AGENCY_LIMITS.logo_max_bytes / 1024 ** 2} MB` };
  return new ApiError(code, parameters, { logo: new ApiError(code, parameters).message });
}

/** @throws not_found */
export async function openLogo(
  ctx: SessionContext,
  id: number,
): Promise<{ content: Readable; headers: Record<string, string> }> {
  const { logo_file, logo_type } = orNotFound(await ctx.read((tx) => findLogo(tx, id)));
  const { stream, size_in_bytes } = orNotFound(await ctx.ports.files.openFile(logo_file));
  return {
    content: stream,
    headers: {
      'content-type': logo_type,
      'content-length': String(size_in_bytes),
      'content-disposition': 'inline',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'cache-control': 'private, max-age=86400',
    },
  };
}
