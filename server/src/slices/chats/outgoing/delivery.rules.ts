import { isProviderId, linkedinNameOf } from '@overture/domain/linkedin/linkedin-actions';
import { htmlToText, textToHtml } from '@overture/domain/message/html';
import { quoteToHtml } from '@overture/domain/message/quote';
import { describeWaiting } from '@overture/domain/sending/waiting-rules';
import type { ActionContent, Letter, Outcome, Verdict } from '../../outbound/index.ts';
import { LEAD_WROTE } from './message-intent.rules.ts';
import { describeBar } from './blocked.rules.ts';
import type { DeliveryChange, WaitingAnswer } from './deliveries.store.ts';

/** A message that leaves so soon after the person's decision leaves even where the lead wrote in between. */
const DECIDED_JUST_NOW_IN_MS = 60_000;

/** The lead has written since a person decided that this leaves, and it did not leave within a moment: a person decides again. */
export function isOvertaken({ lead_wrote_at, decided_at, is_timed }: WaitingAnswer, now: Date): boolean {
  if (lead_wrote_at === null || lead_wrote_at <= decided_at) return false;
  return is_timed || now.getTime() - decided_at.getTime() > DECIDED_JUST_NOW_IN_MS;
}

/** What leaves for an answer of a person, by the channel it was planned for. */
export function decideAnswer(answer: WaitingAnswer | undefined, channel: 'email' | 'linkedin', now: Date): Verdict {
  if (!answer || answer.delivery === 'FAILED') return { verdict: 'cancel', reason: 'The message was deleted.' };
  if (answer.delivery === 'PAUSED' || isOvertaken(answer, now)) return { verdict: 'cancel', reason: LEAD_WROTE };
  const go = { verdict: 'go' as const, zone: 'UTC', budgets: [] };
  if (channel === 'email' && answer.suppressed !== null) {
    return { verdict: 'fail', reason: `${answer.suppressed} must not be written to any more.` };
  }
  if (answer.barred_because !== null) return { verdict: 'fail', reason: describeBar(answer.barred_because) };
  if (channel === 'email') {
    const letter = writeLetter(answer);
    return letter ? { ...go, letter } : { verdict: 'fail', reason: 'This lead has no email address.' };
  }
  const content = writeAction(answer);
  return content ? { ...go, content } : { verdict: 'fail', reason: 'This lead has no LinkedIn profile address.' };
}

function writeLetter(answer: WaitingAnswer): Letter | null {
  if (answer.to_email === null) return null;
  return {
    to: { name: answer.to_name, address: answer.to_email },
    subject: answer.subject_line ?? '',
    cc: answer.cc_emails,
    ...writeBody(answer),
    in_reply_to: answer.reference_chain.at(-1) ?? null,
    references: answer.reference_chain,
    unsubscribe_url: null,
    attachments: answer.attachments,
  };
}

/** What was written, the sender's signature, and below it what is answered. */
function writeBody({ message, signature_html, quoted_text }: WaitingAnswer): Pick<Letter, 'text' | 'html'> {
  const signature = signature_html === null ? [] : [htmlToText(signature_html)];
  const quote = quoted_text === null ? [] : [quoted_text];
  const html = textToHtml([{ text: message }, ...(signature_html === null ? [] : [block(signature_html)])]);
  return {
    text: [message, ...signature, ...quote].join('\n\n'),
    html: [html, ...quote.map(quoteToHtml)].join('\n'),
  };
}

const block = (html: string) => ({ text: '', html, is_block: true });

function writeAction(answer: WaitingAnswer): ActionContent | null {
  const name = linkedinNameOf(answer.linkedin_key);
  const provider_id = answer.linkedin_provider_id ?? (name !== null && isProviderId(name) ? name : null);
  if (provider_id === null && name === null) return null;
  return {
    action: 'message',
    provider_id,
    public_identifier: name,
    name: answer.to_name,
    chat_id: answer.provider_chat,
    text: answer.message,
    subject: null,
    attachments: answer.attachments,
  };
}

/** Where an answer stands after an outcome, with the words that its writer sees. */
export function deliveryOf(outcome: Outcome): Omit<DeliveryChange, 'id'> {
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
