import type { Label } from '@overture/contract/labels';
import type { Context, TransactionContext } from '../../kernel/context.ts';
import { requireMayDelete } from '../../kernel/edits/made-by.ts';
import { ApiError, orNotFound, sqlState, uniqueViolation } from '../../kernel/errors.ts';
import * as store from './chat-labels.store.ts';

const foreignKeyViolation = '23503';
type Ctx = Pick<Context, 'transaction'>;

/** @throws ApiError label_exists for an existing name, ignoring case */
export async function createChatLabel(ctx: Ctx, given: { name: string; color: string }): Promise<Label> {
  return refuseTaken(() => ctx.transaction(async (tx) => publishLabel(tx, await store.insertChatLabel(tx, given))));
}

/** @throws ApiError not_found, label_exists */
export async function updateChatLabel(ctx: Ctx, id: number, given: { name: string; color: string }): Promise<Label> {
  return refuseTaken(() =>
    ctx.transaction(async (tx) => publishLabel(tx, orNotFound(await store.updateChatLabel(tx, id, given)))),
  );
}

/** @throws ApiError not_found */
export async function deleteChatLabel(ctx: Ctx, id: number): Promise<void> {
  await ctx.transaction(async (tx) => {
    await requireMayDelete(tx, 'chat_labels', [id]);
    if (!(await store.deleteChatLabel(tx, id))) throw new ApiError('not_found');
    tx.live.publish('chat_label', { label_id: id });
  });
}

function publishLabel(tx: TransactionContext, label: Label): Label {
  tx.live.publish('chat_label', { label_id: label.id });
  return label;
}

export async function refuseTaken(work: () => Promise<Label>): Promise<Label> {
  try {
    return await work();
  } catch (error) {
    if (sqlState(error) === uniqueViolation) throw new ApiError('label_exists');
    throw error;
  }
}

/** Puts a label on a lead; answers all labels of the lead. `getProspect` throws when the lead is not ours. */
export async function addProspectLabel(
  ctx: Ctx,
  prospectId: number,
  labelId: number,
  getProspect: (tx: TransactionContext, id: number) => Promise<unknown>,
): Promise<Label[]> {
  try {
    return await ctx.transaction(async (tx) => {
      await getProspect(tx, prospectId);
      if (!(await store.hasChatLabel(tx, labelId))) throw new ApiError('not_found');
      await store.insertProspectLabel(tx, prospectId, labelId);
      tx.live.publish('chat_updated', { prospect_id: prospectId });
      return (await store.listLabelsOfProspects(tx, [prospectId])).get(prospectId) ?? [];
    });
  } catch (error) {
    // The lead or the label was deleted in between.
    if (sqlState(error) === foreignKeyViolation) throw new ApiError('not_found');
    throw error;
  }
}

/** For rules that name a label and a lead of the organization. Answers whether it was not on already. */
export async function putLabelOnProspect(
  tx: TransactionContext,
  prospectId: number,
  labelId: number,
): Promise<boolean> {
  const isNew = await store.insertProspectLabel(tx, prospectId, labelId);
  if (isNew) tx.live.publish('chat_updated', { prospect_id: prospectId });
  return isNew;
}

export async function removeProspectLabel(
  ctx: Ctx,
  prospectId: number,
  labelId: number,
  getProspect: (tx: TransactionContext, id: number) => Promise<unknown>,
): Promise<void> {
  await ctx.transaction(async (tx) => {
    await getProspect(tx, prospectId);
    if (!(await store.hasChatLabel(tx, labelId))) throw new ApiError('not_found');
    await store.deleteProspectLabel(tx, prospectId, labelId);
    tx.live.publish('chat_updated', { prospect_id: prospectId });
  });
}
