import type { LeadSnippet } from '@overture/contract/ai-segments';
import { decideSignature, type EmailSignature } from '@overture/domain/campaign/signing-rule';
import { drawVariant, listVariants, type Variant, type VariantSource } from '@overture/domain/flow/ab-variant';
import { type Flow, findNode, findThreadStart, type StepContent, type StepNode } from '@overture/domain/flow/flow';
import { stepKind } from '@overture/domain/flow/step-types';
import type { OptOutWay } from '@overture/domain/mail/opt-out-ways';
import { EXAMPLE_LEAD } from '@overture/domain/message/example-lead';
import { answerConditions, listDefaults, parseTemplate as parseTree } from '@overture/domain/message/resolve';
import { countOutcomes } from '@overture/domain/message/template/outcomes';
import { researchName } from '@overture/domain/message/template/research-names';
import { missingUnsubscribeText } from '@overture/domain/message/unsubscribe';
import {
  type MessageFields,
  type MessageValues,
  renderSubject,
  toMessageFields,
  usedVariables,
} from '@overture/domain/message/variables';
import { withPrivacyFooter } from '@overture/domain/privacy/privacy-notice';
import { isBlank } from '@overture/domain/text/text';
import { cutText } from '@overture/domain/text/text-bounds';
import type { Context, TransactionContext } from '../../../kernel/context.ts';
import { ApiError, orNotFound } from '../../../kernel/errors.ts';
import { findSegments, findTexts, presentSnippets, writeNow } from '../../ai-segments/index.ts';
import { findLinkHost, urlAt } from '../../brand-hosts/index.ts';
import { listLeadColumns } from '../../lead-columns/index.ts';
import { getSetting } from '../../organization-settings/index.ts';
import { findNoticeDate } from '../../privacy/index.ts';
import { findProspects } from '../../prospects/index.ts';
import { listTaskKeys } from '../../research-tasks/index.ts';
import { listSignatures } from '../../signatures/index.ts';
import { cleanBody, findStepLengthProblem, mergeContent, type StepInput } from '../flow/flow.rules.ts';
import { findEditedNode, listEditedNodes } from '../flow/flow.store.ts';
import { findLeadId } from '../leads/leads.store.ts';
import { EXAMPLE_PRIVACY_PATH, withMessageContext } from '../messages/message-context.rules.ts';
import { loadMessageContext } from '../messages/message-context.store.ts';
import { namedSnippets, namedTasks, shownSnippets } from '../messages/message-snippets.rules.ts';
import {
  type ContinuedSubject,
  continueSubject,
  type ShownMessage,
  showMessage,
  showNote,
  templateFor,
  toMessageValues,
} from '../messages/messages.rules.ts';
import { listOwnResults } from '../messages/research-results.service.ts';
import { listStandIns, withStandIns } from '../messages/stand-ins.store.ts';
import { findCampaign } from '../settings/campaigns.store.ts';

/** Placeholder in previews for the lead's unsubscribe link; it leads to no page. */
const EXAMPLE_UNSUBSCRIBE_PATH = '/unsubscribe/example';

export type PreviewInput<Id = number> = Omit<StepInput, 'delay_in_hours'> & {
  prospect_id: Id;
  variant?: Variant | null | undefined;
  in_working_copy?: boolean | null | undefined;
};

type ShownInput = PreviewInput<number | null> & { with_outcomes?: boolean | null | undefined };

type ShownPreview = ShownMessage & {
  variant: Variant;
  problem: string | null;
  /** The mail has no HTML part. */
  is_plain: boolean;
  snippets: LeadSnippet[];
  conditions: { tag: string; is_true: boolean }[];
  stand_ins: { field: string; words: string }[];
  results: { name: string; value: string }[];
  /** How many texts options can make of it, and some of the others. */
  outcomes: number;
  others: Pick<ShownMessage, 'subject_line' | 'message'>[];
};

/**
 * Previews a step's message for one lead, or for an example lead (null). Uses the editor's texts, else the stored ones, and snippets
 * already written for this lead. Writes nothing.
 */
export async function previewStep(
  ctx: Context,
  campaignId: number,
  stepId: number,
  { prospect_id, with_outcomes, ...given }: ShownInput,
): Promise<ShownPreview> {
  return ctx.transaction(async (tx) => {
    const lead = prospect_id === null ? EXAMPLE_LEAD : orNotFound((await findProspects(tx, [prospect_id]))[0]);
    const { step, template, variant, ...read } = await loadTemplate(tx, campaignId, stepId, { prospect_id, ...given });
    const snippets = await loadSnippets(tx, stepId, { template, ...read });
    const address = urlAt(ctx, await findLinkHost(tx, tx.organization.id));
    const unsubscribeUrl = address + EXAMPLE_UNSUBSCRIBE_PATH;
    const privacy_url = address + EXAMPLE_PRIVACY_PATH;
    const { keys, research } = await loadResearch(tx, prospect_id, template);
    const standIns = prospect_id === null ? undefined : await listStandIns(tx, campaignId, [prospect_id]);
    const own = toMessageFields(lead, await listLeadColumns(tx));
    const fields = withStandIns(own, standIns?.get(prospect_id ?? 0));
    const values = toMessageValues(fields, await listSignatures(tx), unsubscribeUrl, shownSnippets(snippets), research);
    const { email, linkedin, signing, ...around } = await loadMessageContext(tx, campaignId, read.lead_id ?? null);
    const sender = stepKind(step.type).channel === 'email' ? email : linkedin;
    const circumstances = { ...around, privacy_url, sender, lead_id: read.lead_id ?? 0, step_id: stepId };
    const valuesAt = (step_id: number, turn = 0) => withMessageContext(values, { ...circumstances, step_id }, turn);
    const continued =
      read.continues === null ? null : continueSubject(read.continues, circumstances.lead_id, (id) => valuesAt(id));
    const isFirst = await isFirstEmail(tx, campaignId, step, given.in_working_copy);
    const signature = decideSignature(signing, signing.chosen_signature, isFirst);
    const footer = (await hasFooter(tx, campaignId, step, { prospect_id, ...given })) ? around.language : null;
    const show = (turn: number) =>
      withFooter(showStep(step, template, valuesAt(stepId, turn), { continued, signature }), footer, privacy_url);
    const outcomes = countVersions(template);
    const others = with_outcomes && outcomes > 1 ? listOthers(show) : [];
    const shown = show(0);
    return {
      ...shown,
      is_plain: await isPlain(tx, campaignId, step, given.in_working_copy),
      variant,
      snippets,
      results: presentResults(keys, valuesAt(stepId)),
      stand_ins: listOtherWords(template, shown, { own, fields, values: valuesAt(stepId) }),
      outcomes,
      others,
    };
  });
}

/** Whether the engine ends this email with the link to the privacy notice: the first one to a lead who is not informed. */
async function hasFooter(
  tx: TransactionContext,
  campaignId: number,
  step: StepNode,
  { prospect_id, in_working_copy }: ShownInput,
): Promise<boolean> {
  if (step.type !== 'EMAIL' || !(await getSetting(tx, 'adds_privacy_link'))) return false;
  if (prospect_id !== null && (await findNoticeDate(tx, prospect_id)) !== null) return false;
  return isFirstEmail(tx, campaignId, step, in_working_copy);
}

/** Whether the email is sent without HTML: as all of its campaign, or as the first one. */
async function isPlain(
  tx: TransactionContext,
  campaignId: number,
  step: StepNode,
  inWorkingCopy: boolean | null | undefined,
): Promise<boolean> {
  const campaign = step.type === 'EMAIL' ? await findCampaign(tx, campaignId) : undefined;
  if (!campaign) return false;
  return (
    campaign.plain_text_only ||
    (campaign.plain_first_email && (await isFirstEmail(tx, campaignId, step, inWorkingCopy)))
  );
}

/** Whether no other email is above it, so a lead without notice is one who was sent nothing. */
export async function isFirstEmail(
  tx: TransactionContext,
  campaignId: number,
  step: StepNode,
  inWorkingCopy: boolean | null | undefined,
): Promise<boolean> {
  const copy = inWorkingCopy ? await listEditedNodes(tx, campaignId, true) : [];
  return (await findStart(tx, campaignId, step, copy)) === null;
}

function withFooter<Shown extends ShownMessage>(shown: Shown, language: string | null, url: string): Shown {
  if (language === null) return shown;
  const { text, html } = withPrivacyFooter({ text: shown.message, html: shown.html }, language, url);
  return { ...shown, message: text, html };
}

/** What research found for a lead: for the tasks of a message, and for all others that it could name. */
async function loadResearch(tx: TransactionContext, prospectId: number | null, template: Template) {
  if (prospectId === null) return { keys: [], research: undefined };
  const keys = await listTaskKeys(tx);
  const tasks = [...new Set([...namedTasks(template), ...keys])];
  return { keys, research: (await listOwnResults(tx, [prospectId], tasks)).get(prospectId) };
}

/** A result is shown in a list: on one line, and not longer. */
const RESULT_LENGTH = 120;

function presentResults(keys: readonly string[], values: MessageValues): ShownPreview['results'] {
  return keys.map(researchName).flatMap((name) => {
    const shown = renderSubject(`{{${name}}}`, values);
    return shown.kind === 'ready' ? [{ name, value: cutText(shown.text, RESULT_LENGTH) }] : [];
  });
}

function listAnswers({ subject_line, message, placeholder_message }: Template, values: MessageValues) {
  const texts = [subject_line, message, placeholder_message ?? ''];
  const answers = new Map(texts.flatMap((text) => [...answerConditions(text, values)]));
  return [...answers].map(([tag, is_true]) => ({ tag, is_true }));
}

/** Words of a text that are not the lead's own: those decided for leads without a value, and those of `default`. */
function listOtherWords(
  { subject_line, message, placeholder_message }: Template,
  { used_fallback }: ShownMessage,
  { own, fields, values }: { own: MessageFields; fields: MessageFields; values: MessageValues },
): ShownPreview['stand_ins'] {
  const texts = [subject_line, used_fallback ? (placeholder_message ?? '') : message];
  const decided = usedVariables(texts.join('')).filter((field) => fields[field] !== own[field]);
  const defaults = texts.flatMap((text) => listDefaults(text, values));
  return [
    ...decided.map((field) => ({ field, words: fields[field] ?? '' })),
    ...defaults.map(({ name, words }) => ({ field: name, words })),
  ];
}

type Template = ReturnType<typeof templateFor>;

function showStep(
  step: StepNode,
  template: Template,
  values: MessageValues,
  { continued, signature }: { continued: ContinuedSubject | null; signature: EmailSignature },
) {
  const conditions = listAnswers(template, values);
  return step.type === 'LINKEDIN_INVITE'
    ? { ...showNote(template, values), conditions }
    : {
        ...showMessage(template, values, { continued, signature: step.type === 'EMAIL' ? signature : null }),
        conditions,
        problem: null,
      };
}

function countVersions({ subject_line, message }: Template): number {
  return countOutcomes(parseTree(subject_line).nodes) * countOutcomes(parseTree(message).nodes);
}

const OTHERS = 5;
/** How many random seeds are tried to find different texts. */
const TURNS = 40;

/** Other texts that the options of a message can produce, without duplicates. */
function listOthers(show: (turn: number) => ShownMessage): ShownPreview['others'] {
  const found = new Map<string, ShownPreview['others'][number]>();
  for (let turn = 1; turn <= TURNS && found.size < OTHERS; turn += 1) {
    const { subject_line, message } = show(turn);
    found.set(`${subject_line}\n${message}`, { subject_line, message });
  }
  return [...found.values()];
}

/**
 * Has the snippets of a message written for one lead now; those there are stay unless the snippet was changed or failed.
 * @throws not_found, bad_request when the lead is not in the campaign
 */
export async function writeSnippets(
  ctx: Context,
  campaignId: number,
  stepId: number,
  given: PreviewInput,
): Promise<LeadSnippet[]> {
  return ctx.transaction(async (tx) => {
    const { template, lead_id, language } = await loadTemplate(tx, campaignId, stepId, given);
    if (lead_id === undefined) throw new ApiError('bad_request', { reason: 'This lead is not in this campaign.' });
    const place = { campaign_lead_id: lead_id, node_id: stepId };
    const base = { ...place, organization_id: tx.organization.id, prospect_id: given.prospect_id, language };
    const wanted = namedSnippets(template).map(({ id }) => ({ ...base, segment_id: id }));
    await writeNow(tx, wanted, await findTexts(tx, [place]));
    return loadSnippets(tx, stepId, { template, lead_id, language });
  });
}

interface ReadTemplate {
  content: StepContent;
  /** For a step without its own subject: the email above whose subject it continues. */
  continues: StepNode | null;
  template: ReturnType<typeof templateFor>;
  lead_id: number | undefined;
  language: string;
}

/** A step's message with the editor's texts laid over the stored ones. @throws not_found, bad_request */
export async function loadTemplate(
  tx: TransactionContext,
  campaignId: number,
  stepId: number,
  { prospect_id, variant: wanted, in_working_copy, ...given }: PreviewInput<number | null>,
): Promise<ReadTemplate & { step: StepNode; variant: Variant }> {
  const { language } = orNotFound(await findCampaign(tx, campaignId));
  const copy = in_working_copy ? await listEditedNodes(tx, campaignId, true) : [];
  // The copy has no shares: they belong to the running flow.
  const stored = await findEditedNode(tx, campaignId, stepId);
  const step = orNotFound(findNode(copy, stepId) ?? stored);
  if (step.kind !== 'step') throw new ApiError('not_found');
  const variant_rules = stored?.kind === 'step' ? stored.variant_rules : null;
  const content = mergePreview(step, given);
  const problem = findStepLengthProblem(step, content);
  if (problem !== null) throw new ApiError('bad_request', { reason: problem });
  const lead_id = prospect_id === null ? undefined : await findLeadId(tx, campaignId, prospect_id);
  const variant = pickVariant({ ...content, variant_rules }, wanted, { lead_id, stepId });
  const template = templateFor(content, variant, null);
  const continues = isBlank(template.subject_line) ? await findStart(tx, campaignId, step, copy) : null;
  return { step, content, continues, template, variant, lead_id, language };
}

/** The variant to show: the chosen one if the texts have it, else the lead's own. */
function pickVariant(
  source: VariantSource,
  wanted: Variant | null | undefined,
  { lead_id, stepId }: { lead_id: number | undefined; stepId: number },
): Variant {
  if (wanted && listVariants(source).includes(wanted)) return wanted;
  return lead_id === undefined ? 'a' : drawVariant(source, lead_id, stepId);
}

/** The email whose thread a step continues, in the working copy or in the flow that runs. */
async function findStart(
  tx: TransactionContext,
  campaignId: number,
  step: StepNode,
  copy: Flow,
): Promise<StepNode | null> {
  if (step.type !== 'EMAIL') return null;
  const flow = findNode(copy, step.id) ? copy : await listEditedNodes(tx, campaignId, false);
  return findThreadStart(flow, step) ?? null;
}

async function loadSnippets(
  tx: TransactionContext,
  stepId: number,
  { template, lead_id, language }: Omit<ReadTemplate, 'content' | 'continues'>,
): Promise<LeadSnippet[]> {
  const named = namedSnippets(template);
  if (named.length === 0) return [];
  const segments = await findSegments(
    tx,
    named.map(({ id }) => id),
  );
  const texts = lead_id === undefined ? [] : await findTexts(tx, [{ campaign_lead_id: lead_id, node_id: stepId }]);
  return presentSnippets(named, segments, texts, language);
}

/** A blank variant B in the editor removes the stored variant. */
function mergePreview(step: StepNode, given: Omit<StepInput, 'delay_in_hours'>) {
  const message_b = given.message_b === undefined ? undefined : cleanBody(given.message_b);
  return mergeContent(step, { ...given, message_b });
}

/** The sentence that says how to opt out, in the campaign's language; nothing when the message has one already. */
export async function makeUnsubscribeText(
  ctx: Context,
  campaignId: number,
  { message = '', way = 'link' }: { message?: string | null | undefined; way?: OptOutWay | undefined },
): Promise<string> {
  const { language } = orNotFound(await ctx.transaction((tx) => findCampaign(tx, campaignId)));
  return missingUnsubscribeText(message ?? '', language, way);
}
