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
  if (body.step === 1) return saveWebsite(ctx, body.has_website === false ? null : (body.website_url ?? null));
  if (body.step === 2) {
    const { name, product_description, icp_description, pain_points } = body;
    return pick(await saveKnowledgeBase(ctx, { name, product_description, icp_description, pain_points }));
  }
  const emails = (body.team_members ?? []).filter((email) => email?.trim());
  if (emails.length > 0) await inviteMembers(ctx, emails);
  return pick(await saveKnowledgeBase(ctx, {}));
}

async function saveWebsite(ctx: SessionContext, given: string | null): Promise<Known> {
  const website_url = given?.trim() || null;
  const stored = pick(await saveKnowledgeBase(ctx, { website_url, has_website: website_url !== null }));
  if (website_url === null) return stored;
  const nothing: Suggested = {};
  const tooLate = sleep(READING_LIMIT_IN_MS, nothing, { ref: false });
  const found = await Promise.race([suggest(ctx, website_url), tooLate]);
  return {
    name: found.name ?? stored.name,
    product_description: stored.product_description ?? found.product_description ?? null,
    icp_description: stored.icp_description ?? found.icp_description ?? null,
    pain_points: stored.pain_points ?? found.pain_points ?? null,
  };
}

/** What cannot be read is written by hand. */
async function suggest(ctx: SessionContext, website: string): Promise<Suggested> {
  try {
    const { suggestions } = await suggestFromWebsite(ctx, website);
    return Object.fromEntries(suggestions.map(({ field, text }) => [field, text]));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return {};
  }
}

function pick({ name, product_description, icp_description, pain_points }: Known): Known {
  return { name, product_description, icp_description, pain_points };
}
