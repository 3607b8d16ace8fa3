import type { BrandHost, BrandRecord } from '@overture/contract/branding';
import { isFreeMail } from '@overture/domain/addresses/free-mail';
import { registrableDomain } from '@overture/domain/addresses/registrable-domain';
import { normalizeHost } from '@overture/domain/brand/host-name';
import { cutText } from '@overture/domain/text/text-bounds';
import type { Config } from '../../kernel/config.ts';
import type { SystemContext } from '../../kernel/context.ts';
import { newBase32 } from '../../kernel/crypto.ts';
import { ApiError, sqlState, uniqueViolation } from '../../kernel/errors.ts';
import type { Limit } from '../../kernel/rate-limits.ts';
import { runUnits } from '../../kernel/rounds/rounds.ts';
import type { SessionContext } from '../../kernel/slice.ts';
import { requireAgency } from './agency.policy.ts';
import * as store from './branding.store.ts';

/** 130 bits. */
const TOKEN_LENGTH = 26;
export const DNS_TIMEOUT_IN_MS = 5000;
export const CHECKS: Limit = { name: 'brand-checks', points: 60, per_seconds: 3600 };
const CLAIMED_AT_ONCE = 50;
const MAX_SHOWN = 10;

const recordName = (host: string): string => `_domain-challenge.${host}`;
const recordText = (token: string): string => `domain-verification=${token}`;

/** Where hosts of brands point to: the installation, by the name it has for the world. */
const targetOf = ({ APP_CNAME_TARGET, APP_URL }: Config): string => APP_CNAME_TARGET ?? new URL(APP_URL).hostname;

/** Which DNS records are right; null without an answer. */
interface Look {
  text: { found: string[]; is_right: boolean } | null;
  target: { found: string[]; is_right: boolean } | null;
}

/** Takes a host for the agency, or gives it up where it is empty. It is served once it is proven. */
export async function claimHost(ctx: SessionContext, given: string): Promise<void> {
  if (given === '') return ctx.transaction((tx) => store.deleteHost(tx, tx.organization.id));
  const host = normalizeHost(given.replace(/^https?:\/\//i, '').replace(/\/$/, ''));
  if (host === null) throw refuse('brand_domain_invalid');
  const own = [new URL(ctx.config.APP_URL).hostname, targetOf(ctx.config)];
  if (own.includes(host)) throw refuse('brand_domain_own', host);
  if (isFreeMail(`anyone@${host}`) || registrableDomain(host) === null) throw refuse('brand_domain_public', host);
  const owner = await ctx.system.systemRead((read) => store.findHostOwner(read, host));
  if (owner !== undefined && owner !== ctx.organization.id) throw refuse('brand_domain_taken', host);
  await ctx.transaction((tx) =>
    store.upsertHost(tx, { organization_id: tx.organization.id, host, token: newBase32(TOKEN_LENGTH) }),
  );
}

function refuse(
  code: 'brand_domain_invalid' | 'brand_domain_own' | 'brand_domain_public' | 'brand_domain_taken',
  domain = '',
) {
  return new ApiError(code, { domain }, { domain: new ApiError(code, { domain }).message });
}

export async function getHost(ctx: SessionContext, look: Look | null = null): Promise<BrandHost> {
  const row = await ctx.transaction(async (tx) => {
    await requireAgency(tx);
    return store.findHost(tx, tx.organization.id);
  });
  const target = targetOf(ctx.config);
  return { target, host: row ? present(row, target, look) : null };
}

function present(row: store.HostRow, target: string, look: Look | null): NonNullable<BrandHost['host']> {
  return {
    name: row.host,
    records: [
      describe({ type: 'CNAME', name: row.host, value: target }, look?.target ?? null, look !== null),
      describe(
        { type: 'TXT', name: recordName(row.host), value: recordText(row.token) },
        look?.text ?? null,
        look !== null,
      ),
    ],
    verified_at: row.verified_at?.toISOString() ?? null,
    checked_at: row.checked_at?.toISOString() ?? null,
    missing_since: row.missing_since?.toISOString() ?? null,
    is_in_use: row.is_in_use,
    reached_at: row.reached_at?.toISOString() ?? null,
  };
}

function describe(
  wanted: Pick<BrandRecord, 'type' | 'name' | 'value'>,
  said: { found: string[]; is_right: boolean } | null,
  wasAsked: boolean,
): BrandRecord {
  const unanswered = wasAsked ? 'No name server answered in time. Check again in a minute.' : null;
  if (said === null) return { ...wanted, found: null, is_right: false, advice: unanswered };
  if (said.is_right) return { ...wanted, ...said, advice: null };
  const advice =
    said.found.length === 0
      ? 'This record is not there yet. New records take up to 48 hours.'
      : `It points elsewhere. Replace it with ${wanted.value}.`;
  return {
    ...wanted,
    ...said,
    advice: wanted.type === 'TXT' ? 'This record is not there yet. New records take up to 48 hours.' : advice,
  };
}

export async function checkHost(ctx: SessionContext): Promise<BrandHost> {
  const row = await ctx.transaction(async (tx) => {
    await requireAgency(tx);
    return store.findHost(tx, tx.organization.id);
  });
  if (!row) throw new ApiError('not_found');
  await ctx.rate_limits.spend(CHECKS.name, String(ctx.organization.id), CHECKS.points, CHECKS.per_seconds);
  return getHost(ctx, await checkRow(ctx.system, row));
}

async function checkRow(ctx: SystemContext, row: store.HostRow): Promise<Look> {
  const look = await lookUp(ctx, row);
  // No answer: the record may be there or not.
  if (look.text === null || look.target === null) return look;
  const isThere = look.text.is_right && look.target.is_right;
  try {
    await ctx.systemTransaction((tx) =>
      store.recordCheck(tx, 'brand_hosts', { organization_id: row.organization_id, isThere, name: row.host }),
    );
  } catch (error) {
    throw sqlState(error) === uniqueViolation ? refuse('brand_domain_taken', row.host) : error;
  }
  return look;
}

async function lookUp(ctx: Pick<SystemContext, 'ports' | 'config'>, { host, token }: store.HostRow): Promise<Look> {
  const dns = ctx.ports.dns.openForDomain(host);
  const signal = AbortSignal.timeout(DNS_TIMEOUT_IN_MS);
  const [texts, target] = await Promise.all([dns.findTexts(recordName(host), signal), findTarget(ctx, host, signal)]);
  if (texts.status === 'unknown') return { text: null, target };
  const is_right = texts.records.some((record) => record.trim() === recordText(token));
  return { text: { found: shown(texts.records), is_right }, target };
}

/** By its alias, or by the addresses it shares with us: the name of a whole domain cannot be an alias. */
async function findTarget(
  ctx: Pick<SystemContext, 'ports' | 'config'>,
  host: string,
  signal: AbortSignal,
): Promise<Look['target']> {
  const target = targetOf(ctx.config);
  const dns = ctx.ports.dns.openForDomain(host);
  const alias = await dns.findAliases(host, signal);
  const names = alias.records.map((record) => record.toLowerCase().replace(/\.$/, ''));
  if (names.length > 0) return { found: shown(names), is_right: names.includes(target) };
  const [theirs, ours] = await Promise.all([
    dns.findAddresses(host, signal),
    ctx.ports.dns.openForDomain(target).findAddresses(target, signal),
  ]);
  if (alias.status === 'unknown' || theirs.status === 'unknown') return null;
  return { found: shown(theirs.records), is_right: theirs.records.some((address) => ours.records.includes(address)) };
}

const shown = (records: string[]): string[] => records.slice(0, MAX_SHOWN).map((record) => cutText(record, 300));

/** Once a day for every proven host; one whose records are gone for three days is served no more. */
export async function recheckHosts(ctx: SystemContext, signal: AbortSignal): Promise<void> {
  const ids = await ctx.systemTransaction((tx) => store.claimDue(tx, 'brand_hosts', CLAIMED_AT_ONCE));
  await runUnits(
    ctx,
    {
      loop: store.HOSTS_LOOP,
      units: ids.map((organization_id) => ({ organization_id, key: 'check' })),
      share: 1,
      at_once: 4,
      time_box_in_ms: 60_000,
      async run({ organization_id }) {
        const row = await ctx.systemRead((read) => store.findHost(read, organization_id));
        if (row) await checkRow(ctx, row);
      },
    },
    signal,
  );
}
