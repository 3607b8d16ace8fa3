import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { SystemContext } from '../../kernel/context.ts';
import type { DB } from '../../kernel/db/__generated__/database.ts';

interface Reading {
  db: Kysely<DB>;
}

/** How long a proven host or address whose records are gone is still used. */
const ABSENCE = sql`interval '3 days'`;

/**
 * Whether a host or mail domain counts, in a query, by the name it has there: proven, not gone for long, and of an organization that still
 * is an agency.
 */
export function isInUse(name: string): RawBuilder<boolean> {
  const field = (column: string) => sql.ref(`${name}.${column}`);
  return sql`(${field('verified_at')} is not null
    and coalesce(${field('missing_since')} > app_now() - ${ABSENCE}, true)
    and exists (select from organizations iu where iu.organization_id = ${field('organization_id')} and iu.is_agency and iu.is_whitelabel))`;
}

/** The organization whose brand a host carries, in a query; null for the installation's own addresses and all unknown ones. */
export function brandOfHost(host: string | null): RawBuilder<number | null> {
  return sql`(select bh.organization_id from brand_hosts bh where bh.host = ${host} and ${isInUse('bh')})`;
}

/** The host itself where it carries a brand, else null, in a query. */
export function brandedHost(host: string | null): RawBuilder<string | null> {
  return sql`(select bh.host from brand_hosts bh where bh.host = ${host} and ${isInUse('bh')})`;
}

/** Where strangers find what an organization sends them, in a query; null: at the installation's address. */
export function linkHost(organization: RawBuilder<unknown>): RawBuilder<string | null> {
  return sql`link_host_of(${organization})`;
}

export async function findLinkHost({ db }: Reading, organizationId: number): Promise<string | null> {
  const rows = await sql<{ host: string | null }>`select ${linkHost(sql`${organizationId}::bigint`)} as host`.execute(
    db,
  );
  return rows.rows[0]?.host ?? null;
}

/** For certificates: one indexed read. */
export async function findServedHost({ db }: Reading, host: string): Promise<string | null> {
  const rows = await sql<{ host: string | null }>`select ${brandedHost(host)} as host`.execute(db);
  return rows.rows[0]?.host ?? null;
}

export async function findHostBrandId({ db }: Reading, host: string | null): Promise<number | null> {
  const rows = await sql<{ id: number | null }>`select ${brandOfHost(host)} as id`.execute(db);
  return rows.rows[0]?.id ?? null;
}

/** Whether an address is one of this installation or of a brand. Outside of production the own host has other programs too. */
export async function isOwnAddress(ctx: Pick<SystemContext, 'systemRead' | 'config'>, url: URL): Promise<boolean> {
  const hostname = url.hostname.replace(/\.$/, '');
  if (ctx.config.is_production && hostname === new URL(ctx.config.APP_URL).hostname) return true;
  return (await ctx.systemRead((read) => findServedHost(read, hostname))) !== null;
}

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
