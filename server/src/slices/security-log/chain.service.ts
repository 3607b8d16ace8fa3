import type { securityLogEndpoints } from '@overture/contract/security-log';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import { SECURITY_EVENTS_KEPT_IN_DAYS } from '@overture/domain/security/events';
import type { z } from 'zod';
import type { Context, SystemContext } from '../../kernel/context.ts';
import { runUnits } from '../../kernel/rounds/rounds.ts';
import {
  type CheckedDay,
  checkDays,
  DAYS_A_CHECK,
  listSealed,
  listUnsealed,
  SEAL_LOOP,
  sealNextDay,
} from './chain.store.ts';

type Check = z.output<(typeof securityLogEndpoints)['checkSecurityLog']['ok']>;

/** Seals the days that are over. The chain hash on the operator's log line is a witness outside the database. */
export async function sealDays(system: SystemContext, signal: AbortSignal): Promise<void> {
  const units = await system.systemTransaction(listUnsealed);
  const run = async ({ organization_id }: (typeof units)[number], end: AbortSignal) => {
    const ctx = system.forOrganization(organization_id);
    while (!end.aborted) {
      const sealed = await ctx.transaction(sealNextDay);
      if (!sealed) return;
      system.log.info({ security: true, organization_id, ...sealed }, 'security log sealed');
    }
  };
  await runUnits(system, { loop: SEAL_LOOP, units, share: 1, at_once: 2, time_box_in_ms: 60_000, run }, signal);
}

/** The same check for every organization, for the operator. */
export async function checkSecurityLogs(system: SystemContext): Promise<({ id: number; name: string } & Check)[]> {
  const checks = [];
  for (const one of await system.systemTransaction(listSealed))
    checks.push({ ...one, ...(await checkSecurityLog(system.forOrganization(one.id))) });
  return checks;
}

/** Holds every sealed day of the log against its rows and the chain. */
export async function checkSecurityLog(ctx: Pick<Context, 'read'>): Promise<Check> {
  const days: CheckedDay[] = [];
  for (let isDone = false; !isDone; ) {
    const next = await ctx.read((tx) => checkDays(tx, SECURITY_EVENTS_KEPT_IN_DAYS, days.at(-1) ?? null));
    days.push(...next);
    isDone = next.length < DAYS_A_CHECK;
  }
  const broken = days.flatMap(({ day, is_chained, is_unchanged }): Check['broken'] => {
    if (!is_chained) return [{ day, problem: 'chain' }];
    return is_unchanged === false ? [{ day, problem: 'rows' }] : [];
  });
  const last = broken.at(-1);
  const unbroken = days.filter(({ day }) => last === undefined || day > last.day);
  return {
    sealed_days: days.length,
    sealed_events: days.reduce((sum, { events }) => sum + events, 0),
    unbroken_since: unbroken[0]?.day ?? null,
    sealed_until: days.at(-1)?.day ?? null,
    broken: broken.filter((_, n) => n < LIST_LIMITS.named),
  };
}
