import type { AgencyClientRow } from '@overture/contract/agency';
import type { ClientCreditSource } from '@overture/domain/money/client-months';
import { PLAN_INCLUDES } from '@overture/domain/money/pricing';
import type { SystemContext, SystemTransactionContext } from '../../../kernel/context.ts';
import { ApiError } from '../../../kernel/errors.ts';
import { runUnits } from '../../../kernel/rounds/rounds.ts';
import type { SessionContext } from '../../../kernel/slice.ts';
import { getBalance, grantCredits, moveCredits } from '../../billing/index.ts';
import * as store from './client-credits.store.ts';

type Tx = SystemTransactionContext;

interface Parties {
  agency_id: number;
  client_id: number;
  extra_credits: number;
}

const partyOf = (tx: Tx, id: number) => ({ db: tx.db, organization: { id }, live: tx.forOrganization(id).live });

const monthOf = ({ clock }: Tx): string => clock.now().toISOString().slice(0, 7);

/**
 * What a client begins with. Where the agency pays by invoice, its first credits come with the first one that is paid (`payments`).
 * @throws agency_credits_short
 */
export async function grantFirstCredits(tx: Tx, { agency_id, client_id, extra_credits }: Parties): Promise<void> {
  const source = await store.findCreditSource(tx, agency_id);
  const client = partyOf(tx, client_id);
  if (source === 'trial') {
    const agency = partyOf(tx, agency_id);
    const most = PLAN_INCLUDES.client_credits + extra_credits;
    const amount = Math.min(most, Math.floor((await getBalance(agency)) / 2));
    const words = { taken_as: 'Trial credits of a client', granted_as: 'Trial credits of your agency' };
    if (amount > 0) await moveCredits(agency, client, { amount, key: `client-trial:${client_id}`, ...words });
  }
  if (source !== 'balance') return;
  const key = `monthly:${monthOf(tx)}`;
  await grantCredits(client, { amount: PLAN_INCLUDES.client_credits, purpose: 'Monthly credits', key });
  await moveExtras(tx, { agency_id, client_id, extra_credits });
}

/**
 * The immediate effect of moved sliders: extra credits of this month, if they come out of the agency's balance.
 * @throws agency_credits_short
 */
export async function grantRaisedCredits(tx: Tx, parties: Parties): Promise<void> {
  if ((await store.findCreditSource(tx, parties.agency_id)) === 'balance') await moveExtras(tx, parties);
}

/**
 * Brings the extras that a client got of this month from its agency's balance up to what it has. Lowered and raised again, nothing moves twice.
 * @throws agency_credits_short
 */
async function moveExtras(tx: Tx, { agency_id, client_id, extra_credits }: Parties): Promise<void> {
  const month = monthOf(tx);
  const amount = extra_credits - (await store.sumMovedExtras(tx, agency_id, { client_id, month }));
  if (amount <= 0) return;
  const given = {
    amount,
    key: store.extrasKey(client_id, month, extra_credits),
    taken_as: 'Extra credits of a client',
    granted_as: 'Extra monthly credits',
  };
  await moveCredits(partyOf(tx, agency_id), partyOf(tx, client_id), given).catch(async (error) => {
    if (!(error instanceof ApiError) || error.code !== 'not_enough_credits') throw error;
    const credits = await getBalance(partyOf(tx, agency_id));
    throw new ApiError('agency_credits_short', { credits: String(credits), needed: String(amount) });
  });
}

/** What clients (one, or all) wait for, by their number, and where the credits of this agency's clients come from. */
export async function loadCreditsDue(
  ctx: Pick<SessionContext, 'read' | 'organization' | 'clock'>,
  only: number | null = null,
): Promise<{ credits_from: ClientCreditSource; due: Map<number, AgencyClientRow['credits_due']> }> {
  const month = ctx.clock.now().toISOString().slice(0, 7);
  return ctx.read(async (tx) => {
    const credits_from = await store.findCreditSource(tx, ctx.organization.id);
    if (credits_from !== 'invoice' && credits_from !== 'balance') return { credits_from, due: new Map() };
    const rows =
      credits_from === 'invoice'
        ? await store.listDueByInvoice(tx, only)
        : await store.listDueByBalance(tx, month, only);
    return {
      credits_from,
      due: new Map(rows.map(({ client_id, credits, url }) => [client_id, { credits, from: credits_from, url }])),
    };
  });
}

const MOVED_A_ROUND = 100;

/** The extras of a month for clients whose agency's plan is set by hand: out of its balance, as soon as that has enough. */
export async function moveMonthlyExtras(ctx: SystemContext, signal: AbortSignal): Promise<void> {
  const month = ctx.clock.now().toISOString().slice(0, 7);
  const waiting = await ctx.systemTransaction((tx) => store.listWithoutExtras(tx, month, MOVED_A_ROUND));
  await runUnits(
    ctx,
    {
      loop: store.EXTRAS_LOOP,
      units: waiting.map((parties) => ({
        ...parties,
        organization_id: parties.agency_id,
        key: String(parties.client_id),
      })),
      share: 20,
      at_once: 2,
      time_box_in_ms: 30_000,
      run: async (parties) => {
        await ctx
          .systemTransaction((tx) => moveExtras(tx, parties))
          .catch((error) => {
            // Another client of this agency took the balance first.
            if (!(error instanceof ApiError) || error.code !== 'agency_credits_short') throw error;
          });
      },
    },
    signal,
  );
}
