import { type ClientPlans, PAID_BILLING } from '@overture/domain/money/pricing';
import type { SystemContext, TransactionContext } from '../../kernel/context.ts';
import { runUnits } from '../../kernel/rounds/rounds.ts';
import { chargeFirstMonths } from './client-months.service.ts';
import * as clientsStore from './clients.store.ts';
import { syncCustomer } from './customers.service.ts';
import { getPlan, isRunning, paidClients } from './payments.store.ts';

export const FOLLOW_CLIENTS_TASK = 'payments.follow-clients';

/** Clients that change in between follow immediately; more than this wait for the next round. */
const MAX_TRIES = 3;
const AGENCIES_A_ROUND = 50;

/** Wakes who adjusts an agency's subscription; with the commit of what changed its clients. */
export function wakeClientsFollower({ jobs }: Pick<TransactionContext, 'jobs'>, agencyId: number): void {
  const key = `${FOLLOW_CLIENTS_TASK}:${agencyId}`;
  jobs.add(FOLLOW_CLIENTS_TASK, {}, { key, queue: key });
}

/**
 * Makes an agency's subscription pay for its clients. Both sides are loaded again each time, quantities are absolute, and the
 * provider's response is compared again: after an interruption, a repetition or a race the result is the same, charged once.
 * @throws ProviderError when the provider is not reachable or refuses
 */
async function followClients(ctx: SystemContext, agencyId: number): Promise<void> {
  if (!isSelling(ctx)) return;
  const agency = ctx.forOrganization(agencyId);
  // Who was stopped between the change and its reading left an old figure on record.
  await syncCustomer(ctx, agencyId);
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const { plan, wanted } = await agency.transaction(async (tx) => ({
      plan: await getPlan(tx),
      wanted: await clientsStore.countClientPlans(tx),
    }));
    if (!isRunning(plan) || plan.subscription_id === null) return;
    if (isSame(paidClients(plan), wanted)) break;
    await ctx.ports.payments.setClients(plan.subscription_id, wanted);
    await syncCustomer(ctx, agencyId);
  }
  if (await chargeFirstMonths(ctx, agencyId)) await syncCustomer(ctx, agencyId);
}

const isSame = (one: ClientPlans, other: ClientPlans): boolean =>
  one.clients === other.clients &&
  one.linkedin_accounts === other.linkedin_accounts &&
  one.email_accounts === other.email_accounts &&
  one.credits === other.credits;

export async function followClientsJob(ctx: SystemContext, payload: Record<string, unknown>): Promise<void> {
  await followClients(ctx, Number(payload.organization_id));
}

/** Those whose job was lost or refused, who began to pay, and whose clients the operator changed. */
export async function followDiffering(ctx: SystemContext, signal: AbortSignal): Promise<void> {
  if (!isSelling(ctx)) return;
  const ids = await ctx.systemTransaction((tx) => clientsStore.listDiffering(tx, AGENCIES_A_ROUND));
  await runUnits(
    ctx,
    {
      loop: clientsStore.CLIENTS_LOOP,
      units: ids.map((organization_id) => ({ organization_id, key: 'clients' })),
      share: 1,
      at_once: 2,
      time_box_in_ms: 60_000,
      run: ({ organization_id }) => followClients(ctx, organization_id),
    },
    signal,
  );
}

function isSelling({ config, ports }: Pick<SystemContext, 'config' | 'ports'>): boolean {
  return config.BILLING === PAID_BILLING && ports.payments.is_configured;
}
