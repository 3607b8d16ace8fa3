import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { api } from '@overture/contract';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { collectDefaultMetrics, register as metrics } from 'prom-client';
import { createClock } from '../kernel/clock.ts';
import type { Config } from '../kernel/config.ts';
import type { SystemContext } from '../kernel/context.ts';
import { createVault } from '../kernel/crypto.ts';
import { type Databases, openDatabases } from '../kernel/db/pools.ts';
import { describeApi } from '../kernel/http/openapi.ts';
import { createHttpServer } from '../kernel/http/server.ts';
import { sessionCookies } from '../kernel/http/sessions.ts';
import { serveWebApp } from '../kernel/http/web-app.ts';
import { startJobs, startLoop } from '../kernel/jobs.ts';
import { createListener } from '../kernel/listen.ts';
import { serveLive } from '../kernel/live/sockets.ts';
import type { Log } from '../kernel/log.ts';
import { createRateLimits } from '../kernel/rate-limits.ts';
import { createBell, dispatchEvents, outboxChannel, pruneLiveMessages, sequenceLiveMessages } from '../kernel/relay.ts';
import { createContexts } from '../kernel/transactions.ts';
import type { Ports } from '../ports.ts';
import { findSession, takeTicket } from '../slices/auth/index.ts';
import { DEFAULT_BRANDING, getBranding } from '../slices/organization/index.ts';
import { serveApiDocs } from './api-docs.ts';
import { clockChannel, type Installation, readClockOffset, version } from './app-info.ts';
import { bindRoutes } from './routes.ts';
import { checkSendingEpoch, rememberDispatches } from './sending-epoch.ts';
import { slices } from './slices.ts';

export const ROLES = ['web', 'live', 'worker', 'cron'] as const;
export type ProcessRole = (typeof ROLES)[number];

export interface ProgramOptions {
  config: Config;
  log: Log;
  connectionString: string;
  ports: Ports;
  roles: readonly ProcessRole[];
  installation: Installation;
  /** Jobs at once; a test sets 1. */
  concurrency?: number;
}

export interface Program {
  app: FastifyInstance;
  system: SystemContext;
  databases: Databases;
  /** Starts workers and loops and listens on the port; answers the address. */
  listen(): Promise<string>;
  stop(): Promise<void>;
}

const webDirectory = join(dirname(fileURLToPath(import.meta.url)), '../../../web/dist');

/** Builds the program for a migrated database. Nothing runs until `listen`. */
export async function createProgram(options: ProgramOptions): Promise<Program> {
  const { config, log, ports } = options;
  const databases = openDatabases(options.connectionString, config.DATABASE_POOL_SIZE, log);
  const bell = createBell(databases, { log });
  const base = {
    config,
    log,
    ports,
    clock: createClock(log),
    vault: createVault(config.SECRET_KEY),
    rate_limits: createRateLimits(databases),
  };
  const system = createContexts(base, databases, bell.ring);
  base.clock.setOffset(await readClockOffset(system));
  const listener = createListener(options.connectionString, log);
  const app = await createHttpServer(config, log);
  const stops: (() => Promise<void> | void)[] = [];
  serveHealth(app, system);
  if (options.roles.includes('web')) await serveWeb(app, system, options);
  if (options.roles.includes('live')) {
    const cookies = sessionCookies(config.APP_URL);
    const live = serveLive(app, {
      system,
      cookies,
      listener,
      findSession: (token) => findSession(system, token),
      takeTicket: (ticket) => takeTicket(system, ticket),
    });
    stops.push(live.stop);
  }
  const followClock = async (): Promise<void> => base.clock.setOffset(await readClockOffset(system));
  listener.on(
    clockChannel,
    () => void followClock().catch((error) => log.error({ err: error }, 'the clock was not read')),
  );
  listener.onConnect(() => void followClock().catch(() => undefined));

  return {
    app,
    system,
    databases,
    async listen() {
      if (options.roles.includes('worker'))
        stops.push(...(await startWorker(system, databases, listener, options.concurrency ?? 8)));
      if (options.roles.includes('cron')) stops.push(...startCron(system));
      await listener.start();
      return app.listen({ port: config.PORT, host: config.HOST });
    },
    async stop() {
      await app.close();
      for (const stop of stops.reverse()) await stop();
      bell.stop();
      await listener.stop();
      await ports.contact_finder.close();
      await ports.lead_database.close();
      await ports.linkedin.close();
      await ports.mailbox.close();
      for (const oauth of Object.values(ports.mail_oauth)) await oauth.close();
      await ports.mailer.close();
      await ports.sources.close();
      await databases.close();
    },
  };
}

async function serveWeb(app: FastifyInstance, system: SystemContext, options: ProgramOptions): Promise<void> {
  bindRoutes(app, system, sessionCookies(options.config.APP_URL), options.installation);
  serveApiDocs(app, describeApi(api, version));
  for (const slice of slices) slice.pages?.(app, system);
  await serveWebApp(app, webDirectory, async (host) => {
    // A page must open even while the database restarts; the client corrects the colours later.
    return getBranding(system, host).catch(() => DEFAULT_BRANDING);
  });
}

/** Answers 200 only when it can serve: the database is asked. */
function serveHealth(app: FastifyInstance, system: SystemContext): void {
  app.get('/healthz', async (_request, reply) => {
    try {
      await system.systemTransaction(({ db }) => sql`select 1`.execute(db));
      return { status: 'ok' };
    } catch {
      return reply.status(503).send({ status: 'unavailable' });
    }
  });
  if (!metrics.getSingleMetric('process_cpu_user_seconds_total')) collectDefaultMetrics();
  app.get('/metrics', async (request, reply) => {
    const token = system.config.METRICS_TOKEN;
    const isAllowed = token ? request.headers.authorization === `Bearer ${token}` : !system.config.is_production;
    if (!isAllowed) return reply.status(404).send({ error: 'Not found.', code: 'not_found' });
    return reply.type(metrics.contentType).send(await metrics.metrics());
  });
}

type Stop = () => Promise<void> | void;

async function startWorker(
  system: SystemContext,
  databases: Databases,
  listener: ReturnType<typeof createListener>,
  concurrency: number,
): Promise<Stop[]> {
  await checkSendingEpoch(system);
  const handlers = slices.flatMap((slice) => (slice.on ? [slice.on] : []));
  const tasks = Object.assign({}, ...slices.map((slice) => slice.tasks ?? {}));
  const relay = createRelay(system, () => dispatchEvents(system, handlers));
  listener.on(outboxChannel, relay.wake);
  const stops: Stop[] = [relay.stop];
  stops.push(startLoop(system, { name: 'sending-epoch', interval_in_ms: 2000, run: rememberDispatches }));
  stops.push(await startJobs(system, databases, tasks, concurrency));
  for (const loop of slices.flatMap((slice) => slice.loops ?? [])) stops.push(startLoop(system, loop));
  for (const service of slices.flatMap((slice) => slice.services ?? [])) stops.push(await service.start(system));
  return stops;
}

function startCron(system: SystemContext): Stop[] {
  return [startLoop(system, { name: 'live-prune', interval_in_ms: 60_000, run: pruneLiveMessages })];
}

/** Works off the outbox when rung and every two seconds; goes on at once while there is more. */
function createRelay(system: SystemContext, dispatch: () => Promise<number>): { wake(): void; stop(): Promise<void> } {
  let isStopped = false;
  let isRung = false;
  let running: Promise<void> | null = null;
  const work = async (): Promise<void> => {
    do {
      isRung = false;
      const [live, events] = await Promise.all([sequenceLiveMessages(system), dispatch()]);
      if (live + events > 0) isRung = true;
    } while (isRung && !isStopped);
  };
  const wake = (): void => {
    isRung = true;
    if (isStopped || running) return;
    running = work()
      .catch((error) => system.log.error({ err: error }, 'the outbox relay failed; it goes on'))
      .finally(() => {
        running = null;
      });
  };
  const timer = setInterval(wake, 2000);
  return {
    wake,
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
