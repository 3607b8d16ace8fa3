import { isPrivateIp } from '../addresses/ip-range.ts';
import { type Phrase, phrase, type Sentence, saySentence } from '../text/say.ts';
import { cutText } from '../text/text-bounds.ts';
import {
  type CheckStatus,
  DELIVERABILITY_CHECKS,
  type DeliverabilityCheck,
  type DeliverabilityCheckId,
  type DeliverabilityFacts,
} from './deliverability.ts';
import { allowsAddress, type SpfPolicy, type SpfProblem } from './spf.ts';

interface Verdict extends Pick<DeliverabilityCheck, 'status' | 'record'> {
  found: Sentence;
  advice: Sentence | null;
}
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
  return DELIVERABILITY_CHECKS.map((id) => toCheck(id, adaptToFreeMail(facts, verdicts[id])));
}

const toCheck = (id: DeliverabilityCheckId, { found, advice, ...verdict }: Verdict): DeliverabilityCheck => ({
  id,
  ...verdict,
  found: saySentence(found),
  advice: advice && saySentence(advice),
  found_sentence: found,
  advice_sentence: advice,
});

/** Only the provider can change records of gmail.com, so the advice is to use an own domain. */
function adaptToFreeMail(facts: DeliverabilityFacts, verdict: Verdict): Verdict {
  if (!facts.is_free_mail || verdict.advice === null) return verdict;
  const advice = phrase(
    '{domain} belongs to a mail provider, which alone can change this. Send from a domain of your own.',
    { domain: facts.domain },
  );
  return { ...verdict, advice, record: null };
}

const says = (
  status: CheckStatus,
  found: Sentence,
  advice: Sentence | null = null,
  record: Verdict['record'] = null,
): Verdict => ({ status, found, advice, record });

const noAnswer = (what: Phrase): Verdict =>
  says(
    'unknown',
    phrase('No name server answered about {what} in time.', { what }),
    phrase('Check again in a minute.'),
  );

/** Text of a record as it may be shown: nothing invisible, nothing long. */
function show(text: string): string {
  const clean = cutText(text, 4 * MAX_SHOWN).replace(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, ' ');
  return clean.length > MAX_SHOWN ? `${cutText(clean, MAX_SHOWN)}…` : clean;
}

function checkSpf(facts: DeliverabilityFacts): Verdict {
  const { spf, domain, provider } = facts;
  const breaking = spf.problems.find(({ kind }) => kind !== 'unanswered');
  if (spf.record === null) {
    if (spf.problems.some(({ kind }) => kind === 'unanswered')) return noAnswer(phrase('SPF of {domain}', { domain }));
    return says(
      'fail',
      phrase('{domain} has no SPF record.', { domain }),
      phrase('Publish one that names the servers you send from.'),
      adviseSpf(facts),
    );
  }
  const said = { domain, record: show(spf.record) };
  if (breaking) {
    const problem = nameProblem(breaking);
    const found = phrase('{domain} says “{record}”, which receivers ignore: {problem}.', { ...said, problem });
    return says('fail', found, adviseRepair(breaking));
  }
  if (spf.all === '+') {
    const found = phrase('{domain} says “{record}”: it lets everybody send in your name.', said);
    return says('fail', found, phrase('Replace “+all” with “~all”.'));
  }
  if (spf.problems.length > 0) return noAnswer(phrase('parts of the SPF record of {domain}', { domain }));
  return provider === null ? checkServer(facts, said) : checkProvider(facts, { ...said, provider: provider.label });
}

interface Said {
  domain: string;
  record: string;
}

function checkProvider(facts: DeliverabilityFacts, said: Said & { provider: string }): Verdict {
  const { spf, provider } = facts;
  if (provider?.spf.some((name) => spf.includes.includes(name)) || coversServer(facts) === 'yes')
    return checkEnd(
      spf,
      phrase("{domain} says “{record}”; it names {provider}, through which this sender's mail leaves.", { ...said }),
    );
  return says(
    'fail',
    phrase("{domain} says “{record}”; it does not name {provider}, through which this sender's mail leaves.", {
      ...said,
    }),
    ...add(facts),
  );
}

/** Where the provider is not known, the record must allow the addresses of the server itself. */
function checkServer(facts: DeliverabilityFacts, said: Said): Verdict {
  const covers = coversServer(facts);
  const host = facts.smtp?.host;
  if (host === undefined)
    return says(
      'unknown',
      phrase("{domain} says “{record}”. We can't check from here whether it names your mail server.", { ...said }),
    );
  const known = { ...said, host };
  if (covers === 'yes') return checkEnd(facts.spf, phrase('{domain} says “{record}”; it names {host}.', known));
  if (covers === 'unknown')
    return says(
      'unknown',
      phrase("{domain} says “{record}”. We can't check from here whether it names {host}.", known),
    );
  // Mail may leave by another machine than the one that takes it from us, so this is no proof.
  return says(
    'warn',
    phrase("{domain} says “{record}”; it does not name {host}, which takes this sender's mail.", known),
    ...add(facts),
  );
}

function checkEnd(spf: SpfPolicy, found: Phrase): Verdict {
  if (spf.all === '-' || spf.all === '~') return says('pass', found);
  return says(
    'warn',
    phrase('{found} It says nothing about other servers.', { found }),
    phrase('End the record with “~all”.'),
  );
}

function coversServer({ spf, smtp }: DeliverabilityFacts): 'yes' | 'no' | 'unknown' {
  if (smtp === null || smtp.addresses.records.length === 0) return 'unknown';
  if (smtp.addresses.records.some((address) => allowsAddress(spf, address))) return 'yes';
  return spf.has_unjudged || smtp.addresses.records.every(isPrivateIp) ? 'unknown' : 'no';
}

const add = (facts: DeliverabilityFacts): [Phrase, Verdict['record']] => [
  phrase('Add what is missing to the one SPF record of the domain; a second record would make both void.'),
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

function nameProblem(problem: SpfProblem): Phrase {
  if (problem.kind === 'too_many_lookups') return phrase('it needs more than 10 look-ups');
  const name = show(problem.name);
  return {
    several_records: phrase('there is more than one SPF record at “{name}”', { name }),
    unreadable: phrase('“{name}” cannot be read', { name }),
    loop: phrase('“{name}” includes itself', { name }),
    missing: phrase('“{name}”, which it includes, has no SPF record', { name }),
    unanswered: phrase('“{name}” did not answer', { name }),
  }[problem.kind];
}

function adviseRepair({ kind }: SpfProblem): Phrase {
  if (kind === 'too_many_lookups') return phrase('Remove includes of services you no longer use.');
  if (kind === 'several_records') return phrase('Merge them into one record.');
  return kind === 'unreadable'
    ? phrase('Correct or remove that part.')
    : phrase('Remove that include, or ask its owner to repair it.');
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
  const setUp = provider
    ? phrase('Switch DKIM signing on at {provider} and publish the key it gives you.', { provider: provider.label })
    : phrase('Switch DKIM signing on at your mail provider and publish the key it gives you.');
  const named = (entry: { selector: string } | undefined) => ({ domain, selector: show(entry?.selector ?? '') });
  if (inUse)
    return checkKey(inUse, phrase('Mail of {domain} is signed; its key is published as “{selector}”.', named(inUse)));
  const [first] = working;
  if (first) return checkKey(first, phrase('A key is published as “{selector}”.', named(first)));
  if (found[0]) return says('fail', phrase('The key published as “{selector}” is revoked.', named(found[0])), setUp);
  if (seen[0] && seen.every(({ answer }) => answer.status === 'none')) {
    return says(
      'fail',
      phrase('Mail of {domain} is signed with “{selector}”, but no such key is published.', named(seen[0])),
      setUp,
    );
  }
  if (dkim.every(({ answer }) => answer.status === 'unknown'))
    return noAnswer(phrase('DKIM keys of {domain}', { domain }));
  return says(
    'warn',
    phrase('No DKIM key was found under the {count} names that are usual. One under another name cannot be found.', {
      count: dkim.length,
    }),
    phrase('{advice} Without DKIM much of your mail lands in spam.', { advice: setUp }),
  );
}

const parseKey = (record: string): string => (/(?:^|;)\s*p\s*=\s*([^;]*)/i.exec(record)?.[1] ?? '').replace(/\s/g, '');
const isRevoked = (record: string): boolean => parseKey(record) === '';

const isTooShort = (record: string): boolean =>
  !/(?:^|;)\s*k\s*=\s*ed25519/i.test(record) && parseKey(record).length < 200;

/** A 1024-bit RSA key takes 216 characters of base64, a 2048-bit one 392. */
function checkKey({ key, selector }: DkimKey, found: Phrase): Verdict {
  if (isTooShort(key))
    return says(
      'fail',
      phrase('{found} It is shorter than 1024 bits.', { found }),
      phrase('Replace it with one of 2048 bits.'),
    );
  if (/(?:^|;)\s*t\s*=[^;]*\by\b/i.test(key))
    return says(
      'warn',
      phrase('{found} It is marked as a test (t=y).', { found }),
      phrase('Remove t=y from the record of “{selector}”.', { selector: show(selector) }),
    );
  return says('pass', found);
}

function checkDmarc({ domain, dmarc }: DeliverabilityFacts): Verdict {
  const policies = dmarc.flatMap((entry) =>
    entry.answer.records.filter((text) => /^v\s*=\s*DMARC1\b/i.test(text)).map((text) => ({ ...entry, text })),
  );
  const [policy] = policies;
  const record = { type: 'TXT', name: `_dmarc.${domain}`, value: 'v=DMARC1; p=none' } as const;
  if (!policy) {
    if (dmarc.some(({ answer }) => answer.status === 'unknown'))
      return noAnswer(phrase('DMARC of {domain}', { domain }));
    const why = phrase(
      'Google, Yahoo and Microsoft demand one of those who send much. Start with this record, which only watches.',
    );
    return says('fail', phrase('{domain} has no DMARC record.', { domain }), why, record);
  }
  const said = { domain: policy.domain, record: show(policy.text) };
  if (policies.filter((other) => other.domain === policy.domain).length > 1)
    return says(
      'fail',
      phrase('{domain} has more than one DMARC record; receivers ignore them all.', { domain: policy.domain }),
      phrase('Keep one of them.'),
    );
  const isParent = policy.domain !== domain;
  const word = parseTag(policy.text, isParent ? 'sp' : 'p') ?? parseTag(policy.text, 'p');
  if (word === 'quarantine' || word === 'reject') return says('pass', phrase('{domain} says “{record}”.', said));
  if (word === 'none')
    return says(
      'pass',
      phrase('{domain} says “{record}”. It only watches; move on to “p=quarantine” once SPF and DKIM pass.', said),
    );
  return says(
    'fail',
    phrase('{domain} says “{record}”, whose policy cannot be read.', said),
    phrase('Give it “p=none”, “p=quarantine” or “p=reject”.'),
  );
}

const parseTag = (text: string, tag: string): string | undefined =>
  new RegExp(`(?:^|;)\\s*${tag}\\s*=\\s*([a-z]+)`, 'i').exec(cutText(text, 2000))?.[1]?.toLowerCase();

function checkMx({ domain, mx }: DeliverabilityFacts): Verdict {
  const names = mx.records.filter((name) => name !== '' && name !== '.');
  if (mx.status === 'unknown') return noAnswer(phrase('mail servers of {domain}', { domain }));
  if (names.length > 0) {
    const servers = names
      .slice(0, 3)
      .map((name) => `“${show(name)}”`)
      .join(', ');
    const count = names.length - 3;
    return says(
      'pass',
      count > 0
        ? phrase('Mail to {domain} goes to {servers} and {count} more.', { domain, servers, count })
        : phrase('Mail to {domain} goes to {servers}.', { domain, servers }),
    );
  }
  return says(
    'fail',
    mx.records.length > 0
      ? phrase('{domain} says that it takes no mail.', { domain })
      : phrase('{domain} has no mail server (MX).', { domain }),
    phrase('Publish the MX records of your mail provider; otherwise replies and bounces never arrive.'),
  );
}

function checkReverse({ provider, smtp, reverse }: DeliverabilityFacts): Verdict {
  if (provider)
    return says(
      'pass',
      phrase('Mail leaves through {provider}, which names its own servers. Nothing to do.', {
        provider: provider.label,
      }),
    );
  if (smtp === null) return says('unknown', phrase('The server through which mail leaves is not known.'));
  const { host, addresses } = smtp;
  if (addresses.status === 'unknown') return noAnswer(phrase('{host}', { host }));
  if (addresses.records.length === 0)
    return says('fail', phrase('{host} has no address.', { host }), phrase('Check the SMTP server of this sender.'));
  const good = reverse.find(({ confirms }) => confirms === true);
  const name = good?.answer.records[0];
  if (good && name)
    return says(
      'pass',
      phrase('{address} is named “{name}”, and the name leads back to it.', {
        address: good.address,
        name: show(name),
      }),
    );
  if (reverse.every(({ address }) => isPrivateIp(address)))
    return says(
      'unknown',
      phrase('{host} has a private address; the one that receivers see is not known here.', { host }),
    );
  if (reverse.some(({ answer, confirms }) => answer.status === 'unknown' || confirms === null))
    return noAnswer(phrase('the name of {host}', { host }));
  return classifyUnnamed(reverse);
}

function classifyUnnamed(reverse: DeliverabilityFacts['reverse']): Verdict {
  const named = reverse.find(({ answer }) => answer.records.length > 0);
  const ask = phrase(
    'Ask the operator of the server to set a reverse DNS name for its address, and to make that name resolve back to it.',
  );
  // The server that takes our mail may hand it to another one, which then is what receivers look at.
  if (!named) {
    const address = reverse[0]?.address;
    const found =
      address === undefined
        ? phrase('The server has no name (PTR).')
        : phrase('{address} has no name (PTR).', { address });
    return says('warn', found, ask);
  }
  return says(
    'warn',
    phrase('{address} is named “{name}”, but that name does not lead back.', {
      address: named.address,
      name: show(named.answer.records[0] ?? ''),
    }),
    ask,
  );
}
