import type { Label } from '@overture/contract/labels';
import { LABELS_MAX } from '@overture/domain/limits';
import { cleanText, toSingleLine } from '@overture/domain/text/text';
import type { Context, TransactionContext } from '../../kernel/context.ts';
import { requireMayDelete } from '../../kernel/edits/made-by.ts';
import { ApiError, orNotFound, sqlState, uniqueViolation } from '../../kernel/errors.ts';
import * as store from './labels.store.ts';

const foreignKeyViolation = '23503';
type Ctx = Pick<Context, 'transaction'>;
type LabelInput = Omit<Label, 'id'>;

/** @throws ApiError label_exists for an existing name, ignoring case; bad_request */
export async function createLabel(ctx: Ctx, table: store.LabelTable, given: LabelInput): Promise<Label> {
  const label = cleanLabel(given);
  return saveLabel(ctx, table, async (tx) => {
    if ((await store.countLabels(tx, table)) >= LABELS_MAX)
      throw new ApiError('bad_request', { reason: `At most ${LABELS_MAX} labels can be created.` });
    return store.insertLabel(tx, table, label);
  });
}

/** @throws ApiError not_found, label_exists, bad_request */
export async function updateLabel(ctx: Ctx, table: store.LabelTable, { id, ...given }: Label): Promise<Label> {
  const label = { id, ...cleanLabel(given) };
  return saveLabel(ctx, table, async (tx) => orNotFound(await store.updateLabel(tx, table, label)));
}

/** @throws ApiError not_found, not_yours */
export async function deleteLabel(ctx: Ctx, table: store.LabelTable, id: number): Promise<void> {
  await ctx.transaction(async (tx) => {
    await requireMayDelete(tx, table, [id]);
    if (!(await store.deleteLabel(tx, table, id))) throw new ApiError('not_found');
    publishLabel(tx, table, id);
  });
}

function cleanLabel({ name, color }: LabelInput): LabelInput {
  const clean = toSingleLine(cleanText(name));
  if (clean === '') throw new ApiError('bad_request', { reason: 'Please enter a label name.' });
  return { name: clean, color };
}

async function saveLabel(
  ctx: Ctx,
  table: store.LabelTable,
  save: (tx: TransactionContext) => Promise<Label>,
): Promise<Label> {
  try {
    return await ctx.transaction(async (tx) => {
      const label = await save(tx);
      publishLabel(tx, table, label.id);
      return label;
    });
  } catch (error) {
    if (sqlState(error) === uniqueViolation) throw new ApiError('label_exists');
    throw error;
  }
}

function publishLabel(tx: TransactionContext, table: store.LabelTable, label_id: number): void {
  if (table === 'chat_labels') tx.live.publish('chat_label', { label_id });
}

/** Campaigns or leads that a label is added to or removed from. */
interface Labeled {
  table: store.LabelTable;
  ids: readonly number[];
  label_id: number;
  /** Throws not_found unless all of them are the organization's: labels can import neither campaigns nor chats. */
  requireCarriers: (tx: TransactionContext, ids: readonly number[]) => Promise<unknown>;
}

/** Adds a label; those that have it already stay as they are. Answers the labels of each. @throws ApiError not_found */
export async function addLabel(
  ctx: Ctx,
  { table, ids, label_id, requireCarriers }: Labeled,
): Promise<Map<number, Label[]>> {
  try {
    return await ctx.transaction(async (tx) => {
      await requireCarriers(tx, ids);
      orNotFound(await store.findLabel(tx, table, label_id));
      await store.addLabel(tx, table, ids, label_id);
      publishLabeled(tx, table, ids);
      return store.listCarriedLabels(tx, table, ids);
    });
  } catch (error) {
    // The lead, the campaign or the label was deleted in between.
    if (sqlState(error) === foreignKeyViolation) throw new ApiError('not_found');
    throw error;
  }
}

/** @throws ApiError not_found */
export async function removeLabel(ctx: Ctx, { table, ids, label_id, requireCarriers }: Labeled): Promise<void> {
  await ctx.transaction(async (tx) => {
    await requireCarriers(tx, ids);
    orNotFound(await store.findLabel(tx, table, label_id));
    await store.removeLabel(tx, table, ids, label_id);
    publishLabeled(tx, table, ids);
  });
}

function publishLabeled(tx: TransactionContext, table: store.LabelTable, ids: readonly number[]): void {
  if (table === 'chat_labels') for (const prospect_id of ids) tx.live.publish('chat_updated', { prospect_id });
}

/** For rules that name a label and leads of the organization. Answers those that didn't have it. */
export async function putLabelOnProspects(
  tx: TransactionContext,
  ids: readonly number[],
  labelId: number,
): Promise<number[]> {
  const labeled = await store.addLabel(tx, 'chat_labels', ids, labelId);
  publishLabeled(tx, 'chat_labels', labeled);
  return labeled;
}

/** The same for taking it off. Answers those that had it. */
export async function removeLabelFromProspects(
  tx: TransactionContext,
  ids: readonly number[],
  labelId: number,
): Promise<number[]> {
  const unlabeled = await store.removeLabel(tx, 'chat_labels', ids, labelId);
  publishLabeled(tx, 'chat_labels', unlabeled);
  return unlabeled;
}
