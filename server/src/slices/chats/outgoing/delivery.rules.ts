import { describeWaiting } from '@overture/domain/diagnosis/waiting-words';
import { getLinkedinName, isProviderId } from '@overture/domain/linkedin/linkedin-actions';
import { textToHtml } from '@overture/domain/message/html';
import { forwardedToHtml, quoteToHtml } from '@overture/domain/message/quote';
import { renderRichText } from '@overture/domain/message/rich/rich-render';
import { signatureText } from '@overture/domain/message/rich/signature-text';
import type { ActionContent, Letter, Outcome, Verdict } from '../../action-kinds/index.ts';
import { describeBlock } from './blocked.rules.ts';
import type { DeliveryChange, WaitingMessage } from './deliveries.store.ts';
import { describeInfected, isReplyToOthers, LEAD_WROTE } from './message-intent.rules.ts';

/** A message that leaves so soon after the person's decision leaves even where the lead wrote in between. */
const DECIDED_JUST_NOW_IN_MS = 60_000;

/** The lead has written since a person decided that this leaves, and it did not leave within a moment: a person decides again. */
export function isOvertaken({ lead_wrote_at, decided_at, is_timed }: WaitingMessage, now: Date): boolean {
  if (lead_wrote_at === null || lead_wrote_at <= decided_at) return false;
  return is_timed || now.getTime() - decided_at.getTime() > DECIDED_JUST_NOW_IN_MS;
}

/** What leaves for an answer of a person, by the channel it was planned for. */
export function decideDelivery(message: WaitingMessage | undefined, channel: 'email' | 'linkedin', now: Date): Verdict {
  if (!message || message.delivery === 'FAILED') return { verdict: 'cancel', reason: 'The message was deleted.' };
  if (message.delivery === 'PAUSED' || isOvertaken(message, now)) return { verdict: 'cancel', reason: LEAD_WROTE };
  if (message.infected !== null) return { verdict: 'fail', reason: describeInfected(message.infected) };
  const go = { verdict: 'go' as const, zone: 'UTC', budgets: [] };
  if (channel === 'email' && message.suppressed !== null) {
    return { verdict: 'fail', reason: `${message.suppressed} is on your suppression list.` };
  }
  if (message.block_reason !== null) return { verdict: 'fail', reason: describeBlock(message.block_reason) };
  if (channel === 'email') {
    const letter = writeEmail(message);
    return letter ? { ...go, letter } : { verdict: 'fail', reason: 'This lead has no email address.' };
  }
  const content = writeAction(message);
  return content ? { ...go, content } : { verdict: 'fail', reason: 'This lead has no LinkedIn profile address.' };
}

function writeEmail(message: WaitingMessage): Letter | null {
  if (message.to_email === null) return null;
  return {
    to: { name: message.to_name, address: message.to_email },
    subject: message.subject_line ?? '',
    also_to: message.other_to_emails,
    cc: message.cc_emails,
    bcc: message.bcc_emails,
    ...writeBody(message),
    in_reply_to: message.reference_chain.at(-1) ?? null,
    references: message.reference_chain,
    unsubscribe_url: null,
    attachments: message.attachments,
  };
}

/** What was written, the sender's signature, and below it what is answered. */
function writeBody(waiting: WaitingMessage): Pick<Letter, 'text' | 'html'> {
  const { kind, message, formatted_text, signature_html, quoted_text } = waiting;
  const signature = signature_html === null ? [] : [signatureText(signature_html)];
  const quote = quoted_text === null ? [] : [quoted_text];
  const text = formatted_text === null ? { text: message } : block(renderRichText(formatted_text));
  const html = textToHtml([text, ...(signature_html === null ? [] : [block(signature_html)])]);
  return {
    text: [...(message === '' ? [] : [message]), ...signature, ...quote].join('\n\n'),
    html: [html, ...quote.map(kind === 'FORWARD' && !isReplyToOthers(waiting) ? forwardedToHtml : quoteToHtml)]
      .join('\n')
      .trim(),
  };
}

const block = (html: string) => ({ text: '', html, is_block: true });

function writeAction(message: WaitingMessage): ActionContent | null {
  const name = getLinkedinName(message.linkedin_key);
  const provider_id = message.linkedin_provider_id ?? (name !== null && isProviderId(name) ? name : null);
  if (provider_id === null && name === null) return null;
  return {
    action: 'message',
    provider_id,
    public_identifier: name,
    name: message.to_name,
    chat_id: message.provider_chat,
    text: message.message,
    subject: null,
    attachments: message.attachments,
  };
}

/** The delivery state of a message after an outcome, with the words that its writer sees. */
export function toDelivery(outcome: Outcome): Omit<DeliveryChange, 'id'> {
  switch (outcome.outcome) {
    case 'confirmed':
      return { delivery: 'SENT', error: null };
    case 'rejected':
    case 'cancelled':
      return { delivery: 'FAILED', error: outcome.reason };
    case 'unknown':
    case 'parked':
      return { delivery: 'UNCONFIRMED', error: outcome.reason };
    case 'held':
      // It has not left: it can be taken back, and the lead's reply pauses it.
      return { delivery: 'SCHEDULED', error: outcome.reason ?? `${describeWaiting(outcome.rule).text}.` };
  }
}
