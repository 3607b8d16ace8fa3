import type { ClientBill, ClientPriceList } from '@overture/contract/agency-billing';
import { AGENCY_COSTS, billClient, type ClientPrices } from '@overture/domain/money/agency-bills';
import { ApiError } from '../../../kernel/errors.ts';
import type { SessionContext } from '../../../kernel/slice.ts';
import { findCreditSource } from '../clients/client-credits.store.ts';
import * as store from './billing.store.ts';

type Ctx = Pick<SessionContext, 'read' | 'transaction' | 'clock' | 'organization'>;

/** The month of now, in UTC. */
export const thisMonth = ({ clock }: Pick<SessionContext, 'clock'>): string => clock.now().toISOString().slice(0, 7);

/** A month that has begun; that of now where none is given. @throws validation_failed */
export function requireBegun(month: string | undefined, now: string): string {
  if (month !== undefined && month > now)
    throw new ApiError('validation_failed', {}, { month: 'This month has not begun yet.' });
  return month ?? now;
}

export async function getBilling(ctx: Ctx, given: string | undefined): Promise<{ month: string; bills: ClientBill[] }> {
  const month = requireBegun(given, thisMonth(ctx));
  return ctx.read(async (tx) => {
    const prices = await store.findPrices(tx, month);
    const clients = await store.listBilledClients(tx, month);
    const credits_from = await findCreditSource(tx, ctx.organization.id);
    return {
      month,
      bills: clients.map(({ client_id, name, is_cancelled, ...use }) => ({
        client_id,
        name,
        is_cancelled,
        lines: billClient(use, prices, credits_from),
      })),
    };
  });
}

export async function getPriceList(ctx: Ctx): Promise<ClientPriceList> {
  return ctx.read(async (tx) => ({
    prices: await store.findPrices(tx, thisMonth(ctx)),
    costs: { ...AGENCY_COSTS },
    ...(await store.findPriceSettings(tx)),
  }));
}

export async function setPriceList(
  ctx: Ctx,
  given: store.PriceSettings & { prices: ClientPrices },
): Promise<ClientPriceList> {
  await ctx.transaction(async (tx) => {
    await store.savePrices(tx, given.prices);
    await store.savePriceSettings(tx, given);
  });
  return getPriceList(ctx);
}
