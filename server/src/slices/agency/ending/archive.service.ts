import type { Readable } from 'node:stream';
import { ApiError, orNotFound } from '../../../kernel/errors.ts';
import { endSlowReader } from '../../../kernel/limits/slow-readers.ts';
import { createSpool } from '../../../kernel/limits/spool.ts';
import { recordSecurityEvent } from '../../../kernel/security-log/security-log.ts';
import type { SessionContext } from '../../../kernel/slice.ts';
import { archiveFileName, writeArchive } from '../../organization-archives/index.ts';
import { requireConfirmed } from '../../step-up/index.ts';
import * as store from './archive.store.ts';

/**
 * Whether the caller may have it now, before a browser opens the address.
 * @throws step_up_needed; not_found for clients of others; conflict for one in force, one that keeps its agency out, and after its time
 */
export async function requireArchive(ctx: SessionContext, id: number): Promise<string> {
  requireConfirmed(ctx);
  const client = orNotFound(await ctx.read((tx) => store.findEndedClient(tx, id)));
  const refuse = (reason: string) => new ApiError('conflict', { reason });
  if (!client.cancelled_at) throw refuse('This client is not cancelled. Sign in as one of its people to export.');
  if (!client.is_open_to_agency) throw refuse('This client switched off that their agency signs in as them.');
  if (client.is_over) throw refuse('The time is over: the data of this client is being erased.');
  return client.name;
}

/**
 * The portable archive of a cancelled client, without secrets. Recorded in the security logs of both organizations.
 * @throws like requireArchive; too_many_downloads, downloads_busy
 */
export async function openArchive(ctx: SessionContext, id: number): Promise<{ content: Readable; file_name: string }> {
  const label = await requireArchive(ctx, id);
  const leave = ctx.gates.downloads.enter(ctx.organization.id);
  // A slow reader holds no snapshot of the database.
  const spool = await createSpool(ctx.config.DATA_DIR).catch((error) => {
    leave();
    throw error;
  });
  spool.readable.once('close', leave);
  endSlowReader(spool.readable);
  const event = { event: 'client_exported', actor_id: ctx.user.actor_id } as const;
  await recordSecurityEvent(ctx.system, { ...event, organization_id: id, user_id: null });
  await recordSecurityEvent(ctx.system, {
    ...event,
    organization_id: ctx.organization.id,
    user_id: ctx.user.id,
    subject: { kind: 'client', id, label },
  });
  spool.fill(writeArchive(ctx.system, { organization_id: id, seal: null })).catch((error: Error) => {
    if (!spool.readable.destroyed) ctx.log.error({ err: error, client: id }, 'client archive interrupted');
    spool.readable.destroy(error);
  });
  return { content: spool.readable, file_name: archiveFileName(id, ctx.clock.now()) };
}
