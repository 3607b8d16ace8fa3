import { isProviderError } from '@overture/adapters/kit/errors';
import type { DraftChange, DraftTone } from '@overture/contract/drafts';
import type { Prospect } from '@overture/contract/prospects';
import { may } from '@overture/domain/access/permissions';
import { isEmailAccount } from '@overture/domain/accounts';
import type { ReplyClass } from '@overture/domain/inbound/reply-classes';
import { CHARACTER_LIMITS } from '@overture/domain/limits';
import { LANGUAGE_LABELS, type Language } from '@overture/domain/message/languages';
import { cleanText } from '@overture/domain/text/text';
import { cutText } from '@overture/domain/text/text-bounds';
import type { TransactionContext } from '../../../kernel/context.ts';
import { ApiError, orNotFound } from '../../../kernel/errors.ts';
import type { SessionContext } from '../../../kernel/slice.ts';
import { findAccounts } from '../../accounts/index.ts';
import { findOrganization } from '../../organization/index.ts';
import { getSetting } from '../../organization-settings/index.ts';
import { describeSubject } from '../../research/index.ts';
import { getProspect } from '../chats.service.ts';
import { findLastSenderId, findNewestCampaigns } from '../chats.store.ts';
import { reserveDraftCredits, settleDraftCredits } from './draft-credits.service.ts';
import { DRAFT_RULES, type DraftTask, modelDraftSchema, renderPrompt } from './draft-prompt.rules.ts';
import {
  knowledgeSources,
  listNames,
  quotedConversation,
  type SaidMessage,
  toSource,
  toStyle,
} from './draft-sources.rules.ts';
import { findNewestClass, listOwnMessages, listSaid } from './drafts.store.ts';
import { type DraftFacts, type JudgedDraft, judgeDraft, type LeftOut } from './judge-draft.rules.ts';

/** Enough to detect a language, and little enough to be fast. */
const MAX_READ = 2_000;
const LEAST_READ = 12;

let loading: Promise<typeof import('eld/small')> | undefined;

/**
 * The language of a writer, by the name the model gets ('Dutch'); null if it cannot be detected.
 * @param texts what they wrote, newest first
 */
async function detectLanguage(texts: readonly string[]): Promise<{ code: string; name: string } | null> {
  const text = cutText(texts.join('\n'), MAX_READ);
  if (text.trim().length < LEAST_READ) return null;
  // Half a megabyte of letters: read when the first reply is written.
  loading ??= import('eld/small');
  const { eld } = await loading;
  const { language } = eld.detect(text);
  if (language === '') return null;
  const name = LANGUAGE_LABELS[language as Language] ?? new Intl.DisplayNames('en', { type: 'language' }).of(language);
  return name === undefined ? null : { code: language, name };
}

/** Replies of one organization within an hour: a loop in a browser must not spend all its credits. */
const PER_HOUR = 240;
const TIME_LIMIT_IN_MS = 60_000;
const MAX_OUTPUT_TOKENS = 1_500;
const MAX_COMPLAINTS = 8;

export interface DraftInput {
  tone?: DraftTone | null | undefined;
  change?: DraftChange | null | undefined;
  draft?: string | null | undefined;
  sends_conversation?: boolean | null | undefined;
}

export interface GeneratedDraft {
  response: string;
  sources: string[];
  left_out: LeftOut[];
  pitches_after_refusal: boolean;
  credits: number;
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
): Promise<GeneratedDraft> {
  await ctx.rate_limits.spend('generate-reply', String(ctx.organization.id), PER_HOUR, 3600);
  const { reservation, ...material } = await ctx.transaction(async (tx) => {
    if (!(await getSetting(tx, 'read_by_model'))) {
      if (!may(ctx.user, 'settings')) throw new ApiError('reply_kept_from_model');
      if (input.sends_conversation !== true) throw new ApiError('reply_not_confirmed');
    }
    return gather(tx, ctx.user.id, prospectId);
  });
  let isWritten = false;
  try {
    const judged = await writeJudged(ctx, await prepare(material, input), signal);
    signal.throwIfAborted();
    const response = cutText(judged.paragraphs.join('\n\n'), CHARACTER_LIMITS.chat_message);
    isWritten = true;
    const left_out = [...new Set(judged.left_out.map(({ reason }) => reason))];
    const pitches_after_refusal = material.is_refusal && judged.sources.length > 0;
    const credits = await settleDraftCredits(ctx, reservation, true);
    return { response, sources: judged.sources, left_out, pitches_after_refusal, credits };
  } catch (error) {
    if (error instanceof ApiError) throw error;
    ctx.log.warn({ reason: isProviderError(error) ? error.message : String(error) }, 'draft failed');
    throw new ApiError('reply_failed');
  } finally {
    if (!isWritten) await settleDraftCredits(ctx, reservation, false);
  }
}

interface Material {
  prospect: Prospect;
  knowledge: Parameters<typeof knowledgeSources>[0];
  said: SaidMessage[];
  style: string[];
  campaign: string | null;
  sender: string | null;
  is_mail: boolean;
  /** The lead's newest message says no. */
  is_refusal: boolean;
}

const REFUSALS: readonly (ReplyClass | null)[] = ['not_interested', 'unsubscribe'];

/** All that a reply is written from, and its credits set aside. */
async function gather(
  tx: TransactionContext,
  userId: number,
  prospectId: number,
): Promise<Material & { reservation: number | null }> {
  const prospect = await getProspect(tx, prospectId);
  const said = await listSaid(tx, prospectId);
  const [newest] = said;
  if (newest === undefined) throw new ApiError('nothing_to_answer');
  const knowledge = orNotFound(await findOrganization(tx, tx.organization.id));
  const campaign = (await findNewestCampaigns(tx, [prospectId])).get(prospectId);
  const account = await findLastSenderId(tx, prospectId);
  const [sender] = account === null ? [] : await findAccounts(tx, [account]);
  const own = await listOwnMessages(tx, userId, prospectId);
  return {
    prospect,
    knowledge,
    said,
    style: toStyle(own.map((row) => ({ text: row.message, names: [row.first_name, row.last_name, row.company_name] }))),
    campaign: campaign?.name ?? null,
    sender: sender?.name ?? null,
    is_mail: sender ? isEmailAccount(sender.account_type) : newest.is_mail,
    is_refusal: REFUSALS.includes(await findNewestClass(tx, prospectId)),
    reservation: await reserveDraftCredits(tx, campaign?.id ?? null),
  };
}

/** What the model is asked, and what its answer is held against. */
async function prepare(material: Material, input: DraftInput): Promise<{ task: DraftTask; asked: DraftFacts }> {
  const { prospect, knowledge, said, style, campaign, sender, is_mail } = material;
  const conversation = quotedConversation(said);
  const fromLead = said.filter(({ is_lead }) => is_lead).map(({ text }) => text);
  const ours = conversation.filter(({ is_lead }) => !is_lead);
  const language = (await detectLanguage(fromLead)) ?? (await detectLanguage(ours.map(({ text }) => text)));
  const { draft, change } = parseChange(input);
  const isChange = change !== null && draft !== null;
  const trusted = [...knowledgeSources(knowledge), ...(isChange ? [toSource('D', 'Your draft', draft)] : [])];
  const own = ours.map(({ text }, index) => toSource(`O${index + 1}`, 'Your messages', text));
  return {
    task: {
      language: language?.name ?? 'English',
      tone: input.tone ?? 'professional',
      change,
      channel: is_mail ? 'email' : 'linkedin',
      lead: prospect,
      campaign,
      sources: [...own, ...trusted],
      conversation,
      style,
      has_draft: isChange,
    },
    asked: {
      trusted,
      own,
      lead_texts: fromLead,
      names: [...listNames(prospect), sender, knowledge.name ?? null],
      domain: describeSubject(prospect).domain,
      is_german: language?.code === 'de',
    },
  };
}

/** There must be a draft to make it shorter. */
function parseChange(input: DraftInput): { draft: string | null; change: DraftChange | null } {
  const draft = cleanText(input.draft ?? '') || null;
  return { draft, change: input.change === 'shorter' && draft === null ? null : (input.change ?? null) };
}

/** Asks once, and once more with what was wrong where sentences had to be left out; the better of both counts. */
async function writeJudged(
  ctx: Pick<SessionContext, 'ports' | 'log'>,
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
  ctx: Pick<SessionContext, 'ports' | 'log'>,
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
