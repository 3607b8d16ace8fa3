import type { WebhookTry } from '@overture/adapters/webhook-receivers/webhook-receivers.port';
import { planRetry, restAfterFailures, WEBHOOK_LIMITS, WEBHOOK_SWITCH_OFF } from '@overture/domain/webhooks';
import type { SystemContext, TransactionContext } from '../../kernel/context.ts';
import { webhookTries } from '../../kernel/metrics.ts';
import { runClaims } from '../../kernel/rounds/rounds.ts';
import { getTraceparent, trace } from '../../kernel/tracing/tracing.ts';
import { insertManagerNotices } from '../notices/index.ts';
import { failPending } from './deliveries.store.ts';
import { renderBody } from './message-body.rules.ts';
import * as queue from './queue.store.ts';
import { openSecret, signMessage } from './signing.service.ts';
import { enqueueEvents, findEndpoint } from './webhooks.store.ts';

export const secretPurpose = 'webhook-secret';

/** No request begins after this time of a turn: the last one still ends within the lease. */
const TURN_IN_MS = 8000;
/** A turn, the last request, and the time to write it down. */
const TIME_BOX_IN_MS = 40_000;
/** A receiver that takes longer is served by the slow lane. */
const SLOW_FROM_IN_MS = 2000;
/** Answers that ask for a pause. */
const SLOW_DOWN = new Set([429, 502, 503, 504]);
const QUIET_IN_MS = 5000;
const LONGEST_QUIET_IN_MS = 3_600_000;

/** Idle slots look again five times a second each; together they ask the database about as often as one. */
const EMPTY_FOR_IN_MS = 150;

/** Delivers what is due, endpoint by endpoint, until nothing is. */
export async function deliverWebhooks(ctx: SystemContext, signal: AbortSignal): Promise<void> {
  const work = await openLane(ctx, 'fast');
  if (work === null) return;
  await runClaims<queue.ClaimedEndpoint>(
    ctx,
    { loop: queue.FAST_LOOP, share: 4, at_once: 12, time_box_in_ms: TIME_BOX_IN_MS, ...work },
    signal,
  );
}

/** The same for endpoints that failed or were slow last time. */
export async function deliverSlowWebhooks(ctx: SystemContext, signal: AbortSignal): Promise<void> {
  const work = await openLane(ctx, 'slow');
  if (work === null) return;
  await runClaims<queue.ClaimedEndpoint>(
    ctx,
    { loop: queue.SLOW_LOOP, share: 2, at_once: 16, time_box_in_ms: TIME_BOX_IN_MS, ...work },
    signal,
  );
}

/** How a lane claims and works; null while nothing is due, which costs one statement. */
async function openLane(ctx: SystemContext, lane: queue.Lane) {
  let first = await claim(ctx, lane);
  if (first === null) return null;
  let emptySince = -Infinity;
  // From its claim on, which is before it counts as running: a second claim in between would not be run, and hold the lease.
  const taken = new Set<number>([first.id]);
  return {
    async claim(full: readonly number[]): Promise<queue.ClaimedEndpoint | null> {
      if (first === null && performance.now() - emptySince < EMPTY_FOR_IN_MS) return null;
      const next = first ?? (await claim(ctx, lane, { organizations: full, endpoints: [...taken] }));
      first = null;
      if (next === null) emptySince = performance.now();
      else taken.add(next.id);
      return next;
    },
    run: (endpoint: queue.ClaimedEndpoint, stop: AbortSignal) =>
      runTurn(ctx, endpoint, stop).finally(() => taken.delete(endpoint.id)),
  };
}

/** One turn of one endpoint. False if nothing is due. */
export async function deliverNext(ctx: SystemContext, lane: queue.Lane, signal: AbortSignal): Promise<boolean> {
  const endpoint = await claim(ctx, lane);
  if (endpoint !== null) await runTurn(ctx, endpoint, signal);
  return endpoint !== null;
}

/** A turn that ended its lease a moment ago may still count as running: claimed again by then, it would not be run. */
function claim(ctx: SystemContext, lane: queue.Lane, without: Partial<queue.Without> = {}) {
  const prefix = `${lane === 'slow' ? queue.SLOW_LOOP : queue.FAST_LOOP} `;
  const running = [...ctx.rounds.running.keys()].filter((id) => id.startsWith(prefix));
  const endpoints = [...(without.endpoints ?? []), ...running.map((id) => Number(id.slice(id.lastIndexOf(' ') + 1)))];
  return ctx.systemTransaction((tx) =>
    queue.claimEndpoint(tx, lane, { organizations: without.organizations ?? [], endpoints }),
  );
}

type Delivery = queue.ClaimedEndpoint['deliveries'][number];
interface Tried extends WebhookTry {
  delivery: Delivery;
}

async function runTurn(system: SystemContext, endpoint: queue.ClaimedEndpoint, signal: AbortSignal): Promise<void> {
  const tried = await tryAll(system, endpoint, signal);
  const ctx = system.forOrganization(endpoint.organization_id);
  await ctx.transaction(async (tx) => {
    const results = tried.map(judgeTry);
    const settled = await queue.settleTurn(tx, endpoint, judgeEndpoint(endpoint, tried), results);
    if (settled === undefined) return;
    tx.afterCommit(() => {
      for (const { state } of results) webhookTries.inc({ result: state });
    });
    const reason = findOffReason(tx, settled, tried);
    if (reason !== null) await endEndpoint(tx, endpoint.id, reason);
  });
}

/** At most four at the same time. Those that no request began for stay as they are. */
async function tryAll(
  { ports, vault }: SystemContext,
  endpoint: queue.ClaimedEndpoint,
  signal: AbortSignal,
): Promise<Tried[]> {
  const sealed = [endpoint.sealed_secret, endpoint.sealed_former_secret].filter((secret) => secret !== null);
  const secrets = sealed.map((secret) => openSecret(vault.open(secretPurpose, secret)));
  const waiting = [...endpoint.deliveries];
  const tried: Tried[] = [];
  const endsAt = performance.now() + TURN_IN_MS;
  const work = async (): Promise<void> => {
    for (let delivery = waiting.shift(); delivery !== undefined; delivery = waiting.shift()) {
      if (signal.aborted || performance.now() > endsAt) return;
      const result = await tryOnce(ports, { endpoint, delivery, secrets }, signal);
      // The process stops, and the message may have arrived or not: it stays due.
      if (result === null) return;
      tried.push({ ...result, delivery });
      if (result.code === 410 || (result.code !== null && SLOW_DOWN.has(result.code))) waiting.length = 0;
    }
  };
  await Promise.all(Array.from({ length: WEBHOOK_LIMITS.at_once }, work));
  return tried;
}

/** @returns null where the process stops */
function tryOnce(
  ports: SystemContext['ports'],
  given: { endpoint: queue.ClaimedEndpoint; delivery: Delivery; secrets: Parameters<typeof signMessage>[1] },
  signal: AbortSignal,
): Promise<WebhookTry | null> {
  const { endpoint, delivery, secrets } = given;
  const body = renderBody(endpoint.organization_id, endpoint.mode, delivery);
  const timestamp = Math.floor(Date.now() / 1000);
  return trace('webhook', { kind: 'producer', attributes: { 'overture.event': delivery.type } }, async () => {
    const traceparent = getTraceparent();
    const signatures = signMessage({ message_id: delivery.message_id, body, timestamp }, secrets);
    return ports.webhook_receivers
      .post({
        url: endpoint.url,
        body,
        headers: {
          'user-agent': 'Overture-Webhooks/1.0',
          ...signatures,
          ...(traceparent === undefined ? {} : { traceparent }),
        },
        timeout_in_ms: WEBHOOK_LIMITS.timeout_in_ms,
        answer_in_bytes: WEBHOOK_LIMITS.answer_in_bytes,
        signal,
      })
      .catch(() => null);
  });
}

function judgeTry({ delivery, code, answer, error, retry_after_in_ms, duration_in_ms }: Tried): queue.TryResult {
  const pause = error === null ? null : planRetry(delivery.attempts + 1, retry_after_in_ms, Math.random());
  return {
    id: delivery.id,
    state: error === null ? 'delivered' : pause === null ? 'failed' : 'pending',
    pause_in_ms: pause ?? 0,
    code,
    ms: duration_in_ms,
    answer,
    error,
  };
}

function judgeEndpoint({ failures }: queue.ClaimedEndpoint, tried: readonly Tried[]): queue.EndpointResult {
  const lastSuccess = tried.findLastIndex(({ error }) => error === null);
  const has_success = lastSuccess >= 0;
  const failed = tried.length - lastSuccess - 1;
  const slowest = Math.max(0, ...tried.map(({ duration_in_ms }) => duration_in_ms));
  const quiet = tried
    .filter(({ code }) => code !== null && SLOW_DOWN.has(code))
    .map(({ retry_after_in_ms }) => Math.min(retry_after_in_ms ?? QUIET_IN_MS, LONGEST_QUIET_IN_MS));
  const rest = has_success || tried.length === 0 ? 0 : restAfterFailures(failures + failed);
  return {
    has_success,
    failures: failed,
    is_slow: (!has_success && tried.length > 0) || slowest >= SLOW_FROM_IN_MS,
    rest_in_ms: Math.max(rest, ...quiet),
  };
}

const DAY_IN_MS = 86_400_000;

function findOffReason(
  { clock }: Pick<TransactionContext, 'clock'>,
  { failures, failing_since }: queue.SettledEndpoint,
  tried: readonly Tried[],
): 'gone' | 'failures' | null {
  if (tried.some(({ code }) => code === 410)) return 'gone';
  if (failing_since === null || failures < WEBHOOK_SWITCH_OFF.failures) return null;
  const failingFor = clock.now().getTime() - failing_since.getTime();
  return failingFor >= WEBHOOK_SWITCH_OFF.days * DAY_IN_MS ? 'failures' : null;
}

const describeOff = (reason: 'gone' | 'failures'): string =>
  reason === 'gone'
    ? 'Its receiver answered with status 410, which asks for no more messages.'
    : `Nothing was delivered for ${WEBHOOK_SWITCH_OFF.days} days.`;

/** Switches an endpoint off and informs those who manage the organization, and its other endpoints. */
async function endEndpoint(tx: TransactionContext, id: number, reason: 'gone' | 'failures'): Promise<void> {
  if (!(await queue.switchOff(tx, id, reason))) return;
  const endpoint = await findEndpoint(tx, id);
  if (endpoint === undefined) return;
  await failPending(tx, id);
  await enqueueEvents(tx, [{ type: 'webhook.disabled', data: { webhook: { id }, reason } }]);
  await insertManagerNotices(tx, {
    subject: 'A webhook was switched off',
    paragraphs: [
      `The webhook ${endpoint.url} was switched off. ${describeOff(reason)}`,
      'Check the receiver, then switch the webhook on again and replay the failed messages.',
    ],
    path: '/settings/webhooks',
  });
  tx.live.publish('webhooks_changed', { webhook_id: id });
}
