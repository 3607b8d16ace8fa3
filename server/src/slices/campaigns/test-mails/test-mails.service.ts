import type { SequenceTest, TestMailRecipient } from '@overture/contract/campaign-steps';
import { describeWaiting } from '@overture/domain/diagnosis/waiting-words';
import { findNode, walkFlow } from '@overture/domain/flow/flow';
import { stepKind } from '@overture/domain/flow/step-types';
import { TEST_MAIL_LIMITS } from '@overture/domain/limits';
import { explainMissing } from '@overture/domain/message/missing-words';
import { isWaitingRule } from '@overture/domain/sending/waiting-rules';
import { toSingleLine } from '@overture/domain/text/text';
import type { Context, TransactionContext } from '../../../kernel/context.ts';
import { ApiError, orNotFound } from '../../../kernel/errors.ts';
import type { SessionContext } from '../../../kernel/slice.ts';
import { planAction } from '../../outbound/index.ts';
import { type ActionState, listActionStates } from '../../sent-actions/index.ts';
import { isFirstEmail, loadTemplate, type PreviewInput } from '../editor/preview.service.ts';
import { findAttachments } from '../flow/attachments.store.ts';
import { listEditedNodes } from '../flow/flow.store.ts';
import { writeTestEmail } from '../run/index.ts';
import { findCampaign } from '../settings/campaigns.store.ts';
import { TEST_MAIL } from './test-mail-kind.service.ts';
import { findRecipients, insertTestMail, listMemberEmails, type NewTestMail } from './test-mails.store.ts';

type TestInput = PreviewInput & { subject_prefix?: string | null | undefined };

const refusal = (reason: string) => new ApiError('bad_request', { reason });

/**
 * Sends a step's message, with the editor's texts and for one lead, to members of the organization. It is a kind of its own in the outbox
 * and changes nothing of lead, campaign or figures. Returns the id of the test.
 * @throws not_found, bad_request with why it cannot be written, test_recipient_unknown, too_many_test_mails
 */
export async function sendMessageTest(
  ctx: SessionContext,
  campaignId: number,
  stepId: number,
  { recipients, ...given }: TestInput & { recipients: readonly string[] },
): Promise<number> {
  const written = await ctx.transaction(async (tx) => {
    const addresses = await requireMembers(tx, recipients);
    return { ...(await writeTest(tx, campaignId, stepId, given, addresses)), recipients: addresses };
  });
  await spend(ctx, written.recipients.length);
  return ctx.transaction((tx) => planTest(tx, { ...written, created_by: ctx.user.id }));
}

type WrittenTest = NewTestMail & { account_id: number };

async function planTest(
  tx: TransactionContext,
  { account_id, ...test }: WrittenTest,
  begin = tx.clock.now(),
): Promise<number> {
  const id = await insertTestMail(tx, test);
  const base = { kind: TEST_MAIL, ref_id: id, account_id, prospect_id: null, campaign_id: null, priority: 0 };
  const due_at = new Date(begin.getTime() + (test.delay_in_seconds ?? 0) * 1000);
  for (const ref_part of test.recipients.keys()) await planAction(tx, { ...base, ref_part, due_at });
  return id;
}

interface SequenceInput {
  prospect_id: number;
  recipients: readonly string[];
  in_working_copy?: boolean | null | undefined;
  subject_prefix?: string | null | undefined;
}

/**
 * Sends every mail of the saved flow or working copy for one lead, a minute apart, in the order of the steps and regardless of conditions. Mails that can't
 * be written for the lead are listed and left out.
 * @throws not_found, bad_request when none can be written, test_recipient_unknown, too_many_test_mails
 */
export async function sendSequenceTest(
  ctx: SessionContext,
  campaignId: number,
  given: SequenceInput,
): Promise<SequenceTest[]> {
  const { letters, refused } = await ctx.transaction((tx) => writeSequence(tx, campaignId, given));
  if (letters.length === 0) throw refusal(refused[0]?.reason ?? 'This campaign has no email step yet.');
  await spend(ctx, letters.length * (letters[0]?.test.recipients.length ?? 1));
  const sent = await ctx.transaction(async (tx) => {
    const tests: SequenceTest[] = [];
    const begin = tx.clock.now();
    for (const [index, { test, ...place }] of letters.entries()) {
      const delay_in_seconds = index * TEST_MAIL_LIMITS.apart_in_seconds;
      const test_id = await planTest(tx, { ...test, created_by: ctx.user.id, delay_in_seconds }, begin);
      const leaves_at = new Date(begin.getTime() + delay_in_seconds * 1000).toISOString();
      tests.push({ ...place, test_id, reason: null, leaves_at });
    }
    return tests;
  });
  return [...sent, ...refused].toSorted((a, b) => a.step_number - b.step_number);
}

async function writeSequence(tx: TransactionContext, campaignId: number, given: SequenceInput) {
  const recipients = await requireMembers(tx, given.recipients);
  orNotFound(await findCampaign(tx, campaignId));
  const isCopy = given.in_working_copy === true;
  const steps = walkFlow(await listEditedNodes(tx, campaignId, isCopy)).filter((node) => node.kind === 'step');
  const letters: { step_id: number; step_number: number; test: Omit<WrittenTest, 'created_by'> }[] = [];
  const refused: SequenceTest[] = [];
  for (const [index, step] of steps.entries()) {
    if (stepKind(step.type).channel !== 'email') continue;
    const place = { step_id: step.id, step_number: index + 1 };
    try {
      const { prospect_id, in_working_copy, subject_prefix } = given;
      const preview = { prospect_id, in_working_copy, subject_prefix };
      letters.push({
        ...place,
        test: { ...(await writeTest(tx, campaignId, step.id, preview, recipients)), recipients },
      });
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'bad_request') throw error;
      refused.push({ ...place, test_id: null, reason: error.message, leaves_at: null });
    }
  }
  return { letters, refused };
}

/** The recipients, without duplicates. Members only: otherwise a test could mail strangers without any checks. */
async function requireMembers(tx: TransactionContext, recipients: readonly string[]): Promise<string[]> {
  const wanted = new Map(recipients.map((email) => [email.trim().toLowerCase(), email.trim()]));
  const members = new Map(
    (await listMemberEmails(tx, [...wanted.keys()])).map((email) => [email.toLowerCase(), email]),
  );
  return [...wanted].map(([key, typed]) => {
    const email = members.get(key);
    if (email === undefined) throw new ApiError('test_recipient_unknown', { email: typed });
    return email;
  });
}

async function writeTest(
  tx: TransactionContext,
  campaignId: number,
  stepId: number,
  { subject_prefix, ...given }: TestInput,
  [address]: readonly string[],
): Promise<Omit<NewTestMail, 'created_by' | 'recipients'> & { account_id: number }> {
  const { step, content, continues, template, variant, lead_id } = await loadTemplate(tx, campaignId, stepId, given);
  if (stepKind(step.type).channel !== 'email') throw refusal('Only emails can be sent as a test.');
  if (lead_id === undefined) throw refusal('This lead is not in this campaign.');
  if (template.message.trim() === '') throw refusal('This step has no message yet.');
  const files = given.in_working_copy ? await listCopyFiles(tx, campaignId, stepId) : null;
  const tested = {
    campaign_lead_id: lead_id,
    node_id: stepId,
    content,
    continues,
    is_first: await isFirstEmail(tx, campaignId, step, given.in_working_copy),
    files,
    variant,
    address: address ?? '',
  };
  const written = orNotFound(await writeTestEmail(tx, tested));
  if (!('letter' in written)) {
    const { lacks, missing, problem } = written;
    throw refusal(lacks ? explainMissing(lacks) : (missing ?? problem ?? ''));
  }
  const { letter, account_id, zone } = written;
  if (account_id === null) throw refusal('Choose the mailbox of this campaign first. The test is sent from it.');
  const marked = { ...letter, subject: withPrefix(letter.subject, subject_prefix) };
  return { campaign_id: campaignId, prospect_id: given.prospect_id, letter: marked, zone, account_id };
}

function withPrefix(subject: string, typed: string | null | undefined): string {
  const prefix = toSingleLine(typed ?? '');
  return prefix === '' ? subject : `${prefix} ${subject}`;
}

/** The files of a step in the working copy; null where the step is not in one. */
async function listCopyFiles(tx: TransactionContext, campaignId: number, stepId: number) {
  const ids = findNode(await listEditedNodes(tx, campaignId, true), stepId)?.attachment_ids;
  return ids === undefined ? null : findAttachments(tx, campaignId, ids);
}

/** Every mail counts: the sender's provider sees each of them. */
async function spend({ rate_limits, user }: SessionContext, mails: number): Promise<void> {
  const { per_hour } = TEST_MAIL_LIMITS;
  try {
    await rate_limits.spend('test-mail', String(user.id), per_hour, 3600, mails);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'rate_limited') throw error;
    throw new ApiError('too_many_test_mails', { count: String(per_hour) }).after(error.retry_after_in_seconds ?? 3600);
  }
}

/** The status of a test by recipient. @throws not_found */
export async function getMessageTest(ctx: Context, campaignId: number, testId: number): Promise<TestMailRecipient[]> {
  return ctx.transaction(async (tx) => {
    const recipients = orNotFound(await findRecipients(tx, campaignId, testId));
    const states = new Map((await listActionStates(tx, TEST_MAIL, testId)).map((state) => [state.ref_part, state]));
    return recipients.map((email, index) => ({ email, ...presentState(states.get(index)) }));
  });
}

function presentState(found: ActionState | undefined): Omit<TestMailRecipient, 'email'> {
  switch (found?.state) {
    case 'intent':
    case 'dispatching':
      return { state: 'sending', reason: null };
    case 'confirmed':
      return { state: 'sent', reason: null };
    case 'unknown':
    case 'parked':
      return { state: 'unconfirmed', reason: describeWaiting('unconfirmed').text };
    default:
      return { state: 'failed', reason: found ? findReason(found) : null };
  }
}

/** The provider's words, or those of the rule that holds everything of the sender. */
function findReason({ rule, reason, sender, sender_reason }: ActionState): string | null {
  if (reason !== null || rule === null || !isWaitingRule(rule)) return reason;
  return describeWaiting(rule, { sender, ...(sender_reason === null ? {} : { reason: sender_reason }) }).text;
}
