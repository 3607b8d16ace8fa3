import type { Prospect } from '@overture/contract/prospects';
import {
  buildCandidates,
  type EmailCandidate,
  PATTERN_ACCEPT_CONFIDENCE,
  rankPatterns,
} from '@overture/domain/leads/email-patterns';
import type { Context } from '../../../kernel/context.ts';
import { isSuppressed } from '../../suppression-rules/index.ts';
import { type Colleague, type KnownDomain, rememberStep } from './contacts.store.ts';
import {
  findCompanyDomain,
  type LookupStep,
  MOST_PROBES,
  PROBED_CONFIDENCE,
  type StepResult,
  toQuestion,
  UNCHECKED_DOMAIN_PENALTY,
} from './lookup.rules.ts';
import { findMailDomain, rememberAcceptsAll } from './mail-domains.service.ts';
import type { ReadColleagues } from './own-steps.service.ts';

type Ctx = Pick<Context, 'transaction' | 'organization' | 'ports' | 'clock'>;

/**
 * Guesses the address by the company's address pattern: derived from known addresses there, checked with DNS and, if the installation
 * allows it, with the mail server. Accepted from PATTERN_ACCEPT_CONFIDENCE on.
 */
export function guessByPattern(
  ctx: Ctx,
  prospect: Prospect,
  colleagues: ReadColleagues,
  signal: AbortSignal,
): LookupStep {
  return {
    label: 'Address pattern of the company',
    async take() {
      const domain = findCompanyDomain(prospect);
      if (domain === null) return { outcome: 'skipped', detail: 'The domain of the company is not known.' };
      const candidates = await listCandidates(ctx, prospect, domain, await colleagues());
      const result = await verify(ctx, domain, candidates, signal);
      if (result.outcome === 'found') await rememberGuess(ctx, prospect, result);
      return result;
    },
  };
}

/** Guesses that are neither another lead's address nor suppressed, most likely first: one, or as many as are checked with a mail server. */
async function listCandidates(
  ctx: Ctx,
  prospect: Prospect,
  domain: string,
  colleagues: readonly Colleague[],
): Promise<EmailCandidate[]> {
  const ranked = rankPatterns(colleagues.filter(({ is_evidence }) => is_evidence));
  const taken = new Set(colleagues.map(({ email }) => email));
  const free = buildCandidates(prospect, domain, ranked, 12).filter(({ email }) => !taken.has(email));
  const wanted = ctx.ports.contact_finder.can_probe ? MOST_PROBES : 1;
  return ctx.transaction(async (tx) => {
    const usable: EmailCandidate[] = [];
    for (const candidate of free) {
      if (usable.length === wanted) break;
      if (!(await isSuppressed(tx, ctx.organization.id, candidate.email))) usable.push(candidate);
    }
    return usable;
  });
}

async function verify(
  ctx: Ctx,
  domain: string,
  candidates: readonly EmailCandidate[],
  signal: AbortSignal,
): Promise<StepResult> {
  const best = candidates[0];
  if (best === undefined) return { outcome: 'not_found', detail: `No address at ${domain} can be made of this name.` };
  const { can_probe } = ctx.ports.contact_finder;
  const isLikely = best.confidence >= PATTERN_ACCEPT_CONFIDENCE;
  if (!isLikely && !can_probe) return { outcome: 'uncertain', detail: describeUncertainty(best, domain) };
  const mail = await findMailDomain(ctx, domain, signal);
  if (mail?.takes_mail === false) return { outcome: 'not_found', detail: `${domain} takes no mail.` };
  const asked = can_probe && mail !== null ? await checkWithServer(ctx, domain, mail, candidates, signal) : null;
  if (asked !== null) return asked;
  const confidence = best.confidence - (mail === null ? UNCHECKED_DOMAIN_PENALTY : 0);
  if (confidence < PATTERN_ACCEPT_CONFIDENCE)
    return { outcome: 'uncertain', detail: describeUncertainty(best, domain) };
  const server = mail?.exchangers[0];
  const detail = `${describe(best, domain)}${server ? ` Its mail server is ${server}.` : ''}`;
  return { outcome: 'found', value: best.email, confidence, detail };
}

/** The mail server's word on the guesses, one after the other; null where it has none that counts. */
async function checkWithServer(
  ctx: Ctx,
  domain: string,
  mail: KnownDomain,
  candidates: readonly EmailCandidate[],
  signal: AbortSignal,
): Promise<StepResult | null> {
  if (mail.accepts_all) return null;
  for (const { email } of candidates) {
    const word = await ctx.ports.contact_finder.probeMailbox(email, mail.exchangers, signal);
    if (word === 'accepts_all' || word === 'unknown') {
      if (word === 'accepts_all') await rememberAcceptsAll(ctx, domain, mail, true);
      return null;
    }
    await rememberAcceptsAll(ctx, domain, mail, false);
    if (word === 'exists')
      return {
        outcome: 'found',
        value: email,
        confidence: PROBED_CONFIDENCE,
        detail: `The mail server of ${domain} knows it.`,
      };
  }
  return { outcome: 'not_found', detail: `The mail server of ${domain} knows none of ${candidates.length} guesses.` };
}

/** A guess must not become evidence for the next one. */
async function rememberGuess(ctx: Ctx, prospect: Prospect, result: StepResult & { outcome: 'found' }): Promise<void> {
  const question = toQuestion('FIND_EMAIL', prospect);
  const key = { prospect_id: prospect.id, lookup: 'FIND_EMAIL', step: 'patterns', question } as const;
  const { value, confidence, detail } = result;
  await ctx.transaction((tx) => rememberStep(tx, key, { outcome: 'found', value, confidence, evidence: detail }));
}

function describe({ layout, matches, known }: EmailCandidate, domain: string): string {
  return `${matches} of ${known} known addresses at ${domain} are made as ${layout}@.`;
}

function describeUncertainty(best: EmailCandidate, domain: string): string {
  if (best.known === 0) return `No address at ${domain} is known to learn from.`;
  return `${describe(best, domain)} That is too little to be sure of.`;
}
