import { randomBytes } from 'node:crypto';
import type { TrackingDomain } from '@overture/contract/link-tracking';
import { registrableDomain } from '@overture/domain/addresses/registrable-domain';
import { normalizeHost } from '@overture/domain/brand/host-name';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import { ownDomain } from '@overture/domain/sending/own-domain';
import { cutText } from '@overture/domain/text/text-bounds';
import type { TrackingProblem } from '@overture/domain/tracking/link-tracking';
import type { Context, SystemContext } from '../../kernel/context.ts';
import { ApiError, orNotFound, sqlState, uniqueViolation } from '../../kernel/errors.ts';
import type { Limit } from '../../kernel/rate-limits.ts';
import { runUnits } from '../../kernel/rounds/rounds.ts';
import type { SessionContext } from '../../kernel/slice.ts';
import { findServedHost, urlAt } from '../brand-hosts/index.ts';
import * as store from './tracking-domains.store.ts';

export const CHECK_PATH = '/c/check';
export const checkPurpose = 'tracking-check';
const CHECKS: Limit = { name: 'tracking-checks', points: 60, per_seconds: 3600 };
const DNS_TIMEOUT_IN_MS = 5000;
/** The first request over HTTPS waits for a certificate. */
const REQUEST_TIMEOUT_IN_MS = 30_000;
const ANSWER_IN_BYTES = 200;
const MAX_DETAIL = 300;
const CLAIMED_AT_ONCE = 50;
/** Of one organization. */
const CHECKED_AT_ONCE = 5;

type Ctx = Pick<Context, 'transaction' | 'ports' | 'config' | 'vault'>;

/** What the record leads to: the name that the installation has for the world. */
const targetOf = ({ config }: Pick<Ctx, 'config'>): string =>
  config.APP_CNAME_TARGET ?? new URL(config.APP_URL).hostname;

function present(ctx: Pick<Ctx, 'config'>, { created_at, ...row }: store.DomainRow): TrackingDomain {
  return {
    ...row,
    record: { type: 'CNAME', name: row.host, value: targetOf(ctx) },
    working_since: row.working_since?.toISOString() ?? null,
    failing_since: row.failing_since?.toISOString() ?? null,
    checked_at: row.checked_at?.toISOString() ?? null,
    created_at: created_at.toISOString(),
  };
}

export async function listDomains(ctx: SessionContext): Promise<TrackingDomain[]> {
  return (await ctx.read(store.listDomains)).map((row) => present(ctx, row));
}

const refuse = (words: string): ApiError => new ApiError('validation_failed', {}, { host: words });

/** @throws validation_failed, conflict, bad_request where there are as many as there may be */
export async function createDomain(ctx: SessionContext, given: string): Promise<TrackingDomain> {
  const host = normalizeHost(
    given
      .trim()
      .replace(/^https?:\/\//i, '')
      .replace(/\/$/, ''),
  );
  const domain = host === null ? null : registrableDomain(host);
  if (host === null || domain === null) throw refuse('must be a host name, such as t.your-company.com');
  if (host === domain) throw refuse(`must be a name below your domain, such as t.${domain}`);
  const isApp = [new URL(ctx.config.APP_URL).hostname, targetOf(ctx)].includes(host);
  if (isApp || (await ctx.system.systemRead((read) => findServedHost(read, host))) !== null)
    throw refuse('must be a name of its own, not that of this application');
  const row = await ctx.transaction(async (tx) => {
    const addresses = await store.listSenderAddresses(tx, LIST_LIMITS.accounts);
    if (!addresses.some((address) => ownDomain(address) === domain))
      throw refuse(`must be on the domain of a connected mailbox; none is at ${domain}`);
    return store.insertDomain(tx, { host, domain });
  });
  if (row === undefined) throw new ApiError('conflict', { reason: `${domain} already has a tracking domain.` });
  return present(ctx, row);
}

/** @throws not_found, rate_limited */
export async function checkDomain(ctx: SessionContext, id: number): Promise<TrackingDomain> {
  const row = orNotFound(await ctx.read((read) => store.findDomain(read, id)));
  await ctx.rate_limits.spend(CHECKS.name, String(ctx.organization.id), CHECKS.points, CHECKS.per_seconds);
  return present(ctx, orNotFound(await checkRow(ctx, row)));
}

/** Mails are tracked again, or no more, from the moment the result is stored. */
async function checkRow(ctx: Ctx, row: store.DomainRow): Promise<store.DomainRow | undefined> {
  const record = await checkRecord(ctx, row.host);
  const found = record.problem === null ? await proveHost(ctx, row) : record;
  return ctx.transaction((tx) => store.saveCheck(tx, row, found));
}

/** A host belongs to the organization that proves it first: links of others must not work there. */
async function proveHost(ctx: Ctx, row: store.DomainRow): Promise<Found> {
  try {
    await ctx.transaction((tx) => store.markProven(tx, row));
  } catch (error) {
    if (sqlState(error) !== uniqueViolation) throw error;
    return { problem: 'taken', detail: null };
  }
  return checkReach(ctx, row.host);
}

interface Found {
  problem: TrackingProblem | null;
  detail: string | null;
}

/** By its alias, or by the addresses it shares with us where a name server answers for the alias. */
async function checkRecord(ctx: Pick<Ctx, 'ports' | 'config'>, host: string): Promise<Found> {
  const target = targetOf(ctx);
  const signal = AbortSignal.timeout(DNS_TIMEOUT_IN_MS);
  const dns = ctx.ports.dns.openForDomain(host);
  const [alias, theirs, ours] = await Promise.all([
    dns.findAliases(host, signal),
    dns.findAddresses(host, signal),
    ctx.ports.dns.openForDomain(target).findAddresses(target, signal),
  ]);
  const names = alias.records.map((name) => name.toLowerCase().replace(/\.$/, ''));
  const isOurs = names.includes(target) || theirs.records.some((address) => ours.records.includes(address));
  if (isOurs) return { problem: null, detail: null };
  const elsewhere = names[0] ?? theirs.records[0];
  if (elsewhere !== undefined) return { problem: 'record_wrong', detail: cutText(elsewhere, MAX_DETAIL) };
  const isUnanswered = alias.status === 'unknown' || theirs.status === 'unknown';
  return { problem: 'record_missing', detail: isUnanswered ? 'No name server answered in time.' : null };
}

/** Asks the host for a signature that only this installation can make: it is reached, over HTTPS in production. */
async function checkReach(ctx: Pick<Ctx, 'ports' | 'config' | 'vault'>, host: string): Promise<Found> {
  const nonce = randomBytes(16).toString('base64url');
  const { code, answer, error } = await ctx.ports.webhook_receivers.post({
    url: `${urlAt(ctx, host)}${CHECK_PATH}`,
    body: JSON.stringify({ nonce }),
    headers: {},
    timeout_in_ms: REQUEST_TIMEOUT_IN_MS,
    answer_in_bytes: ANSWER_IN_BYTES,
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_IN_MS + 5000),
  });
  const [, signature = ''] = /^\{"signature":"([\w-]{22})"\}$/.exec(answer ?? '') ?? [];
  if (code === 200 && signature === ctx.vault.sign(checkPurpose, nonce)) return { problem: null, detail: null };
  return { problem: 'unreachable', detail: cutText(error ?? 'Another server answered.', MAX_DETAIL) };
}

/** Once a day, and every hour while a domain that worked does not. Mails leave without tracking in that time. */
export async function recheckDomains(ctx: SystemContext, signal: AbortSignal): Promise<void> {
  const due = await ctx.systemTransaction((tx) =>
    store.claimDue(tx, { limit: CLAIMED_AT_ONCE, share: CHECKED_AT_ONCE }),
  );
  await runUnits(
    ctx,
    {
      loop: store.DOMAINS_LOOP,
      units: due.map((one) => ({ ...one, key: String(one.id) })),
      share: CHECKED_AT_ONCE,
      at_once: 4,
      time_box_in_ms: 60_000,
      async run({ organization_id, id }) {
        const own = ctx.forOrganization(organization_id);
        const row = await own.transaction((tx) => store.findDomain(tx, id));
        if (row) await checkRow(own, row);
      },
    },
    signal,
  );
}
