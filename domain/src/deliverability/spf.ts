import { type IpRange, isInRange, parseRange } from '../addresses/ip-range.ts';
import { cutText } from '../text/text-bounds.ts';

/** The result of a DNS query. `none`: the name has no such records; `unknown`: no answer in time. */
export type DnsAnswer = { status: 'found' | 'none' | 'unknown'; records: readonly string[] };

/** `a` asks for IPv4 and IPv6 addresses, `mx` for names of mail exchangers. */
export type SpfQuestion = { kind: 'txt' | 'a' | 'mx'; name: string };

/** Look-ups a receiver makes for one record before it gives up (RFC 7208, 4.6.4). */
const SPF_MAX_LOOKUPS = 10;
/** Terms of one record that are read: far above what 10 look-ups and 64 KB can mean. */
const MAX_TERMS = 500;

export type SpfProblem =
  | { kind: 'several_records' | 'unreadable' | 'loop' | 'missing' | 'unanswered'; name: string }
  | { kind: 'too_many_lookups' };

/** A whole SPF policy, everything it includes taken in. */
export type SpfPolicy = {
  /** The domain's own record; null when it has none. */
  record: string | null;
  /** What holds for everybody else: `-` fail, `~` softfail, `?` neutral, `+` pass; null when nothing is said. */
  all: '-' | '~' | '?' | '+' | null;
  ranges: IpRange[];
  /** Every included name, at any depth. */
  includes: string[];
  lookups: number;
  /** Terms whose answer depends on the mail (macros, exists, ptr): whom they allow cannot be told beforehand. */
  has_unjudged: boolean;
  problems: SpfProblem[];
  /** What has to be asked before the policy is complete. */
  missing: SpfQuestion[];
};

export const questionKey = ({ kind, name }: SpfQuestion): string => `${kind} ${name}`;

type Walk = SpfPolicy & { answers: ReadonlyMap<string, DnsAnswer>; open: Set<string> };
type Term = { qualifier: '+' | '-' | '~' | '?'; name: string; value: string; prefix: string };

/**
 * Reads a domain's SPF policy from the answers known so far. Pure: the caller asks what is `missing` and calls again, until
 * nothing is. It ends however hostile the records are: no name is read inside itself, and nothing after the tenth
 * look-up counts.
 * @param answers by `questionKey`
 */
export function resolveSpfPolicy(domain: string, answers: ReadonlyMap<string, DnsAnswer>): SpfPolicy {
  const walk: Walk = {
    record: null,
    all: null,
    ranges: [],
    includes: [],
    lookups: 0,
    has_unjudged: false,
    problems: [],
    missing: [],
    answers,
    open: new Set(),
  };
  const own = resolveDomain(walk, domain, false);
  const { answers: _answers, open: _open, ...policy } = walk;
  return { ...policy, record: own?.record ?? null, all: own?.all ?? null };
}

/** True when the policy lets mail from this address pass. */
export function allowsAddress(policy: SpfPolicy, address: string): boolean {
  return policy.ranges.some((range) => isInRange(address, range));
}

function findSpfRecords(records: readonly string[]): string[] {
  return records.filter((record) => /^v=spf1(?: |$)/i.test(record));
}

function resolveDomain(
  walk: Walk,
  domain: string,
  isIncluded: boolean,
): { record: string; all: SpfPolicy['all'] } | null {
  const answer = ask(walk, { kind: 'txt', name: domain });
  if (answer === null) return null;
  const [record, second] = findSpfRecords(answer.records);
  if (record === undefined) {
    if (answer.status === 'unknown') walk.problems.push({ kind: 'unanswered', name: domain });
    else if (isIncluded) walk.problems.push({ kind: 'missing', name: domain });
    return null;
  }
  if (second !== undefined) walk.problems.push({ kind: 'several_records', name: domain });
  walk.open.add(domain);
  const all = evaluateRecord(walk, domain, record);
  walk.open.delete(domain);
  return { record, all };
}

function evaluateRecord(walk: Walk, domain: string, record: string): SpfPolicy['all'] {
  let all: SpfPolicy['all'] = null;
  let redirect: string | null = null;
  for (const text of record.split(/ +/, MAX_TERMS).slice(1)) {
    if (text === '') continue;
    const modifier = /^([a-z][a-z0-9_.-]*)=(.*)$/i.exec(text);
    if (modifier) {
      if (modifier[1]?.toLowerCase() === 'redirect') redirect = modifier[2] ?? '';
      continue;
    }
    const term = parseTerm(text);
    if (term === null) walk.problems.push({ kind: 'unreadable', name: cutText(text, 60) });
    else if (term.name === 'all') {
      all = term.qualifier;
      break;
    } else evaluateTerm(walk, domain, term);
  }
  // A redirect counts only where nothing is said about everybody else.
  if (all !== null || redirect === null) return all;
  return follow(walk, redirect)?.all ?? null;
}

function parseTerm(text: string): Term | null {
  const match = /^([+~?-]?)(all|include|ip4|ip6|a|mx|ptr|exists)(?::([^/]*))?((?:\/{1,2}\d{1,3}){0,2})$/i.exec(text);
  if (!match) return null;
  const [, qualifier = '', name = '', value = '', prefix = ''] = match;
  return { qualifier: (qualifier || '+') as Term['qualifier'], name: name.toLowerCase(), value, prefix };
}

function evaluateTerm(walk: Walk, domain: string, { qualifier, name, value, prefix }: Term): void {
  if (name === 'ip4' || name === 'ip6') addRange(walk, name, value + prefix, qualifier);
  else if (name === 'include') follow(walk, value);
  else if (name === 'exists' || name === 'ptr' || value.includes('%')) {
    if (countLookup(walk)) walk.has_unjudged = true;
  } else if (countLookup(walk)) {
    const target = expandName(walk, value === '' ? domain : value);
    if (target !== null) addHosts(walk, name === 'mx' ? exchangersOf(walk, target) : [target], qualifier, prefix);
  }
}

function addRange(walk: Walk, name: string, text: string, qualifier: Term['qualifier']): void {
  const range = parseRange(text);
  if (range === null) walk.problems.push({ kind: 'unreadable', name: cutText(`${name}:${text}`, 60) });
  else if (qualifier === '+') walk.ranges.push(range);
}

/** Reads another domain's record in place: an include or a redirect. */
function follow(walk: Walk, value: string): { record: string; all: SpfPolicy['all'] } | null {
  if (!countLookup(walk)) return null;
  if (value.includes('%')) {
    walk.has_unjudged = true;
    return null;
  }
  const name = expandName(walk, value);
  if (name === null) return null;
  if (walk.open.has(name)) {
    walk.problems.push({ kind: 'loop', name });
    return null;
  }
  if (!walk.includes.includes(name)) walk.includes.push(name);
  return resolveDomain(walk, name, true);
}

function addHosts(walk: Walk, hosts: readonly string[], qualifier: string, prefix: string): void {
  const bits4 = /^\/(\d+)/.exec(prefix)?.[1];
  const bits6 = /\/\/(\d+)$/.exec(prefix)?.[1];
  for (const host of hosts.slice(0, SPF_MAX_LOOKUPS)) {
    for (const address of ask(walk, { kind: 'a', name: host })?.records ?? []) {
      const bits = address.includes(':') ? bits6 : bits4;
      const range = parseRange(bits ? `${address}/${bits}` : address);
      if (range !== null && qualifier === '+') walk.ranges.push(range);
    }
  }
}

function exchangersOf(walk: Walk, domain: string): readonly string[] {
  return (ask(walk, { kind: 'mx', name: domain })?.records ?? []).flatMap((host) => expandName(walk, host) ?? []);
}

/** A name that can be asked for, in lower case; null (and a problem) for anything else a record may contain. */
function expandName(walk: Walk, text: string): string | null {
  const name = text.toLowerCase().replace(/\.$/, '');
  if (name.length <= 253 && /^[a-z0-9_](?:[a-z0-9_-]{0,62})(?:\.[a-z0-9_][a-z0-9_-]{0,62})+$/.test(name)) return name;
  walk.problems.push({ kind: 'unreadable', name: cutText(text, 60) });
  return null;
}

function countLookup(walk: Walk): boolean {
  walk.lookups += 1;
  if (walk.lookups === SPF_MAX_LOOKUPS + 1) walk.problems.push({ kind: 'too_many_lookups' });
  return walk.lookups <= SPF_MAX_LOOKUPS;
}

function ask(walk: Walk, question: SpfQuestion): DnsAnswer | null {
  const answer = walk.answers.get(questionKey(question));
  if (answer !== undefined) return answer;
  if (!walk.missing.some((other) => questionKey(other) === questionKey(question))) walk.missing.push(question);
  return null;
}
