import { normalizeEmail } from '../addresses/email-address.ts';
import { cutText, TEXT_BOUNDS } from '../text/text-bounds.ts';
import { headerOf, isAutoReply, type MailHeaders } from './auto-reply.ts';
import { classifyBounce, readEnhancedStatus } from './bounce-class.ts';
import { isChallenge } from './challenge.ts';
import { isUnsubscribeMail, readComplaint, readServiceNotice, type ServiceNotice } from './complaint.ts';
import { readQuotedMessageId } from './original-message.ts';
import { trimReply } from './reply-trim.ts';
import { isDelayed, isReturnedMail, ownWords, quotesServer, readRecipient } from './returned-mail.ts';
import { isUnsubscribeRequest } from './unsubscribe-request.ts';

/** What an inbound mail is. Only 'reply' is a person's answer; it and 'unsubscribe_request' stop a lead's sequence. */
const MAIL_KINDS = [
  'reply',
  'auto_reply',
  'bounce_hard',
  'bounce_soft',
  'bounce_policy',
  'delivery_report',
  'own_copy',
  'read_receipt',
  'unsubscribe_request',
  'complaint',
] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/** One recipient's fields of a delivery report (RFC 3464), as the server wrote them. */
type RecipientStatus = {
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
  /** Whether a person's calendar answers or sends an appointment. */
  has_appointment?: boolean;
};

export type Classification = {
  kind: MailKind;
  /** Whom a bounce or complaint is about; null for other kinds or when it does not say. */
  recipient: string | null;
  /** Enhanced status of a bounce, e.g. `5.1.1`. */
  status: string | null;
  /** The receiving server's words about a bounce, cut to 1000 characters. */
  diagnostic: string | null;
  /** Message-ID, without angle brackets, of the mail a bounce, complaint or report is about. */
  original_message_id: string | null;
};

/** Separates replies from everything else that arrives in a mailbox. */
export function classifyMail(mail: InboundMail): Classification {
  const from = mail.from === null ? null : normalizeEmail(mail.from);
  if (from !== null && mail.own_addresses.some((own) => normalizeEmail(own) === from)) return plain('own_copy');
  return (
    classifyReceipt(mail) ??
    classifyComplaint(mail) ??
    classifyReport(mail) ??
    classifyLetter(mail) ??
    plain(classifyAnswer(mail))
  );
}

function classifyAnswer(mail: InboundMail): MailKind {
  if (isUnsubscribeMail(mail)) return 'unsubscribe_request';
  // Calendars mark their mails as automatic, but accepting or sending an appointment is a person's act (RFC 5546, 3.2.3).
  if (mail.has_appointment !== true && (isAutoReply(mail) || isChallenge(mail))) return 'auto_reply';
  const { reply } = trimReply(cutText(mail.text, TEXT_BOUNDS.mail_text));
  return isUnsubscribeRequest(reply) ? 'unsubscribe_request' : 'reply';
}

function plain(kind: MailKind): Classification {
  return { kind, recipient: null, status: null, diagnostic: null, original_message_id: null };
}

const contentType = (mail: InboundMail): string => headerOf(mail.headers, 'content-type').toLowerCase();

/** Whether a mail program says that a mail was read. */
export const isReadReceipt = (mail: InboundMail): boolean =>
  /report-type\s{0,3}=\s{0,3}"?disposition-notification|message\/disposition-notification/.test(contentType(mail));

function classifyReceipt(mail: InboundMail): Classification | null {
  return isReadReceipt(mail) ? { ...plain('read_receipt'), original_message_id: findOriginalId(mail) } : null;
}

/** A spam complaint is the strongest form of an opt-out. */
function classifyComplaint(mail: InboundMail): Classification | null {
  const notice = readServiceNotice(mail.text);
  if (notice !== null) return classifyNotice(notice, mail);
  const complaint = readComplaint(mail);
  if (complaint === null) return isFeedback(mail) ? { ...plain('delivery_report') } : null;
  return { ...plain('complaint'), recipient: complaint.recipient, original_message_id: findOriginalId(mail) };
}

/** Reports about authentication have the form of complaints and are about no person. */
const isFeedback = (mail: InboundMail): boolean =>
  /report-type\s{0,3}=\s{0,3}"?feedback-report/.test(contentType(mail));

function classifyNotice(notice: ServiceNotice, mail: InboundMail): Classification {
  const about = {
    recipient: notice.recipient,
    status: notice.status,
    diagnostic: notice.diagnostic,
    original_message_id: notice.message_id ?? findOriginalId(mail),
  };
  switch (notice.kind) {
    case 'complaint':
      return { ...about, kind: 'complaint' };
    case 'delivery':
      return { ...about, kind: 'delivery_report' };
    case 'soft_bounce':
      return { ...about, kind: 'bounce_soft' };
    case 'bounce': {
      const kind = classifyBounce(notice.status, notice.diagnostic ?? '');
      // The service tried for us and calls it permanent: without other words the address is bad.
      return { ...about, kind: kind === 'bounce_soft' && notice.diagnostic === null ? 'bounce_hard' : kind };
    }
  }
}

/** Reports in the standard form (RFC 3464), with their status part or without. */
function classifyReport(mail: InboundMail): Classification | null {
  const isReport =
    mail.delivery_statuses.length > 0 || /report-type\s{0,3}=\s{0,3}"?delivery-status/.test(contentType(mail));
  return isReport ? classifyDeliveryReport(mail) : null;
}

function findOriginalId(mail: InboundMail): string | null {
  return mail.returned_message_id ?? readQuotedMessageId(mail.text);
}

const isFailure = ({ action, status }: RecipientStatus): boolean =>
  /^(?:failed|failure|error|expired)/i.test(action?.trim() ?? '') ||
  (!action?.trim() && status?.startsWith('5.') === true);

/** One failed recipient makes a bounce. A report that lost its status part is read from its words. */
function classifyDeliveryReport(mail: InboundMail): Classification {
  const failed = mail.delivery_statuses.find(isFailure);
  if (failed !== undefined) return describeFailure(failed, mail);
  const [first] = mail.delivery_statuses;
  if (first === undefined) return isDelayed(mail) ? delayOf(mail) : describeFailure(UNSAID, mail);
  if (!first.action?.trim() && !first.status) return isDelayed(mail) ? delayOf(mail) : describeFailure(first, mail);
  const recipient = readAddress(first.final_recipient);
  return { ...plain('delivery_report'), recipient, status: first.status, original_message_id: findOriginalId(mail) };
}

const UNSAID: RecipientStatus = { action: 'failed', status: null, diagnostic: null, final_recipient: null };

function delayOf(mail: InboundMail): Classification {
  return { ...plain('delivery_report'), recipient: readRecipient(mail), original_message_id: findOriginalId(mail) };
}

function describeFailure(failed: RecipientStatus, mail: InboundMail): Classification {
  const said = cutText(failed.diagnostic, TEXT_BOUNDS.diagnostic);
  const letter = ownWords(mail.text);
  const words = said.trim() === '' ? letter : said;
  // Exchange and Exim write 5.0.0 beside words that name the real code, or none at all.
  const isVague = failed.status === null || failed.status.endsWith('.0.0');
  const status = isVague ? (readEnhancedStatus(words) ?? failed.status) : failed.status;
  const code = status?.endsWith('.0.0') === true ? null : status;
  const isTemporary = status?.startsWith('4.') === true;
  const kind = classifyBounce(code, words, isTemporary);
  // Where the server's answer says nothing, the letter above it may.
  const isSaid = kind !== 'bounce_soft' || words === letter || code !== null;
  return {
    kind: isSaid ? kind : classifyBounce(code, `${words}\n${letter}`, isTemporary),
    recipient: readAddress(failed.final_recipient) ?? readRecipient(mail),
    status,
    diagnostic: cutText(words, 1000),
    original_message_id: findOriginalId(mail),
  };
}

/** An address as reports write it: `rfc822;ada@example.com`, `<ada@example.com>`. */
function readAddress(written: string | null): string | null {
  return written === null
    ? null
    : normalizeEmail(cutText(written, TEXT_BOUNDS.line).replace(/^[\w-]{1,40}\s{0,40};/, ''));
}

/** Bounces without the standard form: Exim, qmail and other servers that only write a letter. */
function classifyLetter(mail: InboundMail): Classification | null {
  // Filters that ask the sender something write as mailers do ('could not be delivered yet'): nothing came back.
  if (isChallenge(mail) && !quotesServer(mail)) return null;
  if (!isReturnedMail(mail)) return null;
  return isDelayed(mail) ? delayOf(mail) : describeFailure(UNSAID, mail);
}
