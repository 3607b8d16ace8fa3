import type { MailHeaders } from './auto-reply.ts';
import { isAutoReply } from './auto-reply.ts';
import { classifyBounce, readEnhancedStatus } from './bounce-class.ts';
import type { RecipientStatus } from './delivery-status.ts';
import { readDeliveryStatus, readOriginalMessageId } from './delivery-status.ts';
import { normalizeEmail } from './email-address.ts';
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

/** A parsed mail as plain data. */
export type InboundMail = {
  from: string | null;
  /** Addresses of the account it arrived in, aliases included. */
  own_addresses: readonly string[];
  subject: string | null;
  headers: MailHeaders;
  /** Content-Type of the whole mail with its parameters. */
  content_type: string | null;
  text: string | null;
  /** Text of the message/delivery-status part; null without one. */
  delivery_status: string | null;
  /** Headers of the mail a report gives back (message/rfc822 or text/rfc822-headers part); null without one. */
  returned_headers: string | null;
};

export type Classification = {
  kind: MailKind;
  /** Whom a bounce is about; null for other kinds or when it does not say. */
  recipient: string | null;
  /** Enhanced status of a bounce, e.g. `5.1.1`. */
  status: string | null;
  /** The receiving server's words about a bounce, cut to 1000 characters. */
  diagnostic: string | null;
  /** Message-ID of the mail a bounce or report is about. */
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

/** Reports in the standard form: multipart/report of one of three types, or a bare delivery-status part. */
function classifyReport(mail: InboundMail): Classification | null {
  const type = (mail.content_type ?? '').toLowerCase();
  const about = {
    ...plain('read_receipt'),
    original_message_id: readOriginalMessageId(mail.returned_headers, mail.text),
  };
  if (/report-type="?disposition-notification|message\/disposition-notification/.test(type)) return about;
  // A spam complaint (RFC 5965) is the strongest way of asking to be left alone.
  if (/report-type="?feedback-report/.test(type)) return { ...about, kind: 'unsubscribe_request' };
  if (mail.delivery_status === null && !/report-type="?delivery-status/.test(type)) return null;
  return classifyDeliveryReport(mail, about.original_message_id);
}

function classifyDeliveryReport(mail: InboundMail, original_message_id: string | null): Classification {
  const recipients = readDeliveryStatus(mail.delivery_status ?? '');
  const failed = recipients.find(
    ({ action, status }) => action === 'failed' || (action === null && status?.startsWith('5.')),
  );
  if (failed !== undefined) return describeFailure(failed, mail, original_message_id);
  if (recipients.length === 0 && mail.delivery_status === null) {
    return describeFailure(
      { recipient: null, action: 'failed', status: null, diagnostic: '' },
      mail,
      original_message_id,
    );
  }
  const [first] = recipients;
  return {
    ...plain('delivery_report'),
    recipient: first?.recipient ?? null,
    status: first?.status ?? null,
    original_message_id,
  };
}

function describeFailure(
  failed: RecipientStatus,
  mail: InboundMail,
  original_message_id: string | null,
): Classification {
  const words = failed.diagnostic === '' ? ownWords(mail.text) : failed.diagnostic;
  // Exchange writes 5.0.0 or 5.x.0 beside a diagnostic that names the real code.
  const status =
    failed.status === null || /\.0\.0$/.test(failed.status)
      ? (readEnhancedStatus(words) ?? failed.status)
      : failed.status;
  return {
    kind: classifyBounce(status !== null && /\.0\.0$/.test(status) ? null : status, words),
    recipient: failed.recipient ?? readRecipient(mail),
    status,
    diagnostic: words.slice(0, 1000),
    original_message_id,
  };
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
  const failedRecipients = mail.headers['x-failed-recipients'];
  const hasNoReturnPath = mail.headers['return-path']?.trim() === '<>';
  const isBounce =
    failedRecipients !== undefined || (MAILER_SUBJECT.test(mail.subject ?? '') && (isMailer || hasNoReturnPath));
  if (!isBounce) return null;
  const original_message_id = readOriginalMessageId(mail.returned_headers, mail.text);
  const words = ownWords(mail.text);
  if (failedRecipients === undefined && DELAY_WORDS.test(`${mail.subject}\n${words}`)) {
    return { ...plain('delivery_report'), recipient: readRecipient(mail), original_message_id };
  }
  return describeFailure(
    { recipient: null, action: 'failed', status: null, diagnostic: '' },
    mail,
    original_message_id,
  );
}

/** Whom a bounce without the standard form is about. */
function readRecipient(mail: InboundMail): string | null {
  const listed = mail.headers['x-failed-recipients']?.split(/[,\n]/)[0];
  if (listed !== undefined) return normalizeEmail(listed);
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
