import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { pruneIdempotencyKeys } from '../kernel/api-keys/idempotency.ts';
import { type FindKey, keysChannel } from '../kernel/api-keys/key-caller.ts';
import { createKeyQuota } from '../kernel/api-keys/key-limits.ts';
import { countKeyUses } from '../kernel/api-keys/key-use.ts';
import { type Clock, createClock } from '../kernel/clock.ts';
import type { Config } from '../kernel/config.ts';
import type { SystemContext } from '../kernel/context.ts';
import { createVault } from '../kernel/crypto.ts';
import type { DatabaseLogins } from '../kernel/db/logins.ts';
import { type Databases, openDatabases } from '../kernel/db/pools.ts';
import { throughOutages } from '../kernel/db/through-outages.ts';
import { rememberSessions } from '../kernel/http/remembered-sessions.ts';
import { createHttpServer } from '../kernel/http/server.ts';
import { type FindSession, mayChangeOthers, type SessionIdentity, sessionCookies } from '../kernel/http/sessions.ts';
import { serveWebApp } from '../kernel/http/web-app.ts';
import { startJobs, startLoop } from '../kernel/jobs.ts';
import { createFairShare } from '../kernel/limits/fair-share.ts';
import { createGates } from '../kernel/limits/gates.ts';
import { createRequestQuota } from '../kernel/limits/request-quota.ts';
import { createListener, LISTENER_WITH_CHANNELS, type Listener, PLAIN_LISTENER } from '../kernel/listen.ts';
import type { LiveChannels } from '../kernel/live/live-channels.ts';
import { openLiveChannels } from '../kernel/live/open-channels.ts';
import { createSequencer } from '../kernel/live/sequencer.ts';
import { sessionsChannel } from '../kernel/live/session-watch.ts';
import { type LiveOptions, serveLive } from '../kernel/live/sockets.ts';
import type { Log } from '../kernel/log.ts';
import { createRateLimits } from '../kernel/rate-limits.ts';
import { createEventRounds, createRelayWaker, outboxChannel, pruneLiveMessages } from '../kernel/relay.ts';
import { createRoundMemory, pruneParkedUnits } from '../kernel/rounds/parked-units.ts';
import { followSecretKeys } from '../kernel/secret-keys.ts';
import { pruneSecurityEvents, recordSecurityEvent } from '../kernel/security-log/security-log.ts';
import type { Loop } from '../kernel/slice.ts';
import { openTracing } from '../kernel/tracing/open-tracing.ts';
import { createContexts } from '../kernel/transactions.ts';
import type { Ports } from '../ports.ts';
import { findKeyCaller, saveKeyUses } from '../slices/api-keys/index.ts';
import { pruneFactors } from '../slices/auth/index.ts';
import { applyBilling } from '../slices/billing/index.ts';
import { consumeTicket } from '../slices/live-tickets/index.ts';
import { serveMcp } from '../slices/mcp/index.ts';
import { findSession, listSessionEnds, pruneSessions } from '../slices/sessions/index.ts';
import { describeOwnApi, serveApiDocs, serveErrorPages } from './api-docs/api-docs.ts';
import { clockChannel, type Installation, loadClockOffset, version } from './app-info.ts';
import { openEventMonths } from './event-months.ts';
import { createFileDeletions, type FileDeletions } from './files/deletions.service.ts';
import { serveMetrics } from './health/metrics.ts';
import { serveProbes } from './health/probes.ts';
import { tracePorts } from './health/trace-ports.ts';
import { createBrandFinder } from './hosts/brand-finder.ts';
import { createInternalServer, serveConsentReturns } from './hosts/host-routes.ts';
import { trustSigningKeys } from './keys/rotate-key.service.ts';
import { bindRoutes } from './routes.ts';
import { checkSendingEpoch, watchSending } from './sending-epoch.ts';
import { slices } from './slices.ts';
import { serveStatus } from './status/status-page.ts';
import { adapterStates } from './watch-ports.ts';

export const ROLES = ['web', 'live', 'worker', 'cron'] as const;
export type ProcessRole = (typeof ROLES)[number];

export interface ProgramOptions {
  config: Config;
  log: Log;
  logins: DatabaseLogins;
  ports: Ports;
  roles: readonly ProcessRole[];
  installation: Installation;
  /** Parallel jobs; a test sets 1. */
  concurrency?: number;
  /** How long sessions are remembered; tests that change people behind the program's back set 0. */
  session_memory_in_ms?: number;
}

export interface Program {
  app: FastifyInstance;
  /** Asked by programs beside this one only; listens on INTERNAL_PORT, where set. */
  internal: FastifyInstance;
  system: SystemContext;
  databases: Databases;
  /** Starts workers and loops and listens on the port; answers the address, null where it listens nowhere. */
  listen(): Promise<string | null>;
  /** Says at `/readyz` that the process ends, and gives load balancers `DRAIN_SECONDS` to send requests elsewhere. */
  drain(): Promise<void>;
  stop(): Promise<void>;
}

const webDirectory = join(dirname(fileURLToPath(import.meta.url)), '../../../web/dist');

/** Builds the program for a migrated database. Nothing runs until `listen`. */
export async function createProgram(given: ProgramOptions): Promise<Program> {
  const { config, log, roles } = given;
  const stopTracing = await openTracing(config, log, { version, roles });
  const databases = openDatabases(given.logins, config.DATABASE_POOL_SIZE, log);
  const deletions = createFileDeletions(given.ports.files, {
    ...{ db: databases.system, log },
    is_shared: config.FILES_S3_BUCKET !== undefined,
  });
  const options = { ...given, ports: tracePorts({ ...given.ports, files: deletions.files }) };
  const relayWaker = createRelayWaker(databases, { log });
  const clock = createClock(log);
  const system = await openSystem(options, databases, clock, relayWaker.wake);
  const { quota, keys, identify, findKey, forgetSessions, onWrite } = knowCallers(system, options);
  const channels = await openLiveChannels(config.REDIS_URL, log);
  const listens_at = options.logins.direct ?? options.logins.app;
  const listener = createListener(
    listens_at,
    log,
    databases.health,
    channels ? LISTENER_WITH_CHANNELS : PLAIN_LISTENER,
  );
  const app = await createHttpServer(config, log, quota, keys);
  const stops: Stop[] = [];
  const probes = serveProbes(app, system, databases);
  serveMetrics(app, system, databases);
  for (const channel of [sessionsChannel, keysChannel]) listener.on(channel, forgetSessions);
  const loops = serveStatus(app, system, roles);
  if (roles.includes('web')) stops.push(await serveWeb(app, system, options, { identify, findKey, onWrite }));
  if (roles.includes('live'))
    stops.push(serveLiveConnections(app, system, { listener, channels, findSession: identify }));
  followClock(system, clock, listener);
  const internal = createInternalServer(system);
  const parts: Parts = { app, internal, system, databases, deletions, listener, channels, relayWaker, loops, stops };
  return {
    app,
    internal,
    system,
    databases,
    listen: () => listen(parts, options),
    async drain() {
      probes.startDraining();
      await sleep(config.DRAIN_SECONDS * 1000);
    },
    async stop() {
      await stop(parts, options.ports);
      // The last to end: spans of the others' ends are sent.
      await stopTracing();
    },
  };
}

type Stop = () => Promise<void> | void;

interface Parts extends Omit<Program, 'listen' | 'drain' | 'stop'> {
  deletions: FileDeletions;
  listener: Listener;
  channels: LiveChannels | null;
  relayWaker: ReturnType<typeof createRelayWaker>;
  /** Of this process, besides those of workers and housekeeping. */
  loops: Loop[];
  /** How to end what was started, in its order. */
  stops: Stop[];
}

/** The context of the whole installation, once the database knows what the program must know of it. */
async function openSystem(
  { config, log, ports }: ProgramOptions,
  databases: Databases,
  clock: Clock,
  wakeRelay: ReturnType<typeof createRelayWaker>['wake'],
): Promise<SystemContext> {
  const vault = createVault(followSecretKeys(config));
  const base = {
    config,
    log,
    ports,
    clock,
    vault,
    rate_limits: createRateLimits(databases, vault),
    gates: createGates(),
    rounds: createRoundMemory(),
  };
  const system = createContexts(base, databases, wakeRelay);
  clock.setOffset(await throughOutages(system, () => loadClockOffset(system)));
  await throughOutages(system, () => trustSigningKeys(system));
  await throughOutages(system, () => applyBilling(system));
  return system;
}

/** Who asks, remembered for a moment; and how much the organization they are of may ask. */
function knowCallers(system: SystemContext, options: ProgramOptions) {
  const refuse = (reason: string) => (organization_id: number) =>
    void recordSecurityEvent(system, { event: 'quota_reached', organization_id, reason });
  const quota = createRequestQuota(options.config, refuse('requests'));
  const keys = createKeyQuota(options.config, refuse('requests by key'));
  const identify: FindSession = async (token, host) => {
    const session = await findSession(system, token, host);
    if (session) quota.remember(token, session.organization_id);
    else quota.forget(token);
    return session;
  };
  const sessions = rememberSessions(identify, options.session_memory_in_ms);
  const findCaller: FindKey = async (key) => {
    const caller = await findKeyCaller(system, key);
    if (caller && !caller.api_key.ended) keys.remember(key, caller);
    else keys.forget(key);
    return caller;
  };
  const callers = rememberSessions(findCaller, options.session_memory_in_ms);
  const forgetSessions = (): void => {
    sessions.forgetAll();
    callers.forgetAll();
  };
  const findKey: FindKey = (key) => callers.find(key, null);
  const onWrite = (caller: SessionIdentity | null): void => {
    if (caller === null || mayChangeOthers(caller)) forgetSessions();
    else for (const memory of [sessions, callers]) memory.forgetOrganization(caller.organization_id);
  };
  return { quota, keys, identify: sessions.find, findKey, forgetSessions, onWrite };
}

function serveLiveConnections(
  app: FastifyInstance,
  system: SystemContext,
  given: Pick<LiveOptions, 'listener' | 'channels' | 'findSession'>,
): Stop {
  const live = serveLive(app, {
    ...given,
    system,
    cookies: sessionCookies(system.config.APP_URL),
    takeTicket: (ticket, host) => consumeTicket(system, ticket, host),
    listSessionEnds: (ids) => listSessionEnds(system, ids),
  });
  return live.stop;
}

async function listen(parts: Parts, { config, roles, concurrency = 8 }: ProgramOptions): Promise<string | null> {
  const { app, internal, system, deletions, listener, loops, stops } = parts;
  if (roles.includes('worker')) stops.push(...(await startWorker(parts, concurrency)));
  stops.push(...[adapterStates, ...loops].map((loop) => startLoop(system, loop)));
  if (roles.includes('cron')) stops.push(...startCron(system, deletions));
  await listener.start();
  const port = choosePort(config, roles);
  // Without an address it is still whole: what asks it in process finds its routes.
  if (port === null) await app.ready();
  const { INTERNAL_PORT, INTERNAL_HOST } = config;
  if (INTERNAL_PORT !== undefined && roles.includes('web'))
    await internal.listen({ port: INTERNAL_PORT, host: INTERNAL_HOST });
  return port === null ? null : app.listen({ port, host: config.HOST });
}

async function stop(
  { app, internal, databases, listener, channels, relayWaker, stops }: Parts,
  ports: Ports,
): Promise<void> {
  await app.close();
  await internal.close();
  for (const end of stops.reverse()) await end();
  relayWaker.stop();
  await listener.stop();
  await channels?.stop();
  await ports.app_documents.close();
  await ports.contact_finder.close();
  await ports.files.close();
  await ports.lead_database.close();
  await ports.linkedin.close();
  await ports.mailbox.close();
  for (const oauth of Object.values(ports.mail_oauth)) await oauth.close();
  await ports.mailer.close();
  await ports.pictures.close();
  await ports.push_services.close();
  await ports.sources.close();
  await ports.webhook_receivers.close();
  await ports.team_chat.close();
  await ports.outreach_tools.close();
  await databases.close();
}

function followClock(system: SystemContext, clock: Clock, listener: Listener): void {
  const follow = async (): Promise<void> => clock.setOffset(await loadClockOffset(system));
  listener.on(
    clockChannel,
    () => void throughOutages(system, follow).catch((error) => system.log.error({ err: error }, 'clock not loaded')),
  );
  listener.onConnect(() => void follow().catch(() => undefined));
}

/** Users and live connections use PORT. A process that serves neither reports its health on HEALTH_PORT, or listens nowhere. */
function choosePort(config: Config, roles: readonly ProcessRole[]): number | null {
  return roles.includes('web') || roles.includes('live') ? config.PORT : (config.HEALTH_PORT ?? null);
}

async function serveWeb(
  app: FastifyInstance,
  system: SystemContext,
  options: ProgramOptions,
  { identify, findKey, onWrite }: Pick<ReturnType<typeof knowCallers>, 'identify' | 'findKey' | 'onWrite'>,
): Promise<Stop> {
  // Requests have half of all connections (`openDatabases`), and an organization half of those.
  const share = createFairShare(Math.max(1, Math.floor(options.config.DATABASE_POOL_SIZE / 4)), system.gates.presence);
  const cookies = sessionCookies(options.config.APP_URL);
  const uses = countKeyUses(app, system, (given) => saveKeyUses(system, given));
  const callers = { cookies, findSession: identify, findKey };
  bindRoutes(app, { system, share, ...callers, saveKeyUses: uses.flush, onWrite }, options.installation);
  const brandOf = createBrandFinder(system, cookies, identify);
  serveApiDocs(app, describeOwnApi, brandOf);
  serveErrorPages(app, brandOf);
  serveConsentReturns(app, system);
  serveMcp(app, system, { findKey, version });
  for (const slice of slices) slice.pages?.(app, system);
  await serveWebApp(app, webDirectory, brandOf, system.gates.public_files);
  return uses.stop;
}

async function startWorker({ system, databases, listener, channels }: Parts, concurrency: number): Promise<Stop[]> {
  await throughOutages(system, () => checkSendingEpoch(system));
  const handlers = slices.flatMap((slice) => (slice.on ? [slice.on] : []));
  const tasks = Object.assign({}, ...slices.map((slice) => slice.tasks ?? {}));
  const relay = createRelay(system, createSequencer(system, channels), createEventRounds(system, handlers));
  listener.on(outboxChannel, relay.wake);
  const stops: Stop[] = [relay.stop];
  stops.push(startLoop(system, { name: 'sending-epoch', interval_in_ms: 2000, run: watchSending }));
  stops.push(await throughOutages(system, () => startJobs(system, databases, tasks, concurrency)));
  for (const loop of slices.flatMap((slice) => slice.loops ?? [])) stops.push(startLoop(system, loop));
  for (const service of slices.flatMap((slice) => slice.services ?? [])) stops.push(await service.start(system));
  return stops;
}

function startCron(system: SystemContext, { deleteDue }: FileDeletions): Stop[] {
  return [
    startLoop(system, { name: 'file-deletions', interval_in_ms: 2000, run: deleteDue }),
    startLoop(system, { name: 'live-prune', interval_in_ms: 60_000, run: pruneLiveMessages }),
    startLoop(system, { name: 'security-log-prune', interval_in_ms: 600_000, run: pruneSecurityEvents }),
    startLoop(system, { name: 'rate-limit-prune', interval_in_ms: 3_600_000, run: (ctx) => ctx.rate_limits.prune() }),
    startLoop(system, { name: 'idempotency-prune', interval_in_ms: 600_000, run: pruneIdempotencyKeys }),
    startLoop(system, { name: 'parked-units-prune', interval_in_ms: 600_000, run: pruneParkedUnits }),
    startLoop(system, { name: 'session-prune', interval_in_ms: 60_000, run: pruneSessions }),
    startLoop(system, { name: 'factor-prune', interval_in_ms: 60_000, run: pruneFactors }),
    startLoop(system, { name: 'event-months', interval_in_ms: 600_000, run: (ctx) => openEventMonths(ctx) }),
    startLoop(system, { name: 'billing', interval_in_ms: 600_000, run: applyBilling }),
  ];
}

/** Drains the outbox when woken and every two seconds; continues immediately while there is more. */
function createRelay(
  system: SystemContext,
  sequenceLive: ReturnType<typeof createSequencer>,
  rounds: ReturnType<typeof createEventRounds>,
): { wake(): void; stop(): Promise<void> } {
  let isStopped = false;
  let isWoken = false;
  let running: Promise<void> | null = null;
  const work = async (): Promise<void> => {
    do {
      isWoken = false;
      const [live, events] = await Promise.all([sequenceLive(), rounds.next()]);
      if (live + events > 0) isWoken = true;
    } while (isWoken && !isStopped);
  };
  const wake = (): void => {
    isWoken = true;
    if (isStopped || running) return;
    running = system
      .whenDatabaseUp()
      .then(work)
      .catch((error) => system.log.error({ err: error }, 'outbox relay failed, retrying'))
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
      await rounds.end();
    },
  };
}
