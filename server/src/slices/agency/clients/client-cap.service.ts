import { ApiError, orNotFound } from '../../../kernel/errors.ts';
import type { SessionContext } from '../../../kernel/slice.ts';
import { listCaps, saveCap, sumMonth } from '../../billing/index.ts';
import { changeClient, recordOfClient } from './clients.service.ts';
import { findClient } from './clients.store.ts';

interface ClientCap {
  cap: number | null;
  used: number;
}

/** @throws not_found for clients of others */
export async function getClientCap(ctx: SessionContext, id: number): Promise<ClientCap> {
  orNotFound(await ctx.read((tx) => findClient(tx, id)));
  return ctx.system.forOrganization(id).transaction(async (tx) => {
    const caps = await listCaps(tx);
    const used = [...(await sumMonth(tx)).values()].reduce((sum, credits) => sum + credits, 0);
    return { cap: caps.find(({ user_id }) => user_id === null)?.cap ?? null, used };
  });
}

/** @throws not_found for clients of others, client_gone */
export async function setClientCap(ctx: SessionContext, id: number, credits: number | null): Promise<ClientCap> {
  await changeClient(ctx, id, async (tx, client) => {
    if (client.cancelled_at) throw new ApiError('client_gone');
    await saveCap({ db: tx.db, organization: { id } }, null, credits);
    await recordOfClient(ctx, tx, 'client_changed', client);
  });
  return getClientCap(ctx, id);
}
