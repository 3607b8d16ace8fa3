import type { SystemFinding } from '@overture/contract/admin-system';
import type { SystemContext } from '../../kernel/context.ts';
import type { Limit } from '../../kernel/rate-limits.ts';
import { checkAddress } from './address-checks.ts';
import { checkDatabase } from './database-checks.ts';
import { checkMachine } from './machine-checks.ts';
import { checkMailDomains } from './mail-domain-checks.ts';
import { checkServices } from './service-checks.ts';
import { checkSettings } from './settings.ts';

type Machine = Pick<SystemContext, 'config' | 'ports'>;

/** Outside calls cost others something. Of one administrator. */
const CHECKS: Limit = { name: 'system-checks', points: 10, per_seconds: 600 };

/** What can be looked at while there is no database to ask. */
export async function examineMachine(ctx: Machine): Promise<SystemFinding[]> {
  const [machine, address, services] = await Promise.all([
    checkMachine(ctx),
    checkAddress(ctx.config, false),
    checkServices(ctx, ctx.config.SANDBOX === 'on' ? 'elsewhere' : 'none'),
  ]);
  return [...checkSettings(ctx.config), ...machine, ...address, ...services];
}

/** What the records say, from the command line. */
export async function examineRecords(ctx: SystemContext): Promise<SystemFinding[]> {
  const [database, domains] = await Promise.all([checkDatabase(ctx), checkMailDomains(ctx, false)]);
  return [...database, ...domains];
}

/** The same from inside the program that runs, for the admin area. @throws rate_limited */
export async function examineProgram(ctx: SystemContext, user_id: number): Promise<{ findings: SystemFinding[] }> {
  await ctx.rate_limits.spend(CHECKS.name, String(user_id), CHECKS.points, CHECKS.per_seconds);
  const stand_ins = ctx.config.SANDBOX === 'on';
  const parts = await Promise.all([
    checkSettings(ctx.config),
    checkMachine(ctx),
    checkDatabase(ctx),
    checkAddress(ctx.config, true),
    checkServices(ctx, stand_ins ? 'running' : 'none'),
    checkMailDomains(ctx, stand_ins),
  ]);
  return { findings: parts.flat() };
}
