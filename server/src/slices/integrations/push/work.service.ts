import type { CrmConnection, CrmPort, CrmTarget } from '@overture/adapters/crm/crm.port';
import { isProviderError, type ProviderError } from '@overture/adapters/kit/errors';
import type { Context, SystemContext, TransactionContext } from '../../../kernel/context.ts';
import { DatabaseUnavailable } from '../../../kernel/db/outage.ts';
import { createTokens } from '../connect/tokens.service.ts';
import { grantBehind } from '../integrations.service.ts';
import { findIntegrationById, type IntegrationRow, markExpired, setMissingGrant } from '../integrations.store.ts';
import { insertExchanges, type NewExchange } from '../log/exchanges.store.ts';
import { describeExchange } from '../log/redact.rules.ts';
import * as store from './work.store.ts';

/** Longer than any one write with its tries can take. */
const LEASE_IN_SECONDS = 180;
const MAX_KEPT_EXCHANGES = 200;
/** Pauses after failures of the way there: 15 seconds, doubling, at most a quarter of an hour. */
const FIRST_PAUSE_IN_SECONDS = 15;
const LONGEST_PAUSE_IN_SECONDS = 900;
/** The pause for a vendor that gives no retry time. */
const QUIET_IN_SECONDS = 60;
const LONGEST_HELD_IN_MS = 86_400_000;

/** The lease was lost: another worker has it, or the integration was disconnected or reconnected. */
class WorkLostError extends Error {}

/** One worker's time with one account. */
export interface Work {
  ctx: Context;
  port: CrmPort;
  row: IntegrationRow;
  connection: CrmConnection;
  /** The push whose calls are logged. */
  push_id: number | null;
  /** The thing that happened, whose calls are logged. */
  event_id: number | null;
  /** When this worker must stop; it releases the lease afterwards. */
  ends_at: number;
  /** Runs in the transaction that keeps the lease. @throws WorkLostError */
  underLease<Result>(run: (tx: TransactionContext) => Promise<Result>): Promise<Result>;
}

/**
 * Claims an account and works on it for a while. Failures of the vendor pause the account and do not fail the work, which
 * continues afterwards. False if another worker has the lease, or the account is paused.
 */
export async function workOn(
  system: SystemContext,
  id: number,
  given: { for_in_ms: number; run: (work: Work) => Promise<void> },
): Promise<boolean> {
  const lease = await system.systemTransaction((tx) => store.claimWork(tx, id, LEASE_IN_SECONDS));
  if (lease === null) return false;
  const row = await system.systemTransaction((tx) => findIntegrationById(tx, id));
  if (row === undefined) return false;
  const work = createWork(system, row, lease, Date.now() + given.for_in_ms);
  try {
    await given.run(work);
    await work.underLease((tx) => store.clearFailures(tx, id));
  } catch (error) {
    if (error instanceof WorkLostError) return true;
    if (error instanceof DatabaseUnavailable) throw error;
    const settle = (tx: TransactionContext) =>
      isProviderError(error) ? settleTrouble(tx, work, error) : settleFault(tx, work);
    await work.underLease(settle).catch(ignoreLost);
    if (!isProviderError(error)) throw error;
  } finally {
    await system.systemTransaction((tx) => store.endWork(tx, id, lease));
  }
  return true;
}

/** Work on an account under a lease; the log of the vendor's calls is written with its results. */
function createWork(system: SystemContext, row: IntegrationRow, lease: number, ends_at: number): Work {
  const { id } = row;
  const ctx = system.forOrganization(row.organization_id);
  const heard: NewExchange[] = [];
  let calls = 0;
  const work: Work = {
    ctx,
    port: system.ports.crm[row.integration_type],
    row,
    push_id: null,
    event_id: null,
    ends_at,
    connection: {
      api_url: row.api_url,
      tokens: createTokens(system, row.integration_type, id),
      observe(exchange) {
        calls += 1;
        if (heard.length < MAX_KEPT_EXCHANGES) heard.push(describeExchange(exchange));
      },
    },
    underLease: (run) =>
      ctx.transaction(async (tx) => {
        if (!(await store.renewWork(tx, { id, lease, connected_at: row.connected_at }, LEASE_IN_SECONDS)))
          throw new WorkLostError();
        const about = { integration_id: id, push_id: work.push_id, event_id: work.event_id };
        const [logged, counted] = [[...heard], calls];
        await insertExchanges(tx, about, logged);
        await store.countCalls(tx, id, counted);
        // Not before: the transaction may be begun once more.
        tx.afterCommit(() => {
          heard.splice(0, logged.length);
          calls -= counted;
        });
        return run(tx);
      }),
  };
  return work;
}

const ignoreLost = (error: unknown): void => {
  if (!(error instanceof WorkLostError)) throw error;
};

/** None of these loses work: it continues when the pause is over, or the account is connected again. */
async function settleTrouble(tx: TransactionContext, { row, port }: Work, error: ProviderError): Promise<void> {
  if (error.kind === 'auth_expired') {
    await markExpired(tx, row.id, grantBehind(error));
    tx.live.publish('integration_changed', { integration_type: row.integration_type });
    return;
  }
  const own = await ownPause(tx, row);
  const seconds = error.kind === 'rate_limited' ? QUIET_IN_SECONDS : own;
  const until = Math.min(error.until?.getTime() ?? Date.now() + seconds * 1000, Date.now() + LONGEST_HELD_IN_MS);
  const words =
    error.kind === 'rate_limited'
      ? `${port.manifest.label} asked us to slow down`
      : `${port.manifest.label} could not be reached`;
  await store.pauseIntegration(tx, row.id, { until: new Date(until), reason: `${words}: ${error.reason}` });
  tx.live.publish('integration_changed', { integration_type: row.integration_type });
}

/** Where people are written; what the sign-in does not let us make there is said on the page of integrations. */
export async function prepareTarget(
  { port, connection, row, underLease }: Work,
  board_id: string | null,
): Promise<CrmTarget> {
  const target = await port.prepareTarget(connection, board_id);
  const missing = target.lacks_reference_grant ? 'reference' : null;
  if (missing === row.missing_grant) return target;
  await underLease(async (tx) => {
    if (await setMissingGrant(tx, row.id, missing))
      tx.live.publish('integration_changed', { integration_type: row.integration_type });
  });
  return target;
}

/** Unexpected errors: retried after pauses, not every second; the job's own failure informs the operator. */
async function settleFault(tx: TransactionContext, { row, port }: Work): Promise<void> {
  const until = new Date(Date.now() + (await ownPause(tx, row)) * 1000);
  const reason = `Something went wrong here while ${port.manifest.label} was written to. It is tried again.`;
  await store.pauseIntegration(tx, row.id, { until, reason });
  tx.live.publish('integration_changed', { integration_type: row.integration_type });
}

async function ownPause(tx: TransactionContext, { id }: Pick<IntegrationRow, 'id'>): Promise<number> {
  const failures = await store.getFailures(tx, id);
  return Math.min(FIRST_PAUSE_IN_SECONDS * 2 ** Math.min(failures, 10), LONGEST_PAUSE_IN_SECONDS);
}
