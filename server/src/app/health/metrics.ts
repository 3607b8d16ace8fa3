import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, register } from 'prom-client';
import type { SystemContext } from '../../kernel/context.ts';
import { isSameSecret } from '../../kernel/crypto.ts';
import type { Databases } from '../../kernel/db/pools.ts';
import { declareMetric, requestSeconds } from '../../kernel/metrics.ts';
import { summarizeParked } from '../../kernel/rounds/parked-units.ts';
import { type Backlogs, COUNTED_AT_MOST, listSenderStates, loadBacklogs } from './backlogs.store.ts';

const gauge = <Label extends string = never>(name: string, help: string, ...labelNames: Label[]): Gauge<Label> =>
  declareMetric(name, () => new Gauge({ name, help, labelNames }));

const upTo = `counted up to ${COUNTED_AT_MOST}`;
const parkedUnits = gauge(
  'overture_parked_units',
  'Units of shared loops that failed and wait for their retry, by loop. Alert on more than 0 for 15 minutes.',
  'loop',
);
const databaseUp = gauge('overture_database_up', '1 while the database answers this process.');
const poolWaits = gauge(
  'overture_database_waiting',
  'Queries of this process that wait for a connection, by pool.',
  'pool',
);
const senders = gauge('overture_senders', 'Sender accounts, by channel and status.', 'channel', 'status');
const backlogs: Record<keyof Backlogs, Gauge> = {
  due_intents: gauge('overture_due_intents', `Messages and actions that are due and not yet claimed, ${upTo}.`),
  due_intents_age: gauge('overture_due_intents_oldest_seconds', 'How long the oldest of them has been due.'),
  lost_leases: gauge('overture_lost_leases', `Dispatches whose process has gone, until they are looked at, ${upTo}.`),
  unconfirmed: gauge('overture_unconfirmed_messages', `Messages that may or may not have left, ${upTo}.`),
  waiting_events: gauge('overture_waiting_events', `Domain events that are not handled yet, ${upTo}.`),
  waiting_events_age: gauge('overture_waiting_events_oldest_seconds', 'Age of the oldest of them.'),
  unwatched_mailboxes: gauge('overture_unwatched_mailboxes', `Mailboxes that no process reads, ${upTo}.`),
  due_webhooks: gauge('overture_due_webhooks', `Webhook deliveries that are due, ${upTo}.`),
  due_webhooks_age: gauge('overture_due_webhooks_oldest_seconds', 'How long the oldest of them has been due.'),
  live_workers: gauge('overture_workers', 'Workers whose heartbeat is younger than a minute.'),
};

/** What Prometheus reads: the counters of this process, and backlogs of the whole installation. */
export function serveMetrics(app: FastifyInstance, system: SystemContext, databases: Databases): void {
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    const status = `${Math.floor(reply.statusCode / 100)}xx`;
    requestSeconds.observe({ route, method: request.method, status }, reply.elapsedTime / 1000);
    done();
  });
  if (!register.getSingleMetric('process_cpu_user_seconds_total')) collectDefaultMetrics();
  app.get('/metrics', async (request, reply) => {
    const token = system.config.METRICS_TOKEN;
    const isAllowed = token
      ? isSameSecret(request.headers.authorization ?? '', `Bearer ${token}`)
      : !system.config.is_production;
    if (!isAllowed) return reply.status(404).send({ error: 'Not found.', code: 'not_found' });
    databaseUp.set(databases.health.state() === 'up' ? 1 : 0);
    poolWaits.set({ pool: 'requests' }, databases.appPool.waitingCount);
    poolWaits.set({ pool: 'loops' }, databases.systemPool.waitingCount);
    // Without the database the counters of this process are still worth reading; old backlogs would mislead.
    await loadInstallation(system).catch(forgetInstallation);
    return reply.type(register.contentType).send(await register.metrics());
  });
}

async function loadInstallation(system: SystemContext): Promise<void> {
  const [loops, found, states] = await system.systemRead(async (tx) => [
    await summarizeParked(tx),
    await loadBacklogs(tx),
    await listSenderStates(tx),
  ]);
  forgetInstallation();
  for (const { loop, units } of loops) parkedUnits.set({ loop }, units);
  for (const { channel, status, amount } of states) senders.set({ channel, status }, amount);
  for (const [name, value] of Object.entries(found)) backlogs[name as keyof Backlogs].set(value);
}

function forgetInstallation(): void {
  for (const metric of [parkedUnits, senders]) metric.reset();
  for (const metric of Object.values(backlogs)) metric.remove();
}
