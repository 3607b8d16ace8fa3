import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import type { DnsRecords } from '@overture/adapters/dns/dns.port';
import type { BrandMail, BrandRecord } from '@overture/contract/branding';
import { normalizeEmail } from '@overture/domain/addresses/email-address';
import { isFreeMail } from '@overture/domain/addresses/free-mail';
import { registrableDomain } from '@overture/domain/addresses/registrable-domain';
import type { DeliverabilityCheck } from '@overture/domain/deliverability/deliverability';
import { rateDeliverability } from '@overture/domain/deliverability/dns-checks';
import { findSendingProvider } from '@overture/domain/deliverability/sending-providers';
import { cutText } from '@overture/domain/text/text-bounds';
import type { SystemContext } from '../../kernel/context.ts';
import { newBase32 } from '../../kernel/crypto.ts';
import { ApiError, orNotFound, sqlState, uniqueViolation } from '../../kernel/errors.ts';
import type { Limit } from '../../kernel/rate-limits.ts';
import { runUnits } from '../../kernel/rounds/rounds.ts';
import type { SessionContext } from '../../kernel/slice.ts';
import { brandMailPurpose } from '../brands/index.ts';
import { lookUpSpf } from '../sender-domains/index.ts';
import { requireAgency } from './agency.policy.ts';
import * as store from './branding.store.ts';
import { CHECKS, DNS_TIMEOUT_IN_MS } from './hosts.service.ts';

const newKeyPair = promisify(generateKeyPair);
const KEY_BITS = 2048;
const CLAIMED_AT_ONCE = 50;
const CHANGES: Limit = { name: 'brand-mail-changes', points: 10, per_seconds: 3600 };

interface Look {
  dkim: { found: string[]; is_right: boolean } | null;
  spf: DeliverabilityCheck | null;
  is_proven: boolean | null;
}

type Keyed = store.MailRow & { public_key: string };

const keyRecord = (row: Keyed): string => `v=DKIM1; k=rsa; p=${row.public_key}`;
const hasKey = (row: store.MailRow): row is Keyed => row.public_key !== null;
const keyName = ({ selector, domain }: Pick<store.MailRow, 'selector' | 'domain'>): string =>
  `${selector}._domainkey.${domain}`;

export async function getMail(ctx: SessionContext, look: Look | null = null): Promise<BrandMail> {
  const row = await ctx.transaction(async (tx) => {
    await requireAgency(tx);
    return store.findMail(tx, tx.organization.id);
  });
  return {
    installation_address: ctx.config.MAIL_FROM.replace(/^.*<|>\s*$/g, ''),
    mail: row ? present(row, look) : null,
  };
}

function presentKey(row: Keyed, look: Look | null): BrandRecord {
  return {
    type: 'TXT',
    name: keyName(row),
    value: keyRecord(row),
    found: look?.dkim?.found ?? null,
    is_right: look?.dkim?.is_right ?? false,
    advice:
      look === null || look.dkim?.is_right ? null : 'This record is not there yet. New records take up to 48 hours.',
  };
}

function present(row: store.MailRow, look: Look | null): NonNullable<BrandMail['mail']> {
  return {
    address: row.address,
    records: [...(hasKey(row) ? [presentKey(row, look)] : []), presentSpf(row.domain, look?.spf ?? null)],
    verified_at: row.verified_at?.toISOString() ?? null,
    checked_at: row.checked_at?.toISOString() ?? null,
    missing_since: row.missing_since?.toISOString() ?? null,
    is_in_use: row.is_in_use,
  };
}

function presentSpf(domain: string, spf: DeliverabilityCheck | null): BrandRecord {
  return {
    type: 'TXT',
    name: domain,
    value: spf?.record?.value ?? (spf?.status === 'pass' ? '' : 'v=spf1 ~all'),
    found: spf ? [spf.found] : null,
    is_right: spf !== null && (spf.status === 'pass' || spf.status === 'unknown'),
    advice: spf?.status === 'pass' ? null : (spf?.advice ?? null),
  };
}

/** The key is made when the domain is first checked. @throws brand_domain_public, brand_domain_taken, rate_limited */
export async function setMail(ctx: SessionContext, given: string): Promise<BrandMail> {
  await ctx.transaction(requireAgency);
  const organization_id = ctx.organization.id;
  if (given === '') {
    await ctx.transaction((tx) => store.deleteMail(tx, organization_id));
    return getMail(ctx);
  }
  const address = normalizeEmail(given) ?? '';
  const domain = address.slice(address.lastIndexOf('@') + 1);
  if (isFreeMail(address) || registrableDomain(domain) === null) throw new ApiError('brand_domain_public', { domain });
  const owner = await ctx.system.systemRead((read) => store.findMailDomainOwner(read, domain));
  if (owner !== undefined && owner !== organization_id) throw new ApiError('brand_domain_taken', { domain });
  const known = await ctx.transaction((tx) => store.findMail(tx, organization_id));
  if (known?.domain === domain) {
    await ctx.transaction((tx) => store.updateMailAddress(tx, organization_id, address));
    return getMail(ctx);
  }
  await ctx.rate_limits.spend(CHANGES.name, String(organization_id), CHANGES.points, CHANGES.per_seconds);
  const selector = `mail-${newBase32(6)}`;
  await ctx.transaction((tx) => store.upsertMail(tx, { organization_id, address, domain, selector }));
  return getMail(ctx);
}

/** 35 ms of a processor, in the threads that files share. */
async function makeKey(ctx: SessionContext, { domain }: store.MailRow): Promise<void> {
  const organization_id = ctx.organization.id;
  const { privateKey, publicKey } = await newKeyPair('rsa', { modulusLength: KEY_BITS });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  await ctx.transaction((tx) =>
    store.insertMailKey(tx, {
      organization_id,
      domain,
      sealed_private_key: ctx.vault.seal(brandMailPurpose(organization_id), pem),
      public_key: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    }),
  );
}

export async function checkMail(ctx: SessionContext): Promise<BrandMail> {
  const find = () => ctx.transaction((tx) => store.findMail(tx, tx.organization.id));
  await ctx.transaction(requireAgency);
  const row = orNotFound(await find());
  await ctx.rate_limits.spend(CHECKS.name, String(ctx.organization.id), CHECKS.points, CHECKS.per_seconds);
  if (!hasKey(row)) await makeKey(ctx, row);
  return getMail(ctx, await checkRow(ctx.system, orNotFound(await find())));
}

async function checkRow(ctx: SystemContext, row: store.MailRow): Promise<Look> {
  const look = await lookUp(ctx, row);
  if (look.is_proven === null) return look;
  const checked = { organization_id: row.organization_id, isThere: look.is_proven, name: row.domain };
  try {
    await ctx.systemTransaction((tx) => store.recordCheck(tx, 'brand_mail_domains', checked));
  } catch (error) {
    throw sqlState(error) === uniqueViolation ? new ApiError('brand_domain_taken', { domain: row.domain }) : error;
  }
  return look;
}

/** Our key must be published there, and the domain must allow the server that sends system mail. */
async function lookUp(ctx: Pick<SystemContext, 'ports'>, row: store.MailRow): Promise<Look> {
  const { domain, selector } = row;
  const dns = ctx.ports.dns.openForDomain(domain);
  const signal = AbortSignal.timeout(DNS_TIMEOUT_IN_MS);
  const host = ctx.ports.mailer.relay_host ?? null;
  const [key, policy, addresses] = await Promise.all([
    dns.findTexts(keyName(row), signal),
    lookUpSpf(dns, domain, signal),
    host === null ? null : ctx.ports.dns.openForDomain(host).findAddresses(host, signal),
  ]);
  const [spf] = rateDeliverability({
    domain,
    is_free_mail: false,
    provider: host === null ? null : findSendingProvider(host),
    smtp: host !== null && addresses ? { host, addresses } : null,
    spf: policy,
    dkim: [{ selector, is_seen: true, answer: key }],
    dmarc: [],
    mx: { status: 'none', records: [] },
    reverse: [],
  });
  const dkim = judgeKey(row, key);
  const isAnswered = !policy.problems.some(({ kind }) => kind === 'unanswered');
  // A server with a private address is in no SPF record we can check: then any readable record is enough.
  const isAllowed = spf?.status === 'pass' || (spf?.status === 'unknown' && policy.record !== null);
  return { dkim, spf: spf ?? null, is_proven: dkim !== null && isAnswered ? dkim.is_right && isAllowed : null };
}

/** Null when no name server answered. */
function judgeKey(row: store.MailRow, { status, records }: DnsRecords): Look['dkim'] {
  if (status === 'unknown') return null;
  const plain = (text: string): string => text.replace(/\s/g, '');
  const is_right = hasKey(row) && records.some((record) => plain(record).includes(`p=${row.public_key}`));
  return { found: records.slice(0, 5).map((text) => cutText(text, 500)), is_right };
}

export async function recheckMailDomains(ctx: SystemContext, signal: AbortSignal): Promise<void> {
  const ids = await ctx.systemTransaction((tx) => store.claimDue(tx, 'brand_mail_domains', CLAIMED_AT_ONCE));
  await runUnits(
    ctx,
    {
      loop: store.MAIL_LOOP,
      units: ids.map((organization_id) => ({ organization_id, key: 'check' })),
      share: 1,
      at_once: 4,
      time_box_in_ms: 60_000,
      async run({ organization_id }) {
        const row = await ctx.systemRead((read) => store.findMail(read, organization_id));
        if (row) await checkRow(ctx, row);
      },
    },
    signal,
  );
}
