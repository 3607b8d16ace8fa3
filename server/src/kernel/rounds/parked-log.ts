import type { SystemContext, Unit } from '../context.ts';

/** One line a loop in this time: five hundred units that fail for one reason say nothing more in five hundred lines. */
const QUIET_IN_MS = 60_000;

/** The operator's log line. Further ones of the loop within a minute are only counted; each is in `parked_units` with its error. */
export function logParked(ctx: Pick<SystemContext, 'log' | 'rounds'>, loop: string, unit: Unit, error: unknown): void {
  summarizeLog(ctx, loop);
  const quiet = ctx.rounds.logged.get(loop);
  const { organization_id, key } = unit;
  ctx.log[quiet ? 'debug' : 'error']({ loop, organization_id, key, err: error }, 'unit parked');
  if (quiet) quiet.more += 1;
  else ctx.rounds.logged.set(loop, { until: performance.now() + QUIET_IN_MS, more: 0 });
}

/** Says how many there were besides, once their minute is over. */
export function summarizeLog({ log, rounds }: Pick<SystemContext, 'log' | 'rounds'>, loop: string): void {
  const quiet = rounds.logged.get(loop);
  if (!quiet || performance.now() < quiet.until) return;
  rounds.logged.delete(loop);
  if (quiet.more > 0) log.error({ loop, failures: quiet.more }, 'more units parked');
}
