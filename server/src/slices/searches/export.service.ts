import { createHash, randomBytes } from 'node:crypto';
import { PassThrough, type Readable } from 'node:stream';
import type { Context, SystemContext, TransactionContext } from '../../kernel/context.ts';
import { ApiError, found } from '../../kernel/errors.ts';
import { findTasks } from '../answers/index.ts';
import {
  copyLeads,
  type ExportedTask,
  type ExportSelection,
  exportHeading,
  insertExportLink,
  takeExportLink,
} from './export.store.ts';
import { pourRows } from './export-pour.service.ts';
import { readTableRequest, type SelectionRequest } from './list-table.service.ts';
import { keepListed, type ListView } from './search-prospects.store.ts';
import { findSearch } from './searches.store.ts';

/** Up to here the file is in the answer; larger ones come by a link, so that no answer is ever huge. */
const inlineRows = 5000;

export type ExportAnswer = { csv_content: string; filename: string } | { download_url: string; filename: string };

/** Exports leads of a list: named ones, or the first `amount` of the table. @throws no_leads_selected */
export async function exportLeads(
  ctx: Pick<Context, 'transaction' | 'user'>,
  searchId: number,
  request: SelectionRequest & { enrichment_prompts?: readonly number[] | null | undefined },
): Promise<ExportAnswer> {
  return ctx.transaction(async (tx) => {
    const table = await readTableRequest(tx, request);
    const search = found(await findSearch(tx, searchId));
    const filename = fileNameOf(search.name);
    const view: ListView = { search_id: searchId, status: 'IN_REVIEW', ...table };
    const ids = request.prospect_ids?.length ? await keepListed(tx, searchId, 'IN_REVIEW', request.prospect_ids) : null;
    const size = ids ? ids.length : Math.min(request.amount ?? 0, search.total_prospects);
    if (size === 0) throw new ApiError('no_leads_selected');
    const research = await researchOf(tx, request.enrichment_prompts ?? []);
    const selection: ExportSelection = ids ? { ids, research } : { view, amount: size, research };
    if (size <= inlineRows) {
      const pieces = await (await copyLeads(tx, selection)).toArray();
      return { csv_content: exportHeading(research) + Buffer.concat(pieces).toString('utf8'), filename };
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

/** The research columns of the file, in the order asked for; unknown tasks are left out. */
async function researchOf(tx: TransactionContext, ids: readonly number[]): Promise<ExportedTask[]> {
  const tasks = new Map((await findTasks(tx, ids)).map((task) => [task.id, task]));
  return [...new Set(ids)].flatMap((id) => {
    const task = tasks.get(id);
    return task ? [{ id, name: task.name }] : [];
  });
}

/** Uses an export link: the file as a stream that starts at once. @throws not_found when used, too old or unknown */
export async function openExport(ctx: SystemContext, token: string): Promise<{ filename: string; stream: Readable }> {
  const link = found(await ctx.systemTransaction((tx) => takeExportLink(tx, hashOf(token))));
  const stream = new PassThrough({ highWaterMark: 256 * 1024 });
  // The mark at the start tells spreadsheets that the file is UTF-8.
  stream.write(`\uFEFF${exportHeading(link.selection.research ?? [])}`);
  ctx
    .forOrganization(link.organization_id)
    .transaction(async (tx) => pourRows(await copyLeads(tx, link.selection), stream))
    .catch((error: Error) => {
      if (!stream.destroyed) ctx.log.error({ err: error }, 'an export broke off');
      stream.destroy(error);
    });
  return { filename: link.file_name, stream };
}

/** A file name every system takes, from the list's name. */
function fileNameOf(name: string): string {
  const safe = name
    .replace(/[^\p{L}\p{N} ._-]+/gu, '_')
    .replace(/^[. ]+|[. ]+$/g, '')
    .slice(0, 100);
  return `${safe || 'leads'}.csv`;
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();
