import type { SystemContext, Unit } from '../context.ts';
import { DatabaseUnavailable } from '../db/outage.ts';
import { trace } from '../tracing/tracing.ts';
import { logParked, summarizeLog } from './parked-log.ts';
import { findParked, idOf, type Parking, parkUnit, unparkUnits, writeParking } from './parked-units.ts';

export type { Unit } from '../context.ts';
export { logParked } from './parked-log.ts';
export { findParked, isNotParked, type Parking, parkUnit, unparkUnits } from './parked-units.ts';

/*
 * The one shape of a loop over several organizations: each unit has its own time limit and fails alone. A round never fails as
 * a whole because of one unit. All loops and their figures are listed in docs/architecture.md.
 */

interface UnitRound<U extends Unit> {
  /** The loop's name, as in its `Loop`. */
  loop: string;
  /** In order of urgency. */
  units: readonly U[];
  /** Units of one organization in a round, at most; the others stay for the next round. */
  share: number;
  /** Units side by side. */
  at_once: number;
  time_box_in_ms: number;
  /** Opens its own transactions. The signal ends with the time box and with the loop. */
  run(unit: U, signal: AbortSignal): Promise<unknown>;
}

/**
 * Runs independent units, organization by organization in turns. A unit that throws, or exceeds its time box, is parked: it is
 * skipped for a minute, then longer up to an hour, and unparked when it succeeds. A unit that still runs is not started again
 * in this process, and stays parked.
 * @throws DatabaseUnavailable, which is no unit's fault: nothing is parked for it
 */
export async function runUnits<U extends Unit>(
  ctx: SystemContext,
  round: UnitRound<U>,
  signal: AbortSignal = new AbortController().signal,
): Promise<{ done: number; parked: number }> {
  summarizeLog(ctx, round.loop);
  const parked = await findParked(ctx, round.loop, round.units);
  await parkHung(ctx, round, parked);
  const isReady = (unit: U): boolean =>
    parked.get(idOf(round.loop, unit)) !== false && !ctx.rounds.running.has(idOf(round.loop, unit));
  const waiting = orderByTurns(round.units.filter(isReady), round.share);
  const sum = { done: 0, parked: 0 };
  let outage: unknown = null;
  const runUnit = async (unit: U): Promise<void> => {
    try {
      await runInTimeBox(ctx, round, unit, signal);
    } catch (error) {
      if (error instanceof DatabaseUnavailable) throw error;
      if (signal.aborted) return;
      sum.parked += 1;
      await parkUnit(ctx, round.loop, unit, error);
      return;
    }
    sum.done += 1;
    if (parked.has(idOf(round.loop, unit))) await unparkUnits(ctx, round.loop, [unit]);
  };
  const work = async (): Promise<void> => {
    for (let unit = waiting.shift(); unit && !signal.aborted && !outage; unit = waiting.shift())
      await runUnit(unit).catch((error) => {
        outage ??= error;
      });
  };
  await Promise.all(Array.from({ length: Math.min(round.at_once, waiting.length) }, work));
  if (outage) throw outage;
  return sum;
}

/** Units that hang stay parked: the operator sees them for as long as they hang. */
async function parkHung<U extends Unit>(
  ctx: SystemContext,
  { loop, units }: UnitRound<U>,
  parked: ReadonlyMap<string, boolean>,
): Promise<void> {
  for (const unit of units) {
    const since = ctx.rounds.running.get(idOf(loop, unit));
    if (since === undefined || !parked.get(idOf(loop, unit))) continue;
    const words = `still running since ${since.toISOString()} and not started again: restart process ${process.pid} to end it`;
    await parkUnit(ctx, loop, unit, new Error(words));
  }
}

/** One unit of each organization after the other, as far as its share goes. */
function orderByTurns<U extends Unit>(units: readonly U[], share: number): U[] {
  const turns: U[][] = [];
  const taken = new Map<number, number>();
  for (const unit of units) {
    const turn = taken.get(unit.organization_id) ?? 0;
    if (turn >= share) continue;
    taken.set(unit.organization_id, turn + 1);
    turns[turn] ??= [];
    turns[turn].push(unit);
  }
  return turns.flat();
}

/** Waits for a unit as long as its time box. */
async function runInTimeBox<U extends Unit>(
  ctx: SystemContext,
  { loop, time_box_in_ms, run }: UnitRound<U>,
  unit: U,
  signal: AbortSignal,
): Promise<void> {
  const id = idOf(loop, unit);
  const box = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const error = new Error(`no result within ${time_box_in_ms} ms`);
      reject(error);
      box.abort(error);
    }, time_box_in_ms);
  });
  ctx.rounds.running.set(id, new Date());
  const work = trace(`unit ${loop}`, { attributes: { 'overture.loop': loop } }, async () =>
    run(unit, AbortSignal.any([signal, box.signal])),
  ).finally(() => ctx.rounds.running.delete(id));
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

interface ClaimRound<U extends Unit> extends Omit<UnitRound<U>, 'units'> {
  /** Takes the next unit under a lease, fairly and without parked ones (`isNotParked`); none of the organizations that have their share at work. */
  claim(full: readonly number[]): Promise<U | null>;
}

const LOOK_AGAIN_IN_MS = 200;

/**
 * Drains a queue, unit by unit, `at_once` in parallel, until it is empty: a slow unit blocks only its own slot. Units fail as
 * in `runUnits`; `share` limits the parallel units of one organization.
 * @throws DatabaseUnavailable
 */
export async function runClaims<U extends Unit>(
  ctx: SystemContext,
  { claim, share, at_once, ...round }: ClaimRound<U>,
  signal: AbortSignal,
): Promise<void> {
  const atWork = new Map<number, number>();
  let busy = 0;
  const take = createTaker(claim, share, atWork);
  const workNext = async (): Promise<boolean> => {
    const unit = await take();
    if (unit === null) return false;
    const { organization_id: id } = unit;
    try {
      await runUnits(ctx, { ...round, units: [unit], share: 1, at_once: 1 }, signal);
    } finally {
      atWork.set(id, atWork.get(id)! - 1);
    }
    return true;
  };
  const work = async (): Promise<void> => {
    while (!signal.aborted) {
      busy += 1;
      const isDone = await workNext().finally(() => {
        busy -= 1;
      });
      if (!isDone && busy === 0) return;
      if (!isDone) await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_IN_MS));
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: at_once }, work));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}

/** One claim after another: parallel ones would each see the share from before the others claimed. */
function createTaker<U extends Unit>(claim: ClaimRound<U>['claim'], share: number, atWork: Map<number, number>) {
  let last: Promise<unknown> = Promise.resolve();
  return (): Promise<U | null> => {
    const taken = last.then(async () => {
      const unit = await claim([...atWork].flatMap(([id, count]) => (count >= share ? [id] : [])));
      if (unit !== null) atWork.set(unit.organization_id, (atWork.get(unit.organization_id) ?? 0) + 1);
      return unit;
    });
    last = taken.catch(() => undefined);
    return taken;
  };
}

interface BatchRound<U extends Unit, R> {
  /** The loop's name, as in its `Loop`. */
  loop: string;
  units: readonly U[];
  /** One transaction for all of them: of a run that throws, nothing stays. */
  run(units: readonly U[]): Promise<R>;
  /** What becomes of a unit that fails alone; without it the unit is parked as in `runUnits`, which `park` does besides. */
  onPark?(unit: U, error: unknown, park: () => Promise<Parking | null>): Promise<void>;
  /** Its units are what this process has in hand: none is left out, parked or not. */
  is_in_hand?: boolean;
}

/**
 * Runs many units in one transaction, for speed. When that fails, the batch is halved, between organizations first, until the unit that
 * fails is alone; that one is parked, the others are done. Costs two runs a halving: some 20 for one bad unit among 500.
 * @returns what each run gave that did not fail
 * @throws DatabaseUnavailable, which is no unit's fault: nothing is parked for it
 */
export async function runBatch<U extends Unit, R>(ctx: SystemContext, round: BatchRound<U, R>): Promise<R[]> {
  summarizeLog(ctx, round.loop);
  const parked = await findParked(ctx, round.loop, round.units);
  const results: R[] = [];
  const work = async (units: readonly U[]): Promise<void> => {
    try {
      const attributes = { 'overture.loop': round.loop, 'overture.units': units.length };
      results.push(await trace(`batch ${round.loop}`, { attributes }, () => round.run(units)));
    } catch (error) {
      if (error instanceof DatabaseUnavailable) throw error;
      const [first, ...others] = units;
      if (first && others.length === 0) return park(ctx, round, first, error);
      if (units.length === round.units.length)
        ctx.log.warn({ loop: round.loop, units: units.length, err: error }, 'batch failed, halving it');
      for (const half of halve(units)) await work(half);
      return;
    }
    const recovered = units.filter((unit) => parked.has(idOf(round.loop, unit)));
    await unparkUnits(ctx, round.loop, recovered);
  };
  // Those that failed before are tried among themselves: what fails again does not halve the others.
  const fresh = round.units.filter((unit) => !parked.has(idOf(round.loop, unit)));
  const due = round.units.filter((unit) => {
    const is_due = parked.get(idOf(round.loop, unit));
    return is_due || (is_due === false && round.is_in_hand);
  });
  for (const units of [fresh, due]) if (units.length > 0) await work(units);
  return results;
}

async function park<U extends Unit, R>(
  ctx: SystemContext,
  { loop, onPark }: BatchRound<U, R>,
  unit: U,
  error: unknown,
): Promise<void> {
  if (!onPark) return void (await parkUnit(ctx, loop, unit, error));
  logParked(ctx, loop, unit, error);
  try {
    await onPark(unit, error, () => writeParking(ctx, loop, unit, error));
  } catch (failure) {
    if (failure instanceof DatabaseUnavailable) throw failure;
    await parkUnit(ctx, loop, unit, failure);
  }
}

/** Half of the organizations each; of one organization, half of its units each. */
function halve<U extends Unit>(units: readonly U[]): [U[], U[]] {
  const organizations = [...new Set(units.map((unit) => unit.organization_id))];
  const first = new Set(organizations.slice(0, Math.ceil(organizations.length / 2)));
  const middle = Math.ceil(units.length / 2);
  return organizations.length > 1
    ? [
        units.filter((unit) => first.has(unit.organization_id)),
        units.filter((unit) => !first.has(unit.organization_id)),
      ]
    : [units.slice(0, middle), units.slice(middle)];
}
