import type { AgencyOffer } from '@overture/contract/agency-billing';
import { billClient, priceCreditPacks } from '@overture/domain/money/agency-bills';
import type { SystemTransactionContext } from '../../../kernel/context.ts';
import { ApiError } from '../../../kernel/errors.ts';
import { recordSecurityEvent } from '../../../kernel/security-log/security-log.ts';
import type { SessionContext } from '../../../kernel/slice.ts';
import { getBalance, moveCredits } from '../../billing/index.ts';
import { changeClient } from '../clients/clients.service.ts';
import { thisMonth } from './billing.service.ts';
import { findPrices, listBilledClients, listPurchases } from './billing.store.ts';
import * as store from './credits.store.ts';

const BOUGHT_SHOWN = 12;
const PURCHASES = { name: 'agency-credits', points: 20, per_seconds: 3600 };

interface Order {
  credits: number;
  key: string;
}

/** What the client of an agency pays, and has bought; null where its agency shows no prices. */
export async function getOffer(ctx: SessionContext): Promise<AgencyOffer | null> {
  const offer = await ctx.read(store.findOffer);
  if (!offer) return null;
  const client = ctx.organization.id;
  // The bill is a matter of the agency, which knows it of each of its clients.
  const agency = ctx.system.forOrganization(offer.agency_id);
  return agency.transaction(async (tx) => {
    const [own] = await listBilledClients(tx, thisMonth(ctx), client);
    const purchases = await listPurchases(tx, client, null, BOUGHT_SHOWN);
    return {
      prices: offer.prices,
      lets_clients_buy: offer.lets_clients_buy,
      lines: own ? billClient(own, offer.prices).map(({ cost_in_cents: _, ...line }) => line) : [],
      bought: purchases.map(({ made_at, ...rest }) => ({ ...rest, made_at: made_at.toISOString() })),
    };
  });
}

/**
 * Credits of the agency become the client's, who pays them with the month. Asked for twice under one key they come once.
 * @throws agency_sells_nothing; agency_out_of_credits, which says nothing of how many there are
 */
export async function buyCredits(ctx: SessionContext, order: Order): Promise<number> {
  await ctx.rate_limits.spend(PURCHASES.name, String(ctx.organization.id), PURCHASES.points, PURCHASES.per_seconds);
  const offer = await ctx.read(store.findOffer);
  if (!offer?.lets_clients_buy) throw new ApiError('agency_sells_nothing');
  const amount_in_cents = priceCreditPacks(order.credits, offer.prices.credit_pack);
  const purchase = { ...order, client_id: ctx.organization.id, agency_id: offer.agency_id, amount_in_cents };
  try {
    return await ctx.system.systemTransaction(async (tx) => {
      const balance = await makePurchase(tx, { ...purchase, is_bought: true });
      const event = { event: 'client_credits_bought', reason: String(order.credits) } as const;
      const by = { actor_id: ctx.user.actor_id };
      await recordSecurityEvent(tx, { ...event, ...by, organization_id: ctx.organization.id, user_id: ctx.user.id });
      await recordSecurityEvent(tx, {
        ...event,
        organization_id: offer.agency_id,
        user_id: null,
        subject: { kind: 'client', id: ctx.organization.id },
      });
      return balance;
    });
  } catch (error) {
    const isOut = error instanceof ApiError && error.code === 'not_enough_credits';
    throw isOut ? new ApiError('agency_out_of_credits') : error;
  }
}

/** @throws not_found for clients of others, client_gone, not_enough_credits */
export async function transferCredits(
  ctx: SessionContext,
  id: number,
  order: Order & { is_free: boolean },
): Promise<number> {
  const agency_id = ctx.organization.id;
  const { credit_pack } = await ctx.read((tx) => findPrices(tx, thisMonth(ctx)));
  const { is_free, ...purchase } = order;
  const amount_in_cents = is_free ? 0 : priceCreditPacks(order.credits, credit_pack);
  return changeClient(ctx, id, async (tx, client) => {
    if (client.cancelled_at) throw new ApiError('client_gone');
    const balance = await makePurchase(tx, {
      ...purchase,
      agency_id,
      client_id: id,
      amount_in_cents,
      is_bought: false,
    });
    const event = {
      event: 'client_credits_given',
      actor_id: ctx.user.actor_id,
      reason: String(order.credits),
    } as const;
    await recordSecurityEvent(tx, { ...event, organization_id: id, user_id: null });
    await recordSecurityEvent(tx, {
      ...event,
      organization_id: agency_id,
      user_id: ctx.user.id,
      subject: { kind: 'client', id, label: client.name },
    });
    return balance;
  });
}

/** Answers what the client has afterwards. */
async function makePurchase(tx: SystemTransactionContext, purchase: store.NewPurchase): Promise<number> {
  const of = (id: number) => ({ db: tx.db, organization: { id }, live: tx.forOrganization(id).live });
  const client = of(purchase.client_id);
  const { credits, is_new } = await store.insertPurchase(tx, purchase);
  if (credits !== purchase.credits)
    throw new ApiError('conflict', {
      reason: `This came through before, with ${credits} credits. Nothing more was added.`,
    });
  if (is_new) {
    await moveCredits(of(purchase.agency_id), client, {
      amount: purchase.credits,
      key: `client:${purchase.client_id}:${purchase.key}`,
      taken_as: 'Credits for a client',
      granted_as: purchase.is_bought ? 'Credits bought' : 'Credits from your agency',
    });
  }
  return getBalance(client);
}
