import { trimOf } from '@overture/domain/text/text';
import { cutText } from '@overture/domain/text/text-bounds';
import type { Context } from '../../../kernel/context.ts';
import { ApiError, orNotFound } from '../../../kernel/errors.ts';
import { listExportedColumns } from '../../lead-columns/index.ts';
import { findCampaign } from '../settings/campaigns.store.ts';
import { type SelectionRequest, withSelection } from './lead-changes.service.ts';
import { copyLeads, exportHeading } from './lead-export.store.ts';

/** The file is part of a JSON response: a larger one would block other requests. */
const MAX_ROWS = 50_000;

export interface ExportRequest extends SelectionRequest {
  export_amount?: number | null | undefined;
}

/** Leads of a campaign as CSV: named ones, or the first `export_amount` of the table. */
export async function exportLeads(
  ctx: Context,
  campaignId: number,
  { export_amount, ...request }: ExportRequest,
): Promise<{ csv_content: string; filename: string }> {
  return ctx.transaction((tx) =>
    withSelection(tx, campaignId, { ...request, amount: export_amount }, async (selection) => {
      const campaign = orNotFound(await findCampaign(tx, campaignId));
      const size = 'view' in selection ? Math.min(selection.amount, campaign.total) : selection.prospect_ids.length;
      if (size > MAX_ROWS) {
        const most = MAX_ROWS.toLocaleString('en');
        throw new ApiError('bad_request', { reason: `Please export at most ${most} leads per file.` });
      }
      const custom = await listExportedColumns(tx);
      const pieces: Buffer[] = await copyLeads(tx, selection, custom).toArray();
      return {
        csv_content: `${exportHeading(custom)}\n${Buffer.concat(pieces).toString('utf8')}`,
        filename: toFileName(campaign.name),
      };
    }),
  );
}

/** A file name every system takes. */
function toFileName(name: string): string {
  const safe = cutText(trimOf(name.replace(/[^\p{L}\p{N} ._-]+/gu, '_'), '. '), 100);
  return `${safe || 'campaign'}.csv`;
}
