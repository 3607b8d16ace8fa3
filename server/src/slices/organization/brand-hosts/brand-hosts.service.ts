import type { SystemContext } from '../../../kernel/context.ts';
import { findServedHost } from './brand-hosts.store.ts';

/** The brand host of a request; null: it went to the installation's own address, or to an unverified host. */
export async function hostOfRequest(ctx: Pick<SystemContext, 'systemRead' | 'origin'>): Promise<string | null> {
  const host = ctx.origin?.host ?? null;
  return host === null ? null : ctx.systemRead((read) => findServedHost(read, host));
}

/** Where the person who asks is signed in: they are sent back there from pages of others. */
export async function urlOfRequest(ctx: Pick<SystemContext, 'systemRead' | 'config' | 'origin'>): Promise<string> {
  return urlAt(ctx, await hostOfRequest(ctx));
}

/**
 * Address of the application at a proven host, without one the installation's. Hosts of brands are reached by https, at the same port as
 * the installation where that is not the usual one.
 */
export function urlAt({ config }: Pick<SystemContext, 'config'>, host: string | null): string {
  if (host === null) return config.APP_URL;
  const { protocol, port } = new URL(config.APP_URL);
  return `${protocol}//${host}${port ? `:${port}` : ''}`;
}
