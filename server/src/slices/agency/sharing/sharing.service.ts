import type { SharedItem } from '@overture/contract/agency-sharing';
import { orNotFound } from '../../../kernel/errors.ts';
import type { SessionContext } from '../../../kernel/slice.ts';
import * as store from './sharing.store.ts';

type Ctx = Pick<SessionContext, 'read' | 'transaction'>;

export async function listShares(ctx: Ctx): Promise<SharedItem[]> {
  return ctx.read((tx) => store.listItems(tx));
}

/** @throws not_found for what is none of the agency's own */
export async function setShare(
  ctx: Ctx,
  given: Pick<SharedItem, 'kind' | 'id' | 'for_all' | 'client_ids'>,
): Promise<SharedItem> {
  return ctx.transaction(async (tx) => {
    const find = async () => (await store.listItems(tx)).find(({ kind, id }) => kind === given.kind && id === given.id);
    orNotFound(await find());
    await store.replaceShares(tx, given);
    return orNotFound(await find());
  });
}
