import { isPublicDomain } from '../addresses/registrable-domain.ts';
import { cutText } from '../text/text-bounds.ts';
import type { AuthenticationVerdict, DeliverabilityCheck, DeliverabilityFacts } from './deliverability.ts';
import { listWorkingSelectors } from './dns-checks.ts';
import type { DnsAnswer } from './spf.ts';

/** `own`: addresses of the domain itself, for whether it exists at all. */
export type AuthenticationFacts = DeliverabilityFacts & { own: DnsAnswer };

export interface Authentication {
  verdict: AuthenticationVerdict;
  /** What is missing and what to enter, in words; null unless it failed. */
  reason: string | null;
  /** Selector of a key found for this sender's signature, if known. From then on the key is required. */
  dkim_selector: string | null;
}

type Part = 'spf' | 'dkim' | 'dmarc';
const PARTS: readonly Part[] = ['spf', 'dkim', 'dmarc'];
/** `open`: DNS answered, but the result can't be verified from outside; it blocks nothing. */
type CheckResult = 'good' | 'bad' | 'open' | 'unanswered';

const MAX_REASON = 900;

/** True where the organization can't publish records for the domain; DNS is not queried. */
export function isExempt(domain: string, isFreeMail: boolean): boolean {
  return isFreeMail || !isPublicDomain(domain);
}

/**
 * Whether campaign mails may leave in the name of a domain (docs/decisions/0206). An unanswered query blocks nothing,
 * and neither does DKIM under an unknown selector.
 * @param known a name under which a key of the domain was published before; null for none
 */
export function judgeAuthentication(
  facts: AuthenticationFacts,
  checks: readonly DeliverabilityCheck[],
  known: string | null,
): Authentication {
  const working = listWorkingSelectors(facts.dkim);
  const dkim_selector = findUsedSelector(facts, working, known);
  if (isExempt(facts.domain, facts.is_free_mail)) return { verdict: 'exempt', reason: null, dkim_selector };
  if (!hasAnyRecord(facts)) return { verdict: 'unknown', reason: null, dkim_selector };
  const dkim = rateDkim(facts, working, known);
  const results: Record<Part, CheckResult> = {
    spf: rateSpf(facts, checks, working.length > 0),
    dkim,
    dmarc: rateDmarc(checks),
  };
  const bad = PARTS.filter((part) => results[part] === 'bad');
  if (bad.length > 0) return { verdict: 'failed', reason: describe(facts, bad, checks, known), dkim_selector };
  const isAnswered = PARTS.every((part) => results[part] !== 'unanswered');
  return { verdict: isAnswered ? 'passed' : 'unknown', reason: null, dkim_selector };
}

/** A key found by guessing a selector may be a leftover of another service; losing it blocks nothing. */
function findUsedSelector({ dkim, provider }: DeliverabilityFacts, working: readonly string[], known: string | null) {
  if (known !== null && working.includes(known)) return known;
  const isUsed = (selector: string) =>
    provider?.selectors.includes(selector) || dkim.some((entry) => entry.is_seen && entry.selector === selector);
  return working.find(isUsed) ?? null;
}

/** A name without any record is one that these name servers do not know: a private network, or no way to the internet. */
function hasAnyRecord({ mx, own, spf, dmarc, dkim }: AuthenticationFacts): boolean {
  const answers = [mx, own, ...dmarc.map(({ answer }) => answer), ...dkim.map(({ answer }) => answer)];
  return spf.record !== null || answers.some(({ status }) => status === 'found');
}

const statusOf = (checks: readonly DeliverabilityCheck[], part: Part) =>
  checks.find(({ id }) => id === part)?.status ?? 'unknown';

function rateSpf({ spf }: DeliverabilityFacts, checks: readonly DeliverabilityCheck[], isSigned: boolean): CheckResult {
  if (spf.problems.some(({ kind }) => kind === 'unanswered')) return 'unanswered';
  const status = statusOf(checks, 'spf');
  if (status !== 'fail') return status === 'unknown' ? 'open' : 'good';
  if (spf.record === null || spf.all === '+' || spf.problems.length > 0) return 'bad';
  // The record doesn't name the provider's include, but it may list its servers one by one or use a macro.
  return spf.has_unjudged || isSigned ? 'open' : 'bad';
}

function rateDkim(
  { dkim, provider }: DeliverabilityFacts,
  working: readonly string[],
  known: string | null,
): CheckResult {
  if (working.length > 0) return 'good';
  const fixed = provider?.has_fixed_selectors === true ? provider.selectors : [];
  const names = known === null ? fixed : [known];
  if (names.length === 0) return 'open';
  const asked = dkim.filter(({ selector }) => names.includes(selector));
  return asked.some(({ answer }) => answer.status === 'unknown') ? 'unanswered' : 'bad';
}

function rateDmarc(checks: readonly DeliverabilityCheck[]): CheckResult {
  const status = statusOf(checks, 'dmarc');
  if (status === 'fail') return 'bad';
  return status === 'unknown' ? 'unanswered' : 'good';
}

function describe(
  facts: DeliverabilityFacts,
  bad: readonly Part[],
  checks: readonly DeliverabilityCheck[],
  known: string | null,
): string {
  const sentences = bad.flatMap((part) => {
    const check = checks.find(({ id }) => id === part);
    if (!check) return [];
    const found = part === 'dkim' ? describeDkim(facts, known) : check.found;
    return [`${found} ${instruct(check)}`.trim()];
  });
  return cutText(sentences.join(' '), MAX_REASON);
}

function describeDkim({ domain, provider }: DeliverabilityFacts, known: string | null): string {
  if (known !== null) return `The DKIM key of ${domain} is gone: “${known}._domainkey.${domain}”.`;
  const names = (provider?.selectors ?? []).map((name) => `“${name}._domainkey.${domain}”`);
  return `${domain} has no DKIM key under ${names.join(' or ')}.`;
}

function instruct({ advice, record }: DeliverabilityCheck): string {
  return record === null ? (advice ?? '') : `Enter in your DNS: ${record.type} ${record.name} “${record.value}”.`;
}
