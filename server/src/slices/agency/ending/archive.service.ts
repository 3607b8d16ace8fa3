import { PassThrough, type Readable } from 'node:stream';
import { cutText } from '@overture/domain/text/text-bounds';
import { ZipFile } from 'yazl';
import type { Context } from '../../../kernel/context.ts';
import { streamCsv } from '../../../kernel/csv-pages.ts';
import { ApiError, orNotFound } from '../../../kernel/errors.ts';
import { endSlowReader } from '../../../kernel/limits/slow-readers.ts';
import { recordSecurityEvent } from '../../../kernel/security-log/security-log.ts';
import type { SessionContext } from '../../../kernel/slice.ts';
import { requireConfirmed } from '../../auth/index.ts';
import { listLeadColumns } from '../../lead-columns/index.ts';
import * as store from './archive.store.ts';

const ATTACHMENTS_AT_ONCE = 200;
const NAME_MAX = 80;

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
 * Streams a ZIP with the data of a cancelled client. Recorded in the security logs of both organizations.
 * @throws like requireArchive; too_many_downloads, downloads_busy
 */
export async function openArchive(ctx: SessionContext, id: number): Promise<Readable> {
  const name = await requireArchive(ctx, id);
  const leave = ctx.gates.downloads.enter(ctx.organization.id);
  const content = new PassThrough();
  content.once('close', leave);
  endSlowReader(content);
  const event = { event: 'client_exported', actor_id: ctx.user.actor_id } as const;
  await recordSecurityEvent(ctx.system, { ...event, organization_id: id, user_id: null });
  const subject = { kind: 'client', id, label: name } as const;
  await recordSecurityEvent(ctx.system, {
    ...event,
    organization_id: ctx.organization.id,
    user_id: ctx.user.id,
    subject,
  });
  fillArchive(ctx.system.forOrganization(id), content).catch((error: Error) => {
    ctx.log.error({ err: error, client: id }, 'client archive interrupted');
    content.destroy(error);
  });
  return content;
}

async function fillArchive(client: Context, content: PassThrough): Promise<void> {
  const zip = new ZipFile();
  zip.on('error', (error) => content.destroy(error as Error));
  zip.outputStream.on('error', (error) => content.destroy(error));
  zip.outputStream.pipe(content);
  const custom = await client.read(listLeadColumns);
  for (const file of Object.keys(store.ARCHIVE_FILES) as store.ArchiveFile[]) {
    zip.addReadStreamLazy(`${file}.csv`, (open) => open(null, openFile(client, file, file === 'people' ? custom : [])));
  }
  for (const folder of Object.keys(store.ATTACHMENT_TABLES) as (keyof typeof store.ATTACHMENT_TABLES)[])
    await addAttachments(client, folder, zip, content);
  zip.end();
}

/** @param custom further columns of leads, each with its name as heading; archived ones too: erasing leaves no second chance */
function openFile(
  client: Context,
  file: store.ArchiveFile,
  custom: readonly { key: string; name: string }[],
): Readable {
  const columns: readonly string[] = ['id', ...store.ARCHIVE_FILES[file].columns];
  return streamCsv<store.ArchiveRow>(
    [...columns, ...custom.map(({ name }) => name)],
    (after, limit) => client.read((tx) => store.listArchiveRows(tx, file, after?.id ?? 0, limit)),
    (row) => {
      const values = (row.custom ?? {}) as Record<string, unknown>;
      return [...columns.map((column) => row[column]), ...custom.map(({ key }) => values[key])].map(toCell);
    },
    Number.POSITIVE_INFINITY,
  );
}

function toCell(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Their names only are held; each is opened when its turn comes. */
async function addAttachments(
  client: Context,
  folder: keyof typeof store.ATTACHMENT_TABLES,
  zip: ZipFile,
  content: PassThrough,
): Promise<void> {
  for (let after = 0; !content.destroyed; ) {
    const from = after;
    const rows = await client.read((tx) => store.listAttachments(tx, folder, from, ATTACHMENTS_AT_ONCE));
    for (const { id, name, file_key } of rows) {
      // A name by a stranger: nothing of it leads out of the folder.
      const plain = cutText(name, NAME_MAX).replace(/[^\p{L}\p{N}._ -]/gu, '_');
      zip.addReadStreamLazy(`${folder}/${id} ${plain}`, (open) => {
        client.ports.files.openFile(file_key).then(
          (opened) => open(null, opened?.stream ?? emptyFile()),
          (error) => open(error, emptyFile()),
        );
      });
    }
    after = rows.at(-1)?.id ?? after;
    if (rows.length < ATTACHMENTS_AT_ONCE) return;
  }
}

/** For a deleted one. */
const emptyFile = (): Readable => new PassThrough().end();
