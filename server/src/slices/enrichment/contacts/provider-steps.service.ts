import type {
  ContactAnswer,
  ContactKind,
  ContactProvider,
} from '@overture/adapters/contact-finder/contact-finder.port';
import { isProviderError } from '@overture/adapters/kit/errors';
import type { Prospect } from '@overture/contract/prospects';
import type { ContactLookup } from '@overture/domain/money/credits';
import type { Context } from '../../../kernel/context.ts';
import { type RememberedStep, recallStep, rememberStep } from './contacts.store.ts';
import {
  daysBefore,
  findCompanyDomain,
  type LookupStep,
  MEMORY_IN_DAYS,
  PROVIDER_ACCEPT_CONFIDENCE,
  type StepResult,
  toQuestion,
} from './lookup.rules.ts';

type Ctx = Pick<Context, 'transaction' | 'ports' | 'clock' | 'log'>;

const LOOKUPS: Record<ContactKind, ContactLookup> = { email: 'FIND_EMAIL', phone: 'FIND_PHONE' };

/** After a failure that is the provider's own, it may be tried again. */
const RETRY_IN_MS = 30_000;

/** The installation's providers, the cheapest first; one step that says so where there is none. */
export function callProviders(ctx: Ctx, kind: ContactKind, prospect: Prospect, signal: AbortSignal): LookupStep[] {
  const providers = ctx.ports.contact_finder.listProviders(kind);
  if (providers.length > 0) return providers.map((provider) => callProvider(ctx, provider, kind, prospect, signal));
  const detail = 'No provider of contact data is configured.';
  return [{ label: 'Providers', take: async () => ({ outcome: 'skipped', detail }) }];
}

/** Runs one provider. Its result is stored before it is used: after a crash the same question is not paid for again. */
function callProvider(
  ctx: Ctx,
  provider: ContactProvider,
  kind: ContactKind,
  prospect: Prospect,
  signal: AbortSignal,
): LookupStep {
  const lookup = LOOKUPS[kind];
  const { id, label } = provider.manifest;
  const key = { prospect_id: prospect.id, lookup, step: id, question: toQuestion(lookup, prospect) };
  return {
    label,
    async take() {
      const known = await ctx.transaction((tx) => recallStep(tx, key));
      if (known !== undefined && isFresh(known, ctx.clock.now())) return verify(toContactAnswer(known), known.asked_at);
      try {
        const answer = await ask(provider, kind, prospect, signal);
        await ctx.transaction((tx) => rememberStep(tx, key, toRememberedStep(answer)));
        return verify(answer, null);
      } catch (error) {
        signal.throwIfAborted();
        return describeFailure(ctx, error, label);
      }
    },
  };
}

async function ask(
  provider: ContactProvider,
  kind: ContactKind,
  prospect: Prospect,
  signal: AbortSignal,
): Promise<ContactAnswer> {
  const { first_name, last_name, linkedin_profile_url: linkedin_url, company } = prospect;
  const person = {
    first_name,
    last_name,
    linkedin_url,
    company: { name: company.name, domain: findCompanyDomain(prospect) },
  };
  const call = kind === 'email' ? provider.findEmail : provider.findPhone;
  return (await call?.({ person, signal })) ?? { outcome: 'not_found', evidence: 'It does not look this up.' };
}

function verify(answer: ContactAnswer, asked_at: Date | null): StepResult {
  const since = asked_at === null ? '' : ` Asked on ${asked_at.toISOString().slice(0, 10)}.`;
  if (answer.outcome === 'not_found') return { outcome: 'not_found', detail: answer.evidence + since };
  const { value, confidence, evidence } = answer;
  if (confidence >= PROVIDER_ACCEPT_CONFIDENCE)
    return { outcome: 'found', value, confidence, detail: evidence + since };
  const doubt = `It suggests one with a confidence of ${confidence}; ${PROVIDER_ACCEPT_CONFIDENCE} is needed.`;
  return { outcome: 'uncertain', detail: doubt + since };
}

function isFresh(known: RememberedStep, now: Date): boolean {
  return known.asked_at > daysBefore(now, MEMORY_IN_DAYS[known.outcome]);
}

function toContactAnswer({ outcome, value, confidence, evidence }: RememberedStep): ContactAnswer {
  return outcome === 'found' && value !== null
    ? { outcome, value, confidence: confidence ?? 0, evidence }
    : { outcome: 'not_found', evidence };
}

function toRememberedStep(answer: ContactAnswer): Omit<RememberedStep, 'asked_at'> {
  const { outcome, evidence } = answer;
  return answer.outcome === 'found'
    ? { outcome, evidence, value: answer.value, confidence: answer.confidence }
    : { outcome, evidence, value: null, confidence: null };
}

/** A pause or a fault of its own passes; a refused key, a used-up account or a refused question does not. */
function describeFailure(ctx: Ctx, error: unknown, label: string): StepResult {
  if (!isProviderError(error)) {
    ctx.log.error({ err: error, provider: label }, 'a provider of contacts failed in an unknown way');
    return { outcome: 'failed', detail: 'It failed on our side.', retry_at: null };
  }
  const later = new Date(Date.now() + RETRY_IN_MS);
  const passes = (error.kind === 'rate_limited' && error.code !== 'quota') || error.kind === 'unavailable';
  return { outcome: 'failed', detail: error.reason, retry_at: passes ? (error.until ?? later) : null };
}
