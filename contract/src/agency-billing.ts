import { RIGHTS } from '@overture/domain/access/permissions';
import { AGENCY_LIMITS } from '@overture/domain/limits';
import { BILLED_ITEMS, CLIENT_PRICE_MAX, isMonth } from '@overture/domain/money/agency-bills';
import { CREDIT_PURCHASE, isPurchasableCredits } from '@overture/domain/money/pricing';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** `2026-11`, in UTC; this one when it is left out. */
const month = z.string().refine(isMonth, 'Please give a month like 2026-11.').optional();

const cents = z.number().int().min(0).max(CLIENT_PRICE_MAX);
const pricesSchema = z.object({
  base: cents,
  email_account: cents,
  linkedin_account: cents,
  /** Of 250 credits. */
  credit_pack: cents,
});

const listSchema = z.object({
  /** In cents a month, and for 250 credits. */
  prices: pricesSchema,
  /** What the agency pays itself. */
  costs: pricesSchema,
  /** Clients see the prices. */
  shows_prices: z.boolean(),
  /** Clients buy credits at them, out of the agency's own. */
  lets_clients_buy: z.boolean(),
});
export type ClientPriceList = z.output<typeof listSchema>;

const lineSchema = z.object({
  item: z.enum(BILLED_ITEMS),
  /** Plans, accounts, or credits. */
  quantity: z.number().int(),
  cost_in_cents: z.number().int(),
  price_in_cents: z.number().int(),
});

const billSchema = z.object({
  client_id: z.number().int(),
  name: z.string(),
  is_cancelled: z.boolean(),
  lines: z.array(lineSchema),
});
export type ClientBill = z.output<typeof billSchema>;

const credits = z
  .number()
  .refine(isPurchasableCredits, `from ${CREDIT_PURCHASE.min} to ${CREDIT_PURCHASE.max} by ${CREDIT_PURCHASE.step}`);
/** Made by who asks: asked for twice with the same one, it happens once. */
const key = z.uuid();

const statement = {
  roles: RIGHTS.agency,
  for_agencies: true,
  query: z.object({ month }),
  errors: ['no_statement'],
  recorded: { event: 'export_made', subject: 'client' },
  ok: z.unknown(),
} as const;

const offerSchema = z.object({
  prices: pricesSchema,
  lets_clients_buy: z.boolean(),
  /** Of this month so far. */
  lines: z.array(lineSchema.omit({ cost_in_cents: true })),
  bought: z.array(
    z.object({
      id: z.number().int(),
      made_at: z.iso.datetime(),
      credits: z.number().int(),
      amount_in_cents: z.number().int(),
      /** Given by the agency otherwise. */
      is_bought: z.boolean(),
    }),
  ),
});
export type AgencyOffer = z.output<typeof offerSchema>;

export const agencyBillingEndpoints = {
  getAgencyBilling: endpoint('GET /agency/billing/', {
    summary: 'What each client cost and pays in a month, line by line',
    shows: ['agency_billing'],
    roles: RIGHTS.agency,
    for_agencies: true,
    query: z.object({ month }),
    ok: z.object({ month: z.string(), bills: z.array(billSchema).max(2 * AGENCY_LIMITS.clients) }),
  }),
  getClientPrices: endpoint('GET /agency/prices/', {
    summary: 'What the agency asks of its clients, and whether they see it',
    shows: ['client_prices'],
    roles: RIGHTS.agency,
    for_agencies: true,
    ok: listSchema,
  }),
  setClientPrices: endpoint('PUT /agency/prices/', {
    summary: 'Change what the agency asks of its clients: it holds from this month on',
    touches: ['client_prices', 'agency_billing'],
    roles: RIGHTS.agency,
    for_agencies: true,
    while_acting: 'refused',
    recorded: { event: 'client_prices_set' },
    body: z
      .object({ prices: pricesSchema, shows_prices: z.boolean(), lets_clients_buy: z.boolean() })
      .refine(({ shows_prices, lets_clients_buy }) => shows_prices || !lets_clients_buy, {
        path: ['lets_clients_buy'],
        message: 'Clients buy at prices they see: show the prices first.',
      }),
    ok: listSchema,
  }),
  giveCredits: endpoint('POST /agency/clients/{id}/credits/', {
    summary: "Give a client some of the agency's own credits, at the price list or free of charge",
    touches: ['clients', 'agency_billing', 'user', 'credits'],
    roles: RIGHTS.agency,
    for_agencies: true,
    while_acting: 'refused',
    body: z.object({ credits, key, is_free: z.boolean() }),
    errors: ['client_gone', 'not_enough_credits', 'conflict'],
    ok: z.object({ email_credits: z.number().int() }),
  }),
  downloadStatementCsv: endpoint('GET /agency/clients/{id}/statement/csv/', {
    ...statement,
    summary: 'What a client had and pays in a month, as a CSV file',
  }),
  downloadStatementPdf: endpoint('GET /agency/clients/{id}/statement/pdf/', {
    ...statement,
    summary: "The same as a PDF file in the agency's brand",
  }),
  getAgencyOffer: endpoint('GET /organization/agency-offer/', {
    summary: 'What the agency of this organization asks, where it shows that; null otherwise',
    shows: ['agency_billing'],
    roles: RIGHTS.agency,
    ok: z.object({ offer: offerSchema.nullable() }),
  }),
  buyAgencyCredits: endpoint('POST /organization/agency-credits/', {
    summary:
      'Buy credits from the agency of this organization; they are available immediately and appear on the next statement',
    touches: ['agency_billing', 'user', 'credits'],
    roles: RIGHTS.agency,
    while_acting: 'refused',
    body: z.object({ credits, key }),
    errors: ['agency_sells_nothing', 'agency_out_of_credits', 'rate_limited', 'conflict'],
    ok: z.object({ email_credits: z.number().int() }),
  }),
};
