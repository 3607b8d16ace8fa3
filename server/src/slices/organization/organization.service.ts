import type { Branding } from '@overture/contract/organization';
import type { SystemContext } from '../../kernel/context.ts';
import { completeBranding } from './organization.rules.ts';
import { findBrandingByDomain } from './organization.store.ts';

/** Branding of a host name, the product's own where nobody branded it. Readable before sign-in. */
export async function getBranding(ctx: Pick<SystemContext, 'systemTransaction'>, domain: string): Promise<Branding> {
  const stored = await ctx.systemTransaction((tx) => findBrandingByDomain(tx, domain));
  return { ...completeBranding(stored ?? {}), domain: stored ? domain : null };
}
