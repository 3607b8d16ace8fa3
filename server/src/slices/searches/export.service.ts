import { createHash, randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { UTF8_MARK } from '@overture/domain/csv/csv-cell';
import { customName } from '@overture/domain/leads/custom-columns';
import { researchColumn } from '@overture/domain/leads/lead-columns';
import { LEAD_PLACES } from '@overture/domain/leads/lead-fields';
import { TENANT_LIMITS } from '@overture/domain/tenant-limits';
import { trimOf } from '@overture/domain/text/text';
import { cutText } from '@overture/domain/text/text-bounds';
import type { Context, SystemContext, TransactionContext } from '../../kernel/context.ts';
import { ApiError, orNotFound } from '../../kernel/errors.ts';
import { readSlowly } from '../../kernel/limits/slow-down.ts';
import { endSlowReader } from '../../kernel/limits/slow-readers.ts';
import { createSpool, type Spool } from '../../kernel/limits/spool.ts';
import { recordSecurityEvent } from '../../kernel/security-log/security-log.ts';
import { listExportedColumns } from '../lead-columns/index.ts';
import { findTasks } from '../research-tasks/index.ts';
import {
  consumeExportLink,
  copyLeads,
  type ExportedExtras,
  type ExportedTask,
  type ExportSelection,
  exportHeading,
  insertExportLink,
} from './export.store.ts';
import { parseListRequest, type SelectionRequest } from './list-table.service.ts';
import { filterListed, type ListView } from './search-prospects.store.ts';
import { findSearch } from './searches.store.ts';

/** Up to this size the file is in the response; larger ones come by a link, which bounds every response. */
const inlineRows = 5000;

export type ExportAnswer = { csv_content: string; filename: string } | { download_url: string; filename: string };

/** Exports leads of a list: named ones, or the first `amount` of the table. @throws no_leads_selected */
export async function exportLeads(
  ctx: Pick<Context, 'transaction' | 'user'>,
  searchId: number,
  request: SelectionRequest & ExportedColumns & { enrichment_prompts?: readonly number[] | null | undefined },
): Promise<ExportAnswer> {
  return ctx.transaction(async (tx) => {
    const table = await parseListRequest(tx, request);
    const search = orNotFound(await findSearch(tx, searchId));
    const filename = exportFileName(search.name);
    const view: ListView = { search_id: searchId, status: 'IN_REVIEW', ...table };
    const ids = request.prospect_ids?.length
      ? await filterListed(tx, searchId, 'IN_REVIEW', request.prospect_ids)
      : null;
    const size = ids ? ids.length : Math.min(request.amount ?? 0, search.total_prospects);
    if (size === 0) throw new ApiError('no_leads_selected');
    const research = await researchOf(tx, request.enrichment_prompts ?? []);
    const custom = await listExportedColumns(tx);
    const extras = { custom, research, order: orderOf(request, { custom, research }) };
    const selection: ExportSelection = ids ? { ids, ...extras } : { view, amount: size, ...extras };
    if (size <= inlineRows) {
      const pieces = await (await copyLeads(tx, selection)).toArray();
      return { csv_content: exportHeading(extras) + Buffer.concat(pieces).toString('utf8'), filename };
    }
    const token = randomBytes(32).toString('base64url');
    const link = {
      token_hash: hashOf(token),
      search_id: searchId,
      user_id: ctx.user?.id ?? null,
      file_name: filename,
      selection,
    };
    await insertExportLink(tx, link);
    return { download_url: `/api/v1/exports/${token}/`, filename };
  });
}

interface ExportedColumns {
  columns?: readonly string[] | null | undefined;
  leave_out_others?: boolean | null | undefined;
}

/** The places of cells in the order of the table; all in their own order where it names no cell. A name is two cells. */
function orderOf(
  { columns, leave_out_others }: ExportedColumns,
  { custom = [], research = [] }: ExportedExtras,
): number[] {
  const cells: string[] = [
    ...LEAD_PLACES.export,
    ...custom.map(({ key }) => customName(key)),
    ...research.map(({ id }) => researchColumn(id)),
  ];
  const named = (columns ?? []).flatMap((id) => (id === 'name' ? ['first_name', 'last_name'] : [id]));
  const first = new Set(named.map((id) => cells.indexOf(id)).filter((place) => place >= 0));
  return leave_out_others && first.size > 0 ? [...first] : [...new Set([...first, ...cells.keys()])];
}

/** The research columns of the file, in the order asked for; unknown tasks are left out. */
async function researchOf(tx: TransactionContext, ids: readonly number[]): Promise<ExportedTask[]> {
  const tasks = new Map((await findTasks(tx, ids)).map((task) => [task.id, task]));
  return [...new Set(ids)].flatMap((id) => {
    const task = tasks.get(id);
    return task ? [{ id, name: task.name }] : [];
  });
}

/**
 * Uses an export link: streams the file immediately, at any reader's pace. The rows go to a temporary file as fast as the
 * database sends them: a slow reader holds no connection.
 * @throws not_found when used, too old or unknown; too_many_downloads, downloads_busy (the link is kept then)
 */
export async function openExport(ctx: SystemContext, token: string): Promise<{ filename: string; stream: Readable }> {
  const { link, leave } = await ctx.systemTransaction(async (tx) => {
    const taken = orNotFound(await consumeExportLink(tx, hashOf(token)));
    return { link: taken, leave: ctx.gates.downloads.enter(taken.organization_id) };
  });
  const spool = await createSpool(ctx.config.DATA_DIR).catch((error) => {
    leave();
    throw error;
  });
  spool.readable.once('close', leave);
  endSlowReader(spool.readable);
  const { organization_id, user_id, search_id } = link;
  const subject = { kind: 'list', id: search_id } as const;
  await recordSecurityEvent(ctx, { event: 'export_downloaded', organization_id, user_id, subject });
  // The byte order mark: spreadsheets recognize UTF-8 by it.
  const heading = Buffer.from(`${UTF8_MARK}${exportHeading(link.selection)}`);
  fillSpool(ctx, spool, link, heading).catch((error: Error) => {
    if (!spool.readable.destroyed) ctx.log.error({ err: error }, 'export interrupted');
    spool.readable.destroy(error);
  });
  return { filename: link.file_name, stream: spool.readable };
}

async function fillSpool(
  ctx: SystemContext,
  spool: Spool,
  link: { organization_id: number; selection: ExportSelection },
  heading: Buffer,
): Promise<void> {
  const rate = (): number =>
    ctx.gates.presence.isAlone(link.organization_id)
      ? Number.POSITIVE_INFINITY
      : TENANT_LIMITS.export_bytes_per_second_beside_others;
  const leave = await ctx.gates.exports.waitToEnter(link.organization_id, TENANT_LIMITS.export_wait_in_seconds * 1000);
  try {
    await ctx
      .forOrganization(link.organization_id)
      .transaction(async (tx) => spool.fill(prepend(heading, readSlowly(await copyLeads(tx, link.selection), rate))));
  } finally {
    leave();
  }
}

async function* prepend(heading: Buffer, rows: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield heading;
  yield* rows;
}

/** A file name every system takes, from the list's name. */
function exportFileName(name: string): string {
  const safe = cutText(trimOf(name.replace(/[^\p{L}\p{N} ._-]+/gu, '_'), '. '), 100);
  return `${safe || 'leads'}.csv`;
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();
