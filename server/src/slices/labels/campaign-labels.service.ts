import type { Label } from '@overture/contract/labels';
import { CAMPAIGN_LABELS_MAX } from '@overture/domain/limits';
import { cleanText, toSingleLine } from '@overture/domain/text/text';
import type { Context, TransactionContext } from '../../kernel/context.ts';
import { requireMayDelete } from '../../kernel/edits/made-by.ts';
import { ApiError, orNotFound, sqlState } from '../../kernel/errors.ts';
import * as store from './campaign-labels.store.ts';
import { refuseTaken } from './chat-labels.service.ts';

const foreignKeyViolation = '23503';
type Ctx = Pick<Context, 'transaction'>;

/** Throws not_found unless all campaigns are the organization's. */
export type RequireCampaigns = (tx: TransactionContext, ids: readonly number[]) => Promise<void>;

interface LabelInput {
  name: string;
  color: string;
}

/** @throws label_exists for an existing name, ignoring case */
export async function createLabel(ctx: Ctx, given: LabelInput): Promise<Label> {
  const label = cleanLabel(given);
  return refuseTaken(() =>
    ctx.transaction(async (tx) => {
      if ((await store.countLabels(tx)) >= CAMPAIGN_LABELS_MAX) {
        throw new ApiError('bad_request', { reason: `At most ${CAMPAIGN_LABELS_MAX} labels can be created.` });
      }
      return store.insertLabel(tx, label);
    }),
  );
}

/** @throws not_found, label_exists */
export async function updateLabel(ctx: Ctx, id: number, given: LabelInput): Promise<Label> {
  const label = cleanLabel(given);
  return refuseTaken(() => ctx.transaction(async (tx) => orNotFound(await store.updateLabel(tx, id, label))));
}

/** @throws not_found */
export async function deleteLabel(ctx: Ctx, id: number): Promise<void> {
  await ctx.transaction(async (tx) => {
    await requireMayDelete(tx, 'labels', [id]);
    if (!(await store.deleteLabel(tx, id))) throw new ApiError('not_found');
  });
}

function cleanLabel({ name, color }: LabelInput): LabelInput {
  const clean = toSingleLine(cleanText(name));
  if (clean === '') throw new ApiError('bad_request', { reason: 'Please enter a label name.' });
  return { name: clean, color };
}

interface BulkInput {
  campaign_ids: readonly number[];
  label_id: number;
}

/** Puts a label on campaigns; those that carry it already stay as they are. @throws not_found */
export async function addCampaignLabels(ctx: Ctx, given: BulkInput, requireCampaigns: RequireCampaigns): Promise<void> {
  try {
    await ctx.transaction(async (tx) => {
      await requireCampaignsAndLabels(tx, given, requireCampaigns);
      await store.insertCampaignLabels(tx, given.campaign_ids, given.label_id);
    });
  } catch (error) {
    // A campaign was deleted in between.
    if (sqlState(error) === foreignKeyViolation) throw new ApiError('not_found');
    throw error;
  }
}

/** Takes a label off campaigns. @throws not_found */
export async function removeCampaignLabels(
  ctx: Ctx,
  given: BulkInput,
  requireCampaigns: RequireCampaigns,
): Promise<void> {
  await ctx.transaction(async (tx) => {
    await requireCampaignsAndLabels(tx, given, requireCampaigns);
    await store.deleteCampaignLabels(tx, given.campaign_ids, given.label_id);
  });
}

async function requireCampaignsAndLabels(
  tx: TransactionContext,
  given: BulkInput,
  requireCampaigns: RequireCampaigns,
): Promise<void> {
  await requireCampaigns(tx, given.campaign_ids);
  if (!(await store.hasLabel(tx, given.label_id))) throw new ApiError('not_found');
}
