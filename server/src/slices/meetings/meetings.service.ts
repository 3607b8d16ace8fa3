import { randomBytes } from 'node:crypto';
import type { BookingConnection, Meeting } from '@overture/contract/meetings';
import { type BookingProvider, MEETING_LIMITS } from '@overture/domain/meetings';
import { ApiError, orNotFound } from '../../kernel/errors.ts';
import type { SessionContext } from '../../kernel/slice.ts';
import { findProspects } from '../prospects/index.ts';
import * as store from './meetings.store.ts';

export const bookingSecretPurpose = 'booking-webhook';
export const BOOKING_HOOKS = '/webhooks/bookings';
const KEY_BYTES = 24;
const SECRET_BYTES = 32;

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

function present({ config }: SessionContext, { hook_key, ...row }: store.ConnectionRow): BookingConnection {
  return {
    ...row,
    webhook_url: `${config.APP_URL}${BOOKING_HOOKS}/${hook_key}`,
    last_received_at: iso(row.last_received_at),
    last_refused_at: iso(row.last_refused_at),
    created_at: row.created_at.toISOString(),
  };
}

export async function listConnections(ctx: SessionContext): Promise<BookingConnection[]> {
  return (await ctx.read(store.listConnections)).map((row) => present(ctx, row));
}

function makeSecret({ vault }: SessionContext): { secret: string; sealed_secret: Buffer } {
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  return { secret, sealed_secret: vault.seal(bookingSecretPurpose, secret) };
}

/** @throws conflict */
export async function createConnection(
  ctx: SessionContext,
  given: { provider: BookingProvider; name: string },
): Promise<{ booking_connection: BookingConnection; secret: string }> {
  const { secret, sealed_secret } = makeSecret(ctx);
  const hook_key = randomBytes(KEY_BYTES).toString('base64url');
  const row = await ctx.transaction((tx) => store.insertConnection(tx, { ...given, hook_key, sealed_secret }));
  if (row === undefined)
    throw new ApiError('conflict', { reason: `At most ${MEETING_LIMITS.connections} booking pages can be connected.` });
  return { booking_connection: present(ctx, row), secret };
}

/** @throws not_found */
export async function rotateSecret(
  ctx: SessionContext,
  id: number,
): Promise<{ booking_connection: BookingConnection; secret: string }> {
  const { secret, sealed_secret } = makeSecret(ctx);
  const row = orNotFound(await ctx.transaction((tx) => store.updateSecret(tx, id, sealed_secret)));
  return { booking_connection: present(ctx, row), secret };
}

/** @throws not_found */
export async function listDeliveries(ctx: SessionContext, id: number) {
  const rows = await ctx.read(async (tx) => {
    orNotFound(await store.findConnection(tx, id));
    return store.listDeliveries(tx, id);
  });
  return rows.map(({ outcome, received_at }) => ({ outcome, received_at: received_at.toISOString() }));
}

/** @throws not_found */
export async function listOfLead(ctx: SessionContext, prospectId: number): Promise<Meeting[]> {
  const rows = await ctx.read(async (tx) => {
    orNotFound((await findProspects(tx, [prospectId]))[0]);
    return store.listOfLead(tx, prospectId);
  });
  return rows.map((row) => ({
    ...row,
    starts_at: iso(row.starts_at),
    ends_at: iso(row.ends_at),
    created_at: row.created_at.toISOString(),
  }));
}
