import { normalizeEmail } from '../addresses/email-address.ts';
import { trimTrailing } from '../text/text.ts';
import { cutText, standsNear, TEXT_BOUNDS } from '../text/text-bounds.ts';
import { headerOf } from './auto-reply.ts';
import { firstAddress, type Letter, writtenSender } from './returned-mail.ts';

/** A person pressed 'This is spam': whose complaint it is, as far as it says, and the message id it names. */
export interface Complaint {
  recipient: string | null;
  message_id: string | null;
}

/** What a notice of a mail service (JSON in the text) is about. */
export interface ServiceNotice extends Complaint {
  kind: 'complaint' | 'bounce' | 'soft_bounce' | 'delivery';
  status: string | null;
  diagnostic: string | null;
}

const IS_DMARC = /\bdmarc\b|report domain:|aggregate report/i;
const COMPLAINT_SUBJECT =
  /^(?:\[[^\]]{0,40}\] ?)?(?:complaint about message from|e-?mail feedback report|feedback loop|spam (?:complaint|report|feedback)|abuse report|junk (?:e-?mail )?(?:report|complaint)|fbl (?:report|complaint)|\w+ abuse report|user complaint|client tos notification|spamtraphit)/i;
const COMPLAINT_WORDS =
  /(?:marked|reported|classified|flagged) (?:this |your |the |it )?(?:message |mail |e-?mail )?as (?:spam|junk|abuse|unwanted)|clicked (?:on )?["“'‘]?(?:report|this is) (?:as )?spam|feedback-type: ?(?:abuse|fraud|opt-out|opt-out-list|complaint|unsubscribe)|abuse complaint|spam complaint/i;
const COMPLAINT_SENDER =
  /staff@(?:hotmail|outlook|live|msn)\.|feedback(?:loop)?@|fbl[-_.@]|feedback@arf\.|arf@|complaints?@|scomp@aol|feedback-?loop|\bfbl\b|abuse-?report|antispam feedback|spam-?report|junkmail|complaint/i;

const CALLS_ITSELF = {
  first: /this is an?\b/gi,
  second: /(?:abuse|opt-out|spam|complaint|feedback) (?:report|complaint)/i,
  distance: 60,
  stops: /[.\n]/,
};

/** A complaint in any of its forms (RFC 5965 reports, Outlook's and Yahoo's letters). Reports about authentication are none. */
export function readComplaint(letter: Letter): Complaint | null {
  const type = headerOf(letter.headers, 'content-type').toLowerCase();
  const subject = cutText(letter.subject, TEXT_BOUNDS.line);
  const text = cutText(letter.text, TEXT_BOUNDS.mail_text);
  const isReport = /report-type\s{0,3}=\s{0,3}"?feedback-report/.test(type);
  const sender = writtenSender(letter);
  if (IS_DMARC.test(`${subject} ${sender}`) || isAuthenticationReport(text)) return null;
  const says = COMPLAINT_WORDS.test(text) || standsNear(text, CALLS_ITSELF);
  const isLetter = COMPLAINT_SUBJECT.test(subject) && (COMPLAINT_SENDER.test(sender) || says);
  const isSaid = COMPLAINT_SENDER.test(sender) && says;
  return isReport || isLetter || isSaid ? { recipient: complainant(text), message_id: null } : null;
}

/** Forensic reports (DMARC, SPF) have the form of complaints and say nothing about a person. */
function isAuthenticationReport(text: string): boolean {
  return /feedback-type: ?auth-failure|(?:authentication[- ]failure|auth-failure) report|spf\/dkim authentication/i.test(
    text,
  );
}

function complainant(text: string): string | null {
  for (const line of text.split('\n', 2_000)) {
    if (
      !/^(?:original-rcpt-to|removal-recipient|x-hmxmroriginalrecipient|redacted-address|x-original-to)\s?:/i.test(line)
    )
      continue;
    const address = firstAddress(cutText(line, TEXT_BOUNDS.line));
    if (address !== null) return address;
  }
  return null;
}

/** A subject that is nothing but the word, as people and programs write it to the unsubscribe address. */
const isUnsubscribeSubject = (subject: string | null): boolean =>
  /^(?:(?:list[- ])?unsubscribe(?:[- ]request)?(?: (?:me|from .{1,60}))?|opt[- ]?out)[\s.!]{0,9}$/i.test(
    cutText(subject, 100).trim(),
  );

/** The unsubscribe mails that mail programs write for people: the sender wants nothing else. */
export function isUnsubscribeMail(letter: Letter): boolean {
  if (headerOf(letter.headers, 'x-apple-unsubscribe').toLowerCase() === 'true') return true;
  const start = cutText(letter.text, TEXT_BOUNDS.line).trim();
  return (
    /^(?:apple )?mail (?:sent|has sent) this e?-?mail to unsubscribe|^this (?:message|e-?mail) (?:was|is) (?:automatically )?(?:generated|sent) (?:by|from) .{0,60}(?:to )?unsubscri|^please (?:unsubscribe|remove) (?:me|this address|my address) from this (?:mailing )?list\.?$/i.test(
      start,
    ) || isUnsubscribeSubject(letter.subject)
  );
}

const SERVICES = ['notificationType', 'eventType', 'Type', 'event', 'event-data', 'RecordType', 'msys', 'events'];

/** The notice of a mail service in the text: Amazon's, Mailgun's, SendGrid's, Postmark's, SparkPost's. Null for anything else. */
export function readServiceNotice(given: string | null): ServiceNotice | null {
  const text = cutText(given, TEXT_BOUNDS.mail_shown).trim();
  const start = text.search(/[[{]/);
  if (start === -1 || start > 2_000 || !SERVICES.some((name) => text.includes(`"${name}"`))) return null;
  const facts = readJson(text.slice(start));
  return facts === null ? null : noticeOf(facts);
}

type Json = Record<string, unknown>;

/** Lines of a mail are broken at 76 characters and more by some servers: the object is also read with its lines put together. */
function readJson(text: string): Json | null {
  const end = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']')) + 1;
  for (const candidate of [text.slice(0, end), joinLines(text.slice(0, end)), firstObject(text)]) {
    try {
      const value: unknown = JSON.parse(candidate);
      const first = Array.isArray(value) ? value[0] : value;
      const event = toJsonObject(first);
      if (event !== null) return unwrap(event);
    } catch {
      // The next form is tried.
    }
  }
  return null;
}

const joinLines = (text: string): string =>
  text
    .split('\n')
    .map((line) => trimTrailing(line.trim(), '!'))
    .join('');

/** From the first brace to its partner: footers of notices follow it. */
function firstObject(text: string): string {
  let depth = 0;
  let isQuoted = false;
  for (let index = 0; index < text.length; index += 1) {
    const letter = text[index];
    if (isQuoted) {
      if (letter === '\\') index += 1;
      else if (letter === '"') isQuoted = false;
    } else if (letter === '"') isQuoted = true;
    else if (letter === '{' || letter === '[') depth += 1;
    else if ((letter === '}' || letter === ']') && --depth === 0) return text.slice(0, index + 1);
  }
  return '';
}

/** Amazon puts the notice into a notification as text; others put it one level down. */
function unwrap(value: Json): Json {
  const inner = value.Message ?? value.message;
  if (typeof inner === 'string' && inner.trim().startsWith('{')) {
    try {
      const parsed = toJsonObject(JSON.parse(inner));
      if (parsed !== null) return parsed;
    } catch {
      return value;
    }
  }
  const below = toJsonObject(value['event-data'] ?? value.msys);
  return below === null ? value : (toJsonObject(below.message_event ?? below) ?? value);
}

function toJsonObject(value: unknown): Json | null {
  return typeof value === 'object' && value !== null ? (value as Json) : null;
}

/** The first of these fields that is there: services name the same fact differently. */
function pick(facts: Json, ...names: readonly string[]): Json[string] {
  return names.map((name) => facts[name]).find((value) => value !== undefined && value !== null);
}

function noticeOf(facts: Json): ServiceNotice | null {
  const word = textOf(pick(facts, 'notificationType', 'eventType', 'event', 'RecordType', 'type', 'Type'));
  const kind = kindOf(word.toLowerCase(), facts);
  if (kind === null) return null;
  const body = objectOf(pick(facts, 'bounce', 'complaint', 'delivery'));
  const [first] = listOf(pick(body, 'bouncedRecipients', 'complainedRecipients', 'recipients'));
  const named = typeof first === 'string' ? first : textOf(objectOf(first).emailAddress);
  const recipient = named || textOf(pick(facts, 'recipient', 'email', 'Email', 'rcpt_to', 'Recipient'));
  const details = objectOf(first);
  const status =
    /[245]\.\d{1,3}\.\d{1,3}/.exec(textOf(details.status ?? pick(facts, 'status', 'error_code')))?.[0] ?? null;
  return {
    kind,
    recipient: normalizeEmail(recipient),
    message_id: findMessageId(facts),
    status,
    diagnostic: textOf(details.diagnosticCode ?? pick(facts, 'reason', 'Description', 'description')) || null,
  };
}

function kindOf(word: string, facts: Json): ServiceNotice['kind'] | null {
  if (/complain|spam_?report|spamcomplaint/.test(word)) return 'complaint';
  if (/^deliver/.test(word)) return 'delivery';
  if (!/bounce|fail|dropped|reject|out_of_band/.test(word)) return null;
  const how = textOf(objectOf(facts.bounce).bounceType ?? facts.severity ?? facts.Type).toLowerCase();
  return /transient|temporary|soft|undetermined/.test(how) ? 'soft_bounce' : 'bounce';
}

/** Our own id, which the service gives back among the headers of the mail. */
function findMessageId(facts: Json): string | null {
  const mail = objectOf(facts.mail ?? facts.message);
  const common = objectOf(mail.commonHeaders);
  const headers = listOf(mail.headers).map(objectOf);
  const listed = headers.find(({ name }) => textOf(name).toLowerCase() === 'message-id')?.value;
  const nested = objectOf(mail.headers)['message-id'];
  const written = textOf(
    listed ?? common.messageId ?? nested ?? facts['smtp-id'] ?? facts['message-id'] ?? facts.MessageID,
  );
  const id = written.trim().replace(/^</, '').replace(/>$/, '');
  return id.length >= 3 && id.length <= 500 && !/\s/.test(id) ? id : null;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? cutText(value, 2_000) : '');
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value.slice(0, 200) : []);
const objectOf = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
