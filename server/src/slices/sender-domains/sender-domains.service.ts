import type { DnsLookups } from '@overture/adapters/dns/dns.port';
import type { AccountDeliverability } from '@overture/contract/deliverability';
import { type AccountType, isEmailAccount } from '@overture/domain/accounts';
import { emailDomain } from '@overture/domain/addresses/email-address';
import { isFreeMail } from '@overture/domain/addresses/free-mail';
import { registrableDomain } from '@overture/domain/addresses/registrable-domain';
import {
  type AuthenticationFacts,
  isExempt,
  judgeAuthentication,
} from '@overture/domain/deliverability/authentication';
import type { BlocklistResult } from '@overture/domain/deliverability/blocklists';
import { findGraceEnd, worstStatus } from '@overture/domain/deliverability/deliverability';
import { findDkimSelector, parseSelector } from '@overture/domain/deliverability/dkim';
import { listWorkingSelectors, rateDeliverability } from '@overture/domain/deliverability/dns-checks';
import {
  findSendingProvider,
  type SendingProvider,
  selectorsToTry,
} from '@overture/domain/deliverability/sending-providers';
import {
  type DnsAnswer,
  questionKey,
  resolveSpfPolicy,
  type SpfPolicy,
  type SpfQuestion,
} from '@overture/domain/deliverability/spf';
import type { Context, SystemContext, TransactionContext } from '../../kernel/context.ts';
import { ApiError, orNotFound } from '../../kernel/errors.ts';
import { runUnits } from '../../kernel/rounds/rounds.ts';
import { type AccountRow, findAccount } from '../accounts/index.ts';
import { getStoredConnection } from '../mailbox-connections/index.ts';
import { areBlocklistsDue, findListings } from './blocklists.service.ts';
import {
  claimDueDomains,
  DOMAINS_LOOP,
  findDeliverability,
  freeFromDomain,
  holdForDomain,
  listSendingDomains,
  rememberSelector,
  saveDeliverability,
  saveListings,
} from './sender-domains.store.ts';

const KEEP_IN_SECONDS = 3600;
/** A repeated request within this time gets the stored result, to spare the name servers. */
const SOONEST_REFRESH_IN_SECONDS = 10;
const DEADLINE_IN_MS = 8000;
/** Rounds of resolving SPF: each looks up at least one name, and at most ten count. */
const MOST_ROUNDS = 12;
const MOST_ADDRESSES = 4;
const checksPerHour = 300;

type Ctx = Pick<Context, 'transaction' | 'ports' | 'rate_limits' | 'organization' | 'config'>;
type Sender = {
  row: AccountRow;
  domain: string;
  smtp: { host: string; port: number } | null;
  selectors: string[];
  /** Under which a key was published before. */
  known: string | null;
  /** Blocklists were not asked about it for a day. */
  asks_blocklists: boolean;
};

/**
 * A sender's domain records: looked up at most once an hour, or on `refresh`.
 * @throws not_found, bad_request for senders that are no mailboxes, rate_limited
 */
export async function checkDeliverability(ctx: Ctx, id: number, refresh: boolean): Promise<AccountDeliverability> {
  const { sender, known, now } = await ctx.transaction((tx) => loadSender(tx, id));
  const keep = refresh ? SOONEST_REFRESH_IN_SECONDS : KEEP_IN_SECONDS;
  if (known?.checks && known.checked_at && known.age_in_seconds !== null && known.age_in_seconds < keep)
    return present(sender, known.checks, known.checked_at, now);
  await ctx.rate_limits.spend('deliverability', String(ctx.organization.id), checksPerHour, 3600);
  return lookUpDns(ctx, sender);
}

function present(
  { row, domain }: Pick<Sender, 'row' | 'domain'>,
  checks: AccountDeliverability['checks'],
  checkedAt: Date,
  now: Date,
): AccountDeliverability {
  return {
    account_id: row.id,
    domain,
    status: worstStatus(checks),
    checked_at: checkedAt.toISOString(),
    checks,
    hold_reason: row.domain_hold_reason,
    grace_until: findGraceEnd(row.domain_held_from, now),
  };
}

/** Looks up DNS, stores the result, and holds or releases campaign mail from the mailbox. */
async function lookUpDns(ctx: Ctx, sender: Sender): Promise<AccountDeliverability> {
  const facts = await gatherFacts(ctx, sender);
  const checks = rateDeliverability(facts);
  const judged = judgeAuthentication(facts, checks, sender.known);
  const listings = await checkBlocklists(ctx, sender, facts);
  return ctx.transaction(async (tx) => {
    const { id } = orNotFound(await findAccount(tx, sender.row.id));
    const checkedAt = await saveDeliverability(tx, id, checks, judged);
    if (listings) await saveListings(tx, id, listings);
    const hasChanged = await holdForDomain(tx, id, judged);
    const row = orNotFound(await findAccount(tx, id));
    if (hasChanged) {
      tx.events.emit({ type: 'account_limits_changed', account_id: id });
      tx.live.publish('account_status', { account_id: id, status: row.status });
    }
    return present({ row, domain: sender.domain }, checks, checkedAt, tx.clock.now());
  });
}

/** Null where no list is asked now. Addresses of a mail provider are shared: only an own mail server's say something about the sender. */
async function checkBlocklists(
  ctx: Ctx,
  sender: Sender,
  { domain, provider, smtp, is_free_mail }: AuthenticationFacts,
): Promise<BlocklistResult[] | null> {
  const lists = ctx.config.BLOCKLISTS;
  if (lists.length === 0 || !sender.asks_blocklists || is_free_mail) return null;
  const addresses = provider === null && smtp ? smtp.addresses.records : [];
  return findListings(dnsOf(ctx, sender), lists, { domain, addresses });
}

/**
 * Stores the DKIM selector a user entered and checks DNS again. A selector without a key is refused: stored, it would only hold their mail.
 * @throws not_found, bad_request for senders that are no mailboxes, validation_failed, rate_limited
 */
export async function setDkimSelector(ctx: Ctx, id: number, text: string): Promise<AccountDeliverability> {
  const selector = parseSelector(text);
  const refuse = (words: string) => new ApiError('validation_failed', {}, { dkim_selector: words });
  if (selector === null) throw refuse('must be the name before “._domainkey”');
  const { sender } = await ctx.transaction((tx) => loadSender(tx, id));
  await ctx.rate_limits.spend('deliverability', String(ctx.organization.id), checksPerHour, 3600);
  const name = `${selector}._domainkey.${sender.domain}`;
  const answer = await dnsOf(ctx, sender).findTexts(name, AbortSignal.timeout(DEADLINE_IN_MS));
  if (answer.status === 'unknown') throw refuse(`must be checked first: no name server answered for ${name} in time`);
  if (listWorkingSelectors([{ selector, is_seen: true, answer }]).length === 0)
    throw refuse(`must have a key: no valid key was found at ${name}`);
  await ctx.transaction((tx) => rememberSelector(tx, id, selector));
  return lookUpDns(ctx, { ...sender, selectors: [selector, ...sender.selectors] });
}

const DUE_AT_A_TIME = 20;
const ASKED_AT_ONCE = 5;

/** Checks the domains of newly connected mailboxes and of those not checked for a day (an hour while there is a problem). */
export async function checkDueDomains(system: SystemContext, signal: AbortSignal): Promise<void> {
  const due = await system.systemTransaction((tx) => claimDueDomains(tx, DUE_AT_A_TIME));
  await runUnits(
    system,
    {
      loop: DOMAINS_LOOP,
      units: due.map((mailbox) => ({ ...mailbox, key: String(mailbox.id) })),
      share: DUE_AT_A_TIME,
      at_once: ASKED_AT_ONCE,
      time_box_in_ms: 60_000,
      run: (mailbox) => checkSenderDomain(system, mailbox),
    },
    signal,
  );
}

/** A mailbox that was removed in between has no domain to check. */
async function checkSenderDomain(
  system: SystemContext,
  mailbox: { id: number; organization_id: number },
): Promise<void> {
  const ctx = system.forOrganization(mailbox.organization_id);
  try {
    const { sender } = await ctx.transaction((tx) => loadSender(tx, mailbox.id));
    if (isExempt(sender.domain, isFreeMail(`x@${sender.domain}`))) {
      await ctx.transaction((tx) => freeFromDomain(tx, mailbox.id));
      return;
    }
    await lookUpDns(ctx, sender);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    system.log.debug({ err: error, account_id: mailbox.id }, 'domain check failed');
  }
}

const MOST_DOMAINS = 50;
const DOMAINS_AT_A_TIME = 5;

/** Domain records of all organizations' connected mailboxes, busiest domains first, at most fifty; null for a failed look-up. */
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

/** Stores the DKIM selector seen in mail from a mailbox's own domain; mail from other domains changes nothing. */
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
    // Selectors confirmed by DNS come first: the sender of a mail can name any selector.
    selectors: [...new Set([...(known?.dkim_selector ? [known.dkim_selector] : []), ...(known?.seen_selectors ?? [])])],
    known: known?.dkim_selector ?? null,
    asks_blocklists: areBlocklistsDue(known),
  };
  return { sender, known, now: tx.clock.now() };
}

const dnsOf = (ctx: Pick<Ctx, 'ports'>, { smtp }: Pick<Sender, 'smtp'>): DnsLookups =>
  ctx.ports.dns.openFor(smtp && `${smtp.host}:${smtp.port}`);

async function gatherFacts(ctx: Ctx, sender: Sender): Promise<AuthenticationFacts> {
  const { domain, smtp } = sender;
  const dns = dnsOf(ctx, sender);
  const signal = AbortSignal.timeout(DEADLINE_IN_MS);
  const provider = findProvider(sender.row.account_type, smtp?.host ?? null);
  const [server, spf, dkim, dmarc, mx, own] = await Promise.all([
    smtp === null ? null : lookUpServer(dns, smtp.host, signal),
    lookUpSpf(dns, domain, signal),
    lookUpDkim(dns, sender, provider, signal),
    lookUpDmarc(dns, domain, signal),
    dns.findExchangers(domain, signal),
    dns.findAddresses(domain, signal),
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
    own,
  };
}

function findProvider(type: AccountType, host: string | null): SendingProvider | null {
  if (host !== null) return findSendingProvider(host);
  if (type === 'GOOGLE') return findSendingProvider('smtp.gmail.com');
  return type === 'MICROSOFT' ? findSendingProvider('smtp.office365.com') : null;
}

/** The addresses of a mail server, their names, and whether those names lead back. */
async function lookUpServer(dns: DnsLookups, host: string, signal: AbortSignal) {
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

/** Looks up the missing parts of the policy until it is complete. */
export async function lookUpSpf(dns: DnsLookups, domain: string, signal: AbortSignal): Promise<SpfPolicy> {
  const answers = new Map<string, DnsAnswer>();
  const ask = ({ kind, name }: SpfQuestion): Promise<DnsAnswer> => {
    if (kind === 'txt') return dns.findTexts(name, signal);
    return kind === 'mx' ? dns.findExchangers(name, signal) : dns.findAddresses(name, signal);
  };
  let policy = resolveSpfPolicy(domain, answers);
  for (let round = 0; round < MOST_ROUNDS && policy.missing.length > 0; round += 1) {
    const asked = await Promise.all(policy.missing.map(async (question) => [question, await ask(question)] as const));
    for (const [question, answer] of asked) answers.set(questionKey(question), answer);
    policy = resolveSpfPolicy(domain, answers);
  }
  return policy;
}

function lookUpDkim(dns: DnsLookups, sender: Sender, provider: SendingProvider | null, signal: AbortSignal) {
  return Promise.all(
    selectorsToTry(sender.selectors, provider).map(async (selector) => ({
      selector,
      is_seen: sender.selectors.includes(selector),
      answer: await dns.findTexts(`${selector}._domainkey.${sender.domain}`, signal),
    })),
  );
}

function lookUpDmarc(dns: DnsLookups, domain: string, signal: AbortSignal) {
  const above = registrableDomain(domain);
  const domains = above === null || above === domain ? [domain] : [domain, above];
  return Promise.all(
    domains.map(async (name) => ({ domain: name, answer: await dns.findTexts(`_dmarc.${name}`, signal) })),
  );
}
