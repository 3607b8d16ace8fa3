import { isProviderError } from '@overture/adapters/kit/errors';
import { may } from '@overture/domain/access/permissions';
import { CHARACTER_LIMITS } from '@overture/domain/limits';
import { cutText } from '@overture/domain/text/text-bounds';
import type { Context } from '../../../kernel/context.ts';
import { ApiError } from '../../../kernel/errors.ts';
import type { SessionContext } from '../../../kernel/slice.ts';
import { type DraftFacts, type JudgedDraft, judgeDraft, type LeftOut } from '../../judged-drafts/index.ts';
import { getSetting } from '../../organization-settings/index.ts';
import { releaseDraftCredits, reserveDraftCredits, settleDraftCredits } from './draft-credits.service.ts';
import { type DraftInput, type DraftMaterial, gatherMaterial, prepareTask } from './draft-material.service.ts';
import { DRAFT_RULES, type DraftTask, modelDraftSchema, renderPrompt } from './draft-prompt.rules.ts';

/** Replies of one organization within an hour: a loop in a browser must not spend all its credits. */
const PER_HOUR = 240;
const TIME_LIMIT_IN_MS = 60_000;
const MAX_OUTPUT_TOKENS = 1_500;
const MAX_COMPLAINTS = 8;

export interface ComposedDraft {
  response: string;
  sources: string[];
  left_out: LeftOut[];
  pitches_after_refusal: boolean;
}

/**
 * Writes a draft of the next message of a conversation. Nothing is sent, and only its cost is stored; a draft whose sentences
 * all lack a source is refused and costs nothing. If the organization keeps replies from the model, users who may change that
 * setting confirm each draft, and others get none.
 * @throws nothing_to_answer, reply_not_confirmed, reply_kept_from_model, not_enough_credits, subscription_required,
 * reply_unsupported, reply_failed, not_configured, rate_limited
 */
export async function writeDraft(
  ctx: SessionContext,
  prospectId: number,
  input: DraftInput,
  signal: AbortSignal,
): Promise<ComposedDraft & { credits: number }> {
  await ctx.rate_limits.spend('generate-reply', String(ctx.organization.id), PER_HOUR, 3600);
  const { reservation, ...material } = await ctx.transaction(async (tx) => {
    if (!(await getSetting(tx, 'read_by_model'))) {
      if (!may(ctx.user, 'settings')) throw new ApiError('reply_kept_from_model');
      if (input.sends_conversation !== true) throw new ApiError('reply_not_confirmed');
    }
    const gathered = await gatherMaterial(tx, ctx.user.id, prospectId);
    return { ...gathered, reservation: await reserveDraftCredits(tx, gathered.campaign?.id ?? null) };
  });
  let isWritten = false;
  try {
    const composed = await composeDraft(ctx, material, input, signal);
    isWritten = true;
    return { ...composed, credits: await settleDraftCredits(ctx, reservation, prospectId) };
  } catch (error) {
    if (error instanceof ApiError) throw error;
    ctx.log.warn({ reason: isProviderError(error) ? error.message : String(error) }, 'draft failed');
    throw new ApiError('reply_failed');
  } finally {
    if (!isWritten) await releaseDraftCredits(ctx, reservation);
  }
}

/**
 * The model's draft, with only the sentences that its sources support.
 * @throws ApiError reply_unsupported, not_configured; ProviderError
 */
export async function composeDraft(
  ctx: Pick<Context, 'ports' | 'log'>,
  material: DraftMaterial,
  input: DraftInput,
  signal: AbortSignal,
): Promise<ComposedDraft> {
  const judged = await writeJudged(ctx, await prepareTask(material, input), signal);
  signal.throwIfAborted();
  return {
    response: cutText(judged.paragraphs.join('\n\n'), CHARACTER_LIMITS.chat_message),
    sources: judged.sources,
    left_out: [...new Set(judged.left_out.map(({ reason }) => reason))],
    pitches_after_refusal: material.is_refusal && judged.sources.length > 0,
  };
}

/** Asks once, and once more with what was wrong where sentences had to be left out; the better of both counts. */
async function writeJudged(
  ctx: Pick<Context, 'ports' | 'log'>,
  { task, asked }: { task: DraftTask; asked: DraftFacts },
  signal: AbortSignal,
): Promise<JudgedDraft> {
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(TIME_LIMIT_IN_MS)]);
  const first = await requestDraft(ctx, task, asked, [], deadline);
  if (first.left_out.length === 0 && first.says_something) return first;
  const complaints = first.left_out
    .slice(0, MAX_COMPLAINTS)
    .map(({ reason, text }) => `${COMPLAINTS[reason]} ${JSON.stringify(cutText(text, 300))}`);
  const second = await requestDraft(ctx, task, asked, complaints, deadline);
  const best = [second, first].find(({ says_something }) => says_something);
  if (best === undefined) throw new ApiError('reply_unsupported');
  return best;
}

const COMPLAINTS: Record<LeftOut, string> = {
  price: 'No source K or D says this price:',
  time: 'No source K or D says this time:',
  number: 'No source says this number:',
  claim: 'It says something of the sender without a source:',
  unsafe: 'It has links, markup or words of the contact that are not ours to say:',
};

async function requestDraft(
  ctx: Pick<Context, 'ports' | 'log'>,
  task: DraftTask,
  asked: DraftFacts,
  complaints: readonly string[],
  signal: AbortSignal,
): Promise<JudgedDraft> {
  const { object, usage } = await ctx.ports.llm.generateObject({
    system: DRAFT_RULES,
    prompt: renderPrompt(task, complaints),
    schema: modelDraftSchema,
    schema_name: 'reply',
    max_output_tokens: MAX_OUTPUT_TOKENS,
    timeout_in_ms: TIME_LIMIT_IN_MS,
    signal,
  });
  ctx.log.debug({ ...usage }, 'draft written');
  return judgeDraft(object, asked);
}
