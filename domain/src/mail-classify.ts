import type { MailHeaders } from './auto-reply.ts';
import { headerOf, isAutoReply } from './auto-reply.ts';
import { classifyBounce, readEnhancedStatus } from './bounce-class.ts';
import { normalizeEmail } from './email-address.ts';
import { readQuotedMessageId } from './original-message.ts';
import { trimReply } from './reply-trim.ts';
import { isUnsubscribeRequest } from './unsubscribe-request.ts';

/** What an inbound mail is. Only 'reply' is a person's answer; it and 'unsubscribe_request' stop a lead's sequence. */
export const MAIL_KINDS = [
  'reply',
  'auto_reply',
  'bounce_hard',
  'bounce_soft',
  'bounce_policy',
  'delivery_report',
  'own_copy',
  'read_receipt',
  'unsubscribe_request',
] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/** One recipient's fields of a delivery report (RFC 3464), as the server wrote them. */
export type RecipientStatus = {
  action: string | null;
  /** Enhanced status, e.g. `5.1.1`. */
  status: string | null;
  diagnostic: string | null;
  final_recipient: string | null;
};

/** A parsed mail as plain data; the mailbox adapters answer it in this shape. */
export type InboundMail = {
  /** Address of the sender, with or without a display name. */
  from: string | null;
  /** Addresses of the account it arrived in, aliases included. */
  own_addresses: readonly string[];
  subject: string | null;
  headers: MailHeaders;
  text: string | null;
  /** Empty unless the mail is a delivery report. */
  delivery_statuses: readonly RecipientStatus[];
  /** Message-ID, without angle brackets, of the mail a report returns. */
  returned_message_id: string | null;
};

export type Classification = {
  kind: MailKind;
  /** Whom a bounce is about; null for other kinds or when it does not say. */
  recipient: string | null;
  /** Enhanced status of a bounce, e.g. `5.1.1`. */
  status: string | null;
  /** The receiving server's words about a bounce, cut to 1000 characters. */
  diagnostic: string | null;
  /** Message-ID, without angle brackets, of the mail a bounce or report is about. */
  original_message_id: string | null;
};

/** Tells an answer from everything else that arrives in a mailbox. */
export function classifyMail(mail: InboundMail): Classification {
  const from = mail.from === null ? null : normalizeEmail(mail.from);
  if (from !== null && mail.own_addresses.some((own) => normalizeEmail(own) === from)) return plain('own_copy');
  const report = classifyReport(mail) ?? classifyOldBounce(mail, from);
  if (report !== null) return report;
  if (isAutoReply(mail)) return plain('auto_reply');
  return plain(isUnsubscribeRequest(mail.subject, trimReply(mail.text ?? '').reply) ? 'unsubscribe_request' : 'reply');
}

function plain(kind: MailKind): Classification {
  return { kind, recipient: null, status: null, diagnostic: null, original_message_id: null };
}

/** Reports in the standard form: multipart/report of one of three types. */
function classifyReport(mail: InboundMail): Classification | null {
  const type = headerOf(mail.headers, 'content-type').toLowerCase();
  const about = { ...plain('read_receipt'), original_message_id: originalIdOf(mail) };
  if (/report-type="?disposition-notification|message\/disposition-notification/.test(type)) return about;
  // A spam complaint (RFC 5965) is the strongest way of asking to be left alone.
  if (/report-type="?feedback-report/.test(type)) return { ...about, kind: 'unsubscribe_request' };
  const isReport = mail.delivery_statuses.length > 0 || /report-type="?delivery-status/.test(type);
  return isReport ? classifyDeliveryReport(mail) : null;
}

function originalIdOf(mail: InboundMail): string | null {
  return mail.returned_message_id ?? readQuotedMessageId(mail.text);
}

/** One failed recipient makes a bounce. A report that lost its status part is read from its words. */
function classifyDeliveryReport(mail: InboundMail): Classification {
  const failed = mail.delivery_statuses.find(
    ({ action, status }) => action?.toLowerCase() === 'failed' || (action === null && status?.startsWith('5.')),
  );
  if (failed !== undefined) return describeFailure(failed, mail);
  const [first] = mail.delivery_statuses;
  if (first === undefined) return describeFailure(UNSAID, mail);
  const recipient = readAddress(first.final_recipient);
  return { ...plain('delivery_report'), recipient, status: first.status, original_message_id: originalIdOf(mail) };
}

const UNSAID: RecipientStatus = { action: 'failed', status: null, diagnostic: null, final_recipient: null };

function describeFailure(failed: RecipientStatus, mail: InboundMail): Classification {
  const words = failed.diagnostic?.trim() ? failed.diagnostic : ownWords(mail.text);
  // Exchange and Exim write 5.0.0 beside words that name the real code, or none at all.
  const isVague = failed.status === null || failed.status.endsWith('.0.0');
  const status = isVague ? (readEnhancedStatus(words) ?? failed.status) : failed.status;
  return {
    kind: classifyBounce(status?.endsWith('.0.0') === true ? null : status, words),
    recipient: readAddress(failed.final_recipient) ?? readRecipient(mail),
    status,
    diagnostic: words.slice(0, 1000),
    original_message_id: originalIdOf(mail),
  };
}

/** An address as reports write it: `rfc822;ada@example.com`, `<ada@example.com>`. */
function readAddress(written: string | null): string | null {
  return written === null ? null : normalizeEmail(written.replace(/^[\w-]+\s*;/, ''));
}

/** The report's own words: what stands before the mail it gives back, whose text must not decide anything. */
function ownWords(text: string | null): string {
  const words = text ?? '';
  const end = words.search(
    /^-{2,}.*(?:copy of (?:the|your) message|original message|below this line)|^(?:return-path|received|message-id):/im,
  );
  return (end > 0 ? words.slice(0, end) : words).slice(0, 4000);
}

const MAILER = /^(?:mailer-daemon|postmaster|mail-daemon|mdaemon|postoffice)@/;
const MAILER_SUBJECT =
  /undeliver|delivery (?:status|failure|has failed|failed|problem)|failure notice|mail delivery|returned mail|delivery report|could ?n.t be delivered|unzustellbar|niet bezorgd|onbestelbaar|non remis|no se (?:ha podido|puede) entregar|non (?:recapitabile|consegnat)|não (?:foi )?entreg|не доставлен|недоставлен/i;
const DELAY_WORDS =
  /delayed|warning: (?:message|could not)|will (?:be retried|retry|keep trying)|still (?:being )?tr(?:ied|ying)/i;

/** Bounces without the standard form: Exim, qmail and other servers that only write a letter. */
function classifyOldBounce(mail: InboundMail, from: string | null): Classification | null {
  const isMailer = from === null ? /mailer-daemon|postmaster/i.test(mail.from ?? '') : MAILER.test(from);
  const namesFailed = mail.headers.has('x-failed-recipients');
  const hasNoReturnPath = headerOf(mail.headers, 'return-path') === '<>';
  const isBounce = namesFailed || (MAILER_SUBJECT.test(mail.subject ?? '') && (isMailer || hasNoReturnPath));
  if (!isBounce) return null;
  if (!namesFailed && DELAY_WORDS.test(`${mail.subject}\n${ownWords(mail.text)}`)) {
    return { ...plain('delivery_report'), recipient: readRecipient(mail), original_message_id: originalIdOf(mail) };
  }
  return describeFailure(UNSAID, mail);
}

/** Whom a bounce without the standard form is about. */
function readRecipient(mail: InboundMail): string | null {
  const listed = headerOf(mail.headers, 'x-failed-recipients').split(/[,\n]/)[0] ?? '';
  if (listed !== '') return normalizeEmail(listed);
  const written = /<?([^\s<>"(),;:]+@[^\s<>"(),;:]+\.[a-z]{2,})>?/i.exec(ownWords(mail.text));
  return written?.[1] === undefined ? null : normalizeEmail(written[1]);
}

/** True when a mail stops the sequence of the lead who sent it. */
export function stopsSequence(kind: MailKind): boolean {
  return kind === 'reply' || kind === 'unsubscribe_request';
}

/** True when the address of a mail's lead must not be written to again. */
export function suppressesAddress(kind: MailKind): boolean {
  return kind === 'bounce_hard' || kind === 'unsubscribe_request';
}
