import { normalizeEmail } from '@overture/domain/addresses/email-address';
import { renderSigned } from '@overture/domain/campaign/campaign-signature';
import type { EmailSignature } from '@overture/domain/campaign/signing-rule';
import type { Variant } from '@overture/domain/flow/ab-variant';
import type { StepContent } from '@overture/domain/flow/flow';
import { findBroken, OVERSIZED, phraseMissing } from '@overture/domain/message/missing-words';
import type { ResearchAnswers } from '@overture/domain/message/resolve';
import { replySubject } from '@overture/domain/message/threading';
import { type MessageFields, type MessageValues, renderSubject } from '@overture/domain/message/variables';
import { withPrivacyFooter } from '@overture/domain/privacy/privacy-notice';
import { isBlank } from '@overture/domain/text/text';
import type { Letter } from '../../action-kinds/index.ts';
import { type MessageContext, withMessageContext } from '../messages/message-context.rules.ts';
import {
  continueSubject,
  type RewrittenMessage,
  renderContinued,
  templateFor,
  toMessageValues,
} from '../messages/messages.rules.ts';

export interface EmailFacts {
  lead: MessageFields & {
    email: string | null;
    adds_privacy_link?: boolean;
    plain_text_only?: boolean;
    plain_first_email?: boolean;
  };
  step: Partial<StepContent>;
  variant: Variant;
  rewritten: RewrittenMessage | null;
  signatures: { id: number; signature: string }[];
  /** As the campaign signs this email. */
  signature: EmailSignature;
  attachments: Letter['attachments'];
  unsubscribe_url: string;
  /** Texts of the message's snippets, by id. */
  snippets: ReadonlyMap<number, string | null>;
  /** Research results for the lead, by task. */
  research: ResearchAnswers;
  circumstances: MessageContext;
  /** For a step without its own subject: the email above whose subject it continues. */
  continues: (Partial<StepContent> & { id: number }) | null;
  /** Subject of the newest of those mails, or of another sender's; null before the first. */
  thread_subject: string | null;
  /** A mail of the thread was sent: the subject of a follow-up is marked as a reply. */
  is_reply: boolean;
  /** Message-IDs of the mails this lead got from this campaign, oldest first. */
  thread: string[];
  /** Another sender wrote to this lead before: without "Re:", because the mail replies to nothing. */
  starts_new_thread: boolean;
  suppressed_because: string | null;
}

const SUPPRESSED: Record<string, string> = {
  unsubscribe: 'This person unsubscribed from your messages.',
  hard_bounce: "This email address doesn't work: an earlier message bounced.",
  manual: 'This email address is on your do-not-contact list.',
  complaint: 'This person reported one of your messages as spam.',
  crm: 'Your CRM says that this person must not be contacted.',
  left: 'This person left the company of this email address.',
  person: 'This person is on your suppression list.',
  erased: 'This person asked to be erased, so nothing more is sent to them.',
};

/** Writes a step's email for one lead; otherwise returns what is missing or why it can never be sent. */
export function writeEmail(facts: EmailFacts): { letter: Letter } | Unwritten {
  const { lead } = facts;
  const address = parseAddress(lead.email, facts.suppressed_because);
  if (typeof address !== 'string') return address;
  const own = toMessageValues(lead, facts.signatures, facts.unsubscribe_url, facts.snippets, facts.research);
  const values = withMessageContext(own, facts.circumstances);
  const template = templateFor(facts.step, facts.variant, facts.rewritten);
  const subject = writeSubject(template.subject_line, values, { ...facts, own });
  const body = renderSigned(template, values, facts.signature);
  if (subject.kind === 'missing') return toMissing(subject.missing);
  if (body.kind === 'missing') return toMissing(body.missing);
  const { language, privacy_url } = facts.circumstances;
  const ended = lead.adds_privacy_link ? withPrivacyFooter(body, language, privacy_url) : body;
  const name = [lead.first_name, lead.last_name]
    .map((part) => part?.trim())
    .filter(Boolean)
    .join(' ');
  return {
    letter: {
      to: { name: name === '' ? null : name, address },
      subject: facts.starts_new_thread ? withoutRe(subject.text) : subject.text,
      text: ended.text,
      html: isPlain(facts) ? null : ended.html,
      in_reply_to: facts.thread.at(-1) ?? null,
      references: facts.thread,
      unsubscribe_url: facts.unsubscribe_url,
      attachments: facts.attachments,
    },
  };
}

/** Whether the mail has no HTML part: all of the campaign, or the first one to this lead. */
function isPlain(facts: EmailFacts): boolean {
  const { plain_text_only, plain_first_email } = facts.lead;
  return plain_text_only === true || (plain_first_email === true && isFirstMail(facts));
}

/** Whether the lead got no mail of the campaign yet. */
export const isFirstMail = ({ thread, starts_new_thread }: Pick<EmailFacts, 'thread' | 'starts_new_thread'>): boolean =>
  thread.length === 0 && !starts_new_thread;

/** The step's subject, or for a follow-up without one `Re:` and the subject of the email before. */
function writeSubject(
  own: string,
  values: MessageValues,
  facts: EmailFacts & { own: MessageValues },
): ReturnType<typeof renderSubject> {
  const { continues, circumstances, thread_subject } = facts;
  if (!isBlank(own) || continues === null) return renderSubject(own, values);
  const subject = renderContinued(
    thread_subject === null
      ? continueSubject(continues, circumstances.lead_id, (step_id) =>
          withMessageContext(facts.own, { ...circumstances, step_id }),
        )
      : { sent: thread_subject },
  );
  return subject.kind === 'ready' && facts.is_reply ? { kind: 'ready', text: replySubject(subject.text) } : subject;
}

export function describeSuppressed(reason: string): string {
  return SUPPRESSED[reason] ?? SUPPRESSED.manual!;
}

/** 'Re: Re: Hello' without its reply prefixes. */
function withoutRe(subject: string): string {
  const bare = subject.replace(/^(?:(?:re|aw|sv|antw): ?)+/i, '');
  return bare === '' ? subject : bare;
}

/** The address a mail goes to, or in words why none can. */
export function parseAddress(email: string | null, suppressedBecause: string | null): string | Unwritten {
  if (suppressedBecause) return { problem: describeSuppressed(suppressedBecause) };
  const address = email === null ? null : normalizeEmail(email);
  if (address !== null) return address;
  const isBlank = (email ?? '').trim() === '';
  return isBlank
    ? { missing: 'This lead has no email address.' }
    : { problem: 'The email address of this lead is not valid.' };
}

/** Why a message is not written: data may still come (`missing`: the lead waits), or it never will be (`problem`). */
export type Unwritten = ({ missing: string; problem?: undefined } | { problem: string; missing?: undefined }) & {
  /** Names of the data the lead lacks (`findMissing`). */
  lacks?: readonly string[];
};

/** A lead waits for its fields and results of research. A missing snippet or signature never comes, and an oversized message stays so. */
export function toMissing(missing: string[]): Unwritten {
  const text = describeMissing(missing);
  return missing.some((name) => name === OVERSIZED || /^(snippet|signature|unknown):/.test(name))
    ? { problem: text, lacks: missing }
    : { missing: text, lacks: missing };
}

/** The missing data of a message as a sentence. */
export function describeMissing(missing: string[]): string {
  const broken = findBroken(missing);
  return broken ?? `This lead lacks data the message needs: ${missing.map(phraseMissing).join(', ')}.`;
}
