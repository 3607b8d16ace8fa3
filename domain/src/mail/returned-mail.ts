import { normalizeEmail } from '../addresses/email-address.ts';
import { trimTrailing } from '../text/text.ts';
import { cutText, splitBoundedLines, TEXT_BOUNDS } from '../text/text-bounds.ts';
import { headerOf, type MailHeaders } from './auto-reply.ts';

/** What a letter about a returned mail needs to be told from a person's. */
export interface Letter {
  from: string | null;
  own_addresses: readonly string[];
  subject: string | null;
  headers: MailHeaders;
  text: string | null;
}

const MAILER_BOX =
  /^(?:mailer-?daemon|mailerdaemon|post_?master|mail-?daemon|mdaemon|post-?office|maildaemon|mail[._-]?delivery[\w.-]*|mail-?system|bounces?(?:[+._-][^@]*)?|system-?administrator|mailadmin|mail-admin|smtp-?daemon|autoresponder|daemon|microsoftexchange[^@]*|mrs|mailsystem|mail-return|dmarc-bounce)@/;
const MAILER_NAME =
  /mailer-?daemon|mail delivery|postmaster|post master|delivery (?:sub)?system|system administrator|mail administrator|mail system|mail router|internet mail|mail agent|undeliver|bounce (?:handler|notif)|mail server|systemadministrator|почтовая система|メール配信|messaging server|mail gateway|smtp gateway/i;

const MAILER_SUBJECT =
  /undeliver|un-deliver|non-?deliver|not deliver|deliver(?:y|ing)? (?:status|failure|failed|failing|has failed|problem|error|report|notif|unsuccess|incomplete|attempt|to the following)|fail(?:ed|ure)? (?:delivery|notice|to deliver|mail)|mail (?:delivery|failure|failed|error|could not|not delivered|returned|system error)|return(?:ed|ing) (?:mail|message|to sender|email)|(?:message|mail|e-?mail) (?:not|could not|couldn'?t|can(?:not|'t)|was not|wasn'?t|is) (?:be )?(?:sent|deliver|undeliver|return|bounce)|could ?n[o']t be delivered|failure notice|error sending|errors from|warning: (?:message|mail|could|e-?mail)|bounce(?:d)? (?:message|mail|notif)|permanent error|unknown (?:user|recipient|address)|user unknown|address (?:not found|rejected)|rejected (?:mail|message|posting)|mail-?box (?:full|is full|exceeded)|over quota|expired|invalid (?:address|recipient)/i;
const MAILER_SUBJECT_ELSEWHERE =
  /unzustellbar|nicht zugestellt|zustell(?:ung|fehler|bericht)|fehlgeschlagen|niet (?:bezorgd|afgeleverd|besteld)|onbestelbaar|bezorg(?:ing|fout)|non remis|non distribu|échec de (?:la )?(?:remise|livraison|distribution)|echec de|(?:message|courrier) retourné|retour du (?:message|courrier)|no se (?:ha podido|puede|pudo) (?:entregar|enviar)|no entregad|error de entrega|devuelto|non (?:recapitabile|consegnat)|mancat[ao] (?:consegna|recapito)|recapito non|não (?:foi )?entreg|falha (?:na|de) entrega|devolvid|не доставлен|недоставлен|ошибка (?:доставки|отправки)|nie dostarcz|niedostarcz|zwrot|kunde inte levereras|oleverer|kunne ikke leveres|ikke lever|ei voitu toimittaa|toimitus|nedoruč|doručení|teslim edilemedi|kézbesít|配信|配達|エラー|送信|退信|投递|반송/i;

const MAILER_WORDS =
  /could not (?:be )?(?:deliver|sent|reach)|couldn'?t (?:be )?deliver|can(?:not|'t) (?:be )?deliver|was not delivered|wasn'?t delivered|not been delivered|unable to (?:deliver|complete|send|route)|undeliver|non-?deliverable|delivery (?:to the following|has failed|failed|failure|status|error|attempts?)|failed (?:to deliver|permanently|recipient|address)|(?:permanent|fatal) (?:fatal )?errors?|did not reach|returned (?:to sender|mail|message|below|unopened)|trouble delivering|error delivering|problem (?:delivering|with the delivery)|transcript of (?:the )?(?:smtp )?session|session (?:transcript|follows)|following (?:addresses|recipients?|address(?:\(es\))?|destination)|message log follows|no valid recipients?|mail system at host|mail (?:agent|delivery (?:agent|system|software))|delivery notification|returning (?:this |your )?(?:mail|message)|malformed recipient|rejected by|will (?:be|keep) (?:re)?tr(?:y|ied)|still being retried|delayed/i;
const MAILER_WORDS_ELSEWHERE =
  /nicht (?:zugestellt|übermittelt) (?:werden|worden)|nicht zustellbar|kon niet worden (?:bezorgd|afgeleverd)|n'a pas pu être|n'a pu être|n'est pas parvenu|no (?:se )?(?:ha podido|pudo|puede) (?:ser )?(?:entreg|envia)|non è stato possibile|impossibile (?:recapitare|consegnare)|não (?:pôde|pode) ser entreg|não foi possível entreg|не (?:может быть|могло быть|было|были) доставлен|не может доставить|не удалось|送信できませんでした|配信できません|届けることができません/i;
/** A server's answer within the text: `550 5.1.1`, `<<< 550`, `(#5.1.1)`, `said: 554`. */
const SERVER_ANSWER =
  /(?:^|[\s<(:#"])(?:5\d\d|4\d\d)[ -]{1,3}(?:#?[45]\.\d{1,3}\.\d{1,3}|[a-z<"])|#[45]\.\d\.\d|\b[45]\.\d\.\d{1,3}\b|RCPT TO:|<<< [45]\d\d/i;

const DELAY_WORDS =
  /\bdelay(?:ed)?\b|warning: (?:message|could not)|will (?:be retried|retry|keep trying|continue)|still (?:being )?(?:tr(?:ied|ying)|retried)|not yet been delivered|no action is required|do not need to resend|verzögert|vertraagd|retard|задерж/i;
/** Only notices of a delay say this. They may list the recipient as failed (Gmail). */
const STILL_TRYING =
  /has not yet been delivered|hasn['’]t been delivered yet|delivery attempts will continue|will retry for \d|will keep trying (?:until|to deliver)|this is a warning (?:message )?only|you do not need to resend/i;
const FAILED_WORDS =
  /\b(?:failed permanently|giving up|given up|permanent(?:ly)? (?:fail|error)|could not be delivered|undeliverable|returned)\b|\b5\.\d\.\d{1,3}\b/i;

/** Replies and forwards of people, on any subject. */
const PERSONAL_MARK = /^\s*(?:(?:re|aw|sv|fw|fwd|wg|tr|antw|vs|rv|enc|i|odp)\s{0,3}(?:\[\d{1,3}\])?\s{0,3}[:：])/i;

/** The sender as it is written, with its name; some mailers have no address (`MAILER-DAEMON <>`). */
export function writtenSender(letter: Pick<Letter, 'from' | 'headers'>): string {
  return cutText(`${headerOf(letter.headers, 'from')} ${letter.from ?? ''}`, TEXT_BOUNDS.line);
}

function isMailer(letter: Pick<Letter, 'from' | 'headers'>): boolean {
  const address = letter.from === null ? null : normalizeEmail(letter.from);
  return (address !== null && MAILER_BOX.test(address)) || MAILER_NAME.test(writtenSender(letter));
}

/** True for a letter of a server about a mail that it could not deliver, in any form. */
export function isReturnedMail(letter: Letter): boolean {
  if (letter.headers.has('x-failed-recipients')) return true;
  const subject = cutText(letter.subject, TEXT_BOUNDS.line);
  const words = ownWords(letter.text);
  const says = MAILER_WORDS.test(words) || MAILER_WORDS_ELSEWHERE.test(words);
  const answers = SERVER_ANSWER.test(words);
  const isNamed = MAILER_SUBJECT.test(subject) || MAILER_SUBJECT_ELSEWHERE.test(subject);
  const isPersonal = PERSONAL_MARK.test(subject);
  if (isMailer(letter)) return (isNamed && !isPersonal) || says || answers;
  if (isPersonal) return false;
  if (isNamed && hasNoSender(letter.headers)) return true;
  const signs = [isNamed, says, answers].filter(Boolean);
  return signs.length >= 2 && isFromMachine(letter);
}

function hasNoSender(headers: MailHeaders): boolean {
  return /^<\s{0,3}>/.test(headerOf(headers, 'return-path'));
}

/** Sent by a program, by its own word or its name. */
function isFromMachine(letter: Letter): boolean {
  if (hasNoSender(letter.headers)) return true;
  if (/^auto-(?:replied|generated)/i.test(headerOf(letter.headers, 'auto-submitted'))) return true;
  return (
    letter.from === null ||
    /no-?reply|do-?not-?reply|mailer|daemon|admin|postmaster|bounce/i.test(writtenSender(letter))
  );
}

/** True where a letter quotes what a server answered. */
export function quotesServer(letter: Pick<Letter, 'text' | 'headers'>): boolean {
  return letter.headers.has('x-failed-recipients') || SERVER_ANSWER.test(ownWords(letter.text));
}

/** True for a delay notice: the server keeps trying. */
export function isDelayed(letter: Letter): boolean {
  const words = ownWords(letter.text);
  if (STILL_TRYING.test(words)) return true;
  if (letter.headers.has('x-failed-recipients')) return false;
  const subject = cutText(letter.subject, TEXT_BOUNDS.line);
  if (/\bdelay|warning/i.test(subject) && DELAY_WORDS.test(`${subject}\n${words}`)) return true;
  return DELAY_WORDS.test(words) && !FAILED_WORDS.test(`${subject}\n${words}`);
}

/** The letter's own words, before the mail it returns: the text of that mail must not decide anything. */
export function ownWords(text: string | null): string {
  const lines = splitBoundedLines(cutText(text, TEXT_BOUNDS.mail_text));
  const end = lines.findIndex((line, index) => index > 0 && beginsReturnedMail(line));
  return cutText((end > 0 ? lines.slice(0, end) : lines).join('\n'), TEXT_BOUNDS.diagnostic);
}

function beginsReturnedMail(line: string): boolean {
  if (/^(?:return-path|received|message-id|x-mailer|mime-version):/i.test(line)) return true;
  return (
    /^[-=*_ ]{2}/.test(line) &&
    /(?:copy of (?:the|your)|original|returned|unsent|undelivered|rejected) (?:message|mail)|below this line|message (?:header|text|content)s? follow/i.test(
      line,
    )
  );
}

const LONGEST_LOCAL_PART = 64;
const MOST_ADDRESSES = 60;

interface Written {
  address: string;
  before: string;
  after: string;
}

/** Addresses written in a text, with the characters around each. Reads outwards from each `@`, and no further than an address reaches. */
function addressesIn(text: string): Written[] {
  const found: Written[] = [];
  for (let at = text.indexOf('@'); at !== -1 && found.length < MOST_ADDRESSES; at = text.indexOf('@', at + 1)) {
    const start = beginOfLocalPart(text, at);
    const domain =
      /^[^\s<>"'(),;:@[\]]{1,255}/.exec(text.slice(at + 1, at + 256))?.[0]?.replace(/[.!?]{1,3}$/, '') ?? '';
    if (start === at || !/\.[a-z0-9-]{2,63}$/i.test(domain)) continue;
    const address = normalizeEmail(`${text.slice(start, at).replace(/^(?:rfc822|mailto|smtp)[;:=]/i, '')}@${domain}`);
    if (address === null) continue;
    const line = text.lastIndexOf('\n', start) + 1;
    found.push({
      address,
      before: text.slice(Math.max(line, start - 120), start),
      after: text.slice(at + 1 + domain.length, at + 61 + domain.length),
    });
  }
  return found;
}

function beginOfLocalPart(text: string, at: number): number {
  let start = at;
  while (start > 0 && at - start < LONGEST_LOCAL_PART && !/[\s<>"'(),;:@[\]]/.test(text[start - 1] ?? ' ')) start -= 1;
  return start;
}

export function firstAddress(given: string): string | null {
  return addressesIn(cutText(given, TEXT_BOUNDS.diagnostic))[0]?.address ?? null;
}

/** Whom a letter is about: the address in the place where servers name the recipient, never the sender's or their own. */
export function readRecipient(letter: Letter): string | null {
  const listed = headerOf(letter.headers, 'x-failed-recipients').split(/[,\n]/, 1)[0] ?? '';
  const named = normalizeEmail(listed);
  if (named !== null) return named;
  const own = new Set(letter.own_addresses.map((address) => normalizeEmail(address)));
  const from = letter.from === null ? null : normalizeEmail(letter.from);
  const words = ownWords(letter.text);
  const candidates = addressesIn(words).filter(({ address }) => !own.has(address) && address !== from);
  const scored = candidates.map((written, index) => ({
    address: written.address,
    score: scoreOf(written) - index / 100,
  }));
  const best = scored.reduce<{ address: string; score: number } | null>(
    (top, next) => (top === null || next.score > top.score ? next : top),
    null,
  );
  return best?.address ?? returnedTo(letter, own);
}

const NOT_A_RECIPIENT = /^(?:mailer-daemon|postmaster|abuse|support|help|helpdesk|admin|no-?reply)@/;
/** The last word before a recipient, and before another person. */
const INTRODUCES =
  /(?:recipients?|addresse?s?|address\(es\)|users?|to|for|mailbox|account|rcpt|an|à|para|aan|кому|宛先)$/i;
const NAMES_OTHER = /(?:from|sender|by|contact|reply-to|von|de|van|от)$/i;

function scoreOf({ address, before, after }: Written): number {
  const lead = trimTrailing(before, ' \t:;<"\'([*=');
  let score = 0;
  if (NOT_A_RECIPIENT.test(address)) score -= 4;
  if (/RCPT TO$/i.test(lead)) score += 5;
  else if (/(?:original|final|intended)/i.test(lead.slice(-40))) score += 4;
  else if (NAMES_OTHER.test(lead)) score -= 4;
  else if (INTRODUCES.test(lead)) score += 3;
  if (trimTrailing(lead, '>|-*.') === '') score += 3;
  if (/contact|forward|write to|question|assistance|please/i.test(lead.slice(-40))) score -= 3;
  const rest = after.replace(/^[>"')\]]{1,3}/, '').trimStart();
  if (/^(?::|\.\.\.|…)/.test(rest)) score += 2;
  if (/^[:,.(-]{0,3} ?(?:user|unknown|host|mailbox|recipient|no such|5\d\d|reason|was|does|is)/i.test(rest)) score += 2;
  return score;
}

/** To whom the mail that comes back had been sent, where it is given back in the text. */
function returnedTo(letter: Letter, own: ReadonlySet<string | null>): string | null {
  const lines = splitBoundedLines(cutText(letter.text, TEXT_BOUNDS.mail_text));
  for (const line of lines) {
    if (!/^[ \t>|]{0,10}(?:to|x-original-to|envelope-to|delivered-to|x-envelope-to):/i.test(line)) continue;
    const address = firstAddress(line);
    if (address !== null && !own.has(address)) return address;
  }
  return null;
}
