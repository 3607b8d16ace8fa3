import type { DraftChange, DraftTone } from '@overture/contract/drafts';
import type { Prospect } from '@overture/contract/prospects';
import { isEmailAccount } from '@overture/domain/accounts';
import type { ReplyClass } from '@overture/domain/inbound/reply-classes';
import { LANGUAGE_LABELS, type Language } from '@overture/domain/message/languages';
import { cleanText } from '@overture/domain/text/text';
import { cutText } from '@overture/domain/text/text-bounds';
import type { TransactionContext } from '../../../kernel/context.ts';
import { ApiError, orNotFound } from '../../../kernel/errors.ts';
import { findAccounts } from '../../accounts/index.ts';
import { type DraftFacts, knowledgeSources, toSource } from '../../judged-drafts/index.ts';
import { findOrganization } from '../../organization/index.ts';
import { describeSubject } from '../../research/index.ts';
import { getProspect } from '../chats.service.ts';
import { findLastSenderId, findNewestCampaigns } from '../chats.store.ts';
import { DRAFT_RULES, type DraftTask } from './draft-prompt.rules.ts';
import { listNames, quotedConversation, type SaidMessage, type StyleExample, toStyle } from './draft-sources.rules.ts';
import { findNewestClass, listExamples, listOwnMessages, listSaid } from './drafts.store.ts';

/** Enough to detect a language, and little enough to be fast. */
const MAX_READ = 2_000;
const LEAST_READ = 12;

let loading: Promise<typeof import('eld/small')> | undefined;

/**
 * The language of a writer, by the name the model gets ('Dutch'); null if it cannot be detected.
 * @param texts what they wrote, newest first
 */
export async function detectLanguage(texts: readonly string[]): Promise<{ code: string; name: string } | null> {
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

export interface DraftInput {
  tone?: DraftTone | null | undefined;
  change?: DraftChange | null | undefined;
  draft?: string | null | undefined;
  sends_conversation?: boolean | null | undefined;
}

/** What a draft is written from. */
export interface DraftMaterial {
  prospect: Prospect;
  knowledge: Parameters<typeof knowledgeSources>[0];
  said: SaidMessage[];
  style: string[];
  examples: StyleExample[];
  campaign: { id: number; name: string } | null;
  sender: string | null;
  is_mail: boolean;
  /** The lead's newest message says no. */
  is_refusal: boolean;
}

const REFUSALS: readonly (ReplyClass | null)[] = ['not_interested', 'unsubscribe'];

/**
 * All that a draft is written from.
 * @param userId whose style it follows; null: that of everyone in the organization
 * @throws nothing_to_answer
 */
export async function gatherMaterial(
  tx: TransactionContext,
  userId: number | null,
  prospectId: number,
): Promise<DraftMaterial> {
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
    examples: await listExamples(tx, userId),
    campaign: campaign ?? null,
    sender: sender?.name ?? null,
    is_mail: sender ? isEmailAccount(sender.account_type) : newest.is_mail,
    is_refusal: REFUSALS.includes(await findNewestClass(tx, prospectId)),
  };
}

/** What the model is asked, and what its answer is held against. */
export async function prepareTask(
  material: DraftMaterial,
  input: DraftInput,
): Promise<{ task: DraftTask; asked: DraftFacts }> {
  const { prospect, knowledge, said, style, examples, campaign, sender, is_mail } = material;
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
      campaign: campaign?.name ?? null,
      sources: [...own, ...trusted],
      conversation,
      style,
      examples,
      has_draft: isChange,
    },
    asked: {
      rules: DRAFT_RULES,
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
