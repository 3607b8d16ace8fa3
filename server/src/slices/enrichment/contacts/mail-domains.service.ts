import type { Context } from '../../../kernel/context.ts';
import { findDomain, type KnownDomain, storeDomain } from './contacts.store.ts';
import { DOMAIN_MEMORY_IN_DAYS, daysBefore } from './lookup.rules.ts';

type Ctx = Pick<Context, 'transaction' | 'ports' | 'clock'>;

/** Whether a domain receives mail, cached or by DNS; null when it can't be resolved now. */
export async function findMailDomain(ctx: Ctx, domain: string, signal: AbortSignal): Promise<KnownDomain | null> {
  const since = daysBefore(ctx.clock.now(), DOMAIN_MEMORY_IN_DAYS);
  const known = await ctx.transaction((tx) => findDomain(tx, domain, since));
  if (known !== undefined) return known;
  const { status, exchangers } = await ctx.ports.contact_finder.checkMailDomain(domain, signal);
  if (status === 'unknown') return null;
  const found = { takes_mail: status === 'accepts', exchangers: exchangers.slice(0, 20), accepts_all: null };
  await ctx.transaction((tx) => storeDomain(tx, domain, found));
  return found;
}

/** A server that accepts every address need not be asked about the next one. */
export async function rememberAcceptsAll(ctx: Ctx, domain: string, known: KnownDomain, value: boolean): Promise<void> {
  if (known.accepts_all === value) return;
  await ctx.transaction((tx) => storeDomain(tx, domain, { ...known, accepts_all: value }));
}
