import { isPrivateIp } from '../addresses/ip-range.ts';
import { cutText } from '../text/text-bounds.ts';
import type { SendingProvider } from './sending-providers.ts';
import { allowsAddress, type DnsAnswer, type SpfPolicy, type SpfProblem } from './spf.ts';

export const DELIVERABILITY_CHECKS = ['spf', 'dkim', 'dmarc', 'mx', 'reverse_dns'] as const;
type DeliverabilityCheckId = (typeof DELIVERABILITY_CHECKS)[number];
export const CHECK_STATUSES = ['pass', 'warn', 'fail', 'unknown'] as const;
export type CheckStatus = (typeof CHECK_STATUSES)[number];

/** What was found and what to do about it, in words; `record` is the DNS record to publish, where one can be told. */
export type DeliverabilityCheck = {
  id: DeliverabilityCheckId;
  status: CheckStatus;
  found: string;
  advice: string | null;
  record: { type: 'TXT'; name: string; value: string } | null;
};

/**
 * What the records of a sender's domain mean for its campaign mails. `exempt`: the organization can't change them (a
 * mail provider's domain, or a private one); `unknown`: no DNS answer.
 */
export type AuthenticationVerdict = 'passed' | 'failed' | 'unknown' | 'exempt';

/** So long a record that was right may be wrong before campaign mails wait for it. */
export const AUTHENTICATION_GRACE_IN_HOURS = 72;

/** Until when campaign emails leave although the records of the domain are wrong; null where they wait, or nothing is wrong. */
export function findGraceEnd(heldFrom: Date | null, now: Date): string | null {
  return heldFrom !== null && heldFrom > now ? heldFrom.toISOString() : null;
}

/** Everything the judgement needs; gathered by the server from DNS. */
export type DeliverabilityFacts = {
  /** The part after the @ of the sender. */
  domain: string;
  /** True for a domain of a public mailbox provider: its records are not the user's to change. */
  is_free_mail: boolean;
  provider: SendingProvider | null;
  /** The server that takes our mail, and its addresses; null for mailboxes reached through their provider's own interface. */
  smtp: { host: string; addresses: DnsAnswer } | null;
  spf: SpfPolicy;
  /**
   * TXT records under `<selector>._domainkey.<domain>`. `is_seen`: the selector was found in a real mail of this
   * domain.
   */
  dkim: { selector: string; is_seen: boolean; answer: DnsAnswer }[];
  /** Of the domain itself, then of the registered domain above it, which holds where there is none. */
  dmarc: { domain: string; answer: DnsAnswer }[];
  mx: DnsAnswer;
  /**
   * Reverse names of the server's addresses; `confirms`: the name resolves back to the address, null when DNS did not
   * answer.
   */
  reverse: { address: string; answer: DnsAnswer; confirms: boolean | null }[];
};

type Verdict = Omit<DeliverabilityCheck, 'id'>;
const MAX_SHOWN = 160;

/** Checks what DNS says about a sender's domain, in the order in which receivers look. */
export function rateDeliverability(facts: DeliverabilityFacts): DeliverabilityCheck[] {
  const verdicts: Record<DeliverabilityCheckId, Verdict> = {
    spf: checkSpf(facts),
    dkim: checkDkim(facts),
    dmarc: checkDmarc(facts),
    mx: checkMx(facts),
    reverse_dns: checkReverse(facts),
  };
  return DELIVERABILITY_CHECKS.map((id) => ({ id, ...adaptToFreeMail(facts, verdicts[id]) }));
}

/** The worst of several: fail, warn, unknown, pass. */
export function worstStatus(checks: readonly Pick<DeliverabilityCheck, 'status'>[]): CheckStatus {
  const order: readonly CheckStatus[] = ['fail', 'warn', 'unknown'];
  return order.find((status) => checks.some((check) => check.status === status)) ?? 'pass';
}

/** Only the provider can change records of gmail.com, so the advice is to use an own domain. */
function adaptToFreeMail(facts: DeliverabilityFacts, verdict: Verdict): Verdict {
  if (!facts.is_free_mail || verdict.advice === null) return verdict;
  const advice = `${facts.domain} belongs to a mail provider, which alone can change this. Send from a domain of your own.`;
  return { ...verdict, advice, record: null };
}

const says = (status: CheckStatus, found: string, advice: string | null = null, record: Verdict['record'] = null) => ({
  status,
  found,
  advice,
  record,
});

const noAnswer = (what: string): Verdict =>
  says('unknown', `No name server answered about ${what} in time.`, 'Check again in a minute.');

/** Text of a record as it may be shown: nothing invisible, nothing long. */
function quote(text: string): string {
  const clean = cutText(text, 4 * MAX_SHOWN).replace(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, ' ');
  return `“${clean.length > MAX_SHOWN ? `${cutText(clean, MAX_SHOWN)}…` : clean}”`;
}

function checkSpf(facts: DeliverabilityFacts): Verdict {
  const { spf, domain, provider } = facts;
  const breaking = spf.problems.find(({ kind }) => kind !== 'unanswered');
  if (spf.record === null) {
    if (spf.problems.some(({ kind }) => kind === 'unanswered')) return noAnswer(`SPF of ${domain}`);
    return says(
      'fail',
      `${domain} has no SPF record.`,
      'Publish one that names the servers you send from.',
      adviseSpf(facts),
    );
  }
  const found = `${domain} says ${quote(spf.record)}`;
  if (breaking)
    return says('fail', `${found}, which receivers ignore: ${nameProblem(breaking)}.`, adviseRepair(breaking));
  if (spf.all === '+')
    return says('fail', `${found}: it lets everybody send in your name.`, 'Replace “+all” with “~all”.');
  if (spf.problems.length > 0) return noAnswer(`parts of the SPF record of ${domain}`);
  if (provider !== null && spf.record !== null) {
    if (provider.spf.some((name) => spf.includes.includes(name)) || coversServer(facts) === 'yes')
      return checkEnd(spf, `${found}; it names ${provider.label}, through which this sender's mail leaves.`);
    return says(
      'fail',
      `${found}; it does not name ${provider.label}, through which this sender's mail leaves.`,
      ...add(facts),
    );
  }
  return checkServer(facts, found);
}

/** Where the provider is not known, the record must allow the addresses of the server itself. */
function checkServer(facts: DeliverabilityFacts, found: string): Verdict {
  const covers = coversServer(facts);
  const host = facts.smtp?.host ?? 'your mail server';
  if (covers === 'yes') return checkEnd(facts.spf, `${found}; it names ${host}.`);
  if (covers === 'unknown') return says('unknown', `${found}. We can't check from here whether it names ${host}.`);
  // Mail may leave by another machine than the one that takes it from us, so this is no proof.
  return says('warn', `${found}; it does not name ${host}, which takes this sender's mail.`, ...add(facts));
}

function checkEnd(spf: SpfPolicy, found: string): Verdict {
  if (spf.all === '-' || spf.all === '~') return says('pass', found);
  return says('warn', `${found} It says nothing about other servers.`, 'End the record with “~all”.');
}

function coversServer({ spf, smtp }: DeliverabilityFacts): 'yes' | 'no' | 'unknown' {
  if (smtp === null || smtp.addresses.records.length === 0) return 'unknown';
  if (smtp.addresses.records.some((address) => allowsAddress(spf, address))) return 'yes';
  return spf.has_unjudged || smtp.addresses.records.every(isPrivateIp) ? 'unknown' : 'no';
}

const add = (facts: DeliverabilityFacts): [string, Verdict['record']] => [
  'Add what is missing to the one SPF record of the domain; a second record would make both void.',
  adviseSpf(facts),
];

/** The record with what is missing put in, before its end; null where it is too long to be sure of. */
function adviseSpf({ domain, spf, provider, smtp }: DeliverabilityFacts): Verdict['record'] {
  const [include] = provider?.spf ?? [];
  const addresses = (smtp?.addresses.records ?? []).filter((address) => !isPrivateIp(address)).slice(0, 4);
  const own = addresses.map((address) => `${address.includes(':') ? 'ip6' : 'ip4'}:${address}`);
  const term = include ? `include:${include}` : own.join(' ') || 'mx';
  if (spf.record === null) return { type: 'TXT', name: domain, value: `v=spf1 ${term} ~all` };
  if (spf.record.length > 400) return null;
  const terms = spf.record
    .replace(/[^\x20-\x7e]/g, '')
    .split(/ +/)
    .slice(1)
    .filter((text) => text !== '');
  const end = terms.findIndex((text) => /^(?:[+~?-]?all$|redirect=)/i.test(text));
  terms.splice(end < 0 ? terms.length : end, 0, term);
  return { type: 'TXT', name: domain, value: ['v=spf1', ...terms, ...(end < 0 ? ['~all'] : [])].join(' ') };
}

function nameProblem(problem: SpfProblem): string {
  if (problem.kind === 'too_many_lookups') return 'it needs more than 10 look-ups';
  const name = quote(problem.name);
  return {
    several_records: `there is more than one SPF record at ${name}`,
    unreadable: `${name} cannot be read`,
    loop: `${name} includes itself`,
    missing: `${name}, which it includes, has no SPF record`,
    unanswered: `${name} did not answer`,
  }[problem.kind];
}

function adviseRepair({ kind }: SpfProblem): string {
  if (kind === 'too_many_lookups') return 'Remove includes of services you no longer use.';
  if (kind === 'several_records') return 'Merge them into one record.';
  return kind === 'unreadable' ? 'Correct or remove that part.' : 'Remove that include, or ask its owner to repair it.';
}

type DkimKey = DeliverabilityFacts['dkim'][number] & { key: string };

function listKeys(dkim: DeliverabilityFacts['dkim']): DkimKey[] {
  return dkim.flatMap((entry): DkimKey[] => {
    const key = entry.answer.records.find((record) => /(?:^|;)\s*p\s*=/i.test(record) && record.length < 10_000);
    return key === undefined ? [] : [{ ...entry, key }];
  });
}

/** Names under which a valid key is published. */
export function listWorkingSelectors(dkim: DeliverabilityFacts['dkim']): string[] {
  return listKeys(dkim).flatMap(({ key, selector }) => (isRevoked(key) || isTooShort(key) ? [] : [selector]));
}

function checkDkim({ domain, dkim, provider }: DeliverabilityFacts): Verdict {
  const found = listKeys(dkim);
  const working = found.filter(({ key }) => !isRevoked(key));
  const seen = dkim.filter(({ is_seen }) => is_seen);
  const inUse = working.find(({ is_seen }) => is_seen);
  const setUp = `Switch DKIM signing on ${provider ? `at ${provider.label}` : 'at your mail provider'} and publish the key it gives you.`;
  if (inUse) return checkKey(inUse, `Mail of ${domain} is signed; its key is published as ${quote(inUse.selector)}.`);
  const [first] = working;
  if (first) return checkKey(first, `A key is published as ${quote(first.selector)}.`);
  if (found[0]) return says('fail', `The key published as ${quote(found[0].selector)} is revoked.`, setUp);
  if (seen[0] && seen.every(({ answer }) => answer.status === 'none'))
    return says(
      'fail',
      `Mail of ${domain} is signed with ${quote(seen[0].selector)}, but no such key is published.`,
      setUp,
    );
  if (dkim.every(({ answer }) => answer.status === 'unknown')) return noAnswer(`DKIM keys of ${domain}`);
  const tried = `No DKIM key was found under the ${dkim.length} names that are usual. One under another name cannot be found.`;
  return says('warn', tried, `${setUp} Without DKIM much of your mail lands in spam.`);
}

const parseKey = (record: string): string => (/(?:^|;)\s*p\s*=\s*([^;]*)/i.exec(record)?.[1] ?? '').replace(/\s/g, '');
const isRevoked = (record: string): boolean => parseKey(record) === '';

const isTooShort = (record: string): boolean =>
  !/(?:^|;)\s*k\s*=\s*ed25519/i.test(record) && parseKey(record).length < 200;

/** A 1024-bit RSA key takes 216 characters of base64, a 2048-bit one 392. */
function checkKey({ key, selector }: DkimKey, found: string): Verdict {
  if (isTooShort(key))
    return says('fail', `${found} It is shorter than 1024 bits.`, 'Replace it with one of 2048 bits.');
  if (/(?:^|;)\s*t\s*=[^;]*\by\b/i.test(key))
    return says('warn', `${found} It is marked as a test (t=y).`, `Remove t=y from the record of ${quote(selector)}.`);
  return says('pass', found);
}

function checkDmarc({ domain, dmarc }: DeliverabilityFacts): Verdict {
  const policies = dmarc.flatMap((entry) =>
    entry.answer.records.filter((text) => /^v\s*=\s*DMARC1\b/i.test(text)).map((text) => ({ ...entry, text })),
  );
  const [policy] = policies;
  const record = { type: 'TXT', name: `_dmarc.${domain}`, value: 'v=DMARC1; p=none' } as const;
  if (!policy) {
    if (dmarc.some(({ answer }) => answer.status === 'unknown')) return noAnswer(`DMARC of ${domain}`);
    const why =
      'Google, Yahoo and Microsoft demand one of those who send much. Start with this record, which only watches.';
    return says('fail', `${domain} has no DMARC record.`, why, record);
  }
  const found = `${policy.domain} says ${quote(policy.text)}`;
  if (policies.filter((other) => other.domain === policy.domain).length > 1)
    return says(
      'fail',
      `${policy.domain} has more than one DMARC record; receivers ignore them all.`,
      'Keep one of them.',
    );
  const isParent = policy.domain !== domain;
  const word = parseTag(policy.text, isParent ? 'sp' : 'p') ?? parseTag(policy.text, 'p');
  if (word === 'quarantine' || word === 'reject') return says('pass', `${found}.`);
  if (word === 'none')
    return says('pass', `${found}. It only watches; move on to “p=quarantine” once SPF and DKIM pass.`);
  return says('fail', `${found}, whose policy cannot be read.`, 'Give it “p=none”, “p=quarantine” or “p=reject”.');
}

const parseTag = (text: string, tag: string): string | undefined =>
  new RegExp(`(?:^|;)\\s*${tag}\\s*=\\s*([a-z]+)`, 'i').exec(cutText(text, 2000))?.[1]?.toLowerCase();

function checkMx({ domain, mx }: DeliverabilityFacts): Verdict {
  const names = mx.records.filter((name) => name !== '' && name !== '.');
  if (mx.status === 'unknown') return noAnswer(`mail servers of ${domain}`);
  if (names.length > 0) {
    const more = names.length > 3 ? ` and ${names.length - 3} more` : '';
    return says('pass', `Mail to ${domain} goes to ${names.slice(0, 3).map(quote).join(', ')}${more}.`);
  }
  const found = mx.records.length > 0 ? `${domain} says that it takes no mail.` : `${domain} has no mail server (MX).`;
  return says(
    'fail',
    found,
    'Publish the MX records of your mail provider; otherwise replies and bounces never arrive.',
  );
}

function checkReverse({ provider, smtp, reverse }: DeliverabilityFacts): Verdict {
  if (provider)
    return says('pass', `Mail leaves through ${provider.label}, which names its own servers. Nothing to do.`);
  if (smtp === null) return says('unknown', 'The server through which mail leaves is not known.');
  if (smtp.addresses.status === 'unknown') return noAnswer(smtp.host);
  if (smtp.addresses.records.length === 0)
    return says('fail', `${smtp.host} has no address.`, 'Check the SMTP server of this sender.');
  const good = reverse.find(({ confirms }) => confirms === true);
  const name = good?.answer.records[0];
  if (good && name) return says('pass', `${good.address} is named ${quote(name)}, and the name leads back to it.`);
  if (reverse.every(({ address }) => isPrivateIp(address)))
    return says('unknown', `${smtp.host} has a private address; the one that receivers see is not known here.`);
  if (reverse.some(({ answer, confirms }) => answer.status === 'unknown' || confirms === null))
    return noAnswer(`the name of ${smtp.host}`);
  return classifyUnnamed(reverse);
}

function classifyUnnamed(reverse: DeliverabilityFacts['reverse']): Verdict {
  const named = reverse.find(({ answer }) => answer.records.length > 0);
  const ask =
    'Ask the operator of the server to set a reverse DNS name for its address, and to make that name resolve back to it.';
  // The server that takes our mail may hand it to another one, which then is what receivers look at.
  if (!named) return says('warn', `${reverse[0]?.address ?? 'The server'} has no name (PTR).`, ask);
  return says(
    'warn',
    `${named.address} is named ${quote(named.answer.records[0] ?? '')}, but that name does not lead back.`,
    ask,
  );
}
