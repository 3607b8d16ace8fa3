import { isProviderError } from '@overture/adapters/kit/errors';
import { canEditFlow } from '@overture/domain/campaign/transitions';
import { type FlowNode, findNode } from '@overture/domain/flow/flow';
import { stepKind } from '@overture/domain/flow/step-types';
import { DEFAULT_LANGUAGE, DEFAULT_TONE, type Language, type Tone } from '@overture/domain/message/languages';
import type { Context } from '../../../kernel/context.ts';
import { ApiError, orNotFound } from '../../../kernel/errors.ts';
import { findOrganization } from '../../organization/index.ts';
import { cleanBody, cleanSubject } from '../flow/flow.rules.ts';
import { listNodes } from '../flow/flow.store.ts';
import { findCampaign } from '../settings/campaigns.store.ts';
import { DRAFT_RULES, draftPrompt, draftSchema } from './draft.rules.ts';

/** Drafts of one organization within an hour: each costs the operator money and the user nothing. */
const PER_HOUR = 120;
const TIME_LIMIT_IN_MS = 60_000;

export interface DraftInput {
  language?: Language | null | undefined;
  tone_of_voice?: Tone | null | undefined;
}

type DraftedStep = Extract<FlowNode, { kind: 'step' }>;

/**
 * Drafts a step's message from the organization's knowledge base. Stores nothing: the user accepts or discards it.
 * @throws not_found, campaign_locked, bad_request for a step without a message, draft_failed, not_configured, rate_limited
 */
export async function draftMessage(
  ctx: Context,
  campaignId: number,
  stepId: number,
  input: DraftInput,
): Promise<{ subject_line: string; message: string }> {
  const step = await ctx.transaction(async (tx) => {
    const { status } = orNotFound(await findCampaign(tx, campaignId));
    const node = requireMessageStep(findNode(await listNodes(tx, campaignId), stepId));
    if (!canEditFlow(status)) throw new ApiError('campaign_locked');
    return node;
  });
  return writeDraft(ctx, step, input);
}

/** @throws not_found, bad_request for a step without a message */
export function requireMessageStep(node: FlowNode | undefined): DraftedStep {
  const step = orNotFound(node);
  if (step.kind !== 'step') throw new ApiError('not_found');
  if (!stepKind(step.type).is_message) throw new ApiError('bad_request', { reason: 'This step has no message.' });
  return step;
}

/** As `draftMessage`, for a step of a draft or of a working copy. @throws draft_failed, not_configured, rate_limited */
export async function writeDraft(
  ctx: Context,
  step: DraftedStep,
  { language, tone_of_voice }: DraftInput,
): Promise<{ subject_line: string; message: string }> {
  const self = orNotFound(await ctx.transaction((tx) => findOrganization(tx, tx.organization.id)));
  await ctx.rate_limits.spend('draft-message', String(ctx.organization.id), PER_HOUR, 3600);
  const { name, website_url, product_description, icp_description, usp_description } = self;
  const { case_studies, competitors, objections, pain_points } = self;
  const about = { name, website_url, product_description, icp_description, usp_description };
  const facts = { ...about, case_studies, competitors, objections, pain_points };
  try {
    const { object } = await ctx.ports.llm.generateObject({
      system: DRAFT_RULES,
      prompt: draftPrompt(step, language ?? DEFAULT_LANGUAGE, tone_of_voice ?? DEFAULT_TONE, facts),
      schema: draftSchema(step),
      schema_name: 'draft',
      max_output_tokens: 1500,
      timeout_in_ms: TIME_LIMIT_IN_MS,
    });
    const subject = stepKind(step.type).takes_subject ? cleanSubject(object.subject_line) : null;
    return { subject_line: subject ?? '', message: cleanBody(object.message.trim()) ?? '' };
  } catch (error) {
    // A missing setting says which one; everything else is one sentence.
    if (error instanceof ApiError) throw error;
    ctx.log.warn({ reason: isProviderError(error) ? error.message : String(error) }, 'drafting a message failed');
    throw new ApiError('draft_failed');
  }
}
