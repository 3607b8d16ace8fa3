import { setTimeout as pause } from 'node:timers/promises';
import { isProviderError } from '@overture/adapters/kit/errors';
import type { Context, SystemContext } from '../../../kernel/context.ts';
import { ApiError } from '../../../kernel/errors.ts';
import { runBatch, runUnits } from '../../../kernel/rounds/rounds.ts';
import { findOrganization } from '../../organization/index.ts';
import { findProspects } from '../../prospects/index.ts';
import type { CellInput, CellOutcome } from '../../research/index.ts';
import { fillOrganization, findTasks, type ResearchTask } from '../../research-tasks/index.ts';
import { type CellWorkers, MAX_CELL_TRIES } from '../cells/cell-outcome.rules.ts';
import { findHeldCells } from '../cells/cells.store.ts';
import {
  CELLS_KEY,
  CELLS_LOOP,
  type ClaimedCell,
  type ClaimLimits,
  claimCells,
  releaseClaims,
  renewClaims,
} from '../cells/claims.store.ts';
import { type CellInputs, loadInputs } from '../inputs/inputs.service.ts';
import { joinEngines } from '../runs/engine-registry.service.ts';
import { type EndedWork, settleOutcomes } from './settle.service.ts';

export interface EngineOptions {
  /** Cells at work at the same time, in the whole installation and of one organization; the settings when left out. */
  total?: number;
  per_organization?: number;
  /** Poll interval without a wake-up. */
  poll_in_ms?: number;
  /** How often claims are renewed and stops of other processes noticed. */
  heartbeat_in_ms?: number;
  /** A cell that takes longer has failed. */
  time_limit_in_ms?: number;
}

export interface ResearchEngine {
  /** Starts nothing new, aborts running cells and requeues them. */
  stop(): Promise<void>;
  in_flight(): number;
}

interface InFlight {
  cell: ClaimedCell;
  abort: AbortController;
}

/** Why a cell's work was ended: nothing it still says is written. */
const STOPPED = new Error('The cell was stopped.');
/** Outcomes are collected this long: one commit and a few messages then cover many cells. */
const gatherInMs = 150;

/**
 * Runs cells: claims as many as there are slots, works outside of any transaction, and settles in groups. A stopped cell is aborted within
 * a heartbeat, and its slot is free immediately, even if its work continues.
 */
export function startResearchEngine(
  ctx: SystemContext,
  workers: CellWorkers,
  options: EngineOptions = {},
): ResearchEngine {
  const {
    total = ctx.config.RESEARCH_CONCURRENCY,
    per_organization = ctx.config.RESEARCH_CONCURRENCY_PER_ORGANIZATION,
    poll_in_ms = 500,
    heartbeat_in_ms = 2000,
    time_limit_in_ms = 180_000,
  } = options;
  const engine = new Engine(ctx, workers, { total, per_organization, poll_in_ms, time_limit_in_ms });
  const check = (): void => engine.check();
  const leave = joinEngines({ wake: () => engine.wake(), check });
  const heart = setInterval(check, heartbeat_in_ms);
  const pumping = engine.pump();

  return {
    in_flight: () => engine.size,
    async stop() {
      engine.endTaking();
      leave();
      engine.wake();
      await pumping;
      clearInterval(heart);
      await engine.end();
    },
  };
}

type Settings = Required<Omit<EngineOptions, 'heartbeat_in_ms'>>;

/** The cells that are worked on, and those that ended and are not written yet. */
class Engine {
  readonly #ctx: SystemContext;
  readonly #workers: CellWorkers;
  readonly #settings: Settings;
  readonly #inFlight = new Map<number, InFlight>();
  readonly #ended: EndedWork[] = [];
  #isStopped = false;
  #settling: Promise<void> | null = null;
  #checking: Promise<void> | null = null;
  #wake: () => void = () => undefined;

  constructor(ctx: SystemContext, workers: CellWorkers, settings: Settings) {
    this.#ctx = ctx;
    this.#workers = workers;
    this.#settings = settings;
  }

  get size(): number {
    return this.#inFlight.size;
  }

  wake(): void {
    this.#wake();
  }

  async pump(): Promise<void> {
    while (!this.#isStopped) {
      const woken = new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      const begun = await this.#take().catch((error) => {
        this.#ctx.log.error({ err: error }, 'claiming research failed, retrying');
        return 0;
      });
      if (begun === 0 && !this.#isStopped) await Promise.race([woken, pause(this.#settings.poll_in_ms)]);
    }
  }

  check(): void {
    this.#checking ??= extendClaims(this.#ctx, this.#inFlight)
      .catch((error) => this.#ctx.log.warn({ err: error }, 'claims of research were not renewed'))
      .finally(() => {
        this.#checking = null;
      });
  }

  endTaking(): void {
    this.#isStopped = true;
  }

  /** Aborts running cells and requeues them. */
  async end(): Promise<void> {
    await this.#checking;
    const held = [...this.#inFlight.values()];
    for (const { abort } of held) abort.abort(STOPPED);
    while (this.#settling) await this.#settling;
    const cells = held.map(({ cell }) => cell);
    if (cells.length > 0) await this.#ctx.systemTransaction((tx) => releaseClaims(tx, cells));
  }

  async #take(): Promise<number> {
    const { total, per_organization } = this.#settings;
    const free = total - this.#inFlight.size;
    if (free <= 0) return 0;
    const prepared = await claimAndLoad(this.#ctx, { free, total, per_organization });
    for (const cell of prepared) this.#begin(cell);
    return prepared.length;
  }

  #begin({ cell, task, prospect, inputs }: PreparedCell): void {
    const abort = new AbortController();
    this.#inFlight.set(cell.id, { cell, abort });
    const work = { cell, task, prospect, inputs, signal: abort.signal };
    void workOn(this.#ctx, this.#workers, work, this.#settings.time_limit_in_ms).then((outcome) => {
      if (this.#inFlight.get(cell.id)?.abort === abort) this.#inFlight.delete(cell.id);
      if (outcome) {
        this.#ended.push({ cell, task, outcome });
        this.#settle();
      } else this.wake();
    });
  }

  #settle(): void {
    this.#settling ??= settleGroups(this.#ctx, this.#ended, this.#isStopped ? 0 : gatherInMs).finally(() => {
      this.#settling = null;
      this.wake();
      if (this.#ended.length > 0) this.#settle();
    });
  }
}

interface PreparedCell {
  cell: ClaimedCell;
  task: ResearchTask;
  prospect: CellInput['prospect'];
  inputs: CellInputs;
}

/**
 * Claims cells and loads their input. Cells stopped in between don't start; those whose task or lead was deleted are left to that deletion.
 * If loading fails for an organization, its cells keep waiting, occupy no slot and lose no try.
 */
async function claimAndLoad(ctx: SystemContext, limits: ClaimLimits): Promise<PreparedCell[]> {
  const claimed = await ctx.systemTransaction((tx) => claimCells(tx, limits));
  const prepared: PreparedCell[] = [];
  const loaded = new Set<number>();
  const groups = [...Map.groupBy(claimed, (cell) => cell.organization_id)];
  await runUnits(ctx, {
    loop: CELLS_LOOP,
    units: groups.map(([organization_id, cells]) => ({ organization_id, key: CELLS_KEY, cells })),
    share: 1,
    at_once: 2,
    time_box_in_ms: 30_000,
    run: async ({ organization_id, cells }) => {
      prepared.push(...(await loadCells(ctx.forOrganization(organization_id), cells)));
      loaded.add(organization_id);
    },
  });
  const left = claimed.filter(({ organization_id }) => !loaded.has(organization_id));
  if (left.length > 0) await ctx.systemTransaction((tx) => releaseClaims(tx, left));
  return prepared;
}

function loadCells(ctx: Context, cells: readonly ClaimedCell[]): Promise<PreparedCell[]> {
  return ctx.transaction(async (tx) => {
    const tasks = await findTasks(tx, [...new Set(cells.map((cell) => cell.prompt_id))]);
    const prospects = await findProspects(tx, [...new Set(cells.map((cell) => cell.prospect_id))]);
    const self = await findOrganization(tx, ctx.organization.id);
    const taskById = new Map(
      tasks.map((task) => [task.id, self ? { ...task, prompt: fillOrganization(task.prompt, self) } : task]),
    );
    const prospectById = new Map(prospects.map((prospect) => [prospect.id, prospect]));
    const inputsOf = await loadInputs(tx, [...taskById.values()], prospects);
    const held = await findHeldCells(tx, cells);
    return cells.flatMap((cell): PreparedCell[] => {
      const [task, prospect] = [taskById.get(cell.prompt_id), prospectById.get(cell.prospect_id)];
      if (!held.has(cell.id) || !task || !prospect) return [];
      return [{ cell, task, prospect, inputs: inputsOf(task, prospect) }];
    });
  });
}

/** Renews the claims of running cells, and aborts lost ones. */
async function extendClaims(ctx: SystemContext, inFlight: Map<number, InFlight>): Promise<void> {
  const held = [...inFlight.values()];
  if (held.length === 0) return;
  const ours = new Set(
    await ctx.systemTransaction((tx) =>
      renewClaims(
        tx,
        held.map(({ cell }) => cell),
      ),
    ),
  );
  for (const { cell, abort } of held) if (!ours.has(cell.id)) abort.abort(STOPPED);
}

/** Does a cell's work; null when it was stopped. Never throws. */
async function workOn(
  ctx: SystemContext,
  workers: CellWorkers,
  { cell, task, prospect, inputs, signal }: PreparedCell & { signal: AbortSignal },
  timeLimitInMs: number,
): Promise<EndedWork['outcome'] | null> {
  if ('blocked' in inputs) return inputs.blocked;
  if (cell.attempts > MAX_CELL_TRIES) {
    return { kind: 'failed', error: 'The research was interrupted several times at this lead.' };
  }
  const work = task.data_enrichment_type ? workers.lookUpContact : workers.researchCell;
  const limit = AbortSignal.timeout(timeLimitInMs);
  const both = AbortSignal.any([signal, limit]);
  const { organization_id: _, ...described } = { ...task, prompt_id: task.id };
  const aborted = new Promise<null>((resolve) => both.addEventListener('abort', () => resolve(null), { once: true }));
  try {
    const input: CellInput = { cell_id: cell.id, task: described, prospect, columns: inputs.columns, signal: both };
    const outcome = await Promise.race([work(ctx.forOrganization(cell.organization_id), input), aborted]);
    if (signal.aborted) return null;
    return outcome ?? { kind: 'failed', error: 'The research took too long.' };
  } catch (error) {
    if (signal.aborted) return null;
    if (limit.aborted) return { kind: 'failed', error: 'The research took too long.' };
    return explain(ctx, error, cell);
  }
}

const OUR_FAILURE = 'Something went wrong on our side. Nothing was charged; please try again.';

/** A failure as text; an unavailable provider is retried later. */
function explain(ctx: SystemContext, error: unknown, cell: ClaimedCell): CellOutcome {
  if (isProviderError(error, 'rate_limited') || isProviderError(error, 'unavailable')) {
    const later = new Date(ctx.clock.now().getTime() + Math.min(300, 10 * 2 ** cell.attempts) * 1000);
    return {
      kind: 'postponed',
      until: error.until && error.until > later ? error.until : later,
      reason: error.message,
    };
  }
  if (error instanceof ApiError || isProviderError(error)) return { kind: 'failed', error: error.message };
  ctx.log.error({ err: error, cell: cell.id }, 'the work of a research cell failed');
  return { kind: 'failed', error: OUR_FAILURE };
}

/** Writes finished cells by organization until none is left. */
async function settleGroups(ctx: SystemContext, ended: EndedWork[], gather: number): Promise<void> {
  while (ended.length > 0) {
    if (gather > 0) await pause(gather);
    const group = ended.splice(0, 200);
    for (const [organization_id, works] of Map.groupBy(group, ({ cell }) => cell.organization_id))
      await settleGroup(ctx, organization_id, works);
  }
}

/** The outcomes of one organization; one that cannot be written is written as a failure, and keeps no other from being written. */
async function settleGroup(ctx: SystemContext, organization_id: number, works: readonly EndedWork[]): Promise<void> {
  const own = ctx.forOrganization(organization_id);
  try {
    await runBatch(ctx, {
      loop: 'research-outcomes',
      is_in_hand: true,
      units: works.map((work) => ({ ...work, organization_id, key: String(work.cell.id) })),
      run: (part) => settleOutcomes(own, part),
      onPark: ({ cell, task }) =>
        settleOutcomes(own, [{ cell, task, outcome: { kind: 'failed', error: OUR_FAILURE } }]),
    });
  } catch (error) {
    // The claims expire and the cells run again: nothing was written, nothing charged.
    ctx.log.error({ err: error, cells: works.length }, 'outcomes of research could not be written');
  }
}
