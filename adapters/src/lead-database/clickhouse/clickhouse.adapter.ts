import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ClickHouseClient, createClient } from '@clickhouse/client';
import { ProviderError } from '../../kit/errors.ts';
import type { LeadDatabasePort, LeadDatabaseState, LeadQuery } from '../lead-database.port.ts';
import { toProviderError } from './clickhouse-error.transform.ts';
import { createEngineConnection } from './engine/engine-connection.api.ts';
import { ENGINE_DIRECTORY, provideEngine } from './engine/engine-install.api.ts';
import { type EngineKeeper, superviseEngine } from './engine/engine-keeper.api.ts';
import { type EngineLock, findEngineOwner, lockEngine, lockLoading } from './engine/engine-lock.api.ts';
import type { EngineAddress } from './engine/engine-wire.ts';
import { listCommonTitles } from './find/common-titles.api.ts';
import { type CompanyLookup, createCompanyLookup, NO_COMPANY_LOOKUP } from './find/company-lookup.api.ts';
import { createReadAhead } from './find/lead-ahead.api.ts';
import type { LeadEngine } from './find/lead-people.api.ts';
import { countAll, countLeads, previewLeads } from './find/lead-read.api.ts';
import { selectLeads } from './find/lead-select.api.ts';
import { getPosition } from './find/new-leads.api.ts';
import { clearReplaced } from './load/lead-clear.api.ts';
import { fillSamples, type SampleOrder } from './load/lead-generator.api.ts';
import { dropIncoming, loadLeads } from './load/lead-load.api.ts';
import { addReachTerms, hasReachTerms, usesReachTerms } from './load/reach-terms.api.ts';
import { ensureTables } from './schema/lead-schema.api.ts';
import { createServerEngine } from './server/server-engine.api.ts';
import { lockServerLoading } from './server/server-lock.api.ts';

type Log = { info(message: string): void; warn(message: string): void };

export type ClickhouseOptions = {
  log: Log;
  /** A server's address with user, password and database (`https://user:password@host:8443/leads`); null for the embedded engine. */
  server_url: string | null;
  /** Its cluster, whose servers all hold everything; without one, the tables are those of one server. */
  cluster?: string | undefined;
  /** The installation's folder; the embedded engine stores its data in `<data_directory>/lead-database`. */
  data_directory: string;
  /** An empty database is filled with so many made-up people; 0 for none. */
  sample_leads: number;
  /** Where the embedded engine is installed; the project's own folder by default. */
  engine_directory?: string;
  /** True for a program beside the server (the command line): it uses the engine that a running server owns. */
  joins_owner?: boolean;
};

export type ClickhouseLeadDatabase = LeadDatabasePort & {
  /**
   * Resolves when searches are possible (a first fill may still run). Rejects when it is closed before, or cannot join
   * its owner.
   */
  whenUsable(): Promise<void>;
  /** Resolves when the first fill is done as well. */
  whenReady(): Promise<void>;
  /** Adds made-up people to what is there. @throws ProviderError */
  generateLeads(order: SampleOrder, onProgress?: (generated: number) => void): Promise<void>;
  /** The statement's raw way to the engine, for benchmarks. */
  client: ClickHouseClient;
  /** The embedded engine's process; null while there is none. */
  enginePid(): number | null;
};

type FillProgress = (generated: number) => void;

type Life = {
  state: LeadDatabaseState['state'];
  progress_percent: number | null;
  text: string | null;
  /** Leads, as they were counted last. */
  total: number;
  /** Filters by company domain and contact data find everybody. */
  has_reach_terms: boolean;
};

/** What everything that is done with the database shares. */
type Base = {
  options: ClickhouseOptions;
  engine: Engine;
  companies: CompanyLookup;
  life: Life;
  closing: AbortController;
  /** One load at a time: ids are given in turn. */
  inTurn<Result>(work: () => Promise<Result>): Promise<Result>;
};

const absent = { state: 'failed', engine: 'server', progress_percent: null } as const;
const RETRY_PAUSE_IN_MS = 15_000;
const LONGEST_LOAD_IN_HOURS = 24;
const INDEX_PAUSES_IN_MS = { failed: 60_000, complete: 3_600_000 } as const;
const STARTING = 'The lead database is being started.';

/**
 * The lead database on ClickHouse: a server's, or an embedded engine in a process of its own. Nothing waits for it: it is fetched, started and
 * filled in the background, and until then every call fails with words that say so.
 */
export function createClickhouseLeadDatabase(options: ClickhouseOptions): ClickhouseLeadDatabase {
  const base = createBase(options);
  const { engine, closing } = base;
  const usable = openUntilUsable(base);
  const ready = usable
    .then(() => makeReady(base))
    .catch((error: unknown) => {
      fail(base, error);
      throw error;
    });
  ready.catch(() => undefined);
  const ahead = createReadAhead(() => use(base));

  return {
    client: engine.client,
    ...createSearches(base, ahead),
    insertLeads: (leads, query_options = {}) =>
      base.inTurn(async () => {
        use(base);
        const account = await loadLeads(engine.loader, leads, query_options).finally(ahead.forget);
        base.life.total = await countAll(engine.client);
        return account;
      }),
    generateLeads: async (order, onProgress) => {
      use(base);
      await fill(base, order, { onProgress }).finally(ahead.forget);
    },
    describe: () => describe(base),
    enginePid: engine.pid,
    whenUsable: () => usable,
    whenReady: () => ready,
    async close() {
      closing.abort(new Error('The lead database is being closed.'));
      ahead.forget();
      await ready.catch(() => undefined);
      await engine.stop();
    },
  };
}

function createBase(options: ClickhouseOptions): Base {
  const engine = createEngine(options);
  const { client, loader } = engine;
  const companies = options.server_url === null ? createCompanyLookup(client) : NO_COMPANY_LOOKUP;
  const closing = new AbortController();
  let loads: Promise<unknown> = Promise.resolve();
  return {
    options,
    engine,
    companies,
    life: { state: 'preparing', progress_percent: null, text: STARTING, total: 0, has_reach_terms: false },
    closing,
    inTurn(work) {
      const result = loads.then(async () => {
        const isOurs = options.server_url === null;
        const lock = isOurs
          ? await lockLoading(engineFolder(options), closing.signal)
          : await lockServerLoading(loader, closing.signal, options.cluster);
        return work().finally(() => lock.release());
      });
      loads = result.catch(() => undefined);
      return result;
    },
  };
}

async function openUntilUsable(base: Base): Promise<void> {
  for (;;) {
    try {
      return await open(base);
    } catch (error) {
      fail(base, error);
      if (base.options.joins_owner) throw error;
      // The network returns, the other process ends, or the server starts: retrying makes a restart of this process
      // unnecessary.
      await sleep(RETRY_PAUSE_IN_MS, undefined, { signal: base.closing.signal });
    }
  }
}

async function open({ options, engine, life, closing }: Base): Promise<void> {
  const { client, loader } = engine;
  Object.assign(life, { state: 'preparing', text: STARTING });
  await engine.start((text) => Object.assign(life, { text }), closing.signal);
  try {
    await ensureTables(loader, options.cluster);
    if (!options.joins_owner) await dropIncoming(loader, options.server_url === null ? 0 : LONGEST_LOAD_IN_HOURS);
    life.total = await countAll(client);
    life.has_reach_terms = await hasReachTerms(client);
  } catch (error) {
    throw engine.explain(error);
  }
}

function fail({ options, life, closing }: Base, error: unknown): void {
  const text = error instanceof Error ? error.message : String(error);
  if (!closing.signal.aborted && life.text !== text) options.log.warn(`The lead database cannot be used: ${text}`);
  Object.assign(life, { state: 'failed', progress_percent: null, text });
}

/** The first fill, and what is done once for everybody who searches. */
async function makeReady(base: Base): Promise<void> {
  const { options, engine, companies, life, closing } = base;
  if (life.total === 0 && options.sample_leads > 0)
    await fill(base, { count: options.sample_leads, seed: 1 }, { isFirst: true });
  Object.assign(life, { state: 'ready', progress_percent: null, text: null });
  companies.refresh();
  if (!options.joins_owner) void completeIndex(base);
  // Other processes may be loading into a shared server: the rows stay there.
  const isOurs = options.server_url === null && !options.joins_owner;
  if (!isOurs) return;
  void base
    .inTurn(() => clearReplaced(engine.client, closing.signal))
    .catch((error: unknown) => {
      if (!closing.signal.aborted) options.log.warn(`Rows of replaced people stay in the lead database: ${error}`);
    });
}

/** For as long as the process runs: the engine may end in between, and an earlier release beside this one may load people without the terms. */
async function completeIndex({ options, engine, life, closing, inTurn }: Base): Promise<void> {
  const { signal } = closing;
  for (let pause = 0; !signal.aborted; ) {
    try {
      await sleep(pause, undefined, { signal, ref: false });
      life.has_reach_terms = await hasReachTerms(engine.client);
      if (!life.has_reach_terms) await inTurn(() => addReachTerms(engine.loader, signal));
      life.has_reach_terms = true;
      pause = INDEX_PAUSES_IN_MS.complete;
    } catch (error) {
      if (!signal.aborted) options.log.warn(`Company domains of the lead database are not indexed: ${error}`);
      pause = INDEX_PAUSES_IN_MS.failed;
    }
  }
}

const INDEXING =
  'Company domains and contact data of the lead database are being indexed. Please try again in a few minutes, or without these filters.';

/** Whether terms that this query needs were missing when they were looked for last. */
const lacksTerms = ({ life }: Base, { filters }: LeadQuery): boolean =>
  !life.has_reach_terms && usesReachTerms(filters);

/** A database of an earlier release is searched by its older filters until then. @throws ProviderError */
async function requireReachTerms({ engine, life }: Base): Promise<void> {
  // Another process of the same server may have added them.
  life.has_reach_terms = await hasReachTerms(engine.client);
  if (!life.has_reach_terms)
    throw new ProviderError('unavailable', INDEXING, { concerns: 'service', code: 'not_ready' });
}

function fill(
  { engine, life, closing, inTurn }: Base,
  order: SampleOrder,
  how: { isFirst?: boolean; onProgress?: FillProgress | undefined },
): Promise<void> {
  return inTurn(async () => {
    // Another process of the same server may have been first.
    if (how.isFirst) life.total = await countAll(engine.client);
    if (how.isFirst && life.total > 0) return;
    await fillSamples(engine.loader, order, closing.signal, (generated) => {
      const percent = Math.floor((100 * generated) / order.count);
      if (life.state === 'preparing')
        Object.assign(life, {
          progress_percent: percent,
          text: `The lead database is being prepared (${percent} %).`,
        });
      if (life.state === 'preparing') life.total = generated;
      how.onProgress?.(generated);
    });
    life.total = await countAll(engine.client);
  });
}

/** @throws ProviderError while the engine is unavailable */
function use({ engine, companies, life }: Base): LeadEngine {
  if (life.state === 'failed' || !engine.isThere()) {
    throw new ProviderError('unavailable', life.text ?? engine.absence, { concerns: 'service', code: 'not_ready' });
  }
  return { client: engine.client, companies };
}

function createSearches(
  base: Base,
  ahead: ReturnType<typeof createReadAhead>,
): Pick<LeadDatabasePort, 'previewLeads' | 'countLeads' | 'selectLeads' | 'getPosition' | 'listCommonTitles'> {
  return {
    previewLeads: async (query, query_options = {}) => {
      ahead.pause(query);
      const engine = use(base);
      if (lacksTerms(base, query)) await requireReachTerms(base);
      const preview = await previewLeads(engine, query, query_options);
      if (preview.total > 0) ahead.expect(query);
      return preview;
    },
    countLeads: async (query, query_options = {}) => {
      const engine = use(base);
      if (lacksTerms(base, query)) await requireReachTerms(base);
      return countLeads(engine, query, query_options);
    },
    getPosition: async (query_options = {}) => getPosition(use(base).client, query_options),
    listCommonTitles: async (limit, query_options = {}) => listCommonTitles(use(base).client, limit, query_options),
    async *selectLeads(query, selection, query_options = {}) {
      const engine = use(base);
      if (lacksTerms(base, query)) await requireReachTerms(base);
      const first = selection.ids === undefined ? await ahead.take(query) : null;
      return yield* selectLeads(engine, query, selection, query_options, first);
    },
  };
}

async function describe({ options, engine, life }: Base): Promise<LeadDatabaseState> {
  if (life.state === 'ready' && engine.isThere()) {
    const counted = await countAll(engine.client).catch((error: unknown) => engine.explain(error));
    if (typeof counted === 'number') life.total = counted;
    else if (options.server_url !== null) return { ...absent, total_leads: life.total, text: counted.reason };
  }
  const hasStopped = life.state === 'ready' && !engine.isThere();
  return {
    state: hasStopped ? 'preparing' : life.state,
    engine: options.server_url === null ? 'embedded' : 'server',
    total_leads: life.total,
    progress_percent: life.progress_percent,
    text: hasStopped ? engine.absence : life.text,
  };
}

const engineFolder = (options: ClickhouseOptions): string => join(options.data_directory, 'lead-database');

type Engine = {
  client: ClickHouseClient;
  /** For statements that change something. */
  loader: ClickHouseClient;
  /** True while statements can be sent. */
  isThere(): boolean;
  /** What to say while they cannot. */
  absence: string;
  start(onText: (text: string) => void, signal: AbortSignal): Promise<void>;
  explain(error: unknown): ProviderError;
  pid(): number | null;
  stop(): Promise<void>;
};

function createEngine(options: ClickhouseOptions): Engine {
  if (options.server_url === null) {
    const embedded = createEmbeddedEngine(options);
    return { ...embedded, loader: embedded.client };
  }
  const absence = 'The lead database cannot be reached. Please try again in a moment.';
  return { ...createServerEngine(options.server_url, options.cluster ?? null), absence, pid: () => null };
}

function createEmbeddedEngine(options: ClickhouseOptions): Omit<Engine, 'loader'> {
  const directory = engineFolder(options);
  let keeper: EngineKeeper | null = null;
  let lock: EngineLock | null = null;
  const joined = (): EngineAddress | null =>
    options.joins_owner ? (findEngineOwner(directory)?.engine ?? null) : null;
  const find = (): EngineAddress | null => keeper?.address() ?? (lock === null ? joined() : null);
  const client = createClient({ connection: createEngineConnection(find) });
  return {
    client,
    isThere: () => find() !== null,
    absence: 'The lead database is starting again. Please try again in a moment.',
    explain: (error) => toProviderError(error, false),
    async start(onText, signal) {
      onText('The lead database is being fetched. This happens once and takes a minute or two.');
      const package_directory = await provideEngine(options.engine_directory ?? ENGINE_DIRECTORY, signal);
      onText(STARTING);
      const claim = await claimFolder(options);
      if (claim === null) return;
      lock = claim;
      signal.throwIfAborted();
      keeper = await superviseEngine({
        package_directory,
        data_directory: directory,
        log: options.log,
        onRunning: (engine) => claim.publish(engine),
      }).catch((error: unknown) => {
        lock = null;
        claim.release();
        throw error;
      });
    },
    pid: () => keeper?.pid() ?? null,
    async stop() {
      await client.close();
      await keeper?.stop();
      lock?.release();
    },
  };
}

/** The lock of the engine's folder; null for a process that joins another one's engine. */
async function claimFolder(options: ClickhouseOptions): Promise<EngineLock | null> {
  const claim = await lockEngine(engineFolder(options));
  if (!('owner_pid' in claim)) return claim;
  if (options.joins_owner && claim.engine) return null;
  throw new Error(
    `The lead database of this folder is in use by process ${claim.owner_pid}. Several processes share one on a server: set CLICKHOUSE_URL.`,
  );
}
