import type { Variant } from '@overture/domain/flow/ab-variant';
import type { StepContent } from '@overture/domain/flow/flow';
import type { TransactionContext } from '../../../../kernel/context.ts';
import type { Letter } from '../../../action-kinds/index.ts';
import { findTexts } from '../../../ai-segments/index.ts';
import { CAMPAIGN_STEP } from '../../../lead-endings/index.ts';
import { makeInertPrivacyUrl } from '../../../privacy/index.ts';
import { listThreads } from '../../../sent-mails/index.ts';
import { namedSnippets } from '../../messages/message-snippets.rules.ts';
import { templateFor } from '../../messages/messages.rules.ts';
import { type Unwritten, writeEmail } from '../email.rules.ts';
import { makeInertUnsubscribeUrl } from '../stops/unsubscribe.service.ts';
import { listDispatchFacts } from './dispatch-facts.store.ts';
import { findThread, listNamed, resolveSignature, toEmailFacts } from './email-facts.service.ts';
import { toMessageSnippets } from './snippets.service.ts';

export interface TestedStep {
  campaign_lead_id: number;
  node_id: number;
  /** As it is on the screen, stored or not. */
  content: StepContent;
  /** For a step without its own subject: the email above whose subject it continues. */
  continues: (Partial<StepContent> & { id: number }) | null;
  /** No email is above it. A later one has no link to the privacy notice: the first one informs the lead. It may be plain text, and alone be signed. */
  is_first: boolean;
  /** Of a working copy; null for those that the step carries now. */
  files: Letter['attachments'] | null;
  variant: Variant;
  /** A member of the organization; the lead's own address is not used. */
  address: string;
}

export interface TestLetter {
  letter: Letter;
  account_id: number | null;
  zone: string;
}

/**
 * A step's email as one lead would get it now, sent to another address. The engine's own code writes it. Its unsubscribe link has the same
 * length as the lead's and unsubscribes no lead. Null when the lead or step was deleted or the step sends no email.
 */
export async function writeTestEmail(
  tx: TransactionContext,
  { campaign_lead_id, node_id, content, continues, is_first, files, variant, address }: TestedStep,
): Promise<TestLetter | Unwritten | null> {
  const [stored] = await listDispatchFacts(tx, [{ lead_id: campaign_lead_id, node_id, channel: 'email' }]);
  if (!stored?.step) return null;
  const step = { ...stored.step, ...content, continues };
  const adds_privacy_link = stored.adds_privacy_link && is_first;
  const attachments = files ?? stored.attachments;
  // By the place of the step: before anything was sent, no thread says which email is the first.
  const plain_text_only = stored.plain_text_only || (stored.plain_first_email && is_first);
  const own = { adds_privacy_link, plain_text_only, plain_first_email: false };
  const lead = { ...stored, ...own, step, attachments, rewritten: null, email: address };
  const wanted = namedSnippets(templateFor(content, variant, null));
  const snippets = toMessageSnippets(wanted, await findTexts(tx, [{ campaign_lead_id, node_id }]));
  const missing = wanted.find(({ id }) => snippets.open.has(id));
  if (missing) return { problem: describeUnwritten(missing.name) };
  const unsubscribe_url = makeInertUnsubscribeUrl(tx, campaign_lead_id, lead.link_host);
  const facts = toEmailFacts(lead, await listNamed(tx, [lead]), {
    variant,
    unsubscribe_url,
    privacy_url: makeInertPrivacyUrl(tx, lead.prospect_id, lead.link_host),
    snippets: snippets.texts,
  });
  const threads = (await listThreads(tx, CAMPAIGN_STEP, [campaign_lead_id], node_id)).get(campaign_lead_id) ?? [];
  const thread = findThread(lead, threads);
  // Before anything was sent a test shows the follow-up as the lead will get it: as a reply.
  const is_reply = !thread.starts_new_thread;
  const signature = resolveSignature(stored, facts.signatures, is_first);
  const written = writeEmail({ ...facts, ...thread, is_reply, signature, suppressed_because: null });
  return 'letter' in written ? { ...written, account_id: lead.account_id, zone: lead.zone } : written;
}

const describeUnwritten = (name: string): string =>
  `“${name}” is written for this lead before the message is sent. Write it now in the preview, then send the test.`;
