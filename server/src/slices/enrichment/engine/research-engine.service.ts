import { setTimeout as pause } from 'node:timers/promises';
import { isProviderError } from '@overture/adapters/kit/errors';
import type { SystemContext } from '../../../kernel/context.ts';
import { ApiError } from '../../../kernel/errors.ts';
import { fillOrganization, findTasks, type ResearchTask } from '../../answers/index.ts';
import { findOrganization } from '../../organization/index.ts';
import { findProspects } from '../../prospects/index.ts';
import type { CellInput, CellOutcome } from '../../research/index.ts';
import { type CellWorkers, MAX_CELL_TRIES } from '../cells/cell-outcome.rules.ts';
import { findHeldCells } from '../cells/cells.store.ts';
import { type ClaimedCell, type ClaimLimits, claimCells, releaseClaims, renewClaims } from '../cells/claims.store.ts';
import { joinEngines } from '../runs/engine-registry.service.ts';
import { type EndedWork, settleOutcomes } from './settle.service.ts';

export interface EngineOptions {
  /** Cells at work at the same time, in the whole installation and of one organisation; the settings when left out. */
  total?: number;
  per_organization?: number;
  /** Pause of the look for work when nobody wakes it. */
  poll_in_ms?: number;
  /** How often claims are renewed and stops of other processes noticed. */
  heartbeat_in_ms?: number;
  /** A cell that takes longer has failed. */
  time_limit_in_ms?: number;
}

export interface ResearchEngine {
  /** Starts nothing new, ends what works and gives it back to the queue. */
  stop(): Promise<void>;
  in_flight(): number;
}

interface InFlight {
  cell: ClaimedCell;
  abort: AbortController;
}

/** Why a cell's work was ended: nothing it still says is written. */
const STOPPED = new Error('The cell was stopped.');
/** Outcomes gather this long, so that one commit and a few messages stand for many cells. */
const gatherInMs = 150;

/**
 * Works cells off: claims as many as there are places, works on them outside of any transaction, and settles in groups.
 * A cell that was stopped is told so within a heartbeat and its place is free at once, whatever its work does.
 */
export function startResearchEngine(
  ctx: SystemContext,
  workers: CellWorkers,
  options: EngineOptions = {},
): ResearchEngine {
  const total = options.total ?? ctx.config.RESEARCH_CONCURRENCY;
  const perOrganization = options.per_organization ?? ctx.config.RESEARCH_CONCURRENCY_PER_ORGANIZATION;
  const { poll_in_ms = 500, heartbeat_in_ms = 2000, time_limit_in_ms = 180_000 } = options;
  const inFlight = new Map<number, InFlight>();
  const ended: EndedWork[] = [];
  let isStopped = false;
  let settling: Promise<void> | null = null;
  let checking: Promise<void> | null = null;
  let wake: () => void = () => undefined;

  const settle = (): void => {
    settling ??= settleGroups(ctx, ended, isStopped ? 0 : gatherInMs).finally(() => {
      settling = null;
      wake();
      if (ended.length > 0) settle();
    });
  };

  function begin({ cell, task, prospect }: PreparedCell): void {
    const abort = new AbortController();
    inFlight.set(cell.id, { cell, abort });
    void workOn(ctx, workers, { cell, task, prospect, signal: abort.signal }, time_limit_in_ms).then((outcome) => {
      if (inFlight.get(cell.id)?.abort === abort) inFlight.delete(cell.id);
      if (outcome) {
        ended.push({ cell, task, outcome });
        settle();
      } else wake();
    });
  }

  async function take(): Promise<number> {
    const free = total - inFlight.size;
    if (free <= 0) return 0;
    const prepared = await claimAndLoad(ctx, { free, total, per_organization: perOrganization });
    for (const cell of prepared) begin(cell);
    return prepared.length;
  }

  async function pump(): Promise<void> {
    while (!isStopped) {
      const woken = new Promise<void>((resolve) => {
        wake = resolve;
      });
      const begun = await take().catch((error) => {
        ctx.log.error({ err: error }, 'claiming research failed; it goes on');
        return 0;
      });
      if (begun === 0 && !isStopped) await Promise.race([woken, pause(poll_in_ms)]);
    }
  }

  const check = (): void => {
    checking ??= keepClaims(ctx, inFlight)
      .catch((error) => ctx.log.warn({ err: error }, 'claims of research were not renewed'))
      .finally(() => {
        checking = null;
      });
  };
  const leave = joinEngines({ wake: () => wake(), check });
  const heart = setInterval(check, heartbeat_in_ms);
  const pumping = pump();

  return {
    in_flight: () => inFlight.size,
    async stop() {
      isStopped = true;
      leave();
      wake();
      await pumping;
      clearInterval(heart);
      await checking;
      const held = [...inFlight.values()];
      for (const { abort } of held) abort.abort(STOPPED);
      while (settling) await settling;
      const cells = held.map(({ cell }) => cell);
      if (cells.length > 0) await ctx.systemTransaction((tx) => releaseClaims(tx, cells));
    },
  };
}

interface PreparedCell {
  cell: ClaimedCell;
  task: ResearchTask;
  prospect: CellInput['prospect'];
}

/**
 * Claims cells and reads what their work needs. What was stopped meanwhile does not begin, and whose task or lead is gone is
 * left to its deletion.
 */
async function claimAndLoad(ctx: SystemContext, limits: ClaimLimits): Promise<PreparedCell[]> {
  const claimed = await ctx.systemTransaction((tx) => claimCells(tx, limits));
  const prepared: PreparedCell[] = [];
  for (const [organizationId, cells] of Map.groupBy(claimed, (cell) => cell.organization_id)) {
    await ctx.forOrganization(organizationId).transaction(async (tx) => {
      const tasks = await findTasks(tx, [...new Set(cells.map((cell) => cell.prompt_id))]);
      const prospects = await findProspects(tx, [...new Set(cells.map((cell) => cell.prospect_id))]);
      const self = await findOrganization(tx, organizationId);
      const taskById = new Map(
        tasks.map((task) => [task.id, self ? { ...task, prompt: fillOrganization(task.prompt, self) } : task]),
      );
      const prospectById = new Map(prospects.map((prospect) => [prospect.id, prospect]));
      const held = await findHeldCells(tx, cells);
      for (const cell of cells.filter(({ id }) => held.has(id))) {
        const [task, prospect] = [taskById.get(cell.prompt_id), prospectById.get(cell.prospect_id)];
        if (task && prospect) prepared.push({ cell, task, prospect });
      }
    });
  }
  return prepared;
}

/** Renews the claims of what works, and ends what is no longer ours. */
async function keepClaims(ctx: SystemContext, inFlight: Map<number, InFlight>): Promise<void> {
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
  { cell, task, prospect, signal }: PreparedCell & { signal: AbortSignal },
  timeLimitInMs: number,
): Promise<CellOutcome | null> {
  if (cell.attempts > MAX_CELL_TRIES) {
    return { kind: 'failed', error: 'The research was interrupted several times at this lead.' };
  }
  const work = task.data_enrichment_type ? workers.lookUpContact : workers.researchCell;
  const limit = AbortSignal.timeout(timeLimitInMs);
  const both = AbortSignal.any([signal, limit]);
  const { organization_id: _, ...described } = { ...task, prompt_id: task.id };
  const aborted = new Promise<null>((resolve) => both.addEventListener('abort', () => resolve(null), { once: true }));
  try {
    const input: CellInput = { cell_id: cell.id, task: described, prospect, signal: both };
    const outcome = await Promise.race([work(ctx.forOrganization(cell.organization_id), input), aborted]);
    if (signal.aborted) return null;
    return outcome ?? { kind: 'failed', error: 'The research took too long.' };
  } catch (error) {
    if (signal.aborted) return null;
    if (limit.aborted) return { kind: 'failed', error: 'The research took too long.' };
    return explain(ctx, error, cell);
  }
}

/** A failure in words; a provider that cannot answer now is asked again later. */
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
  return { kind: 'failed', error: 'Something went wrong on our side. Nothing was charged; please try again.' };
}

/** Writes what has ended, by organisation, until nothing is left. */
async function settleGroups(ctx: SystemContext, ended: EndedWork[], gather: number): Promise<void> {
  while (ended.length > 0) {
    if (gather > 0) await pause(gather);
    const group = ended.splice(0, 200);
    for (const [organizationId, works] of Map.groupBy(group, ({ cell }) => cell.organization_id)) {
      try {
        await settleOutcomes(ctx.forOrganization(organizationId), works);
      } catch (error) {
        // The claims end by themselves and the cells are asked again: nothing was written, nothing charged.
        ctx.log.error({ err: error, cells: works.length }, 'outcomes of research could not be written');
      }
    }
  }
}
