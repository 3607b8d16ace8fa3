import type { DnsLookups } from '@overture/adapters/dns/dns.port';
import type { AccountDeliverability } from '@overture/contract/accounts';
import { type AccountType, isEmailAccount } from '@overture/domain/accounts';
import { emailDomain, isFreeMail } from '@overture/domain/addresses/email-address';
import { registrableDomain } from '@overture/domain/addresses/registrable-domain';
import {
  type DeliverabilityFacts,
  rateDeliverability,
  worstStatus,
} from '@overture/domain/deliverability/deliverability';
import { findDkimSelector } from '@overture/domain/deliverability/dkim';
import {
  findSendingProvider,
  type SendingProvider,
  selectorsToTry,
} from '@overture/domain/deliverability/sending-providers';
import {
  type DnsAnswer,
  questionKey,
  readSpfPolicy,
  type SpfPolicy,
  type SpfQuestion,
} from '@overture/domain/deliverability/spf';
import type { Context, SystemContext, TransactionContext } from '../../../kernel/context.ts';
import { ApiError, orNotFound } from '../../../kernel/errors.ts';
import { type AccountRow, findAccount } from '../accounts.store.ts';
import { getStoredConnection } from '../mailbox/sealed-connection.service.ts';
import {
  findDeliverability,
  listSendingDomains,
  rememberSelector,
  saveDeliverability,
} from './deliverability.store.ts';

const KEEP_IN_SECONDS = 3600;
/** Whoever asks again sooner gets the same answer: name servers are not ours to hammer. */
const SOONEST_REFRESH_IN_SECONDS = 10;
const DEADLINE_IN_MS = 8000;
/** Rounds of reading SPF: each asks at least one name, and at most ten count. */
const MOST_ROUNDS = 12;
const MOST_ADDRESSES = 4;
const checksPerHour = 300;

type Ctx = Pick<Context, 'transaction' | 'ports' | 'rate_limits' | 'organization'>;
type Sender = { row: AccountRow; domain: string; smtp: { host: string; port: number } | null; selectors: string[] };

/**
 * What DNS says about a sender's domain: asked at most once an hour, or when `refresh` is asked for.
 * @throws not_found, bad_request for senders that are no mailboxes, rate_limited
 */
export async function checkDeliverability(ctx: Ctx, id: number, refresh: boolean): Promise<AccountDeliverability> {
  const { sender, known } = await ctx.transaction((tx) => loadSender(tx, id));
  const present = (checks: AccountDeliverability['checks'], checkedAt: Date): AccountDeliverability => ({
    account_id: id,
    domain: sender.domain,
    status: worstStatus(checks),
    checked_at: checkedAt.toISOString(),
    checks,
  });
  const keep = refresh ? SOONEST_REFRESH_IN_SECONDS : KEEP_IN_SECONDS;
  if (known?.checks && known.checked_at && known.age_in_seconds !== null && known.age_in_seconds < keep)
    return present(known.checks, known.checked_at);
  await ctx.rate_limits.spend('deliverability', String(ctx.organization.id), checksPerHour, 3600);
  const checks = rateDeliverability(await gatherFacts(ctx, sender));
  const checkedAt = await ctx.transaction(async (tx) => {
    orNotFound(await findAccount(tx, id));
    return saveDeliverability(tx, id, checks);
  });
  return present(checks, checkedAt);
}

const MOST_DOMAINS = 50;
const DOMAINS_AT_A_TIME = 5;

/**
 * What DNS says about the domains that the connected mailboxes of all organizations send from, the busiest first, at most fifty; null of
 * one that could not be asked about.
 */
export async function checkSendingDomains(
  system: SystemContext,
): Promise<{ domain: string; mailboxes: number; found: AccountDeliverability | null }[]> {
  const domains = await system.systemTransaction((tx) => listSendingDomains(tx, MOST_DOMAINS));
  const asked = [];
  for (let first = 0; first < domains.length; first += DOMAINS_AT_A_TIME)
    asked.push(
      ...(await Promise.all(
        domains.slice(first, first + DOMAINS_AT_A_TIME).map(async ({ domain, mailboxes, ...sender }) => ({
          domain,
          mailboxes,
          found: await checkDeliverability(system.forOrganization(sender.organization_id), sender.id, false).catch(
            () => null,
          ),
        })),
      )),
    );
  return asked;
}

/** Remembers under which selector mail of a mailbox' own domain is signed; a mail of anybody else changes nothing. */
export async function rememberDkimSelector(
  tx: Pick<TransactionContext, 'db' | 'organization'>,
  mailbox: { account_id: number; email: string },
  signatures: readonly string[],
): Promise<void> {
  const domain = emailDomain(mailbox.email);
  const selector = domain && findDkimSelector(signatures, domain);
  if (selector) await rememberSelector(tx, mailbox.account_id, selector);
}

async function loadSender(tx: TransactionContext, id: number) {
  const row = orNotFound(await findAccount(tx, id));
  const domain = row.email && emailDomain(row.email);
  if (!isEmailAccount(row.account_type) || !domain)
    throw new ApiError('bad_request', { reason: 'Only email accounts have a deliverability check.' });
  const connection = row.account_type === 'IMAP' ? await getStoredConnection(tx, id) : null;
  const known = await findDeliverability(tx, id);
  const sender: Sender = {
    row,
    domain,
    smtp: connection?.type === 'IMAP' ? connection.smtp : null,
    selectors: known?.seen_selectors ?? [],
  };
  return { sender, known };
}

async function gatherFacts(ctx: Ctx, sender: Sender): Promise<DeliverabilityFacts> {
  const { domain, smtp } = sender;
  const dns = ctx.ports.dns.openFor(smtp && `${smtp.host}:${smtp.port}`);
  const signal = AbortSignal.timeout(DEADLINE_IN_MS);
  const provider = findProvider(sender.row.account_type, smtp?.host ?? null);
  const [server, spf, dkim, dmarc, mx] = await Promise.all([
    smtp === null ? null : readServer(dns, smtp.host, signal),
    readSpf(dns, domain, signal),
    readDkim(dns, sender, provider, signal),
    readDmarc(dns, domain, signal),
    dns.findExchangers(domain, signal),
  ]);
  return {
    domain,
    is_free_mail: isFreeMail(`x@${domain}`),
    provider,
    smtp: smtp && server && { host: smtp.host, addresses: server.addresses },
    reverse: server?.reverse ?? [],
    spf,
    dkim,
    dmarc,
    mx,
  };
}

function findProvider(type: AccountType, host: string | null): SendingProvider | null {
  if (host !== null) return findSendingProvider(host);
  if (type === 'GOOGLE') return findSendingProvider('smtp.gmail.com');
  return type === 'MICROSOFT' ? findSendingProvider('smtp.office365.com') : null;
}

/** The addresses of a mail server, their names, and whether those names lead back. */
async function readServer(dns: DnsLookups, host: string, signal: AbortSignal) {
  const addresses = await dns.findAddresses(host, signal);
  const reverse = await Promise.all(
    addresses.records.slice(0, MOST_ADDRESSES).map(async (address) => {
      const answer = await dns.findNames(address, signal);
      const [name] = answer.records;
      if (name === undefined) return { address, answer, confirms: answer.status === 'unknown' ? null : false };
      const back = await dns.findAddresses(name, signal);
      return { address, answer, confirms: back.status === 'unknown' ? null : back.records.includes(address) };
    }),
  );
  return { addresses, reverse };
}

/** Asks what the policy still lacks until it is complete. */
export async function readSpf(dns: DnsLookups, domain: string, signal: AbortSignal): Promise<SpfPolicy> {
  const answers = new Map<string, DnsAnswer>();
  const ask = ({ kind, name }: SpfQuestion): Promise<DnsAnswer> => {
    if (kind === 'txt') return dns.findTexts(name, signal);
    return kind === 'mx' ? dns.findExchangers(name, signal) : dns.findAddresses(name, signal);
  };
  let policy = readSpfPolicy(domain, answers);
  for (let round = 0; round < MOST_ROUNDS && policy.missing.length > 0; round += 1) {
    const asked = await Promise.all(policy.missing.map(async (question) => [question, await ask(question)] as const));
    for (const [question, answer] of asked) answers.set(questionKey(question), answer);
    policy = readSpfPolicy(domain, answers);
  }
  return policy;
}

function readDkim(dns: DnsLookups, sender: Sender, provider: SendingProvider | null, signal: AbortSignal) {
  return Promise.all(
    selectorsToTry(sender.selectors, provider).map(async (selector) => ({
      selector,
      is_seen: sender.selectors.includes(selector),
      answer: await dns.findTexts(`${selector}._domainkey.${sender.domain}`, signal),
    })),
  );
}

function readDmarc(dns: DnsLookups, domain: string, signal: AbortSignal) {
  const above = registrableDomain(domain);
  const domains = above === null || above === domain ? [domain] : [domain, above];
  return Promise.all(
    domains.map(async (name) => ({ domain: name, answer: await dns.findTexts(`_dmarc.${name}`, signal) })),
  );
}
