import { randomUUID } from 'node:crypto';
import { isProviderError } from '@overture/adapters/kit/errors';
import type { PlannedStep, SequenceAngle, SequenceMessage } from '@overture/contract/sequence-writing';
import { SEQUENCE_LIMITS } from '@overture/domain/campaign/sequence-limits';
import { type Flow, findNode } from '@overture/domain/flow/flow';
import { stepKind } from '@overture/domain/flow/step-types';
import { VARIABLES } from '@overture/domain/message/tokens';
import { SEQUENCE_MESSAGE_CREDITS } from '@overture/domain/money/credits';
import { cutText } from '@overture/domain/text/text-bounds';
import type { Context, TransactionContext } from '../../../kernel/context.ts';
import { ApiError, orNotFound } from '../../../kernel/errors.ts';
import { requireSpendable, reserveCredits, settleCredits } from '../../billing/index.ts';
import { listKnowledgeGaps } from '../../judged-drafts/index.ts';
import { findOrganization } from '../../organization/index.ts';
import { countAudience, listUnlikeLeads } from './audience.store.ts';
import {
  type JudgedAngles,
  type JudgedMessage,
  judgeAngles,
  judgeMessage,
  type SequenceFacts,
} from './judge-message.rules.ts';
import {
  type BriefInput,
  gatherBrief,
  listOffered,
  loadEditedFlow,
  type SequenceMaterial,
  type StepInput,
} from './sequence-material.service.ts';
import { type PlacedStep, planSequence } from './sequence-plan.rules.ts';
import {
  type EarlierMessage,
  type MessageTask,
  modelAnglesSchema,
  modelMessageSchema,
  renderAnglesPrompt,
  renderMessagePrompt,
  SEQUENCE_RULES,
} from './sequence-prompt.rules.ts';

/** Questions to the model of one organization within an hour: a loop in a browser must not spend the operator's money. */
const PER_HOUR = 240;
const TIME_LIMIT_IN_MS = 60_000;
const MAX_OUTPUT_TOKENS = 2_000;
const MAX_COMPLAINTS = 8;

/** What can be written, and from what. @throws not_found, campaign_locked, revision_refused */
export async function getSequencePlan(ctx: Context, campaignId: number, inWorkingCopy: boolean) {
  return ctx.transaction(async (tx) => {
    const flow = await loadEditedFlow(tx, campaignId, inWorkingCopy);
    const audience = await countAudience(tx, campaignId);
    const offered = listOffered(audience);
    return {
      steps: planSequence(flow).map(presentStep),
      leads: audience.leads,
      variables: VARIABLES.map((name) => ({
        name,
        leads: audience.filled[name],
        is_offered: offered.includes(name),
      })),
      samples: await listUnlikeLeads(tx, campaignId),
      knowledge_gaps: listKnowledgeGaps(orNotFound(await findOrganization(tx, tx.organization.id))),
      credits_per_message: SEQUENCE_MESSAGE_CREDITS,
    };
  });
}

function presentStep(step: PlacedStep): PlannedStep {
  const { id, step_type, number, day, branches, takes_subject, is_written, max_characters, version } = step;
  return { id, step_type, number, day, branches, takes_subject, is_written, max_characters, version };
}

/**
 * Up to three angles that the knowledge base supports. Stores nothing and costs no credits.
 * @throws not_found, campaign_locked, revision_refused, sequence_unsupported, sequence_failed, not_configured, rate_limited
 */
export async function proposeAngles(
  ctx: Context,
  campaignId: number,
  input: BriefInput,
  signal: AbortSignal,
): Promise<SequenceAngle[]> {
  await spendRate(ctx);
  const { brief, facts } = await ctx.transaction(async (tx) => {
    await loadEditedFlow(tx, campaignId, input.in_working_copy === true);
    return gatherBrief(tx, campaignId, input, null);
  });
  const whole: SequenceFacts = { ...facts, earlier: [], max_characters: 0, takes_subject: false };
  const request = async (complaints: readonly string[], deadline: AbortSignal): Promise<JudgedAngles> => {
    const { object } = await ctx.ports.llm.generateObject({
      system: SEQUENCE_RULES,
      prompt: renderAnglesPrompt(brief, complaints),
      schema: modelAnglesSchema,
      schema_name: 'angles',
      max_output_tokens: MAX_OUTPUT_TOKENS,
      timeout_in_ms: TIME_LIMIT_IN_MS,
      signal: deadline,
    });
    return judgeAngles(object, whole);
  };
  const { angles } = await requestTwice(ctx, signal, request, (one) => one.angles.length);
  return angles;
}

/**
 * Writes the message of one step for the place it has in the flow. Nothing is stored or sent. It costs a credit once it is
 * written, and nothing else does.
 * @throws not_found, bad_request, campaign_locked, revision_refused, subscription_required, not_enough_credits, credit_cap_reached,
 * sequence_unsupported, sequence_failed, not_configured, rate_limited
 */
export async function writeSequenceMessage(
  ctx: Context,
  campaignId: number,
  stepId: number,
  input: StepInput,
  signal: AbortSignal,
): Promise<SequenceMessage> {
  await spendRate(ctx);
  const { material, task } = await ctx.transaction(async (tx) => {
    // The model costs the operator money: it is not asked where nothing can be paid.
    await requireSpendable(tx, SEQUENCE_MESSAGE_CREDITS);
    return prepareMessage(tx, campaignId, stepId, input);
  });
  const { step } = task;
  const facts: SequenceFacts = {
    ...material.facts,
    earlier: task.change === 'other' && task.current ? [...task.earlier, task.current] : task.earlier,
    max_characters: step.max_characters,
    takes_subject: step.takes_subject && !step.is_reply,
  };
  const request = async (complaints: readonly string[], deadline: AbortSignal): Promise<JudgedMessage> => {
    const { object } = await ctx.ports.llm.generateObject({
      system: SEQUENCE_RULES,
      prompt: renderMessagePrompt(task, complaints),
      schema: modelMessageSchema,
      schema_name: 'message',
      max_output_tokens: MAX_OUTPUT_TOKENS,
      timeout_in_ms: TIME_LIMIT_IN_MS,
      signal: deadline,
    });
    return judgeMessage(object, facts);
  };
  const { says_something: _, ...written } = await requestTwice(ctx, signal, request, (one) =>
    Number(one.says_something),
  );
  // Who stopped waiting gets no message and pays for none.
  if (signal.aborted) throw new ApiError('sequence_failed');
  const credits = await ctx.transaction((tx) => payMessage(tx, campaignId));
  return { ...written, credits };
}

async function spendRate(ctx: Context): Promise<void> {
  await ctx.rate_limits.spend('write-sequence', String(ctx.organization.id), PER_HOUR, 3600);
}

interface Judged {
  left_out: { reason: keyof typeof COMPLAINTS; text: string }[];
}

/** Requests once, and once more with what was wrong; the better of both counts. @throws sequence_unsupported, sequence_failed, not_configured */
async function requestTwice<Result extends Judged>(
  ctx: Pick<Context, 'log'>,
  signal: AbortSignal,
  request: (complaints: readonly string[], deadline: AbortSignal) => Promise<Result>,
  worth: (result: Result) => number,
): Promise<Result> {
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(TIME_LIMIT_IN_MS)]);
  try {
    const first = await request([], deadline);
    if (first.left_out.length === 0 && worth(first) > 0) return first;
    const second = await request(first.left_out.slice(0, MAX_COMPLAINTS).map(complain), deadline);
    const best = worth(second) >= worth(first) ? second : first;
    if (worth(best) === 0) throw new ApiError('sequence_unsupported');
    return best;
  } catch (error) {
    // A missing setting says which one; everything else is one sentence.
    if (error instanceof ApiError) throw error;
    ctx.log.warn({ reason: isProviderError(error) ? error.message : String(error) }, 'writing a sequence failed');
    throw new ApiError('sequence_failed');
  }
}

const COMPLAINTS = {
  price: 'No source says this price:',
  time: 'No source says this time:',
  number: 'No source says this number:',
  claim: 'It says something without a source, or of the reader:',
  unsafe: 'It has links, markup, placeholders or words that are not ours to say:',
  variable: 'It uses a variable that the audience does not have:',
  repeated: 'An earlier message says this already:',
  too_long: 'It did not fit into the length:',
} as const;

const complain = ({ reason, text }: Judged['left_out'][number]): string =>
  `${COMPLAINTS[reason]} ${JSON.stringify(cutText(text, 300))}`;

async function prepareMessage(
  tx: TransactionContext,
  campaignId: number,
  stepId: number,
  input: StepInput,
): Promise<{ material: SequenceMaterial; task: MessageTask }> {
  const flow = await loadEditedFlow(tx, campaignId, input.in_working_copy === true);
  const steps = planSequence(flow);
  const step = steps.find(({ id }) => id === stepId);
  if (step === undefined) {
    orNotFound(findNode(flow, stepId));
    throw new ApiError('bad_request', { reason: 'This step has no message.' });
  }
  const { channel } = stepKind(step.step_type);
  const material = await gatherBrief(tx, campaignId, input, channel === 'linkedin' ? 'linkedin' : 'email');
  return {
    material,
    task: {
      brief: material.brief,
      angle: input.angle,
      step,
      count: steps.length,
      earlier: listEarlier(flow, step, input.written ?? []),
      change: input.change ?? null,
      current: input.current ?? null,
    },
  };
}

/** Characters of earlier messages that a model reads. The caller chooses how many there are, and every one costs. */
const LONGEST_EARLIER = 24_000;

/** What the reader has by then, the newest that fit: unsaved texts before stored ones. */
function listEarlier(
  flow: Flow,
  { before }: PlacedStep,
  written: readonly (EarlierMessage & { step_id: number })[],
): EarlierMessage[] {
  const unsaved = new Map(written.map((one) => [one.step_id, one]));
  let left = LONGEST_EARLIER;
  const newest = before.toReversed().flatMap((id) => {
    const node = findNode(flow, id);
    const stored = node?.kind === 'step' ? node : undefined;
    const { message: text, subject_line: subject } = unsaved.get(id) ?? stored ?? {};
    const message = cutText(text, Math.min(SEQUENCE_LIMITS.message, Math.max(0, left)));
    left -= message.length;
    return message.trim() === '' ? [] : [{ subject_line: cutText(subject, 200), message }];
  });
  return newest.toReversed();
}

/** Spends the credit of a message that was written: in one transaction, so nothing is left set aside. */
async function payMessage(tx: TransactionContext, campaignId: number): Promise<number> {
  const key = `sequence:${randomUUID()}`;
  const reservation = await reserveCredits(tx, {
    amount: SEQUENCE_MESSAGE_CREDITS,
    purpose: 'AI sequences',
    kind: 'sequences',
    campaign_id: campaignId,
    key,
  });
  if (reservation === null) return 0;
  return settleCredits(tx, reservation, [{ key, credits: SEQUENCE_MESSAGE_CREDITS }]);
}
