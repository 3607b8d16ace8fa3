import type { Prospect } from '@overture/contract/prospects';
import type { ContactLookup } from '@overture/domain/money/credits';
import type { Context } from '../../../kernel/context.ts';
import type { CellInput, CellOutcome } from '../../research/index.ts';
import { findUnusableName, type LookupStep, type StepResult, type TakenStep } from './lookup.rules.ts';
import {
  emailElsewhere,
  knownOnLead,
  loadColleaguesOnce,
  phoneElsewhere,
  withoutSuppressed,
} from './own-steps.service.ts';
import { guessByPattern } from './pattern-step.service.ts';
import { callProviders } from './provider-steps.service.ts';
import { websiteBySearch, websiteOfColleagues, websiteOfEmail } from './website-steps.service.ts';

type Ctx = Pick<Context, 'transaction' | 'organization' | 'ports' | 'clock' | 'log'>;

export interface LookupRequest {
  lookup: ContactLookup;
  lead: Prospect;
  /** Ends the look-up immediately; it then throws the signal's reason. */
  signal: AbortSignal;
}

export interface LookupResult {
  outcome: 'found' | 'not_found' | 'failed';
  value: string | null;
  /** 0 to 100; null where nothing was found. */
  confidence: number | null;
  /** Every step taken, in order. */
  steps: TakenStep[];
  /** Known to the organization before: costs nothing. */
  is_free: boolean;
  /** With `failed`: when it is worth another try; null where waiting does not help. */
  retry_at: Date | null;
  sources: { source: string; title: string }[];
}

/**
 * Finds a lead's email address, phone number or company website: known data first, then derived, then providers, cheapest first, until one
 * has a result. Does not change the lead. `failed` means that no step found anything and at least one could not run.
 */
export async function lookUpLead(ctx: Ctx, request: LookupRequest): Promise<LookupResult> {
  const taken: TakenStep[] = [];
  const failures: (StepResult & { outcome: 'failed' })[] = [];
  for (const step of listSteps(ctx, request)) {
    request.signal.throwIfAborted();
    const found = await step.take();
    const result = request.lookup === 'FIND_EMAIL' ? await withoutSuppressed(ctx, found) : found;
    taken.push({ label: step.label, outcome: result.outcome, detail: result.detail });
    if (result.outcome === 'found') return describeFound(result, taken);
    if (result.outcome === 'failed') failures.push(result);
  }
  const outcome = failures.length > 0 ? 'failed' : 'not_found';
  return { ...NOTHING, outcome, steps: taken, retry_at: earliestRetry(ctx, failures) };
}

/** Providers name instants of real time; queues run on the installation's clock. */
function earliestRetry(ctx: Pick<Ctx, 'clock'>, failures: readonly { retry_at: Date | null }[]): Date | null {
  const instants = failures.flatMap(({ retry_at }) => retry_at?.getTime() ?? []);
  return instants.length === 0 ? null : new Date(Math.min(...instants) + ctx.clock.offset_in_ms());
}

const NOTHING = { value: null, confidence: null, is_free: false, retry_at: null, sources: [] };

function describeFound(result: StepResult & { outcome: 'found' }, steps: TakenStep[]): LookupResult {
  const { value, confidence, is_free = false, source } = result;
  return { outcome: 'found', value, confidence, steps, is_free, retry_at: null, sources: source ? [source] : [] };
}

function listSteps(ctx: Ctx, { lookup, lead, signal }: LookupRequest): LookupStep[] {
  const colleagues = loadColleaguesOnce(ctx, lead);
  switch (lookup) {
    case 'FIND_EMAIL':
      return [
        knownOnLead(lead.email, 'address'),
        ...withUsableName(lead, [
          emailElsewhere(lead, colleagues),
          guessByPattern(ctx, lead, colleagues, signal),
          ...callProviders(ctx, 'email', lead, signal),
        ]),
      ];
    case 'FIND_PHONE':
      return [
        knownOnLead(lead.phone_number, 'number'),
        phoneElsewhere(ctx, lead, colleagues),
        ...withUsableName(lead, callProviders(ctx, 'phone', lead, signal)),
      ];
    case 'FIND_WEBSITE':
      return [
        knownOnLead(lead.company.website_url, 'website'),
        websiteOfColleagues(ctx, lead),
        websiteOfEmail(ctx, lead, signal),
        ...withUsableName({ company: lead.company }, [websiteBySearch(ctx, lead, signal)]),
      ];
  }
}

/** Nothing is guessed or bought for a garbled name: the result would be another person's, and paid for. */
function withUsableName(named: Parameters<typeof findUnusableName>[0], steps: LookupStep[]): LookupStep[] {
  const unusable = findUnusableName(named);
  if (unusable === null) return steps;
  const detail = `“${unusable}” contains broken characters. Correct the name, then look again.`;
  return [{ label: 'Name', take: async () => ({ outcome: 'failed', detail, retry_at: null }) }];
}

/** The worker for contact look-ups (see cell-work.rules): runs the steps and returns an outcome. */
export async function lookUpContact(ctx: Context, { task, prospect, signal }: CellInput): Promise<CellOutcome> {
  const lookup = task.data_enrichment_type;
  if (lookup === null) return { kind: 'failed', error: 'This task is not a contact look-up.' };
  const result = await lookUpLead(ctx, { lookup, lead: prospect, signal });
  const { steps, sources, confidence, is_free } = result;
  const last = steps.at(-1);
  if (result.outcome === 'found' && result.value !== null) {
    const explanation = last ? `${last.label}: ${last.detail}` : '';
    return { kind: 'found', output: result.value, explanation, sources, steps, confidence, is_free };
  }
  if (result.outcome === 'not_found')
    return { kind: 'not_found', explanation: describeMiss(steps), sources: [], steps, confidence: null };
  const reason = steps.findLast((step) => step.outcome === 'failed')?.detail ?? '';
  if (result.retry_at !== null) return { kind: 'postponed', until: result.retry_at, reason, steps };
  return { kind: 'failed', error: reason, steps };
}

function describeMiss(steps: readonly TakenStep[]): string {
  const asked = steps.filter(({ outcome }) => outcome !== 'skipped').length;
  return `Nothing was found in ${asked} ${asked === 1 ? 'step' : 'steps'}.`;
}
