import { setTimeout as sleep } from 'node:timers/promises';
import type { EndpointOutput } from '@overture/contract/endpoint';
import type { onboardingEndpoints } from '@overture/contract/onboarding';
import { ApiError } from '../../kernel/errors.ts';
import type { HandlerInput, SessionContext } from '../../kernel/slice.ts';
import { suggestFromWebsite } from '../knowledge-base/index.ts';
import { inviteMembers } from '../members/index.ts';
import { saveKnowledgeBase } from '../organization/index.ts';

type Step = typeof onboardingEndpoints.saveOnboardingStep;
type Known = EndpointOutput<Step>;
type Suggested = Partial<Record<keyof Known, string>>;

/** A user waits before an empty form: the rest is left to them. */
const READING_LIMIT_IN_MS = 12_000;

/** Saves what a step asked. Texts of the website are suggested, never stored: the next step shows them to be changed. */
export async function saveStep(ctx: SessionContext, body: HandlerInput<Step>['body']): Promise<Known> {
  if (body.step === 1) {
    const website_url = body.has_website === false ? null : body.website_url?.trim() || null;
    return saveWebsite(ctx, website_url, body.keep_website === true);
  }
  if (body.step === 2) {
    const { name, product_description, icp_description, pain_points } = body;
    return pick(await saveKnowledgeBase(ctx, { name, product_description, icp_description, pain_points }));
  }
  const emails = (body.team_members ?? []).filter((email) => email?.trim());
  if (emails.length > 0) await inviteMembers(ctx, emails);
  return pick(await saveKnowledgeBase(ctx, {}));
}

/** Mistyped addresses are common: one that can't be read is stored only when the user keeps it. @throws website_unreadable */
async function saveWebsite(ctx: SessionContext, website_url: string | null, isKept: boolean): Promise<Known> {
  const nothing: Suggested = {};
  const tooLate = sleep(READING_LIMIT_IN_MS, nothing, { ref: false });
  const isRead = website_url !== null && !isKept;
  const found = isRead ? await Promise.race([suggest(ctx, website_url), tooLate]) : nothing;
  const stored = pick(await saveKnowledgeBase(ctx, { website_url, has_website: website_url !== null }));
  return {
    name: found.name ?? stored.name,
    product_description: stored.product_description ?? found.product_description ?? null,
    icp_description: stored.icp_description ?? found.icp_description ?? null,
    pain_points: stored.pain_points ?? found.pain_points ?? null,
  };
}

/** What the model can't summarize is written by hand. */
async function suggest(ctx: SessionContext, website: string): Promise<Suggested> {
  try {
    const { suggestions } = await suggestFromWebsite(ctx, website);
    return Object.fromEntries(suggestions.map(({ field, text }) => [field, text]));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code !== 'website_unreadable') return {};
    const reason = `Couldn't read ${website}. Check the address, or choose Next again to keep it.`;
    throw new ApiError('website_unreadable', {}, { website_url: reason });
  }
}

function pick({ name, product_description, icp_description, pain_points }: Known): Known {
  return { name, product_description, icp_description, pain_points };
}
