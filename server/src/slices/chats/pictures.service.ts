import type { Picture } from '@overture/adapters/pictures/pictures.port';
import type { Context } from '../../kernel/context.ts';
import { ApiError, orNotFound } from '../../kernel/errors.ts';
import { remoteAddresses } from './mail/mail-html.rules.ts';
import { findMessage } from './messages.store.ts';

/** Pictures an organization may have fetched in a minute: an inbox read quickly, not a crawler. */
const picturesPerMinute = 600;
/** Parallel in this process: each may hold its bytes in memory. */
const MAX_AT_ONCE = 24;
const ofMail = { max_size_in_bytes: 5_000_000, timeout_in_ms: 10_000 };
const ofPerson = { max_size_in_bytes: 1_000_000, timeout_in_ms: 10_000 };
let running = 0;

type PictureContext = Pick<Context, 'transaction' | 'ports' | 'rate_limits' | 'organization'>;

/** A remote picture of a stored mail, for a reader who asked for it: only addresses that occur in that mail. */
export async function openMailPicture(
  ctx: PictureContext,
  prospectId: number,
  messageId: number,
  address: string,
): Promise<Picture> {
  const message = orNotFound(await ctx.transaction((tx) => findMessage(tx, messageId)));
  if (message.prospect_id !== prospectId || !remoteAddresses(message.html ?? '').has(address)) {
    throw new ApiError('not_found');
  }
  return fetchPicture(ctx, address, ofMail);
}

/** The picture of a lead, a company or a sender: small, and over TLS only. */
export async function openPersonPicture(ctx: PictureContext, address: string): Promise<Picture> {
  return fetchPicture(ctx, address, ofPerson);
}

async function fetchPicture(ctx: PictureContext, address: string, limits: typeof ofMail): Promise<Picture> {
  await ctx.rate_limits.spend('pictures', String(ctx.organization.id), picturesPerMinute, 60);
  if (running >= MAX_AT_ONCE) throw new ApiError('unavailable').after(1);
  running += 1;
  try {
    return orNotFound(await ctx.ports.pictures.fetchPicture(address, limits));
  } finally {
    running -= 1;
  }
}

/** The response can only be a picture, also when its address is opened directly. */
export const pictureHeaders = ({ type, bytes }: Picture): Record<string, string> => ({
  'content-type': type,
  'content-length': String(bytes.length),
  'content-disposition': 'inline',
  'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  'cache-control': 'private, max-age=86400',
});
