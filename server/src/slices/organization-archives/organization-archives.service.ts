import type { Readable } from 'node:stream';
import type { OrganizationArchive } from '@overture/contract/organization-archives';
import { ARCHIVE_LIMITS } from '@overture/domain/limits';
import type { Context } from '../../kernel/context.ts';
import { ApiError, orNotFound } from '../../kernel/errors.ts';
import { endSlowReader } from '../../kernel/limits/slow-readers.ts';
import { recordSecurityEvent } from '../../kernel/security-log/security-log.ts';
import type { SessionContext } from '../../kernel/slice.ts';
import { requireConfirmed } from '../step-up/index.ts';
import * as store from './organization-archives.store.ts';
import { deriveKey, newSalt } from './passphrase.service.ts';

export const archiveTask = 'make_organization_archive';
export const keyPurpose = 'organization-archive-key';

function presentArchive(row: store.ArchiveRow): OrganizationArchive {
  const { salt, file_key: _, ...rest } = row;
  return {
    ...rest,
    has_secrets: salt !== null,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at?.toISOString() ?? null,
  };
}

export async function listArchives(ctx: Pick<Context, 'read'>): Promise<OrganizationArchive[]> {
  return (await ctx.read(store.listArchives)).map(presentArchive);
}

/**
 * Asks for an archive; a job makes it. The key that the passphrase gives is stored, sealed, until then.
 * @throws step_up_needed; conflict while one is being made, and after too many of a day
 */
export async function createArchive(ctx: SessionContext, passphrase: string | null): Promise<OrganizationArchive> {
  requireConfirmed(ctx);
  const salt = passphrase === null ? null : newSalt();
  const key = passphrase === null || salt === null ? null : await deriveKey(passphrase, salt);
  return ctx.transaction(async (tx) => {
    if ((await store.countRecentArchives(tx)) >= ARCHIVE_LIMITS.per_day)
      throw new ApiError('conflict', {
        reason: `You made ${ARCHIVE_LIMITS.per_day} archives in the last 24 hours. Try again tomorrow.`,
      });
    const sealed_key = key && tx.vault.seal(keyPurpose, key.toString('base64'));
    const id = await store.insertArchive(tx, { user_id: ctx.user.id, sealed_key, salt });
    if (id === undefined)
      throw new ApiError('conflict', { reason: 'An archive is being made already. Wait for it, or stop it first.' });
    await recordSecurityEvent(tx, { event: 'archive_requested', subject: { kind: 'archive', id } });
    tx.jobs.add(archiveTask, { archive_id: id }, { queue: 'organization-archives' });
    return presentArchive(orNotFound(await store.findArchive(tx, id)));
  });
}

/** @throws conflict for one that has ended */
export async function stopArchive(ctx: Pick<Context, 'transaction'>, id: number): Promise<OrganizationArchive> {
  return ctx.transaction(async (tx) => {
    orNotFound(await store.findArchive(tx, id));
    if (!(await store.stopArchive(tx, id)))
      throw new ApiError('conflict', { reason: 'This archive has ended already.' });
    return presentArchive(orNotFound(await store.findArchive(tx, id)));
  });
}

/** @throws step_up_needed, conflict for one without a file */
export async function requireFile(ctx: SessionContext, id: number): Promise<store.ArchiveRow & { file_key: string }> {
  requireConfirmed(ctx);
  const row = orNotFound(await ctx.read((tx) => store.findArchive(tx, id)));
  if (row.file_key === null || row.state !== 'ready')
    throw new ApiError('conflict', {
      reason:
        row.state === 'expired'
          ? 'This archive was deleted after 7 days. Make a new one.'
          : 'This archive has no file.',
    });
  return { ...row, file_key: row.file_key };
}

/** @throws like requireFile; too_many_downloads, downloads_busy */
export async function openArchiveFile(
  ctx: SessionContext,
  id: number,
): Promise<{ stream: Readable; size_in_bytes: number; name: string }> {
  const { file_key, created_at } = await requireFile(ctx, id);
  const leave = ctx.gates.downloads.enter(ctx.organization.id);
  try {
    const file = orNotFound(await ctx.ports.files.openFile(file_key));
    await recordSecurityEvent(ctx.system, {
      event: 'archive_downloaded',
      organization_id: ctx.organization.id,
      user_id: ctx.user.id,
      subject: { kind: 'archive', id },
    });
    file.stream.once('close', leave);
    endSlowReader(file.stream);
    return { ...file, name: archiveFileName(ctx.organization.id, created_at) };
  } catch (error) {
    leave();
    throw error;
  }
}

/** Plain letters: a header takes no others. */
export const archiveFileName = (organizationId: number, at: Date): string =>
  `overture-archive-${organizationId}-${at.toISOString().slice(0, 10)}.zip`;
