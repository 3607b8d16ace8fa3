import { createHash } from 'node:crypto';
import { simpleParser } from 'mailparser';
import MailComposer from 'nodemailer/lib/mail-composer';
import { fieldsOf, nameOf as nameOfField, parseHeader, parseMessageId, splitMail } from './mail-header.ts';
import type { ReceivedMail } from './mail-store.ts';
import type { Behaviour } from './prospect-behaviour.ts';

const TEXTS: Record<Extract<Behaviour, 'positive' | 'negative' | 'unsubscribe' | 'out_of_office'>, string[]> = {
  positive: [
    'Hi, thanks for reaching out. This is interesting, we are looking at exactly this right now. Could you do Thursday afternoon?',
    'Sounds good. Please send me a few more details and some times for a short call next week.',
    'Good timing! Happy to have a look. What would a first step be?',
  ],
  negative: [
    'Thanks, but this is not a priority for us at the moment.',
    'Hi, we already have a solution for this and are happy with it. All the best.',
    'Not interested, thank you.',
  ],
  unsubscribe: ['unsubscribe', 'Please remove me from your list. Unsubscribe.'],
  out_of_office: [
    'Thank you for your message. I am out of the office with limited access to email and will answer when I am back on Monday.',
  ],
};

/** The bytes of a prospect's answer to `mail`, in its thread, with the original quoted below. */
export async function composeReply(
  mail: ReceivedMail,
  recipient: string,
  behaviour: keyof typeof TEXTS,
  sent_at: Date,
  text?: string,
): Promise<Buffer> {
  const parsed = await simpleParser(mail.raw, { skipHtmlToText: false });
  const chain = (parseHeader(mail.raw, 'references') ?? '').match(/<[^<>\s]+>/g) ?? [];
  const id = parseMessageId(mail.raw);
  const isAutomatic = behaviour === 'out_of_office';
  const answer = text ?? pickText(TEXTS[behaviour], recipient);
  const subject = mail.subject === '' ? '' : (parsed.subject ?? '');
  return build({
    from: { name: nameOf(recipient), address: recipient },
    to: parseHeader(mail.raw, 'reply-to') ?? mail.from,
    subject: isAutomatic ? `Automatic reply: ${subject}` : subject.replace(/^(?:re:\s*)*/i, 'Re: '),
    messageId: replyId(mail, recipient, behaviour, answer, sent_at),
    inReplyTo: id ?? undefined,
    references: id === null ? chain : [...chain.filter((entry) => entry !== id), id],
    date: sent_at,
    headers: isAutomatic
      ? { 'Auto-Submitted': 'auto-replied', 'X-Auto-Response-Suppress': 'All', Precedence: 'bulk' }
      : {},
    text: isAutomatic ? answer : `${answer}\n\n${quote(parsed.text ?? '', parsed.date, mail.from)}`,
  });
}

const COMMON_HEADERS = new Set(['from', 'to', 'cc', 'subject', 'date', 'message-id', 'mime-version', 'content-type']);

/** A delivery report (RFC 3464) from the server of the recipient's domain. */
export function composeBounce(
  mail: ReceivedMail,
  recipient: string,
  isHard: boolean,
  sent_at: Date,
  hidesHeaders = false,
): Buffer {
  const domain = recipient.slice(recipient.lastIndexOf('@') + 1);
  const id = replyId(mail, recipient, isHard ? 'hard_bounce' : 'soft_bounce', '', sent_at);
  const boundary = `bounce-${id.slice(1, 20)}`;
  const status = isHard ? '5.1.1' : '4.2.2';
  const diagnostic = isHard
    ? '550 5.1.1 The email account that you tried to reach does not exist'
    : '452 4.2.2 The email account that you tried to reach is over quota';
  const fields = fieldsOf(splitMail(mail.raw).head);
  const head = fields.filter((field) => !hidesHeaders || COMMON_HEADERS.has(nameOfField(field))).join('\r\n');
  const lines = [
    `From: Mail Delivery Subsystem <mailer-daemon@${domain}>`,
    `To: ${mail.from}`,
    `Subject: ${isHard ? 'Undelivered Mail Returned to Sender' : 'Delayed Mail (still being retried)'}`,
    `Message-ID: ${id}`,
    ...(mail.message_id === null ? [] : [`In-Reply-To: ${mail.message_id}`, `References: ${mail.message_id}`]),
    `Date: ${sent_at.toUTCString().replace('GMT', '+0000')}`,
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    `Content-Type: multipart/report; report-type=delivery-status; boundary="${boundary}"`,
    '',
    `--${boundary}`,
    'Content-Type: text/plain; charset=utf-8',
    '',
    `Your message to ${recipient} ${isHard ? 'could not be delivered' : 'has not been delivered yet; we keep trying'}.`,
    `The response was: ${diagnostic}`,
    '',
    `--${boundary}`,
    'Content-Type: message/delivery-status',
    '',
    `Reporting-MTA: dns; mx.${domain}`,
    '',
    `Final-Recipient: rfc822; ${recipient}`,
    `Action: ${isHard ? 'failed' : 'delayed'}`,
    `Status: ${status}`,
    `Diagnostic-Code: smtp; ${diagnostic}`,
    '',
    `--${boundary}`,
    'Content-Type: text/rfc822-headers',
    '',
    head,
    '',
    `--${boundary}--`,
    '',
  ];
  return Buffer.from(lines.join('\r\n'), 'latin1');
}

function build(options: ConstructorParameters<typeof MailComposer>[0]): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    new MailComposer({ ...options, disableFileAccess: true, disableUrlAccess: true })
      .compile()
      .build((error, message) => (error === null ? resolve(message as Buffer) : reject(error)));
  });
}

function replyId(mail: ReceivedMail, recipient: string, kind: string, text: string, sent_at: Date): string {
  const parts = [mail.message_id ?? String(mail.id), recipient, kind, text, sent_at.getTime()];
  const digest = createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 32);
  return `<${digest}@${recipient.slice(recipient.lastIndexOf('@') + 1)}>`;
}

function quote(text: string, date: Date | undefined, from: string): string {
  const lines = text.trimEnd().split('\n');
  return [`On ${(date ?? new Date(0)).toUTCString()}, ${from} wrote:`, ...lines.map((line) => `> ${line}`)].join('\n');
}

function nameOf(address: string): string {
  const words = address.slice(0, address.lastIndexOf('@')).split(/[._+-]+/);
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
}

function pickText(texts: string[], recipient: string): string {
  const index = createHash('sha256').update(recipient).digest().readUInt8(0) % texts.length;
  return texts[index] ?? '';
}
