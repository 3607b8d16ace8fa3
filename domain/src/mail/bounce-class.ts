import { cutText, standsNear, TEXT_BOUNDS } from '../text/text-bounds.ts';
import {
  FULL_MAILBOX,
  FULL_NEAR,
  MISSING_MAILBOX,
  NO_MAIL_SERVICE,
  REFUSED_SENDER,
  REFUSING_LINK,
  TEMPORARY,
  TOO_MANY,
  UNKNOWN_DOMAIN,
  UNKNOWN_MAILBOX,
} from './bounce-words.ts';

/** What a failed delivery says about the address: bad for good, worth another try some day, or the sender's own fault. */
export type BounceKind = 'bounce_hard' | 'bounce_soft' | 'bounce_policy';

/** Codes that mean one thing where the words say nothing (RFC 3463, and Microsoft's and Google's own). */
const CODE_KINDS: readonly [RegExp, BounceKind][] = [
  [/^4\./, 'bounce_soft'],
  [/^5\.1\.(?:1|2|3|6|10)$/, 'bounce_hard'],
  [/^5\.1\.(?:7|8|9|20|90)$/, 'bounce_policy'],
  [/^5\.2\.2$/, 'bounce_soft'],
  [/^5\.2\.3$|^5\.3\.4$|^5\.4\.5$/, 'bounce_policy'],
  [/^5\.2\.1$/, 'bounce_hard'],
  [/^5\.4\.(?:1|4|310)$/, 'bounce_hard'],
  [/^5\.4\.(?:6|7|14|300|312|316|317)$/, 'bounce_soft'],
  [/^5\.7\.\d+$/, 'bounce_policy'],
  [/^5\.6\.\d+$/, 'bounce_policy'],
];

/**
 * Class of a failure from its enhanced status (`5.1.1`, null when none was given) and the server's words. Words weigh more than codes:
 * servers say 5.1.1 of full mailboxes and 4.0.0 of people who left. An unexplained failure is soft, because a good address suppressed
 * by mistake never gets another message.
 * @param isTemporary where the server calls it so without a reason (`4.0.0`)
 */
export function classifyBounce(status: string | null, words: string, isTemporary = false): BounceKind {
  const said = cutText(words, TEXT_BOUNDS.diagnostic);
  // Letters break their lines anywhere: a line that begins with a blank or a lower-case letter continues the one before.
  const text = withoutNames(said).replace(/\n[ \t]*(?=[a-z(])/g, ' ');
  const code = status ?? readEnhancedStatus(said);
  return (
    classifyMailbox(text, code, isTemporary) ??
    classifyAddress(said, text, code) ??
    classifySender(said, text, code) ??
    CODE_KINDS.find(([pattern]) => code !== null && pattern.test(code))?.[1] ??
    'bounce_soft'
  );
}

/** What the words say of the mailbox or its domain for now. */
function classifyMailbox(text: string, code: string | null, isTemporary: boolean): BounceKind | null {
  if (has(text, FULL_MAILBOX) || standsNear(text, FULL_NEAR) || has(text, TEMPORARY)) return 'bounce_soft';
  if (has(text, NO_MAIL_SERVICE)) return 'bounce_hard';
  return isUnknownDomain(text) && (isTemporary || isTransient(code)) ? 'bounce_soft' : null;
}

/** An address that does not exist, unless the refusal is about the sender. */
function classifyAddress(said: string, text: string, code: string | null): BounceKind | null {
  // The receiver's own list of recipients refuses it (Microsoft 365, Postfix), regardless of the sender.
  const isAccessDenied = /recipient address rejected: access denied/i.test(text);
  if (isAccessDenied || (code === '5.4.1' && /recipient address rejected/i.test(text))) return 'bounce_hard';
  const isOwnFault = code !== null && /^5\.(?:1\.(?:7|8|9|20|90)|7\.(?:2[0-9]|5\d\d|6\d\d))$/.test(code);
  if (isOwnFault || !(isUnknownMailbox(text) || isUnknownDomain(text))) return null;
  const isRefused = isRefusedSender(text) || REFUSING_LINK.test(said);
  return !isRefused || (isCodeOfMailbox(code) && !REFUSING_LINK.test(said)) ? 'bounce_hard' : null;
}

/** The sender writes too much, or is refused. */
function classifySender(said: string, text: string, code: string | null): BounceKind | null {
  if (has(text, TOO_MANY)) return isTransient(code) ? 'bounce_soft' : 'bounce_policy';
  const isRefused = isRefusedSender(text) || REFUSING_LINK.test(said);
  return isRefused && !isTransient(code) ? 'bounce_policy' : null;
}

const isTransient = (code: string | null): boolean => code?.startsWith('4.') === true;

const isCodeOfMailbox = (code: string | null): boolean => code !== null && /^5\.(?:1\.[1236]|1\.10|2\.1)$/.test(code);

const has = (text: string, patterns: readonly RegExp[]): boolean => patterns.some((pattern) => pattern.test(text));

function isUnknownMailbox(text: string): boolean {
  return has(text, UNKNOWN_MAILBOX) || standsNear(text, MISSING_MAILBOX.mailbox);
}

/** A server that calls it temporary may have asked at a bad moment. */
function isUnknownDomain(text: string): boolean {
  return has(text, UNKNOWN_DOMAIN) || standsNear(text, MISSING_MAILBOX.domain);
}

const TOO_LARGE = { first: /message|size/gi, second: /too (?:big|large)|exceed/i, distance: 40, stops: /[.\n]/ };

function isRefusedSender(text: string): boolean {
  return has(text, REFUSED_SENDER) || standsNear(text, TOO_LARGE);
}

/** A server's words without addresses, hosts and links: the name `mx.antispam.example` is no refusal. */
function withoutNames(text: string): string {
  return text
    .split(/(\s+)/)
    .map((word) => (isName(word) ? '' : word))
    .join('')
    .replace(/[^\S\n]+/g, ' ');
}

function isName(word: string): boolean {
  if (word.includes('://') || word.startsWith('www.')) return true;
  if (word.includes('@')) return !/^[^@]{0,3}@|@[^@]{0,3}$/.test(word);
  return /^[\w-]+\.[\w-]+\.[a-z]/i.test(word) && !/^resolver\./i.test(word);
}

/** The first enhanced status code in a server's words, e.g. `5.1.1`, or null. One that names a reason comes before a bare class. */
export function readEnhancedStatus(given: string): string | null {
  const text = cutText(given, TEXT_BOUNDS.diagnostic);
  const found = [...text.matchAll(/(?:^|[\s(#[:<=-])([245]\.\d{1,3}\.\d{1,3})(?![.\d])/g)].map(
    (match) => match[1] ?? '',
  );
  return found.find((code) => !code.endsWith('.0.0')) ?? found[0] ?? null;
}
